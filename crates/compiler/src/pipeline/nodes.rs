//! The `node` block that is meant for the machine.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Value, regexp::Regexp};
use syntax::ast::{Expression, Kind, NodeDefinition};

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::Scopes,
};

/// A `node` block with the name under which it was found.
struct Found {
    definition: Arc<NodeDefinition>,
    title: EcoString,
    captures: Vec<Value>,
}

impl Compilation<'_> {
    /// Evaluates the block for the machine: the one with its name, the first whose regular expression matches, or the
    /// default.
    pub(super) fn evaluate_node_block(&mut self) -> Outcome<()> {
        let nodes: Vec<Arc<NodeDefinition>> = self.loader.nodes().to_vec();
        if nodes.is_empty() {
            return Ok(());
        }
        let name = self.node.name.to_lowercase();
        let found = match by_name(&nodes, &name) {
            Some(found) => Some(found),
            None => match self.by_pattern(&nodes, &name)? {
                Some(found) => Some(found),
                None => by_name(&nodes, "default"),
            },
        };
        let Some(found) = found else {
            let name = &self.node.name;
            return Err(Interrupt::bare(format!("Could not find node statement with name 'default' or '{name}'")));
        };
        let id = self.add_node(found.definition, found.title, found.captures)?;
        self.evaluate_code(id)
    }

    fn by_pattern(&self, nodes: &[Arc<NodeDefinition>], name: &str) -> Outcome<Option<Found>> {
        for definition in nodes {
            for matcher in &definition.matches {
                let Kind::Regexp(pattern) = &matcher.kind else { continue };
                let place = &definition.place;
                let frame = Frame { scope: Scopes::TOP, source: place.source.clone(), module: None };
                let fail = |message: String| frame.failure(matcher, message);
                let pattern = Regexp::new(pattern).map_err(|error| fail(error.to_string()))?;
                let captures = pattern.captures(name).map_err(|error| fail(error.to_string()))?;
                if let Some(captures) = captures {
                    let group = |found: Option<pcore::regexp::Match<'_>>| {
                        found.map_or(Value::Undef, |found| Value::from(found.as_str()))
                    };
                    return Ok(Some(Found {
                        definition: definition.clone(),
                        title: pattern_title(pattern.source()),
                        captures: captures.iter().map(group).collect(),
                    }));
                }
            }
        }
        Ok(None)
    }
}

fn by_name(nodes: &[Arc<NodeDefinition>], name: &str) -> Option<Found> {
    nodes.iter().find(|node| node.matches.iter().any(|matcher| is_named(matcher, name))).map(|node| Found {
        definition: node.clone(),
        title: name.into(),
        captures: Vec::new(),
    })
}

fn is_named(matcher: &Expression, name: &str) -> bool {
    match &matcher.kind {
        Kind::String(text) | Kind::Name(text) | Kind::Reserved(text) | Kind::TypeName(text) => {
            text.to_lowercase() == name
        }
        Kind::Default => name == "default",
        Kind::Integer(number, _) => number.to_string() == name,
        Kind::Float(number) => number.to_string() == name,
        _ => false,
    }
}

/// What a block with a regular expression is called.
fn pattern_title(pattern: &str) -> EcoString {
    let kept = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | ':' | '.');
    let letters: String = pattern.to_lowercase().chars().filter(kept).collect();
    format!("__node_regexp__{}", letters.trim_start_matches('.')).into()
}
