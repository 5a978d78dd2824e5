//! Which format applies to which values.

use std::{cmp::Ordering, sync::LazyLock};

use ecow::EcoString;

use super::grammar::Format;
use crate::{infer, types::Type, value::Value};

/// How values of a type are formatted.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) format: Format,
    /// The text between the elements of a container.
    pub(super) separator: Option<EcoString>,
    /// The text between key and value.
    pub(super) pair_separator: Option<EcoString>,
    /// How the elements of a container are formatted, except nested containers.
    pub(super) elements: Option<Rules>,
}

impl From<Format> for Rule {
    fn from(format: Format) -> Rule {
        Rule { format, separator: None, pair_separator: None, elements: None }
    }
}

impl Rule {
    /// Returns the other rule, with its missing parts taken from this one.
    fn overridden_by(&self, other: &Rule) -> Rule {
        Rule {
            format: other.format.clone(),
            separator: other.separator.clone().or_else(|| self.separator.clone()),
            pair_separator: other.pair_separator.clone().or_else(|| self.pair_separator.clone()),
            elements: match (&self.elements, &other.elements) {
                (Some(lower), Some(higher)) => Some(lower.overridden_by(higher)),
                (lower, higher) => higher.as_ref().or(lower.as_ref()).cloned(),
            },
        }
    }
}

/// Rules by type. The first one whose type fits a value applies; merging sorts them, narrow types first.
#[derive(Clone, Debug)]
pub(super) struct Rules(Vec<(Type, Rule)>);

impl FromIterator<(Type, Rule)> for Rules {
    fn from_iter<I: IntoIterator<Item = (Type, Rule)>>(rules: I) -> Rules {
        Rules(rules.into_iter().collect())
    }
}

impl Rules {
    /// Returns the default rules.
    pub(super) fn defaults() -> &'static Rules {
        static USUAL: LazyLock<Rules> = LazyLock::new(|| {
            let container = |letter| Rule { elements: Some(Rules::in_containers().clone()), ..letter_only(letter) };
            Rules::from_iter([
                (Type::Object(None), letter_only("%p")),
                (Type::FLOAT, letter_only("%f")),
                (Type::Numeric, letter_only("%d")),
                (Type::any_array(), container("%a")),
                (Type::any_hash(), container("%h")),
                (Type::Binary, letter_only("%B")),
                (Type::Any, letter_only("%s")),
            ])
        });
        &USUAL
    }

    /// Returns the default rules for elements of containers.
    pub(super) fn in_containers() -> &'static Rules {
        static ELEMENTS: LazyLock<Rules> = LazyLock::new(|| Rules::from_iter([(Type::Any, letter_only("%p"))]));
        &ELEMENTS
    }

    /// Returns these rules, overridden by the others wherever their types are the same or wider.
    pub(super) fn overridden_by(&self, others: &Rules) -> Rules {
        let is_outdone = |own: &Type| others.0.iter().any(|(other, _)| other != own && other.accepts(own));
        let mut merged: Vec<(Type, Rule)> = self.0.iter().filter(|(own, _)| !is_outdone(own)).cloned().collect();
        for (rule_type, rule) in &others.0 {
            match merged.iter_mut().find(|(own, _)| own == rule_type) {
                Some((_, own)) => *own = own.overridden_by(rule),
                None => merged.push((rule_type.clone(), rule.clone())),
            }
        }
        Rules(sorted(merged))
    }

    /// Returns the rule for a value.
    pub(super) fn find(&self, value: &Value) -> &Rule {
        static PLAIN: LazyLock<Rule> = LazyLock::new(|| letter_only("%s"));
        self.0.iter().find(|(rule_type, _)| fits(rule_type, value)).map_or(&PLAIN, |(_, rule)| rule)
    }
}

fn letter_only(text: &str) -> Rule {
    Rule::from(Format::parse(text).expect("a format with nothing but a letter"))
}

/// Returns whether a rule for a type applies to a value. Puppet asks whether the type accepts the type of the value.
/// For a large container that is the same as whether the value is an instance, which needs no inferred type; for a
/// secret it reveals less.
fn fits(rule_type: &Type, value: &Value) -> bool {
    match (rule_type, value) {
        (Type::Any, _) => true,
        (_, Value::Array(_) | Value::Hash(_)) => rule_type.is_instance(value),
        (_, other) => rule_type.accepts(&infer::detailed(other)),
    }
}

/// Sorts the rules, narrow types first.
///
/// [`precedence`] is not an order: `Tuple` comes before `Array` comes before `Binary` comes before `Tuple`. So the
/// result depends on the algorithm, which is the merge sort of the C library that Ruby uses.
fn sorted(mut rules: Vec<(Type, Rule)>) -> Vec<(Type, Rule)> {
    if rules.len() < 2 {
        return rules;
    }
    let mut right = sorted(rules.split_off(rules.len() / 2)).into_iter().peekable();
    let mut left = sorted(rules).into_iter().peekable();
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some((one, _)), Some((two, _))) = (left.peek(), right.peek()) {
        let next = if precedence(one, two).is_le() { left.next() } else { right.next() };
        merged.extend(next);
    }
    merged.extend(left.chain(right));
    merged
}

/// Compares two types, the narrower first. If neither is, Puppet orders by kind, or by name.
fn precedence(one: &Type, two: &Type) -> Ordering {
    match (two.accepts(one), one.accepts(two)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => match (rank(one), rank(two)) {
            (Some(one), Some(two)) => one.cmp(&two),
            _ => one.to_string().cmp(&two.to_string()),
        },
    }
}

fn rank(ranked: &Type) -> Option<u8> {
    match ranked {
        Type::Struct(_) => Some(1),
        Type::Hash(_) => Some(2),
        Type::Tuple(_) => Some(3),
        Type::Array(_) => Some(4),
        Type::Pattern(_) => Some(10),
        Type::Enum(_) => Some(11),
        Type::String(_) => Some(12),
        _ => None,
    }
}
