//! The argument of `register_type`, with its locations.

use diagnostics::Span;
use ecow::EcoString;
use ruby_prism::{CallNode, Node};

use super::span_of;
use crate::{
    AttributeKind,
    evaluate::Names,
    outline::{AttributeOutline, Relation, Remark, RemarkKind, Spanned, TypeOutline},
    parse::hash_elements,
    static_value::StaticValue,
};

/// Reads the type that a call registers; nothing if not even its name is known.
pub(crate) fn read(call: &CallNode<'_>, names: &Names, is_plain: bool) -> Option<TypeOutline> {
    let argument = call.arguments()?.arguments().first()?;
    let StaticValue::Hash(entries) = names.evaluate(&argument) else { return None };
    let whole = StaticValue::Hash(entries.clone());
    let span = span_of(&call.location());
    let name = whole.get("name")?.name()?.clone();
    let mut outline = TypeOutline { name, span, ..TypeOutline::default() };
    if !is_plain {
        outline.remarks.push(Remark { kind: RemarkKind::Condition, span });
    }
    for (key, value) in &entries {
        let Some(key) = key.name() else { continue };
        let (entry_span, node) = entry(names, Some(&argument), key, span);
        if !outline.take(key, value, entry_span, node.as_ref(), names) {
            outline.remarks.push(Remark { kind: RemarkKind::Unknown(key.clone()), span: entry_span });
        }
    }
    Some(outline)
}

/// The location of the value of a key in a literal hash, or else that of the hash.
fn entry<'pr>(names: &Names, node: Option<&Node<'pr>>, key: &str, around: Span) -> (Span, Option<Node<'pr>>) {
    for element in node.and_then(hash_elements).iter().flatten() {
        if let Some(pair) = element.as_assoc_node()
            && names.evaluate(&pair.key()).name().is_some_and(|known| known == key)
        {
            return (span_of(&element.location()), Some(pair.value()));
        }
    }
    (around, None)
}

impl TypeOutline {
    /// Takes the value of a key; returns whether all of it is known.
    fn take(&mut self, key: &str, value: &StaticValue, span: Span, node: Option<&Node<'_>>, names: &Names) -> bool {
        match (key, value) {
            ("name", _) => {}
            ("desc" | "docs", StaticValue::Text(text)) => {
                self.description = Some(Spanned { value: text.clone(), span });
            }
            ("features", StaticValue::Array(items)) => {
                for item in items {
                    match item.name() {
                        Some(name) => self.features.push(Spanned { value: name.clone(), span }),
                        None => return false,
                    }
                }
            }
            ("attributes", StaticValue::Hash(entries)) => {
                for (name, options) in entries {
                    let Some(name) = name.name() else { return false };
                    let (entry_span, node) = entry(names, node, name, span);
                    self.attributes.push(attribute(name, options, entry_span, node.as_ref(), names));
                }
            }
            ("title_patterns", _) => self.remarks.push(Remark { kind: RemarkKind::TitlePatterns, span }),
            (
                "autorequire" | "autobefore" | "autosubscribe" | "autonotify" | "autorequires" | "autobefores"
                | "autosubscribes" | "autonotifies",
                StaticValue::Hash(entries),
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

fn texts(known: &StaticValue) -> Option<Vec<EcoString>> {
    match known {
        StaticValue::Text(text) => Some(vec![text.clone()]),
        StaticValue::Array(items) => items.iter().map(|item| item.name().cloned()).collect(),
        _ => None,
    }
}

fn attribute(
    name: &EcoString,
    options: &StaticValue,
    span: Span,
    node: Option<&Node<'_>>,
    names: &Names,
) -> AttributeOutline {
    let mut attribute = AttributeOutline::new(name.clone(), AttributeKind::Property, span);
    let StaticValue::Hash(entries) = options else {
        attribute.remarks.push(Remark { kind: RemarkKind::Unknown(name.clone()), span });
        return attribute;
    };
    for (key, value) in entries {
        let Some(key) = key.name() else { continue };
        let (entry_span, _) = entry(names, node, key, span);
        let spanned = |text: &EcoString| Some(Spanned { value: text.clone(), span: entry_span });
        match (key.as_str(), value) {
            ("type", StaticValue::Text(text)) => attribute.data_type = spanned(text),
            ("desc" | "docs", StaticValue::Text(text)) => attribute.description = spanned(text),
            ("behaviour" | "behavior", StaticValue::Symbol(text) | StaticValue::Text(text)) => {
                attribute.behaviour = spanned(text);
                attribute.kind = AttributeKind::of_behaviour(text);
            }
            ("default", known) => match known.value() {
                Some(value) => attribute.default = Some(Spanned { value, span: entry_span }),
                None => attribute.remarks.push(Remark { kind: RemarkKind::Default, span: entry_span }),
            },
            _ => attribute.remarks.push(Remark { kind: RemarkKind::Unknown(key.clone()), span: entry_span }),
        }
    }
    attribute
}
