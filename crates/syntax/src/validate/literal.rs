//! Literal expressions: keys of hashes that can be compared without evaluation.

use std::collections::HashSet;

use super::{Checker, from_anchor};
use crate::{
    ast::{Expression, Kind, UnaryOperator},
    dump::number,
};

/// A value that is known without evaluation. Words and strings are equal, numbers of different kinds are not.
#[derive(PartialEq, Eq, Hash)]
enum Literal<'p> {
    Undef,
    Default,
    Boolean(bool),
    Integer(i64),
    Float(u64),
    Text(&'p str),
    Regexp(&'p str),
    List(Vec<Literal<'p>>),
    Map(Vec<(Literal<'p>, Literal<'p>)>),
}

impl<'p> Literal<'p> {
    /// The value of an expression, if it is a literal.
    fn of(expression: &'p Expression) -> Option<Literal<'p>> {
        let all = |values: &'p [Expression]| values.iter().map(Literal::of).collect::<Option<Vec<_>>>();
        Some(match &expression.kind {
            Kind::Undef => Literal::Undef,
            Kind::Default => Literal::Default,
            Kind::Boolean(value) => Literal::Boolean(*value),
            Kind::Integer(value, _) => Literal::Integer(*value),
            Kind::Float(value) => Literal::Float(value.to_bits()),
            Kind::String(text) | Kind::Name(text) => Literal::Text(text),
            Kind::Regexp(pattern) => Literal::Regexp(pattern),
            Kind::Interpolated(parts) => match &parts[..] {
                [Expression { kind: Kind::String(text), .. }] => Literal::Text(text),
                _ => return None,
            },
            Kind::Unary(UnaryOperator::Minus, number) => match Literal::of(number)? {
                Literal::Integer(value) => Literal::Integer(value.checked_neg()?),
                Literal::Float(bits) => Literal::Float((-f64::from_bits(bits)).to_bits()),
                _ => return None,
            },
            Kind::Array(values) => Literal::List(all(values)?),
            Kind::Hash(entries) => {
                let entries = entries.iter().map(|(key, value)| Some((Literal::of(key)?, Literal::of(value)?)));
                Literal::Map(entries.collect::<Option<Vec<_>>>()?)
            }
            _ => return None,
        })
    }

    /// The value as a message shows it: the text of a string, and Ruby's `inspect` for what is inside of others.
    fn shown(&self) -> String {
        match self {
            Literal::Undef => String::new(),
            Literal::Default => String::from("default"),
            Literal::Text(text) => String::from(*text),
            Literal::Regexp(pattern) => format!("(?-mix:{pattern})"),
            other => other.inspect(),
        }
    }

    fn inspect(&self) -> String {
        match self {
            Literal::Undef => String::from("nil"),
            Literal::Default => String::from(":default"),
            Literal::Boolean(value) => value.to_string(),
            Literal::Integer(value) => value.to_string(),
            Literal::Float(bits) => number::float(f64::from_bits(*bits)),
            Literal::Text(text) => format!("{text:?}"),
            Literal::Regexp(pattern) => format!("/{pattern}/"),
            Literal::List(values) => {
                let values: Vec<String> = values.iter().map(Literal::inspect).collect();
                format!("[{}]", values.join(", "))
            }
            Literal::Map(entries) => {
                let entry =
                    |(key, value): &(Literal<'p>, Literal<'p>)| format!("{}=>{}", key.inspect(), value.inspect());
                let entries: Vec<String> = entries.iter().map(entry).collect();
                format!("{{{}}}", entries.join(", "))
            }
        }
    }
}

/// Whether the type of a parameter is known without evaluation. An array as its only parameter is not a literal type:
/// `Optional[[String]]` is a mistake.
pub(super) fn is_literal_type(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::TypeName(_) => true,
        Kind::Access(_, keys) => match &keys[..] {
            [Expression { kind: Kind::Array(_), .. }] => false,
            keys => keys.iter().all(is_literal_type),
        },
        Kind::Array(values) => values.iter().all(is_literal_type),
        Kind::Hash(entries) => entries.iter().all(|(key, value)| is_literal_type(key) && is_literal_type(value)),
        _ => Literal::of(expression).is_some(),
    }
}

impl Checker<'_> {
    /// Checks that each key occurs only once.
    pub(super) fn duplicate_keys(&mut self, entries: &[(Expression, Expression)]) {
        if entries.len() < 2 {
            return;
        }
        let mut seen = HashSet::with_capacity(entries.len());
        for (key, value) in entries {
            let Some(literal) = Literal::of(key) else { continue };
            if seen.contains(&literal) {
                let arrow = self.arrow(key.span.end, value.span.start);
                let message = format!("The key '{}' is declared more than once", literal.shown());
                self.strict_diagnostic(from_anchor(arrow, value.span), "DUPLICATE_KEY", message);
            } else {
                seen.insert(literal);
            }
        }
    }

    /// The offset of the `=>` between two offsets.
    fn arrow(&self, from: u32, to: u32) -> u32 {
        let mut offset = from;
        let mut rest = self.text.get(from as usize..to as usize).unwrap_or_default();
        loop {
            let skipped = match rest.as_bytes() {
                [] => return from,
                [b'=', b'>', ..] => return offset,
                [b'#', ..] => rest.find('\n').unwrap_or(rest.len()),
                [b'/', b'*', ..] => rest.find("*/").map_or(rest.len(), |end| end + 2),
                _ => rest.chars().next().map_or(1, char::len_utf8),
            };
            offset = offset.saturating_add(u32::try_from(skipped).unwrap_or(u32::MAX));
            rest = rest.get(skipped..).unwrap_or_default();
        }
    }
}
