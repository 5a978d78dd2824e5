//! Methods of values that definitions are often made with.

use ecow::EcoString;
use ruby_prism::{CallNode, Node};

use super::{COMPARISONS_PER_UNIT, MAX_DEPTH, MAX_ELEMENTS, MAX_TEXT, Names};
use crate::{
    parse::{arguments, only_statement, text},
    static_value::StaticValue,
};

/// How often the expression of a loop is looked at.
const MAX_ITERATIONS: usize = 1_000;

/// How much deeper a loop counts than other expressions: loops in loops take long, so that there are two at most.
const LOOP_DEPTH: usize = MAX_DEPTH / 3;

impl Names {
    /// What a call of a method of a value gives.
    pub(super) fn call(&self, call: &CallNode<'_>, depth: usize) -> Option<StaticValue> {
        let receiver = self.evaluate_at(&call.receiver()?, depth);
        let arguments: Vec<StaticValue> =
            arguments(call).iter().map(|argument| self.evaluate_at(argument, depth)).collect();
        let method = text(call.name().as_slice());
        match receiver {
            StaticValue::Unknown => None,
            StaticValue::Text(receiver) => {
                self.spend(receiver.len() / 16).then(|| of_text(method, receiver, arguments)).flatten()
            }
            StaticValue::Symbol(name) => match (method, arguments.as_slice()) {
                ("to_sym" | "intern" | "freeze" | "dup", []) => Some(StaticValue::Symbol(name)),
                ("to_s" | "id2name" | "name", []) => Some(StaticValue::Text(name)),
                _ => None,
            },
            StaticValue::Array(items) => match (method, call.block()) {
                ("map" | "collect", Some(block)) if arguments.is_empty() => self.mapped(&block, items, depth),
                (_, Some(_)) => None,
                _ => self
                    .spend(array_work(method, &items, &arguments))
                    .then(|| of_array(method, items, arguments))
                    .flatten(),
            },
            StaticValue::Hash(_) if call.block().is_some() => None,
            StaticValue::Hash(entries) => {
                self.spend(hash_work(&entries, &arguments)).then(|| of_hash(method, entries, arguments)).flatten()
            }
            value => (method == "freeze" && arguments.is_empty()).then_some(value),
        }
    }

    /// `map(&:to_sym)`, and `map { |item| … }` with one expression.
    fn mapped(&self, block: &Node<'_>, items: Vec<StaticValue>, depth: usize) -> Option<StaticValue> {
        if let Some(argument) = block.as_block_argument_node() {
            let method = argument.expression()?.as_symbol_node()?;
            let make: fn(EcoString) -> StaticValue = match text(method.unescaped()) {
                "to_sym" | "intern" => StaticValue::Symbol,
                "to_s" => StaticValue::Text,
                _ => return None,
            };
            let items = items.iter().map(|item| item.name().cloned().map(make)).collect::<Option<_>>()?;
            return Some(StaticValue::Array(items));
        }
        let block = block.as_block_node()?;
        let parameters = block.parameters()?.as_block_parameters_node()?.parameters()?;
        let names: Vec<_> = parameters.requireds().iter().collect();
        let [name] = names.as_slice() else { return None };
        let name = text(name.as_required_parameter_node()?.name().as_slice()).to_owned();
        let expression = only_statement(block.body()).filter(|_| items.len() <= MAX_ITERATIONS)?;
        let mut inside = self.inside()?;
        let turn = |item: StaticValue| {
            inside.variables.insert(name.clone(), item);
            inside.evaluate_at(&expression, depth + LOOP_DEPTH)
        };
        Some(StaticValue::Array(items.into_iter().map(turn).collect()))
    }
}

fn array_work(method: &str, items: &[StaticValue], arguments: &[StaticValue]) -> usize {
    match (method, arguments) {
        ("uniq", _) => items.len() * items.len() / COMPARISONS_PER_UNIT,
        ("-", [StaticValue::Array(fewer)]) => items.len() * fewer.len() / COMPARISONS_PER_UNIT,
        ("flatten", _) => items.iter().map(StaticValue::weight).fold(1, usize::saturating_add),
        ("join", [StaticValue::Text(between)]) => {
            let texts = items.iter().map(StaticValue::weight).fold(1, usize::saturating_add);
            texts.saturating_add(items.len().saturating_mul(between.len()) / 16)
        }
        _ => items.len(),
    }
}

fn hash_work(entries: &[(StaticValue, StaticValue)], arguments: &[StaticValue]) -> usize {
    let added = arguments.iter().map(|argument| match argument {
        StaticValue::Hash(more) => more.len(),
        _ => 0,
    });
    entries.len() + entries.len().saturating_mul(added.sum()) / COMPARISONS_PER_UNIT
}

fn of_text(method: &str, mut receiver: EcoString, arguments: Vec<StaticValue>) -> Option<StaticValue> {
    // What Ruby takes for white space at the ends of a text.
    let blank = |letter: char| matches!(letter, '\0' | '\t'..='\r' | ' ');
    Some(match (method, arguments.as_slice()) {
        ("freeze" | "dup" | "to_s" | "to_str" | "-@" | "+@", []) => StaticValue::Text(receiver),
        ("to_sym" | "intern", []) => StaticValue::Symbol(receiver),
        ("strip", []) => StaticValue::Text(receiver.trim_end_matches(blank).trim_start_matches(blank).into()),
        ("chomp", []) => {
            let line = receiver.strip_suffix("\r\n").or_else(|| receiver.strip_suffix(['\n', '\r']));
            StaticValue::Text(line.map_or_else(|| receiver.clone(), EcoString::from))
        }
        ("+", [StaticValue::Text(end)]) if receiver.len() + end.len() <= MAX_TEXT => {
            receiver.push_str(end);
            StaticValue::Text(receiver)
        }
        _ => return None,
    })
}

fn of_array(method: &str, mut items: Vec<StaticValue>, mut arguments: Vec<StaticValue>) -> Option<StaticValue> {
    let is_told = !items.contains(&StaticValue::Unknown);
    let texts = || items.iter().map(|item| item.name().map(EcoString::as_str)).collect::<Option<Vec<_>>>();
    Some(StaticValue::Array(match (method, arguments.as_mut_slice()) {
        ("freeze" | "dup" | "to_a", []) => items,
        ("flatten", []) if is_told => {
            let items: Vec<StaticValue> = items.into_iter().flat_map(flat).collect();
            if items.len() > MAX_ELEMENTS {
                return None;
            }
            items
        }
        ("compact", []) if is_told => items.into_iter().filter(|item| *item != StaticValue::Nil).collect(),
        ("uniq", []) if is_told => {
            let mut once = Vec::new();
            for item in items {
                if !once.contains(&item) {
                    once.push(item);
                }
            }
            once
        }
        ("sort", []) => {
            let are_texts = items.iter().all(|item| matches!(item, StaticValue::Text(_)));
            if !are_texts && !items.iter().all(|item| matches!(item, StaticValue::Symbol(_))) {
                return None;
            }
            items.sort_by(|left, right| left.name().cmp(&right.name()));
            items
        }
        ("[]", [StaticValue::Integer(index)]) => return items.get(usize::try_from(*index).ok()?).cloned(),
        ("reverse", []) => items.into_iter().rev().collect(),
        ("join", []) => return Some(StaticValue::Text(texts()?.concat().into())),
        ("join", [StaticValue::Text(between)]) => return Some(StaticValue::Text(texts()?.join(between).into())),
        ("+", [StaticValue::Array(more)]) if items.len() + more.len() <= MAX_ELEMENTS => {
            items.append(more);
            items
        }
        ("-", [StaticValue::Array(fewer)]) => items.into_iter().filter(|item| !fewer.contains(item)).collect(),
        _ => return None,
    }))
}

fn of_hash(
    method: &str,
    mut entries: Vec<(StaticValue, StaticValue)>,
    arguments: Vec<StaticValue>,
) -> Option<StaticValue> {
    Some(match (method, arguments.as_slice()) {
        ("freeze" | "dup" | "to_h", []) => StaticValue::Hash(entries),
        ("keys", []) => StaticValue::Array(entries.into_iter().map(|(key, _)| key).collect()),
        ("values", []) => StaticValue::Array(entries.into_iter().map(|(_, value)| value).collect()),
        ("[]" | "fetch", [key @ (StaticValue::Text(_) | StaticValue::Symbol(_))]) => {
            entries.into_iter().find(|(known, _)| known == key)?.1
        }
        ("merge", others) => {
            for other in others {
                let StaticValue::Hash(more) = other else { return None };
                if entries.len() + more.len() > MAX_ELEMENTS {
                    return None;
                }
                more.iter().for_each(|(key, value)| StaticValue::put(&mut entries, key.clone(), value.clone()));
            }
            StaticValue::Hash(entries)
        }
        _ => return None,
    })
}

fn flat(item: StaticValue) -> Vec<StaticValue> {
    match item {
        StaticValue::Array(items) => items.into_iter().flat_map(flat).collect(),
        other => vec![other],
    }
}
