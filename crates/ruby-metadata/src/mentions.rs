//! Whether code that is not followed could add attributes all the same.

use ruby_prism::{CallNode, ModuleNode, Node, SymbolNode};

use crate::{
    parse::text,
    walk::{Seeker, walk},
};

/// The methods of a type that add attributes.
const ATTRIBUTE_METHODS: &[&str] = &["newparam", "newproperty", "newstate", "ensurable"];

/// Whether something in a piece of code adds attributes, or calls one of `helpers`.
pub(crate) fn adds_somewhere(node: &Node<'_>, helpers: &dyn Fn(&str) -> bool) -> bool {
    let mut search = AttributeSearch { helpers, found: false };
    !walk(node, &mut search) || search.found
}

/// Whether a method is called in a piece of code, without a receiver.
pub(crate) fn calls(node: &Node<'_>, method: &str) -> bool {
    let mut search = Calls { method, found: false };
    walk(node, &mut search);
    search.found
}

struct Calls<'m> {
    method: &'m str,
    found: bool,
}

impl<'pr> Seeker<'pr> for Calls<'_> {
    fn call(&mut self, node: &CallNode<'pr>) -> bool {
        self.found |= node.receiver().is_none() && text(node.name().as_slice()) == self.method;
        true
    }

    fn looks_into_definitions(&self) -> bool {
        false
    }
}

struct AttributeSearch<'h> {
    helpers: &'h dyn Fn(&str) -> bool,
    found: bool,
}

impl<'pr> Seeker<'pr> for AttributeSearch<'_> {
    fn call(&mut self, node: &CallNode<'pr>) -> bool {
        let name = text(node.name().as_slice());
        self.found |= ATTRIBUTE_METHODS.contains(&name) || (node.receiver().is_none() && (self.helpers)(name));
        true
    }

    /// `send(:newparam, …)`
    fn symbol(&mut self, node: &SymbolNode<'pr>) {
        self.found |= ATTRIBUTE_METHODS.contains(&text(node.unescaped()));
    }

    fn module(&mut self, _node: &ModuleNode<'pr>) -> bool {
        false
    }

    // What is only defined is not done.
    fn looks_into_definitions(&self) -> bool {
        false
    }
}
