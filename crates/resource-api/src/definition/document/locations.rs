//! Locates the parts of a document in its text.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};
use pcore::yaml::{Node, NodeKind, Position};

use crate::definition::PathStep;

/// The syntax tree of a document.
pub(super) struct Locations<'t> {
    text: &'t str,
    root: Option<Node>,
}

impl<'t> Locations<'t> {
    pub(super) fn new(text: &'t str, root: Option<Node>) -> Locations<'t> {
        Locations { text, root }
    }

    /// Returns the location of the value at a path, or of its nearest existing ancestor.
    pub(super) fn value(&self, path: &[PathStep]) -> Span {
        self.find(path).map_or(Span::default(), |(_, value)| self.span(value))
    }

    /// Returns the location of the last key of a path.
    pub(super) fn key(&self, path: &[PathStep]) -> Span {
        self.find(path).map_or(Span::default(), |(key, value)| self.span(key.unwrap_or(value)))
    }

    fn find(&self, path: &[PathStep]) -> Option<(Option<&Node>, &Node)> {
        let mut key = None;
        let mut node = self.root.as_ref()?;
        for step in path {
            let next = match (step, &self.target(node).kind) {
                (PathStep::Key(wanted), NodeKind::Mapping(pairs)) => {
                    pairs.iter().find(|(key, _)| is_key(key, wanted)).map(|(key, value)| (Some(key), value))
                }
                (PathStep::Index(index), NodeKind::Sequence(items)) => items.get(*index).map(|item| (None, item)),
                _ => None,
            };
            let Some(next) = next else { break };
            (key, node) = next;
        }
        Some((key, node))
    }

    /// Resolves an alias.
    fn target<'n>(&'n self, node: &'n Node) -> &'n Node {
        let NodeKind::Alias(name) = &node.kind else { return node };
        self.root.as_ref().and_then(|root| anchored(root, name)).unwrap_or(node)
    }

    /// Returns the span of a scalar, or the first character of a collection.
    fn span(&self, node: &Node) -> Span {
        let start = offset(self.text, line(node.at), column(node.at));
        let length = match &node.kind {
            NodeKind::Scalar { text, .. } if self.text[start..].starts_with(text.as_str()) => text.len(),
            _ => self.text[start..].chars().next().map_or(0, char::len_utf8),
        };
        Span::new(start, start + length)
    }

    /// Checks that no mapping has duplicate keys: parsers keep the last one, which nobody intends.
    pub(super) fn check_keys(&self) -> Result<(), Diagnostic> {
        self.root.as_ref().map_or(Ok(()), |root| self.check_keys_of(root))
    }

    fn check_keys_of(&self, node: &Node) -> Result<(), Diagnostic> {
        match &node.kind {
            NodeKind::Scalar { .. } | NodeKind::Alias(_) => Ok(()),
            NodeKind::Sequence(items) => items.iter().try_for_each(|item| self.check_keys_of(item)),
            NodeKind::Mapping(pairs) => {
                let mut seen = HashMap::new();
                for (key, value) in pairs {
                    if let NodeKind::Scalar { text, .. } = &key.kind
                        && text != "<<"
                        && let Some(first) = seen.insert(text, key)
                    {
                        return Err(Diagnostic::error(self.span(key), format!("duplicate key '{text}'"))
                            .label(self.span(first), "first here")
                            .hint("keep one of them"));
                    }
                    self.check_keys_of(value)?;
                }
                Ok(())
            }
        }
    }
}

fn is_key(node: &Node, wanted: &str) -> bool {
    matches!(&node.kind, NodeKind::Scalar { text, .. } if text.strip_prefix(':').unwrap_or(text) == wanted)
}

fn anchored<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    if node.anchor.as_deref() == Some(name) {
        return Some(node);
    }
    match &node.kind {
        NodeKind::Scalar { .. } | NodeKind::Alias(_) => None,
        NodeKind::Sequence(items) => items.iter().find_map(|item| anchored(item, name)),
        NodeKind::Mapping(pairs) => {
            pairs.iter().find_map(|(key, value)| anchored(key, name).or_else(|| anchored(value, name)))
        }
    }
}

/// Converts a position to an empty span.
pub(super) fn span(text: &str, at: Position) -> Span {
    let start = offset(text, line(at), column(at));
    Span::new(start, start)
}

fn line(at: Position) -> usize {
    usize::try_from(at.line).unwrap_or(usize::MAX)
}

fn column(at: Position) -> usize {
    usize::try_from(at.column).unwrap_or(usize::MAX)
}

/// Returns the byte offset of a line and a column in characters, both starting at 1, limited to the end of the line and
/// of the text.
pub(super) fn offset(text: &str, line: usize, column: usize) -> usize {
    let start = match line.checked_sub(2) {
        None => 0,
        Some(breaks) => text.match_indices('\n').nth(breaks).map_or(text.len(), |(at, _)| at + 1),
    };
    let rest = text[start..].split('\n').next().unwrap_or_default();
    let within = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at);
    start + within
}
