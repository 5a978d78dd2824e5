//! The values of expressions, as far as the text alone determines them.

mod methods;

use std::{cell::Cell, rc::Rc};

use ecow::EcoString;
use pcore::{keyed::HashMap, regexp::RegexpOptions};
use ruby_prism::{Node, NodeList, RegularExpressionNode};

use crate::{
    parse::{hash_elements, only_statement, text},
    static_value::StaticValue,
};

/// How many elements a list may have: what is computed must not grow without end.
const MAX_ELEMENTS: usize = 10_000;

/// How many bytes a text may have that is put together.
const MAX_TEXT: usize = 1 << 20;

/// How many values are compared in the time of a unit of work.
const COMPARISONS_PER_UNIT: usize = 16;

/// How deep values are looked into.
const MAX_DEPTH: usize = 100;

/// How much work the values of one text may make: far more than any real type takes. A few lines can define constants
/// that hold each other so often that no machine could write them down, and each use of a constant copies it.
const MAX_WORK: usize = 2_000_000;

/// The values of variables and constants.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub variables: HashMap<String, StaticValue>,
    pub constants: HashMap<String, StaticValue>,
    /// How much work may still be done, in the whole text.
    work: Rc<Cell<usize>>,
}

impl Default for Names {
    fn default() -> Names {
        Names { variables: HashMap::default(), constants: HashMap::default(), work: Rc::new(Cell::new(MAX_WORK)) }
    }
}

impl Names {
    /// Counts work; returns whether there may be so much.
    pub(crate) fn spend(&self, units: usize) -> bool {
        let left = self.work.get().checked_sub(units);
        self.work.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Whether there was too much work, so that what follows is unknown.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.work.get() == 0
    }

    /// A copy of a value, unless that is too much work.
    fn copied(&self, value: &StaticValue) -> StaticValue {
        if self.spend(value.weight()) { value.clone() } else { StaticValue::Unknown }
    }

    /// A copy for the inside of a block, unless that is too much work.
    fn inside(&self) -> Option<Names> {
        let all = self.variables.values().chain(self.constants.values());
        self.spend(all.map(StaticValue::weight).fold(1, usize::saturating_add)).then(|| self.clone())
    }

    /// A copy for the body of a type. Where there was too much work, it begins with nothing.
    pub(crate) fn for_body(&self) -> Names {
        self.inside().unwrap_or_else(|| Names { work: self.work.clone(), ..Names::default() })
    }

    /// A copy of the variables, unless that is too much work.
    pub(crate) fn saved_variables(&self) -> HashMap<String, StaticValue> {
        let weight = self.variables.values().map(StaticValue::weight).fold(1, usize::saturating_add);
        if self.spend(weight) { self.variables.clone() } else { HashMap::default() }
    }

    pub(crate) fn evaluate(&self, node: &Node<'_>) -> StaticValue {
        self.evaluate_at(node, 0)
    }

    fn evaluate_at(&self, node: &Node<'_>, depth: usize) -> StaticValue {
        let is_literal = matches!(node, Node::SymbolNode { .. } | Node::StringNode { .. } | Node::IntegerNode { .. });
        // A name is always read, so that it is known which types there are.
        if depth > MAX_DEPTH || (!self.spend(1) && !is_literal) {
            return StaticValue::Unknown;
        }
        match node {
            Node::NilNode { .. } => StaticValue::Nil,
            Node::TrueNode { .. } => StaticValue::Boolean(true),
            Node::FalseNode { .. } => StaticValue::Boolean(false),
            _ => self.known(node, depth + 1).unwrap_or(StaticValue::Unknown),
        }
    }

    fn known(&self, node: &Node<'_>, depth: usize) -> Option<StaticValue> {
        if let Some(symbol) = node.as_symbol_node() {
            return whole(symbol.unescaped()).map(StaticValue::Symbol);
        }
        if let Some(string) = node.as_string_node() {
            return whole(string.unescaped()).map(StaticValue::Text);
        }
        if let Some(string) = node.as_interpolated_string_node() {
            return self.joined(&string.parts(), depth).map(StaticValue::Text);
        }
        if let Some(symbol) = node.as_interpolated_symbol_node() {
            return self.joined(&symbol.parts(), depth).map(StaticValue::Symbol);
        }
        if let Some(integer) = node.as_integer_node() {
            let value = integer.value();
            let (negative, digits) = value.to_u32_digits();
            return number(negative, digits).map(StaticValue::Integer);
        }
        if let Some(float) = node.as_float_node() {
            return Some(StaticValue::Float(float.value()));
        }
        if let Some(pattern) = node.as_regular_expression_node() {
            return Some(StaticValue::Pattern(whole(pattern.unescaped())?, options(&pattern)));
        }
        if let Some(array) = node.as_array_node() {
            return self.array(&array.elements(), depth);
        }
        if let Some(elements) = hash_elements(node) {
            return self.hash(&elements, depth);
        }
        if let Some(variable) = node.as_local_variable_read_node() {
            return self.variables.get(text(variable.name().as_slice())).map(|value| self.copied(value));
        }
        if let Some(constant) = node.as_constant_read_node() {
            return self.constants.get(text(constant.name().as_slice())).map(|value| self.copied(value));
        }
        if let Some(constant) = node.as_constant_path_node() {
            return self.constants.get(text(constant.name()?.as_slice())).map(|value| self.copied(value));
        }
        if let Some(parentheses) = node.as_parentheses_node() {
            return Some(self.evaluate_at(&only_statement(parentheses.body())?, depth));
        }
        node.as_call_node().and_then(|call| self.call(&call, depth))
    }

    /// Texts with what is put into them.
    fn joined(&self, parts: &NodeList<'_>, depth: usize) -> Option<EcoString> {
        let mut joined = EcoString::new();
        for part in parts {
            let inner = match part.as_embedded_statements_node() {
                // Texts that follow each other are one.
                None if part.as_string_node().is_some() || part.as_interpolated_string_node().is_some() => {
                    self.evaluate_at(&part, depth)
                }
                None => return None,
                Some(embedded) => match embedded.statements() {
                    None => StaticValue::Nil,
                    Some(statements) => self.evaluate_at(&only_statement(Some(statements.as_node()))?, depth),
                },
            };
            match inner {
                StaticValue::Text(inner) | StaticValue::Symbol(inner) => joined.push_str(&inner),
                StaticValue::Integer(number) => joined.push_str(&number.to_string()),
                StaticValue::Boolean(value) => joined.push_str(&value.to_string()),
                StaticValue::Nil => {}
                _ => return None,
            }
            if joined.len() > MAX_TEXT {
                return None;
            }
        }
        self.spend(joined.len() / 16).then_some(joined)
    }

    fn array(&self, elements: &NodeList<'_>, depth: usize) -> Option<StaticValue> {
        let mut items = Vec::new();
        for element in elements {
            match element.as_splat_node().and_then(|splat| splat.expression()) {
                Some(inner) => match self.evaluate_at(&inner, depth) {
                    StaticValue::Array(more) => items.extend(more),
                    _ => return None,
                },
                None => items.push(self.evaluate_at(&element, depth)),
            }
            if items.len() > MAX_ELEMENTS {
                return None;
            }
        }
        Some(StaticValue::Array(items))
    }

    fn hash(&self, elements: &NodeList<'_>, depth: usize) -> Option<StaticValue> {
        let mut entries = Vec::new();
        for element in elements {
            if let Some(pair) = element.as_assoc_node() {
                let (key, value) = (self.evaluate_at(&pair.key(), depth), self.evaluate_at(&pair.value(), depth));
                if !self.spend(entries.len() / COMPARISONS_PER_UNIT) || entries.len() > MAX_ELEMENTS {
                    return None;
                }
                StaticValue::put(&mut entries, key, value);
                continue;
            }
            let merged = element.as_assoc_splat_node()?.value()?;
            let StaticValue::Hash(more) = self.evaluate_at(&merged, depth) else { return None };
            if !self.spend(entries.len() * more.len() / COMPARISONS_PER_UNIT) {
                return None;
            }
            more.into_iter().for_each(|(key, value)| StaticValue::put(&mut entries, key, value));
            if entries.len() > MAX_ELEMENTS {
                return None;
            }
        }
        Some(StaticValue::Hash(entries))
    }
}

/// A text that is one, and not just bytes.
fn whole(bytes: &[u8]) -> Option<EcoString> {
    std::str::from_utf8(bytes).ok().map(EcoString::from)
}

/// The number of these digits, the lowest first, if it is not too large.
fn number(negative: bool, digits: &[u32]) -> Option<i64> {
    let digit = |value: i128, digit: &u32| value.checked_mul(1 << 32)?.checked_add(i128::from(*digit));
    let value = digits.iter().rev().try_fold(0i128, digit)?;
    i64::try_from(if negative { -value } else { value }).ok()
}

fn options(pattern: &RegularExpressionNode<'_>) -> RegexpOptions {
    RegexpOptions {
        ignore_case: pattern.is_ignore_case(),
        extended: pattern.is_extended(),
        multiline: pattern.is_multi_line(),
    }
}
