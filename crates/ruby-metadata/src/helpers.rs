//! Methods that the body of a type calls: its own, and those of modules in the same text.

use ruby_prism::{BlockNode, CallNode, DefNode, ModuleNode};
use rustc_hash::FxHashMap;

use crate::{
    body::Body,
    parse::{arguments, text},
    search::last_name,
};

/// The methods of modules in the same text, by the names of the modules.
#[derive(Default)]
pub(crate) struct Mixins<'pr> {
    methods: FxHashMap<String, Vec<DefNode<'pr>>>,
}

impl<'pr> Mixins<'pr> {
    pub(crate) fn add(&mut self, module: &ModuleNode<'pr>) {
        let statements = module.body().and_then(|body| body.as_statements_node());
        let methods =
            statements.iter().flat_map(|statements| statements.body().iter()).filter_map(|node| node.as_def_node());
        self.methods.entry(text(module.name().as_slice()).to_owned()).or_default().extend(methods);
    }
}

impl<'pr> Body<'_, 'pr> {
    /// Methods of a module become methods of the type; whether they add attributes shows when they are called.
    pub(crate) fn extend(&mut self, call: &CallNode<'pr>) {
        for module in arguments(call) {
            let methods = last_name(&module).and_then(|name| self.mixins.methods.get(&name));
            match methods {
                Some(methods) => {
                    for method in methods {
                        let name = text(method.name().as_slice()).to_owned();
                        self.helpers.extend(method.as_node().as_def_node().map(|method| (name, method)));
                    }
                }
                None => self.has_strange_methods = true,
            }
        }
    }

    /// Follows a method that the body calls.
    pub(crate) fn call_helper(&mut self, name: &str, call: &CallNode<'pr>) {
        let Some(method) = self.helpers.get(name).and_then(|method| method.as_node().as_def_node()) else { return };
        let around = self.names.saved_variables();
        let block = self.block_of(call);
        self.bind(&method, call);
        let outer = self.passed.replace(block);
        self.run_optional(method.body());
        self.passed = outer;
        self.names.variables = around;
    }

    /// The block of a call: its own, or the one that the method around it was called with, as in `newparam(name, &block)`.
    pub(crate) fn block_of(&self, call: &CallNode<'pr>) -> Option<BlockNode<'pr>> {
        let block = call.block()?;
        if let Some(own) = block.as_block_node() {
            return Some(own);
        }
        let is_passed = block.as_block_argument_node()?.expression().is_none_or(|given| {
            given
                .as_local_variable_read_node()
                .is_some_and(|name| !self.names.variables.contains_key(text(name.name().as_slice())))
        });
        self.passed.as_ref().filter(|_| is_passed)?.as_ref()?.as_node().as_block_node()
    }
}
