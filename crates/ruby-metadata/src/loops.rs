//! Loops over known lists, and the values of the parameters of methods and blocks.

use ruby_prism::{BlockNode, CallNode, DefNode, Node, ParametersNode};

use crate::{
    body::Body,
    parse::{arguments, text},
    static_value::StaticValue,
};

impl<'pr> Body<'_, 'pr> {
    /// A call of a method of something else: a loop, or nothing that matters.
    pub(crate) fn call_on(&mut self, call: &CallNode<'pr>, receiver: &Node<'pr>) {
        let block = call.block().and_then(|block| block.as_block_node());
        let turns = match (text(call.name().as_slice()), self.names.evaluate(receiver)) {
            ("each" | "map" | "collect", StaticValue::Array(items)) => {
                items.into_iter().map(|item| vec![item]).collect()
            }
            ("each" | "each_pair", StaticValue::Hash(entries)) => {
                entries.into_iter().map(|(key, value)| vec![key, value]).collect()
            }
            ("each_key", StaticValue::Hash(entries)) => entries.into_iter().map(|(key, _)| vec![key]).collect(),
            ("each_with_index", StaticValue::Array(items)) => {
                let count = |(index, item)| vec![item, StaticValue::Integer(i64::try_from(index).unwrap_or(i64::MAX))];
                items.into_iter().enumerate().map(count).collect()
            }
            _ => Vec::new(),
        };
        match block {
            Some(block) if !turns.is_empty() => turns.into_iter().for_each(|turn| self.turn(&block, turn)),
            _ if self.may_add(&call.as_node()) => self.give_up(&call.as_node()),
            _ => self.note_statement(call),
        }
    }

    fn turn(&mut self, block: &BlockNode<'pr>, values: Vec<StaticValue>) {
        let parameters = block
            .parameters()
            .and_then(|parameters| parameters.as_block_parameters_node())
            .and_then(|parameters| parameters.parameters());
        let names = parameters.map(|parameters| required(&parameters)).unwrap_or_default();
        // A block with several parameters takes an array apart.
        let values = match <[StaticValue; 1]>::try_from(values) {
            Ok([StaticValue::Array(items)]) if names.len() > 1 => items,
            Ok([only]) => vec![only],
            Err(values) => values,
        };
        let values =
            if let ([_], [_, _]) = (&names[..], &values[..]) { vec![StaticValue::Array(values)] } else { values };
        let values = values.into_iter().chain(std::iter::repeat(StaticValue::Unknown));
        self.names.variables.extend(names.into_iter().zip(values));
        self.run_optional(block.body());
    }

    pub(crate) fn bind(&mut self, method: &DefNode<'pr>, call: &CallNode<'pr>) {
        let mut given: Vec<StaticValue> = arguments(call).iter().rev().map(|node| self.names.evaluate(node)).collect();
        self.names.variables.clear();
        let Some(parameters) = method.parameters() else { return };
        for name in required(&parameters) {
            self.names.variables.insert(name, given.pop().unwrap_or(StaticValue::Unknown));
        }
        for optional in &parameters.optionals() {
            if let Some(optional) = optional.as_optional_parameter_node() {
                let value = given.pop().unwrap_or_else(|| self.names.evaluate(&optional.value()));
                self.names.variables.insert(text(optional.name().as_slice()).to_owned(), value);
            }
        }
        if let Some(rest) = parameters.rest().and_then(|rest| rest.as_rest_parameter_node())
            && let Some(name) = rest.name()
        {
            given.reverse();
            self.names.variables.insert(text(name.as_slice()).to_owned(), StaticValue::Array(given));
        }
    }
}

fn required(parameters: &ParametersNode<'_>) -> Vec<String> {
    let named = |node: Node<'_>| node.as_required_parameter_node().map(|node| text(node.name().as_slice()).to_owned());
    parameters.requireds().iter().map(|node| named(node).unwrap_or_default()).collect()
}
