//! Types as pages of a manual: their features and invariants.

use std::{fmt::Write, sync::Arc};

use model::{Feature, FeatureKind, Logic, ModelType};

use crate::{
    Document,
    names::description,
    relations::{Models, subtypes},
};

/// Writes a page for each type.
pub(crate) fn write(requested: &[Arc<ModelType>], models: &Models) -> Vec<Document> {
    requested.iter().map(|model| Document { name: page(&model.name), text: text(model, requested, models) }).collect()
}

fn page(name: &str) -> String {
    format!("{}.md", name.replace("::", "-").to_lowercase())
}

/// A name, as a link if there is a page.
fn linked(name: &str, requested: &[Arc<ModelType>]) -> String {
    match requested.iter().find(|model| model.name.eq_ignore_ascii_case(name)) {
        Some(model) => format!("[{}]({})", model.name, page(&model.name)),
        None => name.to_owned(),
    }
}

fn text(model: &ModelType, requested: &[Arc<ModelType>], models: &Models) -> String {
    let mut out = format!("# {}\n", model.name);
    if let Some(text) = description(model) {
        let _ = write!(out, "\n{}\n", escaped(text));
    }
    let mut facts = Vec::new();
    if model.is_abstract {
        facts.push(String::from("It is abstract: only types that extend it have instances."));
    }
    if model.is_resource {
        facts.push(format!("It describes resources, declared as `{}`.", model.name.to_lowercase()));
    }
    if let Some(parent) = &model.parent {
        facts.push(format!("It extends {}.", linked(&parent.name, requested)));
    }
    let below: Vec<String> = subtypes(models, &model.name).iter().map(|model| linked(&model.name, requested)).collect();
    if !below.is_empty() {
        facts.push(format!("It is extended by {}.", below.join(", ")));
    }
    if !facts.is_empty() {
        let _ = write!(out, "\n{}\n", facts.join(" "));
    }
    if model.features.is_empty() {
        return out;
    }
    out.push_str("\n| feature | type | values | default | |\n|---|---|---|---|---|\n");
    for feature in &model.features {
        row(feature, model, requested, &mut out);
    }
    for feature in model.features.iter().filter(|feature| feature.logic().next().is_some()) {
        let _ = write!(out, "\n## {}\n", feature.name);
        for (word, logic) in feature.logic() {
            let _ = write!(out, "\n`{word}`:\n\n```puppet\n{}\n```\n", source(logic));
        }
    }
    if !model.invariants.is_empty() {
        out.push_str("\n## What must hold\n");
        for invariant in &model.invariants {
            let title = invariant.title.as_ref().map_or_else(String::new, |title| format!("\n{}\n", escaped(title)));
            let _ = write!(out, "{title}\n```puppet\n{}\n```\n", source(&invariant.logic));
        }
    }
    out
}

fn row(feature: &Feature, model: &ModelType, requested: &[Arc<ModelType>], out: &mut String) {
    let data_type = match &feature.kind {
        FeatureKind::Attribute(data_type) => format!("`{data_type}`"),
        FeatureKind::Reference { target, .. } => linked(target, requested),
    };
    let default = feature.default.as_ref().map_or_else(String::new, |default| format!("`{default:?}`"));
    let mut notes: Vec<String> = feature.description.iter().map(|text| escaped(text)).collect();
    if let Some(behaviour) = feature.behaviour {
        notes.push(format!("behaviour: {}", behaviour.word()));
    }
    if matches!(feature.kind, FeatureKind::Reference { containment: false, .. }) {
        notes.push(String::from("a reference: not part of it"));
    }
    for (word, is_so) in [
        ("unsettable", feature.unsettable),
        ("derived", feature.derived.is_some()),
        ("transient", feature.transient && feature.derived.is_none()),
        ("read-only", !feature.setable && feature.derived.is_none()),
        ("can be set", feature.setable && feature.derived.is_some()),
    ] {
        if is_so {
            notes.push(word.to_owned());
        }
    }
    if !feature.owner.eq_ignore_ascii_case(&model.name) {
        notes.push(format!("inherited from {}", linked(&feature.owner, requested)));
    }
    let cells = [data_type, feature.multiplicity.to_string(), default, notes.join("; ")];
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
    let _ = writeln!(out, "| `{}` | {} |", feature.name, cells.join(" | "));
}

/// The source of logic, without common indentation.
fn source(logic: &Logic) -> String {
    let span = logic.lambda.span;
    let text = logic.source.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let others = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let indent = others.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let lines =
        text.lines().enumerate().map(|(index, line)| if index == 0 { line } else { line.get(indent..).unwrap_or("") });
    lines.collect::<Vec<_>>().join("\n")
}

/// Escapes a text for Markdown.
fn escaped(text: &str) -> String {
    let mut escaped_text = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|') {
            escaped_text.push('\\');
        }
        escaped_text.push(character);
    }
    escaped_text
}
