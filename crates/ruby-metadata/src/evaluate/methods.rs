//! Methods of values that definitions are often made with.

use ecow::EcoString;
use ruby_prism::{CallNode, Node};

use super::{COMPARISONS_PER_UNIT, MAX_DEPTH, MAX_ELEMENTS, MAX_TEXT, Names};
use crate::{known::Known, parse::text};

/// How often the expression of a loop is looked at.
const MAX_TURNS: usize = 1_000;

/// How much deeper a loop counts than other expressions: loops in loops take long, so that there are two at most.
const LOOP_DEPTH: usize = MAX_DEPTH / 3;

impl Names {
    /// What a call of a method of a value gives.
    pub(super) fn call(&self, call: &CallNode<'_>, depth: usize) -> Option<Known> {
        let receiver = self.evaluate_at(&call.receiver()?, depth);
        let arguments: Vec<Known> = call
            .arguments()
            .map(|arguments| arguments.arguments().iter().map(|argument| self.evaluate_at(&argument, depth)).collect())
            .unwrap_or_default();
        let method = text(call.name().as_slice());
        match receiver {
            Known::Unknown => None,
            Known::Text(receiver) => {
                self.spend(receiver.len() / 16).then(|| of_text(method, receiver, arguments)).flatten()
            }
            Known::Symbol(name) => match (method, arguments.as_slice()) {
                ("to_sym" | "intern" | "freeze" | "dup", []) => Some(Known::Symbol(name)),
                ("to_s" | "id2name" | "name", []) => Some(Known::Text(name)),
                _ => None,
            },
            Known::Array(items) => match (method, call.block()) {
                ("map" | "collect", Some(block)) if arguments.is_empty() => self.mapped(&block, items, depth),
                (_, Some(_)) => None,
                _ => self
                    .spend(array_work(method, &items, &arguments))
                    .then(|| of_array(method, items, arguments))
                    .flatten(),
            },
            Known::Hash(_) if call.block().is_some() => None,
            Known::Hash(entries) => {
                self.spend(hash_work(&entries, &arguments)).then(|| of_hash(method, entries, arguments)).flatten()
            }
            value => (method == "freeze" && arguments.is_empty()).then_some(value),
        }
    }

    /// `map(&:to_sym)`, and `map { |item| … }` with one expression.
    fn mapped(&self, block: &Node<'_>, items: Vec<Known>, depth: usize) -> Option<Known> {
        if let Some(argument) = block.as_block_argument_node() {
            let method = argument.expression()?.as_symbol_node()?;
            let make: fn(EcoString) -> Known = match text(method.unescaped()) {
                "to_sym" | "intern" => Known::Symbol,
                "to_s" => Known::Text,
                _ => return None,
            };
            let items = items.iter().map(|item| item.name().cloned().map(make)).collect::<Option<_>>()?;
            return Some(Known::Array(items));
        }
        let block = block.as_block_node()?;
        let parameters = block.parameters()?.as_block_parameters_node()?.parameters()?;
        let names: Vec<_> = parameters.requireds().iter().collect();
        let [name] = names.as_slice() else { return None };
        let name = text(name.as_required_parameter_node()?.name().as_slice()).to_owned();
        let body = block.body()?.as_statements_node()?.body();
        if body.len() != 1 || items.len() > MAX_TURNS {
            return None;
        }
        let expression = body.first()?;
        let mut inside = self.inside()?;
        let turn = |item: Known| {
            inside.variables.insert(name.clone(), item);
            inside.evaluate_at(&expression, depth + LOOP_DEPTH)
        };
        Some(Known::Array(items.into_iter().map(turn).collect()))
    }
}

/// How much work a method of an array is.
fn array_work(method: &str, items: &[Known], arguments: &[Known]) -> usize {
    match (method, arguments) {
        ("uniq", _) => items.len() * items.len() / COMPARISONS_PER_UNIT,
        ("-", [Known::Array(fewer)]) => items.len() * fewer.len() / COMPARISONS_PER_UNIT,
        ("flatten", _) => items.iter().map(Known::weight).fold(1, usize::saturating_add),
        ("join", [Known::Text(between)]) => {
            let texts = items.iter().map(Known::weight).fold(1, usize::saturating_add);
            texts.saturating_add(items.len().saturating_mul(between.len()) / 16)
        }
        _ => items.len(),
    }
}

/// How much work a method of a hash is.
fn hash_work(entries: &[(Known, Known)], arguments: &[Known]) -> usize {
    let added = arguments.iter().map(|argument| match argument {
        Known::Hash(more) => more.len(),
        _ => 0,
    });
    entries.len() + entries.len().saturating_mul(added.sum()) / COMPARISONS_PER_UNIT
}

fn of_text(method: &str, mut receiver: EcoString, arguments: Vec<Known>) -> Option<Known> {
    // What Ruby takes for white space at the ends of a text.
    let blank = |letter: char| matches!(letter, '\0' | '\t'..='\r' | ' ');
    Some(match (method, arguments.as_slice()) {
        ("freeze" | "dup" | "to_s" | "to_str" | "-@" | "+@", []) => Known::Text(receiver),
        ("to_sym" | "intern", []) => Known::Symbol(receiver),
        ("strip", []) => Known::Text(receiver.trim_end_matches(blank).trim_start_matches(blank).into()),
        ("chomp", []) => {
            let line = receiver.strip_suffix("\r\n").or_else(|| receiver.strip_suffix(['\n', '\r']));
            Known::Text(line.map_or_else(|| receiver.clone(), EcoString::from))
        }
        ("+", [Known::Text(end)]) if receiver.len() + end.len() <= MAX_TEXT => {
            receiver.push_str(end);
            Known::Text(receiver)
        }
        _ => return None,
    })
}

fn of_array(method: &str, mut items: Vec<Known>, mut arguments: Vec<Known>) -> Option<Known> {
    let is_told = !items.contains(&Known::Unknown);
    let texts = || items.iter().map(|item| item.name().map(EcoString::as_str)).collect::<Option<Vec<_>>>();
    Some(Known::Array(match (method, arguments.as_mut_slice()) {
        ("freeze" | "dup" | "to_a", []) => items,
        ("flatten", []) if is_told => {
            let items: Vec<Known> = items.into_iter().flat_map(flat).collect();
            if items.len() > MAX_ELEMENTS {
                return None;
            }
            items
        }
        ("compact", []) if is_told => items.into_iter().filter(|item| *item != Known::Nil).collect(),
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
            let kinds = [items.iter().all(is_text), items.iter().all(|item| matches!(item, Known::Symbol(_)))];
            if !kinds.contains(&true) {
                return None;
            }
            items.sort_by(|left, right| left.name().cmp(&right.name()));
            items
        }
        ("[]", [Known::Integer(place)]) => return items.get(usize::try_from(*place).ok()?).cloned(),
        ("reverse", []) => items.into_iter().rev().collect(),
        ("join", []) => return Some(Known::Text(texts()?.concat().into())),
        ("join", [Known::Text(between)]) => return Some(Known::Text(texts()?.join(between).into())),
        ("+", [Known::Array(more)]) if items.len() + more.len() <= MAX_ELEMENTS => {
            items.append(more);
            items
        }
        ("-", [Known::Array(fewer)]) => items.into_iter().filter(|item| !fewer.contains(item)).collect(),
        _ => return None,
    }))
}

fn is_text(item: &Known) -> bool {
    matches!(item, Known::Text(_))
}

fn of_hash(method: &str, mut entries: Vec<(Known, Known)>, arguments: Vec<Known>) -> Option<Known> {
    Some(match (method, arguments.as_slice()) {
        ("freeze" | "dup" | "to_h", []) => Known::Hash(entries),
        ("keys", []) => Known::Array(entries.into_iter().map(|(key, _)| key).collect()),
        ("values", []) => Known::Array(entries.into_iter().map(|(_, value)| value).collect()),
        ("[]" | "fetch", [key @ (Known::Text(_) | Known::Symbol(_))]) => {
            entries.into_iter().find(|(known, _)| known == key)?.1
        }
        ("merge", others) => {
            for other in others {
                let Known::Hash(more) = other else { return None };
                if entries.len() + more.len() > MAX_ELEMENTS {
                    return None;
                }
                more.iter().for_each(|(key, value)| Known::put(&mut entries, key.clone(), value.clone()));
            }
            Known::Hash(entries)
        }
        _ => return None,
    })
}

fn flat(item: Known) -> Vec<Known> {
    match item {
        Known::Array(items) => items.into_iter().flat_map(flat).collect(),
        other => vec![other],
    }
}
