//! Assignments: to variables, elements and attributes, alone or several at once.

use ecow::EcoString;
use ruby_prism::{Node as Prism, NodeList};

use super::{Lowering, name};
use crate::tree::{Kind, Operator, Target};

impl Lowering {
    /// The tree of an assignment; nothing for all other expressions.
    pub(super) fn assignment(&mut self, node: &Prism<'_>) -> Option<Kind> {
        Some(if let Some(node) = node.as_local_variable_write_node() {
            let target = self.local(&name(&node.name()), node.depth());
            Kind::Assign(Box::new(target), self.boxed(&node.value()))
        } else if let Some(node) = node.as_local_variable_operator_write_node() {
            let target = self.local(&name(&node.name()), node.depth());
            self.update(target, Operator::Method(name(&node.binary_operator())), &node.value())
        } else if let Some(node) = node.as_local_variable_or_write_node() {
            let target = self.local(&name(&node.name()), node.depth());
            self.update(target, Operator::Or, &node.value())
        } else if let Some(node) = node.as_local_variable_and_write_node() {
            let target = self.local(&name(&node.name()), node.depth());
            self.update(target, Operator::And, &node.value())
        } else if let Some(node) = node.as_instance_variable_write_node() {
            Kind::Assign(Box::new(instance(&name(&node.name()))), self.boxed(&node.value()))
        } else if let Some(node) = node.as_instance_variable_operator_write_node() {
            let operator = Operator::Method(name(&node.binary_operator()));
            self.update(instance(&name(&node.name())), operator, &node.value())
        } else if let Some(node) = node.as_instance_variable_or_write_node() {
            self.update(instance(&name(&node.name())), Operator::Or, &node.value())
        } else if let Some(node) = node.as_instance_variable_and_write_node() {
            self.update(instance(&name(&node.name())), Operator::And, &node.value())
        } else if let Some(node) = node.as_index_operator_write_node() {
            let target = self.index(node.receiver(), node.arguments());
            self.update(target, Operator::Method(name(&node.binary_operator())), &node.value())
        } else if let Some(node) = node.as_index_or_write_node() {
            let target = self.index(node.receiver(), node.arguments());
            self.update(target, Operator::Or, &node.value())
        } else if let Some(node) = node.as_index_and_write_node() {
            let target = self.index(node.receiver(), node.arguments());
            self.update(target, Operator::And, &node.value())
        } else if let Some(node) = node.as_multi_write_node() {
            let target = self.several(&node.lefts(), node.rest(), &node.rights());
            Kind::Assign(Box::new(target), self.boxed(&node.value()))
        } else if let Some(node) = node.as_match_write_node() {
            let call = self.boxed(&node.call().as_node());
            let names = node.targets();
            let names = names.iter().filter_map(|target| {
                let id = name(&target.as_local_variable_target_node()?.name());
                Some((id, self.target(&target)))
            });
            Kind::AssignMatch(call, names.collect())
        } else if let Some(node) = node.as_constant_write_node() {
            self.constant_set(name(&node.name()), &node.value(), false)
        } else if let Some(node) = node.as_constant_or_write_node() {
            self.constant_set(name(&node.name()), &node.value(), true)
        } else {
            return None;
        })
    }

    fn constant_set(&mut self, name: EcoString, value: &Prism<'_>, keeps: bool) -> Kind {
        self.defined_constants.push(name.clone());
        Kind::AssignConstant(name, self.boxed(value), keeps)
    }

    fn local(&mut self, name: &str, depth: u32) -> Target {
        match self.slot(name, depth) {
            Some(slot) => Target::Local(slot),
            None => self.refuse_target(0, format!("variable '{name}'")),
        }
    }

    fn refuse_target(&mut self, line: u32, what: impl Into<EcoString>) -> Target {
        let what = what.into();
        self.unsupported.push((line, what.clone()));
        Target::Unsupported(what)
    }

    fn index(&mut self, receiver: Option<Prism<'_>>, arguments: Option<ruby_prism::ArgumentsNode<'_>>) -> Target {
        match receiver {
            Some(receiver) => Target::Index(self.node(&receiver), self.arguments(arguments)),
            None => self.refuse_target(0, "an assignment to nothing"),
        }
    }

    fn several(&mut self, lefts: &NodeList<'_>, rest: Option<Prism<'_>>, rights: &NodeList<'_>) -> Target {
        let before = lefts.iter().map(|target| self.target(&target)).collect();
        let rest = rest.map(|rest| {
            let inner = rest.as_splat_node().and_then(|splat| splat.expression());
            inner.map(|inner| Box::new(self.target(&inner)))
        });
        let after = rights.iter().map(|target| self.target(&target)).collect();
        Target::Several(before, rest, after)
    }

    /// Something on the left of an assignment, or a parameter.
    pub(super) fn target(&mut self, node: &Prism<'_>) -> Target {
        if let Some(node) = node.as_local_variable_target_node() {
            self.local(&name(&node.name()), node.depth())
        } else if let Some(node) = node.as_required_parameter_node() {
            self.local(&name(&node.name()), 0)
        } else if let Some(node) = node.as_instance_variable_target_node() {
            instance(&name(&node.name()))
        } else if let Some(node) = node.as_index_target_node() {
            self.index(Some(node.receiver()), node.arguments())
        } else if let Some(node) = node.as_call_target_node() {
            let receiver = self.node(&node.receiver());
            Target::Attribute(receiver, name(&node.name()))
        } else if let Some(node) = node.as_multi_target_node() {
            let rest = node.rest();
            self.several(&node.lefts(), rest, &node.rights())
        } else {
            self.refuse_target(self.line(node), "this target of an assignment")
        }
    }
}

fn instance(name: &str) -> Target {
    Target::Instance(name.trim_start_matches('@').into())
}
