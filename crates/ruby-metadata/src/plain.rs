//! Whether a text does nothing but define things: then its literal calls are all that there is to know.
//!
//! Values in conditions, values that change later and computed values are only known to Ruby at run time.

use ruby_prism::{CallNode, Node, NodeList};
use rustc_hash::FxHashSet;

use crate::parse::text;

/// What the names of the methods that matter here begin with.
const REGISTER: &[u8] = b"register";

/// Whether all that a text does is plain.
pub(crate) fn is_plain(tree: &Node<'_>) -> bool {
    let Some(program) = tree.as_program_node() else { return false };
    Plain::default().statements(&program.statements().body())
}

#[derive(Default)]
struct Plain {
    /// The constants so far. One that is set twice could have either value.
    constants: FxHashSet<String>,
}

impl Plain {
    fn statements(&mut self, nodes: &NodeList<'_>) -> bool {
        nodes.iter().all(|node| self.statement(&node))
    }

    fn statement(&mut self, node: &Node<'_>) -> bool {
        if let Some(call) = node.as_call_node() {
            return is_plain_call(&call);
        }
        if let Some(constant) = node.as_constant_write_node() {
            return self.constants.insert(text(constant.name().as_slice()).to_owned());
        }
        if let Some(module) = node.as_module_node() {
            return self.body(module.body());
        }
        if let Some(class) = node.as_class_node() {
            return self.body(class.body());
        }
        if let Some(condition) = node.as_unless_node() {
            // `module PuppetX; end unless defined?(PuppetX)`
            let statements = condition.statements().map(|statements| statements.body());
            return condition.else_clause().is_none()
                && statements.is_none_or(|body| body.iter().all(|node| is_empty(&node)));
        }
        if let Some(begin) = node.as_begin_node() {
            // `begin; require 'x'; rescue LoadError; end`
            let statements = begin.statements().map(|statements| statements.body());
            return statements
                .is_none_or(|body| body.iter().all(|node| node.as_call_node().is_some_and(|call| is_require(&call))));
        }
        if let Some(method) = node.as_def_node() {
            // A method does nothing yet. What it would register is not known to be registered.
            let text = method.location();
            return !text.as_slice().windows(REGISTER.len()).any(|part| part == REGISTER);
        }
        matches!(node, Node::LocalVariableWriteNode { .. } | Node::StringNode { .. } | Node::NilNode { .. })
    }

    fn body(&mut self, body: Option<Node<'_>>) -> bool {
        body.is_none_or(|body| body.as_statements_node().is_some_and(|body| self.statements(&body.body())))
    }
}

/// A module or class without anything in it.
fn is_empty(node: &Node<'_>) -> bool {
    node.as_module_node().is_some_and(|module| module.body().is_none())
        || node.as_class_node().is_some_and(|class| class.body().is_none())
}

fn is_require(call: &CallNode<'_>) -> bool {
    call.receiver().is_none() && matches!(text(call.name().as_slice()), "require" | "require_relative")
}

fn is_plain_call(call: &CallNode<'_>) -> bool {
    let receiver = call.receiver();
    match text(call.name().as_slice()) {
        "register_type" | "register_transport" => call.block().is_none(),
        // `$LOAD_PATH.unshift(…)`
        "unshift" | "push" | "<<" => receiver.is_some_and(|receiver| receiver.as_global_variable_read_node().is_some()),
        "private_constant" | "module_function" | "private" | "extend" => receiver.is_none(),
        _ => is_require(call),
    }
}
