//! The line of the first mention of each target in an inventory.

use std::collections::HashMap;

use ecow::EcoString;
use pcore::yaml::{Node, NodeKind};

/// The lines of targets, by their names and addresses.
pub(super) type Lines = HashMap<EcoString, usize>;

/// Finds all elements of `targets` lists.
pub(super) fn of_targets(root: &Option<Node>) -> Lines {
    let mut lines = Lines::new();
    let mut left: Vec<&Node> = root.iter().collect();
    while let Some(node) = left.pop() {
        match &node.kind {
            NodeKind::Mapping(pairs) => {
                for (key, value) in pairs {
                    if let (Some("targets"), NodeKind::Sequence(targets)) = (text(key), &value.kind) {
                        targets.iter().for_each(|target| record(target, &mut lines));
                    }
                    left.push(value);
                }
            }
            NodeKind::Sequence(items) => left.extend(items),
            NodeKind::Scalar { .. } | NodeKind::Alias(_) => {}
        }
    }
    lines
}

fn record(target: &Node, lines: &mut Lines) {
    let line = usize::try_from(target.at.line).unwrap_or(usize::MAX);
    let mut remember = |name: &str| {
        let known = lines.entry(name.into()).or_insert(line);
        *known = line.min(*known);
    };
    match &target.kind {
        NodeKind::Scalar { text, .. } => remember(text),
        NodeKind::Mapping(pairs) => {
            for (key, value) in pairs {
                if let (Some("name" | "uri"), Some(name)) = (text(key), text(value)) {
                    remember(name);
                }
            }
        }
        NodeKind::Sequence(_) | NodeKind::Alias(_) => {}
    }
}

fn text(node: &Node) -> Option<&str> {
    match &node.kind {
        NodeKind::Scalar { text, .. } => Some(text),
        NodeKind::Sequence(_) | NodeKind::Mapping(_) | NodeKind::Alias(_) => None,
    }
}
