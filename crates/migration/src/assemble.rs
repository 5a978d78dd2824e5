//! The whole of a type: what it is for, its relations, its attributes, what must hold, and comments where something is
//! missing. Attributes and comments keep the order of the Ruby text.

use diagnostics::{Source, Span};
use ecow::EcoString;
use ruby_metadata::outline::TypeOutline;
use rustc_hash::FxHashMap;

use crate::{
    Finding, Options,
    attribute::{attribute, described},
    finding::locate,
    layout::comment,
    literal::{is_feature_name, quoted, word},
    logic, values,
};

/// A part of the body, and where it comes from.
struct Part {
    at: Span,
    text: String,
}

/// Writes a type, and tells what it could not carry over.
pub(crate) fn assemble(
    source: &Source,
    outline: &TypeOutline,
    mut findings: Vec<Finding>,
    options: Options,
) -> (String, Vec<Finding>) {
    findings.extend(outline.remarks.iter().map(Finding::from));
    let head = head(outline, options, &mut findings);
    let invariant = invariant(outline, &mut findings);
    let mut parts: Vec<Part> = Vec::new();
    for found in &outline.attributes {
        let written = attribute(outline, found, options, &mut findings);
        parts.extend(written.map(|written| Part { at: found.span, text: written.written() }));
    }
    locate(&mut findings, &source.text);
    let owners: FxHashMap<&str, Span> =
        outline.attributes.iter().map(|owner| (owner.name.as_str(), owner.span)).collect();
    for finding in &findings {
        // What belongs to an attribute stands before it, however deep it stands in Ruby.
        let owner = finding.attribute.as_ref().and_then(|name| owners.get(name.as_str()));
        let at = owner.copied().unwrap_or(finding.span);
        let text = format!("not carried over, line {}: {}: {}", finding.place.line, finding.subject(), finding.reason);
        parts.push(Part { at, text: comment(&text) });
    }
    // Comments were added last and are shown first.
    let is_comment = |part: &Part| part.text.starts_with("  #");
    parts.sort_by_key(|part| (part.at.start, !is_comment(part)));
    let mut text = format!("# Migrated from {}\n", one_line(&source.name));
    let mut letters = outline.name.chars();
    let first: String = letters.next().map(|first| first.to_ascii_uppercase()).into_iter().collect();
    text.push_str(&format!("type {first}{} inherits Resource {{\n", letters.as_str()));
    let body: String = parts.into_iter().map(|part| part.text).collect();
    let blocks: Vec<String> = [head, body, invariant].into_iter().filter(|block| !block.is_empty()).collect();
    text.push_str(&blocks.join("\n"));
    text.push_str("}\n");
    (text, findings)
}

fn one_line(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

fn head(outline: &TypeOutline, options: Options, findings: &mut Vec<Finding>) -> String {
    let mut head = String::new();
    if let Some(text) = outline.description.as_ref().filter(|_| options.descriptions) {
        head.push_str(&format!("  desc {}\n", quoted(&described(&text.value, outline.is_older))));
    }
    if !outline.features.is_empty() {
        let features: Vec<String> = outline.features.iter().map(|feature| word(&feature.value)).collect();
        head.push_str(&format!("  features {}\n", features.join(", ")));
    }
    for relation in ["autorequire", "autobefore", "autosubscribe", "autonotify"] {
        let entries = relations(outline, relation, findings);
        if !entries.is_empty() {
            head.push_str(&format!("  {relation} {{ {} }}\n", entries.join(", ")));
        }
    }
    head
}

/// `'file' => '$path'`
fn relations(outline: &TypeOutline, word: &str, findings: &mut Vec<Finding>) -> Vec<String> {
    let mut entries = Vec::new();
    for relation in outline.relations.iter().filter(|relation| relation.word == word) {
        let titles: Option<Vec<EcoString>> = relation.titles.iter().map(|title| resolved(outline, title)).collect();
        let Some(titles) = titles else {
            let reason = "it asks for an attribute that the type does not have";
            findings.push(Finding::new(word, reason, relation.span));
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

/// A title; `$name` means the namevar, whatever that is called.
fn resolved(outline: &TypeOutline, title: &EcoString) -> Option<EcoString> {
    let Some(name) = title.strip_prefix('$') else { return Some(title.clone()) };
    let known = |name: &str| outline.attributes.iter().any(|attribute| attribute.name == name && is_feature_name(name));
    if known(name) || !outline.is_older {
        return Some(title.clone());
    }
    let mut namevars = outline.attributes.iter().filter(|attribute| attribute.is_namevar());
    match (name, namevars.next(), namevars.next()) {
        ("name" | "title", Some(only), None) if known(&only.name) => Some(ecow::eco_format!("${}", only.name)),
        _ => None,
    }
}

/// What is refused of a resource as a whole.
fn invariant(outline: &TypeOutline, findings: &mut Vec<Finding>) -> String {
    let Some(validation) = &outline.validation else { return String::new() };
    let refusals = &validation.value;
    let is_sure = logic::attributes(refusals).iter().all(|mention| is_sure(outline, mention));
    let always = refusals.iter().any(|refusal| refusal.condition.is_none());
    match logic::block(refusals, 2).filter(|_| is_sure && !always) {
        Some(block) => format!("  invariant {block}\n"),
        None => {
            let reason = "it asks for something that logic of the language would answer differently";
            findings.push(Finding::new("validate", reason, validation.span));
            String::new()
        }
    }
}

/// Whether an attribute means the same to Ruby and to the language.
fn is_sure(outline: &TypeOutline, mention: &logic::Mention<'_>) -> bool {
    let Some(attribute) = outline.attributes.iter().find(|attribute| attribute.name == *mention.name) else {
        return false;
    };
    // Whether a list is empty or not given, and whether a symbol `:false` is false, are other questions there.
    let shape = values::shape(attribute);
    let is_plain = shape.max.is_none() && !(mention.asks_whether_given && shape.is_boolean());
    is_plain && attribute.remarks.is_empty() && is_feature_name(&attribute.name)
}
