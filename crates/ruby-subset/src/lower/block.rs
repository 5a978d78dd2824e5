//! Blocks, lambdas and methods with their parameters.

use std::sync::Arc;

use ruby_prism::{ConstantList, DefNode, Node as Prism, ParametersNode};

use super::{Lowering, name};
use crate::tree::{Block, Kind, Node, Slot, Target};

impl Lowering {
    /// A block or lambda; it sees the variables around it.
    pub(super) fn block(
        &mut self,
        locals: &ConstantList<'_>,
        parameters: Option<Prism<'_>>,
        body: Option<Prism<'_>>,
    ) -> Arc<Block> {
        let slots = self.enter(locals);
        let outer = std::mem::replace(&mut self.in_loop, false);
        let mut block = self.empty_block(slots);
        match &parameters {
            None => {}
            Some(Prism::BlockParametersNode { .. }) => {
                let given = parameters.as_ref().and_then(|node| node.as_block_parameters_node());
                if let Some(given) = given.and_then(|node| node.parameters()) {
                    self.parameters(&mut block, &given);
                }
            }
            Some(Prism::NumberedParametersNode { .. }) => {
                let count = parameters.as_ref().and_then(|node| node.as_numbered_parameters_node());
                for number in 1..=count.map_or(0, |node| node.maximum()) {
                    if let Some(slot) = self.slot(&format!("_{number}"), 0) {
                        block.required.push(Target::Local(slot));
                    }
                }
            }
            Some(other) => {
                let line = self.line(other);
                self.unsupported.push((line, "parameters of this kind".into()));
                block.body = Node { line, kind: Kind::Unsupported("parameters of this kind".into()) };
            }
        }
        if let Some(body) = body
            && !matches!(block.body.kind, Kind::Unsupported(_))
        {
            block.body = self.node(&body);
        }
        self.in_loop = outer;
        self.scopes.pop();
        Arc::new(block)
    }

    fn empty_block(&self, slots: usize) -> Block {
        Block {
            slots,
            required: Vec::new(),
            optional: Vec::new(),
            rest: None,
            trailing: Vec::new(),
            keywords: Vec::new(),
            keyword_rest: None,
            block: None,
            body: Node { line: 0, kind: Kind::Nil },
        }
    }

    /// `def name(…) … end`; it sees no variables around it.
    pub(super) fn definition(&mut self, node: &DefNode<'_>, line: u32) -> Kind {
        let of_module = match node.receiver() {
            None => false,
            Some(Prism::SelfNode { .. }) => true,
            Some(_) => return self.refuse(line, "a method of one object"),
        };
        let outer_scopes = std::mem::take(&mut self.scopes);
        let outer_loop = std::mem::replace(&mut self.in_loop, false);
        let slots = self.enter(&node.locals());
        let mut block = self.empty_block(slots);
        if let Some(parameters) = node.parameters() {
            self.parameters(&mut block, &parameters);
        }
        if let Some(body) = node.body()
            && !matches!(block.body.kind, Kind::Unsupported(_))
        {
            block.body = self.node(&body);
        }
        self.scopes = outer_scopes;
        self.in_loop = outer_loop;
        let name = name(&node.name());
        self.defined.push(name.clone());
        Kind::Define(name, Arc::new(block), of_module)
    }

    fn parameters(&mut self, block: &mut Block, node: &ParametersNode<'_>) {
        block.required = node.requireds().iter().map(|parameter| self.target(&parameter)).collect();
        for parameter in node.optionals().iter() {
            if let Some(parameter) = parameter.as_optional_parameter_node() {
                let slot = self.slot(&name(&parameter.name()), 0).unwrap_or(Slot { depth: 0, index: 0 });
                block.optional.push((slot, self.node(&parameter.value())));
            }
        }
        block.rest = node.rest().map(|rest| {
            let named = rest.as_rest_parameter_node().and_then(|rest| rest.name());
            named.and_then(|id| self.slot(&name(&id), 0))
        });
        block.trailing = node.posts().iter().map(|parameter| self.target(&parameter)).collect();
        for parameter in node.keywords().iter() {
            let (id, default) = if let Some(parameter) = parameter.as_optional_keyword_parameter_node() {
                (name(&parameter.name()), Some(self.node(&parameter.value())))
            } else if let Some(parameter) = parameter.as_required_keyword_parameter_node() {
                (name(&parameter.name()), None)
            } else {
                continue;
            };
            if let Some(slot) = self.slot(&id, 0) {
                block.keywords.push((id, slot, default));
            }
        }
        if let Some(rest) = node.keyword_rest() {
            let named = rest.as_keyword_rest_parameter_node().and_then(|rest| rest.name());
            block.keyword_rest = Some(named.and_then(|id| self.slot(&name(&id), 0)));
        }
        if let Some(parameter) = node.block() {
            block.block = parameter
                .as_block_parameter_node()
                .and_then(|parameter| parameter.name())
                .and_then(|id| self.slot(&name(&id), 0));
        }
    }
}
