//! Which format holds for which values.

use std::{cmp::Ordering, sync::LazyLock};

use ecow::EcoString;

use super::grammar::Format;
use crate::{infer, types::Type, value::Value};

/// How values of a type are shown.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) format: Format,
    /// What stands between the elements of a container.
    pub(super) separator: Option<EcoString>,
    /// What stands between key and value.
    pub(super) pair_separator: Option<EcoString>,
    /// How that which is in a container is shown, other containers excepted.
    pub(super) elements: Option<Rules>,
}

impl From<Format> for Rule {
    fn from(format: Format) -> Rule {
        Rule { format, separator: None, pair_separator: None, elements: None }
    }
}

impl Rule {
    /// Returns the other rule, with what it leaves open taken from this one.
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

/// Rules by type. The first one whose type fits a value holds; merging sorts them, narrow types first.
#[derive(Clone, Debug)]
pub(super) struct Rules(Vec<(Type, Rule)>);

impl FromIterator<(Type, Rule)> for Rules {
    fn from_iter<I: IntoIterator<Item = (Type, Rule)>>(rules: I) -> Rules {
        Rules(rules.into_iter().collect())
    }
}

impl Rules {
    /// Returns the rules that hold where nobody says otherwise.
    pub(super) fn usual() -> &'static Rules {
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

    /// Returns the rules for what is in a container where nobody says otherwise.
    pub(super) fn in_containers() -> &'static Rules {
        static ELEMENTS: LazyLock<Rules> = LazyLock::new(|| Rules::from_iter([(Type::Any, letter_only("%p"))]));
        &ELEMENTS
    }

    /// Returns these rules, with the others taking precedence wherever their types are the same or wider.
    pub(super) fn overridden_by(&self, others: &Rules) -> Rules {
        let is_outdone = |own: &Type| others.0.iter().any(|(other, _)| other != own && other.accepts(own));
        let mut merged: Vec<(Type, Rule)> = self.0.iter().filter(|(own, _)| !is_outdone(own)).cloned().collect();
        for (wanted, rule) in &others.0 {
            match merged.iter_mut().find(|(own, _)| own == wanted) {
                Some((_, own)) => *own = own.overridden_by(rule),
                None => merged.push((wanted.clone(), rule.clone())),
            }
        }
        Rules(sorted(merged))
    }

    /// Returns the rule for a value.
    pub(super) fn find(&self, value: &Value) -> &Rule {
        static PLAIN: LazyLock<Rule> = LazyLock::new(|| letter_only("%s"));
        self.0.iter().find(|(wanted, _)| fits(wanted, value)).map_or(&PLAIN, |(_, rule)| rule)
    }
}

fn letter_only(text: &str) -> Rule {
    Rule::from(Format::parse(text).expect("a format with nothing but a letter"))
}

/// Puppet asks whether the type accepts the type of the value. For a large container that is the same as whether the
/// value is an instance, which needs no type to be made; for a secret it tells less.
fn fits(wanted: &Type, value: &Value) -> bool {
    match (wanted, value) {
        (Type::Any, _) => true,
        (_, Value::Array(_) | Value::Hash(_)) => wanted.is_instance(value),
        (_, other) => wanted.accepts(&infer::detailed(other)),
    }
}

/// Sorts the rules, narrow types first.
///
/// [`precedence`] is no order: `Tuple` comes before `Array` comes before `Binary` comes before `Tuple`. So the result
/// depends on the way of sorting, and this is the way of the C library below Ruby: halves, merged.
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

/// Compares two types, the narrower first. Where neither is, Puppet has an order of kinds, or the name.
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
