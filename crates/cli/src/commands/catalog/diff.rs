//! The differences between two catalogs.

mod redaction;

use catalog::{Catalog, CatalogError, ChangedParameter, ChangedResource, Difference};
use ecow::EcoString;
use pcore::{Value, json};
use resource_api::{log::Level, secret::Scrubber};

use self::redaction::redact;
use crate::{output, startup::CommandContext};

/// Replaces a secret.
const REDACTED: &str = "[value redacted]";

/// Compares two files, and returns the exit code.
pub(super) fn run(context: &CommandContext, words: &[String]) -> u8 {
    let refuse = |reason: &str| {
        context.log.line(Level::Err, reason);
        2
    };
    let [old_name, new_name] = words else {
        return refuse(&format!("catalog diff takes two files, got {}", words.len()));
    };
    let as_json = match context.options.value("render-as") {
        None | Some("text" | "console" | "s") => false,
        Some("json") => true,
        Some(other) => return refuse(&format!("I don't know how to render '{other}': text and json are known")),
    };
    let (old, new) = match (read(old_name), read(new_name)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(reason), _) | (_, Err(reason)) => return refuse(&reason),
    };
    let mut difference = Difference::between(&old, &new);
    let scrubber = Scrubber::default();
    for resource in old.resources.iter().chain(&new.resources) {
        resource.parameters.iter().for_each(|(_, value)| scrubber.learn(value));
    }
    redact(&mut difference, &scrubber);
    if !context.options.has("all") && !as_json {
        keep_what_matters(&mut difference);
    }
    if as_json {
        match json::write_pretty(&to_data(&difference)) {
            Ok(text) => output::print_line(&text),
            Err(error) => return refuse(&error.to_string()),
        }
    } else if !difference.is_empty() {
        output::print_line(&to_text(&difference, old_name, new_name));
    }
    u8::from(!difference.is_empty())
}

fn read(name: &str) -> Result<Catalog, String> {
    super::read(name).map_err(|error| match error {
        CatalogError::Input { .. } | CatalogError::NotUtf8 { .. } => format!("cannot read the catalog {name}: {error}"),
        error => format!("{name} is not a catalog: {error}"),
    })
}

/// Removes differences that follow from others or have no effect on the machine.
fn keep_what_matters(difference: &mut Difference) {
    for changed in &mut difference.changed {
        (changed.removed_tags, changed.added_tags) = (Vec::new(), Vec::new());
    }
    difference.changed.retain(|changed| !changed.parameters.is_empty() || changed.exported.is_some());
    difference.moved = Vec::new();
    difference.removed_edges = Vec::new();
    difference.added_edges = Vec::new();
}

fn to_text(difference: &Difference, old: &str, new: &str) -> String {
    let mut lines = vec![format!("--- {old}"), format!("+++ {new}")];
    let mut list = |mark: char, what: &str, names: &[EcoString]| {
        lines.extend(names.iter().map(|name| format!("{mark} {what}{name}")));
    };
    list('-', "", &difference.removed);
    list('+', "", &difference.added);
    list('-', "class ", &difference.removed_classes);
    list('+', "class ", &difference.added_classes);
    difference.changed.iter().for_each(|changed| describe(&mut lines, changed));
    lines.extend(difference.moved.iter().map(|name| format!("~ {name}: moved in the order")));
    let edge = |mark: char, (container, contained): &(EcoString, EcoString)| {
        format!("{mark} {container} contains {contained}")
    };
    lines.extend(difference.removed_edges.iter().map(|pair| edge('-', pair)));
    lines.extend(difference.added_edges.iter().map(|pair| edge('+', pair)));
    lines.push(summary(difference));
    lines.join("\n")
}

fn summary(difference: &Difference) -> String {
    let count = |number: usize, what: &str| (number > 0).then(|| format!("{number} {what}"));
    let parts = [
        count(difference.removed.len(), "removed"),
        count(difference.added.len(), "added"),
        count(difference.changed.len(), "changed"),
        count(difference.moved.len(), "moved"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::from("no resource differs") } else { format!("resources: {}", parts.join(", ")) }
}

fn describe(lines: &mut Vec<String>, changed: &ChangedResource) {
    lines.push(format!("~ {}", changed.reference));
    for parameter in &changed.parameters {
        let ChangedParameter { name, old, new } = parameter;
        match (old, new) {
            (Some(old), Some(new)) => lines.extend(two_values(name, old, new)),
            (Some(old), None) => lines.push(format!("    - {name} => {}", shown(old))),
            (None, Some(new)) => lines.push(format!("    + {name} => {}", shown(new))),
            (None, None) => {}
        }
    }
    if let Some((old, new)) = changed.exported {
        lines.push(format!("    exported: changed from {old} to {new}"));
    }
    let tags =
        |mark: char, tags: &[EcoString]| (!tags.is_empty()).then(|| format!("    {mark} tags {}", tags.join(", ")));
    lines.extend(tags('-', &changed.removed_tags));
    lines.extend(tags('+', &changed.added_tags));
}

/// Texts of several lines are compared line by line, to show which lines changed.
fn two_values(name: &str, old: &Value, new: &Value) -> Vec<String> {
    match (old, new) {
        (Value::String(old), Value::String(new)) if old.contains('\n') || new.contains('\n') => {
            let mut lines = vec![format!("    {name}:")];
            let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
            let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
            let rest = old.len().min(new.len()) - same;
            let same_end =
                old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
            let from_line = same + 1;
            lines.push(format!("      at line {from_line}:"));
            lines.extend(old[same..old.len() - same_end].iter().map(|line| format!("      - {line}")));
            lines.extend(new[same..new.len() - same_end].iter().map(|line| format!("      + {line}")));
            lines
        }
        _ => vec![format!("    - {name} => {}", shown(old)), format!("    + {name} => {}", shown(new))],
    }
}

/// A value as it is written in manifests, without secrets.
fn shown(value: &Value) -> String {
    match value {
        Value::Sensitive(_) => REDACTED.into(),
        Value::String(text) => pcore::quote(text),
        other => other.to_string(),
    }
}

fn to_data(difference: &Difference) -> Value {
    let names = |names: &[EcoString]| Value::array(names.iter().map(|name| Value::String(name.clone())));
    let edges = |edges: &[(EcoString, EcoString)]| {
        Value::array(edges.iter().map(|(container, contained)| {
            Value::hash([
                ("source".into(), Value::String(container.clone())),
                ("target".into(), Value::String(contained.clone())),
            ])
        }))
    };
    let changed = difference.changed.iter().map(|changed| {
        let parameters = changed.parameters.iter().map(|parameter| {
            let side = |value: &Option<Value>| value.as_ref().map_or(Value::Undef, plain);
            Value::hash([
                ("name".into(), Value::String(parameter.name.clone())),
                ("old".into(), side(&parameter.old)),
                ("new".into(), side(&parameter.new)),
            ])
        });
        Value::hash([
            ("resource".into(), Value::String(changed.reference.clone())),
            ("parameters".into(), Value::array(parameters)),
            ("removed_tags".into(), names(&changed.removed_tags)),
            ("added_tags".into(), names(&changed.added_tags)),
        ])
    });
    Value::hash([
        ("removed".into(), names(&difference.removed)),
        ("added".into(), names(&difference.added)),
        ("changed".into(), Value::array(changed)),
        ("moved".into(), names(&difference.moved)),
        ("removed_edges".into(), edges(&difference.removed_edges)),
        ("added_edges".into(), edges(&difference.added_edges)),
        ("removed_classes".into(), names(&difference.removed_classes)),
        ("added_classes".into(), names(&difference.added_classes)),
    ])
}

/// A value as JSON; rich values become text, secrets are redacted.
fn plain(value: &Value) -> Value {
    match value {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::String(_) => value.clone(),
        Value::Array(items) => Value::array(items.iter().map(plain)),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (Value::string(shown_key(key)), plain(value)))),
        other => Value::string(shown(other)),
    }
}

fn shown_key(key: &Value) -> String {
    key.as_str().map_or_else(|| shown(key), str::to_owned)
}
