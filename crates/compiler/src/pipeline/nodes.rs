//! The `node` block that is meant for the machine.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Value, regexp::Regexp};
use syntax::ast::{Expression, Kind, NodeDefinition};

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::groups,
    frame::Frame,
    loader::node_name,
    scope::Scopes,
};

/// A `node` block with the name under which it was found.
struct NodeMatch {
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
        let name = self.node().name.to_lowercase();
        let found = match by_name(&nodes, &name) {
            None => self.by_pattern(&nodes, &name)?.or_else(|| by_name(&nodes, "default")),
            found => found,
        };
        let Some(found) = found else {
            let name = &self.node().name;
            return Err(Interrupt::verbatim(format!("Could not find node statement with name 'default' or '{name}'")));
        };
        let id = self.add_node(found.definition, found.title, found.captures)?;
        self.evaluate_code(id)
    }

    fn by_pattern(&self, nodes: &[Arc<NodeDefinition>], name: &str) -> Outcome<Option<NodeMatch>> {
        for definition in nodes {
            for matcher in &definition.matches {
                let Kind::Regexp(pattern) = &matcher.kind else { continue };
                let location = &definition.location;
                let frame = Frame { scope: Scopes::TOP, source: location.source.clone(), module: None };
                let fail = |message: String| frame.failure(matcher, message);
                let pattern = Regexp::new(pattern).map_err(|error| fail(error.to_string()))?;
                let captures = pattern.captures(name).map_err(|error| fail(error.to_string()))?;
                if let Some(captures) = captures {
                    return Ok(Some(NodeMatch {
                        definition: definition.clone(),
                        title: node_name(matcher).unwrap_or_default(),
                        captures: groups(&captures),
                    }));
                }
            }
        }
        Ok(None)
    }
}

fn by_name(nodes: &[Arc<NodeDefinition>], name: &str) -> Option<NodeMatch> {
    nodes.iter().find(|node| node.matches.iter().any(|matcher| is_named(matcher, name))).map(|node| NodeMatch {
        definition: node.clone(),
        title: name.into(),
        captures: Vec::new(),
    })
}

fn is_named(matcher: &Expression, name: &str) -> bool {
    !matches!(matcher.kind, Kind::Regexp(_)) && node_name(matcher).is_some_and(|known| known == name)
}
