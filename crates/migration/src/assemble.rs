//! Assembles a type: its description, relations, attributes and invariants, and comments where something is unsupported.
//! Attributes and comments keep the order of the Ruby text.

use diagnostics::{Source, Span};
use ecow::EcoString;
use pcore::names::capitalized;
use ruby_metadata::outline::TypeOutline;
use rustc_hash::FxHashMap;

use crate::{
    Options, Unsupported,
    attribute::{attribute, described},
    layout::comment,
    literal::{is_feature_name, quoted, word},
    logic,
    unsupported::locate,
    values,
};

/// A part of the body, and its span in the Ruby text.
struct Part {
    at: Span,
    text: String,
}

/// Writes a type, and returns what it could not carry over.
pub(crate) fn assemble(
    source: &Source,
    outline: &TypeOutline,
    mut unsupported: Vec<Unsupported>,
    options: Options,
) -> (String, Vec<Unsupported>) {
    unsupported.extend(outline.remarks.iter().map(Unsupported::from));
    let head = head(outline, options, &mut unsupported);
    let invariant = invariant(outline, &mut unsupported);
    let mut parts: Vec<Part> = Vec::new();
    for found in &outline.attributes {
        let written = attribute(outline, found, options, &mut unsupported);
        parts.extend(written.map(|written| Part { at: found.span, text: written.written() }));
    }
    locate(&mut unsupported, &source.text);
    let owners: FxHashMap<&str, Span> =
        outline.attributes.iter().map(|owner| (owner.name.as_str(), owner.span)).collect();
    for part in &unsupported {
        // A comment about an attribute goes before the attribute.
        let owner = part.attribute.as_ref().and_then(|name| owners.get(name.as_str()));
        let at = owner.copied().unwrap_or(part.span);
        let text = format!("not carried over, line {}: {}: {}", part.position.line, part.subject(), part.reason);
        parts.push(Part { at, text: comment(&text) });
    }
    // Comments come before the parts that they are about.
    let is_comment = |part: &Part| part.text.starts_with("  #");
    parts.sort_by_key(|part| (part.at.start, !is_comment(part)));
    let mut text = format!("# Migrated from {}\n", one_line(&source.name));
    text.push_str(&format!("type {} inherits Resource {{\n", capitalized(&outline.name)));
    let body: String = parts.into_iter().map(|part| part.text).collect();
    let blocks: Vec<String> = [head, body, invariant].into_iter().filter(|block| !block.is_empty()).collect();
    text.push_str(&blocks.join("\n"));
    text.push_str("}\n");
    (text, unsupported)
}

fn one_line(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

fn head(outline: &TypeOutline, options: Options, unsupported: &mut Vec<Unsupported>) -> String {
    let mut head = String::new();
    if let Some(text) = outline.description.as_ref().filter(|_| options.descriptions) {
        head.push_str(&format!("  desc {}\n", quoted(&described(&text.value, outline.is_legacy))));
    }
    if !outline.features.is_empty() {
        let features: Vec<String> = outline.features.iter().map(|feature| word(&feature.value)).collect();
        head.push_str(&format!("  features {}\n", features.join(", ")));
    }
    for relation in ["autorequire", "autobefore", "autosubscribe", "autonotify"] {
        let entries = relations(outline, relation, unsupported);
        if !entries.is_empty() {
            head.push_str(&format!("  {relation} {{ {} }}\n", entries.join(", ")));
        }
    }
    head
}

/// `'file' => '$path'`
fn relations(outline: &TypeOutline, word: &str, unsupported: &mut Vec<Unsupported>) -> Vec<String> {
    let mut entries = Vec::new();
    for relation in outline.relations.iter().filter(|relation| relation.word == word) {
        let titles: Option<Vec<EcoString>> = relation.titles.iter().map(|title| resolved(outline, title)).collect();
        let Some(titles) = titles else {
            let reason = "it refers to an attribute that the type does not have";
            unsupported.push(Unsupported::new(word, reason, relation.span));
            continue;
        };
        let titles: Vec<String> = titles.iter().map(|title| quoted(title)).collect();
        let titles = match titles.as_slice() {
            [only] => only.clone(),
            several => format!("[{}]", several.join(", ")),
        };
        entries.push(format!("{} => {titles}", quoted(&relation.target)));
    }
    entries
}

/// Resolves a title; `$name` is the namevar, whatever its name is.
fn resolved(outline: &TypeOutline, title: &EcoString) -> Option<EcoString> {
    let Some(name) = title.strip_prefix('$') else { return Some(title.clone()) };
    let known = |name: &str| outline.attributes.iter().any(|attribute| attribute.name == name && is_feature_name(name));
    if known(name) || !outline.is_legacy {
        return Some(title.clone());
    }
    let mut namevars = outline.attributes.iter().filter(|attribute| attribute.is_namevar());
    match (name, namevars.next(), namevars.next()) {
        ("name" | "title", Some(only), None) if known(&only.name) => Some(ecow::eco_format!("${}", only.name)),
        _ => None,
    }
}

/// Writes the validation of the whole resource as an invariant.
fn invariant(outline: &TypeOutline, unsupported: &mut Vec<Unsupported>) -> String {
    let Some(validation) = &outline.validation else { return String::new() };
    let refusals = &validation.value;
    let is_sure = logic::attributes(refusals).iter().all(|mention| is_sure(outline, mention));
    let always = refusals.iter().any(|refusal| refusal.condition.is_none());
    match logic::block(refusals, 2).filter(|_| is_sure && !always) {
        Some(block) => format!("  invariant {block}\n"),
        None => {
            let reason = "it contains a condition that logic of the language would evaluate differently";
            unsupported.push(Unsupported::new("validate", reason, validation.span));
            String::new()
        }
    }
}

/// Whether an attribute has the same meaning in Ruby and in the language.
fn is_sure(outline: &TypeOutline, mention: &logic::Mention<'_>) -> bool {
    let Some(attribute) = outline.attributes.iter().find(|attribute| attribute.name == *mention.name) else {
        return false;
    };
    // Ruby distinguishes an empty list from a missing one, and treats the symbol `:false` as true.
    let shape = values::shape(attribute);
    let is_plain = shape.max.is_none() && !(mention.asks_whether_given && shape.is_boolean());
    is_plain && attribute.remarks.is_empty() && is_feature_name(&attribute.name)
}
