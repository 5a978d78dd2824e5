//! Values that can be told from the text alone.

use ecow::EcoString;
use pcore::Value;
use ruby_prism::{CallNode, Node, NodeList};
use rustc_hash::FxHashMap;

use crate::parse::text;

/// A value, as far as it can be told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Known {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(EcoString),
    Symbol(EcoString),
    Array(Vec<Known>),
    Hash(Vec<(Known, Known)>),
    /// Only Ruby could tell.
    Unknown,
}

/// How many elements a list may have: what is computed must not grow without end.
const MAX_ELEMENTS: usize = 10_000;

/// How deep values are looked into.
const MAX_DEPTH: usize = 100;

/// What variables and constants stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub variables: FxHashMap<String, Known>,
    pub constants: FxHashMap<String, Known>,
}

impl Known {
    /// A name, which may be written as a symbol or as a string.
    pub(crate) fn name(&self) -> Option<&EcoString> {
        match self {
            Known::Text(text) | Known::Symbol(text) => Some(text),
            _ => None,
        }
    }

    /// The entry of a hash.
    pub(crate) fn get(&self, key: &str) -> Option<&Known> {
        match self {
            Known::Hash(entries) => {
                entries.iter().find(|(known, _)| known.name().is_some_and(|name| name == key)).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The value as data; nothing where a part of it cannot be told.
    pub(crate) fn value(&self) -> Option<Value> {
        Some(match self {
            Known::Nil => Value::Undef,
            Known::Boolean(value) => Value::Boolean(*value),
            Known::Integer(value) => Value::Integer(*value),
            Known::Float(value) => Value::Float(*value),
            Known::Text(text) | Known::Symbol(text) => Value::String(text.clone()),
            Known::Array(items) => Value::array(items.iter().map(Known::value).collect::<Option<Vec<_>>>()?),
            Known::Hash(entries) => {
                let pair = |(key, value): &(Known, Known)| Some((key.value()?, value.value()?));
                Value::hash(entries.iter().map(pair).collect::<Option<Vec<_>>>()?)
            }
            Known::Unknown => return None,
        })
    }
}

impl Names {
    /// What an expression stands for.
    pub(crate) fn evaluate(&self, node: &Node<'_>) -> Known {
        self.evaluate_at(node, 0)
    }

    fn evaluate_at(&self, node: &Node<'_>, depth: usize) -> Known {
        if depth > MAX_DEPTH {
            return Known::Unknown;
        }
        match node {
            Node::NilNode { .. } => Known::Nil,
            Node::TrueNode { .. } => Known::Boolean(true),
            Node::FalseNode { .. } => Known::Boolean(false),
            _ => self.literal(node, depth + 1).or_else(|| self.read(node, depth + 1)).unwrap_or(Known::Unknown),
        }
    }

    fn literal(&self, node: &Node<'_>, depth: usize) -> Option<Known> {
        if let Some(symbol) = node.as_symbol_node() {
            return Some(Known::Symbol(text(symbol.unescaped()).into()));
        }
        if let Some(string) = node.as_string_node() {
            return Some(Known::Text(text(string.unescaped()).into()));
        }
        if let Some(string) = node.as_interpolated_string_node() {
            return Some(self.joined(&string.parts(), depth).map_or(Known::Unknown, Known::Text));
        }
        if let Some(symbol) = node.as_interpolated_symbol_node() {
            return Some(self.joined(&symbol.parts(), depth).map_or(Known::Unknown, Known::Symbol));
        }
        if let Some(integer) = node.as_integer_node() {
            let value = integer.value();
            let (negative, digits) = value.to_u32_digits();
            return Some(match *digits {
                [only] if negative => Known::Integer(-i64::from(only)),
                [only] => Known::Integer(i64::from(only)),
                _ => Known::Unknown,
            });
        }
        if let Some(float) = node.as_float_node() {
            return Some(Known::Float(float.value()));
        }
        if let Some(array) = node.as_array_node() {
            return Some(self.array(&array.elements(), depth));
        }
        if let Some(hash) = node.as_hash_node() {
            return Some(self.hash(&hash.elements(), depth));
        }
        node.as_keyword_hash_node().map(|hash| self.hash(&hash.elements(), depth))
    }

    fn read(&self, node: &Node<'_>, depth: usize) -> Option<Known> {
        if let Some(variable) = node.as_local_variable_read_node() {
            return self.variables.get(text(variable.name().as_slice())).cloned();
        }
        if let Some(constant) = node.as_constant_read_node() {
            return self.constants.get(text(constant.name().as_slice())).cloned();
        }
        if let Some(constant) = node.as_constant_path_node() {
            return self.constants.get(text(constant.name()?.as_slice())).cloned();
        }
        if let Some(parentheses) = node.as_parentheses_node() {
            let body = parentheses.body()?.as_statements_node()?.body();
            return if body.len() == 1 { Some(self.evaluate_at(&body.first()?, depth)) } else { None };
        }
        node.as_call_node().and_then(|call| self.call(&call, depth))
    }

    /// Texts with what is put into them.
    fn joined(&self, parts: &NodeList<'_>, depth: usize) -> Option<EcoString> {
        let mut joined = EcoString::new();
        for part in parts {
            if let Some(string) = part.as_string_node() {
                joined.push_str(text(string.unescaped()));
                continue;
            }
            let statements = part.as_embedded_statements_node()?.statements()?.body();
            match self.evaluate_at(&statements.first()?, depth) {
                Known::Text(inner) | Known::Symbol(inner) => joined.push_str(&inner),
                Known::Integer(number) => joined.push_str(&number.to_string()),
                _ => return None,
            }
        }
        Some(joined)
    }

    fn array(&self, elements: &NodeList<'_>, depth: usize) -> Known {
        let mut items = Vec::new();
        for element in elements {
            match element.as_splat_node().and_then(|splat| splat.expression()) {
                Some(inner) => match self.evaluate_at(&inner, depth) {
                    Known::Array(more) => items.extend(more),
                    _ => return Known::Unknown,
                },
                None => items.push(self.evaluate_at(&element, depth)),
            }
            if items.len() > MAX_ELEMENTS {
                return Known::Unknown;
            }
        }
        Known::Array(items)
    }

    fn hash(&self, elements: &NodeList<'_>, depth: usize) -> Known {
        let mut entries = Vec::new();
        for element in elements {
            match element.as_assoc_node() {
                Some(pair) => {
                    entries.push((self.evaluate_at(&pair.key(), depth), self.evaluate_at(&pair.value(), depth)))
                }
                None => return Known::Unknown,
            }
        }
        Known::Hash(entries)
    }

    /// Methods of values that are often used to make lists of names.
    fn call(&self, call: &CallNode<'_>, depth: usize) -> Option<Known> {
        let receiver = self.evaluate_at(&call.receiver()?, depth);
        let argument = || call.arguments().and_then(|arguments| arguments.arguments().first());
        Some(match (text(call.name().as_slice()), receiver) {
            ("freeze" | "dup" | "strip", value @ (Known::Text(_) | Known::Array(_) | Known::Hash(_))) => value,
            ("to_sym" | "intern", Known::Text(name) | Known::Symbol(name)) => Known::Symbol(name),
            ("to_s" | "id2name", Known::Text(name) | Known::Symbol(name)) => Known::Text(name),
            ("keys", Known::Hash(entries)) => Known::Array(entries.into_iter().map(|(key, _)| key).collect()),
            ("values", Known::Hash(entries)) => Known::Array(entries.into_iter().map(|(_, value)| value).collect()),
            ("flatten", Known::Array(items)) if !items.contains(&Known::Unknown) => {
                Known::Array(items.into_iter().flat_map(flat).collect())
            }
            ("uniq" | "sort" | "compact", value @ Known::Array(_)) => value,
            ("map" | "collect", Known::Array(items)) => Known::Array(mapped(call, items)?),
            ("+", Known::Array(mut items)) => match self.evaluate_at(&argument()?, depth) {
                Known::Array(more) if items.len() + more.len() <= MAX_ELEMENTS => {
                    items.extend(more);
                    Known::Array(items)
                }
                _ => return None,
            },
            ("+", Known::Text(mut start)) => match self.evaluate_at(&argument()?, depth) {
                Known::Text(end) => {
                    start.push_str(&end);
                    Known::Text(start)
                }
                _ => return None,
            },
            ("-", Known::Array(items)) => match self.evaluate_at(&argument()?, depth) {
                Known::Array(fewer) => Known::Array(items.into_iter().filter(|item| !fewer.contains(item)).collect()),
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// `map(&:to_sym)`.
fn mapped(call: &CallNode<'_>, items: Vec<Known>) -> Option<Vec<Known>> {
    let method = call.block()?.as_block_argument_node()?.expression()?;
    let method = method.as_symbol_node()?;
    let make: fn(EcoString) -> Known = match text(method.unescaped()) {
        "to_sym" | "intern" => Known::Symbol,
        "to_s" => Known::Text,
        _ => return None,
    };
    items.iter().map(|item| item.name().cloned().map(make)).collect()
}

fn flat(item: Known) -> Vec<Known> {
    match item {
        Known::Array(items) => items.into_iter().flat_map(flat).collect(),
        other => vec![other],
    }
}
