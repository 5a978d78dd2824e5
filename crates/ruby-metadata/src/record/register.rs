//! What `register_type` is given, with its places.

use diagnostics::Span;
use ecow::EcoString;
use ruby_prism::{CallNode, Node};

use super::span_of;
use crate::{
    AttributeKind,
    evaluate::Names,
    known::Known,
    outline::{AttributeOutline, Relation, Remark, RemarkKind, Spanned, TypeOutline},
};

/// Reads the type that a call registers; nothing where not even its name can be told.
pub(crate) fn read(call: &CallNode<'_>, names: &Names, is_plain: bool) -> Option<TypeOutline> {
    let argument = call.arguments()?.arguments().first()?;
    let Known::Hash(entries) = names.evaluate(&argument) else { return None };
    let whole = Known::Hash(entries.clone());
    let span = span_of(&call.location());
    let name = whole.get("name")?.name()?.clone();
    let mut outline = TypeOutline { name, span, ..TypeOutline::default() };
    if !is_plain {
        outline.remarks.push(Remark { kind: RemarkKind::Condition, span });
    }
    for (key, value) in &entries {
        let Some(key) = key.name() else { continue };
        let (place, node) = entry(names, Some(&argument), key, span);
        if !outline.take(key, value, place, node.as_ref(), names) {
            outline.remarks.push(Remark { kind: RemarkKind::Unknown(key.clone()), span: place });
        }
    }
    Some(outline)
}

/// Where the value of a key stands in the literal hash that a node is; else where the hash stands.
fn entry<'pr>(names: &Names, node: Option<&Node<'pr>>, key: &str, around: Span) -> (Span, Option<Node<'pr>>) {
    let elements = node.and_then(|node| match node.as_hash_node() {
        Some(hash) => Some(hash.elements()),
        None => node.as_keyword_hash_node().map(|hash| hash.elements()),
    });
    for element in elements.iter().flatten() {
        if let Some(pair) = element.as_assoc_node()
            && names.evaluate(&pair.key()).name().is_some_and(|known| known == key)
        {
            return (span_of(&element.location()), Some(pair.value()));
        }
    }
    (around, None)
}

impl TypeOutline {
    /// Takes what stands behind a key; returns whether all of it is told.
    fn take(&mut self, key: &str, value: &Known, span: Span, node: Option<&Node<'_>>, names: &Names) -> bool {
        match (key, value) {
            ("name", _) => {}
            ("desc" | "docs", Known::Text(text)) => {
                self.description = Some(Spanned { value: text.clone(), span });
            }
            ("features", Known::Array(items)) => {
                for item in items {
                    match item.name() {
                        Some(name) => self.features.push(Spanned { value: name.clone(), span }),
                        None => return false,
                    }
                }
            }
            ("attributes", Known::Hash(entries)) => {
                for (name, options) in entries {
                    let Some(name) = name.name() else { return false };
                    let (place, node) = entry(names, node, name, span);
                    self.attributes.push(attribute(name, options, place, node.as_ref(), names));
                }
            }
            ("title_patterns", _) => self.remarks.push(Remark { kind: RemarkKind::TitlePatterns, span }),
            (
                "autorequire" | "autobefore" | "autosubscribe" | "autonotify" | "autorequires" | "autobefores"
                | "autosubscribes" | "autonotifies",
                Known::Hash(entries),
            ) => {
                let word = match key {
                    "autonotifies" => "autonotify",
                    other => other.trim_end_matches('s'),
                };
                for (target, titles) in entries {
                    let Some(target) = target.name() else { return false };
                    let kind = RemarkKind::Relation(word.into(), target.clone());
                    match texts(titles) {
                        Some(titles) => {
                            self.relations.push(Relation { word: word.into(), target: target.clone(), titles, span });
                        }
                        None => self.remarks.push(Remark { kind, span }),
                    }
                }
            }
            _ => return false,
        }
        true
    }
}

fn texts(known: &Known) -> Option<Vec<EcoString>> {
    match known {
        Known::Text(text) => Some(vec![text.clone()]),
        Known::Array(items) => items.iter().map(|item| item.name().cloned()).collect(),
        _ => None,
    }
}

fn attribute(
    name: &EcoString,
    options: &Known,
    span: Span,
    node: Option<&Node<'_>>,
    names: &Names,
) -> AttributeOutline {
    let mut attribute = AttributeOutline::new(name.clone(), AttributeKind::Property, span);
    let Known::Hash(entries) = options else {
        attribute.remarks.push(Remark { kind: RemarkKind::Unknown(name.clone()), span });
        return attribute;
    };
    for (key, value) in entries {
        let Some(key) = key.name() else { continue };
        let (place, _) = entry(names, node, key, span);
        let spanned = |text: &EcoString| Some(Spanned { value: text.clone(), span: place });
        match (key.as_str(), value) {
            ("type", Known::Text(text)) => attribute.data_type = spanned(text),
            ("desc" | "docs", Known::Text(text)) => attribute.description = spanned(text),
            ("behaviour" | "behavior", Known::Symbol(text) | Known::Text(text)) => {
                attribute.behaviour = spanned(text);
                attribute.kind = match text.as_str() {
                    "namevar" => AttributeKind::Namevar,
                    "parameter" => AttributeKind::Parameter,
                    _ => AttributeKind::Property,
                };
            }
            ("default", known) => match known.value() {
                Some(value) => attribute.default = Some(Spanned { value, span: place }),
                None => attribute.remarks.push(Remark { kind: RemarkKind::Default, span: place }),
            },
            _ => attribute.remarks.push(Remark { kind: RemarkKind::Unknown(key.clone()), span: place }),
        }
    }
    attribute
}
