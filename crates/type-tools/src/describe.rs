//! Describes types in plain English, for people who do not know Puppet's type system.
//!
//! [`describe`](describe()) explains what a type accepts: a one-line summary, its parts where one line is not enough,
//! and examples of values that are accepted and refused. The examples are generated from the type and checked against
//! it, and the reason for a refusal is the one that Puppet gives.
//!
//! `phrase` finds the words, `parts` takes a type apart, `examples` with `scalars` and `counterexamples` generate
//! values, `text_sample` generates strings that match a regular expression, `source` writes a value as a manifest
//! would, `layout` wraps lines.

mod counterexamples;
mod examples;
mod layout;
mod parts;
mod phrase;
mod scalars;
mod source;
mod text_sample;

#[cfg(test)]
mod tests;

use std::fmt;

use pcore::{
    mismatch,
    types::{Type, alias},
    value::{Hash, Value},
};

pub use parts::{Part, Role};

/// How many examples of each sort are shown.
const MAX_EXAMPLES: usize = 3;

/// How many near misses may have the same reason.
const MAX_NEAR_MISSES: usize = 2;

/// What a type accepts, in words.
///
/// Its text form is made for a terminal of 100 columns; [`Description::to_value`] returns the same as data.
#[derive(Clone, Debug)]
pub struct Description {
    /// The type as it is written in a manifest.
    pub described: Type,
    /// What it accepts, in one sentence.
    pub summary: String,
    /// Its parts, if the summary is not complete.
    pub parts: Vec<Part>,
    /// Values that are accepted.
    pub accepted: Vec<Value>,
    /// Values that are refused.
    pub refused: Vec<Counterexample>,
}

/// A value that a type does not accept.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The value.
    pub value: Value,
    /// The reason that Puppet gives.
    pub reason: String,
}

/// Describes a type.
///
/// ```
/// use pcore::parse_type;
/// use type_tools::describe::describe;
///
/// let port = parse_type("Optional[Integer[0, 65535]]").unwrap();
/// assert_eq!(
///     describe(&port).to_string(),
///     "\
/// Optional[Integer[0, 65535]]
///   nothing, or a whole number from 0 to 65535
///
/// Accepted, for example:
///   0
///   80
///   undef
///
/// Refused, for example:
///   65536
///     value expects a value of type Undef or Integer[0, 65535], got Integer[65536, 65536]
///   -1
///     value expects a value of type Undef or Integer[0, 65535], got Integer[-1, -1]
///   '42'
///     value expects a value of type Undef or Integer, got String
/// "
/// );
/// ```
pub fn describe(described: &Type) -> Description {
    let mut describer = parts::Describer::default();
    let (summary, parts) = describer.describe(described);
    let accepted = examples::accepted(described, MAX_EXAMPLES);
    let refused = refused(described);
    Description { described: described.clone(), summary, parts, accepted, refused }
}

/// How many near misses are tried: a type with many alternatives has many of them, all much alike.
const MAX_TRIED: usize = 40;

/// Returns values that are refused for different reasons, near misses first.
fn refused(described: &Type) -> Vec<Counterexample> {
    let near =
        counterexamples::near_misses(described).into_iter().take(MAX_TRIED).map(|value| (value, MAX_NEAR_MISSES));
    let others = counterexamples::others().into_iter().map(|value| (value, 1));
    let mut counterexamples: Vec<Counterexample> = Vec::new();
    for (value, limit) in near.chain(others) {
        if counterexamples.len() == MAX_EXAMPLES {
            break;
        }
        let Some(reason) = mismatch::explain("value", described, &value) else { continue };
        let similar =
            counterexamples.iter().filter(|similar| similar.reason == reason || similar.value == value).count();
        if similar < limit && counterexamples.iter().all(|similar| similar.value != value) {
            counterexamples.push(Counterexample { value, reason });
        }
    }
    counterexamples
}

impl Description {
    /// Returns the description as plain data, for JSON.
    ///
    /// Each example has its text as a manifest would write it, and its `value` if that is plain data.
    pub fn to_value(&self) -> Value {
        let accepted = self.accepted.iter().map(|value| Value::from(example(value)));
        let refused = self.refused.iter().map(|refused| {
            let mut entry = example(&refused.value);
            entry.insert("reason".into(), refused.reason.as_str().into());
            Value::from(entry)
        });
        Value::hash([
            ("type".into(), self.described.to_string().into()),
            ("summary".into(), self.summary.as_str().into()),
            ("parts".into(), self.parts.iter().map(Part::to_value).collect()),
            ("accepted".into(), accepted.collect()),
            ("refused".into(), refused.collect()),
        ])
    }
}

fn example(value: &Value) -> Hash {
    let mut entry = Hash::from_iter([("text".into(), source::text(value).into())]);
    if Type::Alias(alias::DATA.clone()).is_instance(value) {
        entry.insert("value".into(), value.clone());
    }
    entry
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        layout::write_wrapped(f, 0, &self.described.to_string())?;
        layout::write_wrapped(f, 1, &self.summary)?;
        if !self.parts.is_empty() {
            f.write_str("\n")?;
            self.parts.iter().try_for_each(|part| part.write(f, 1))?;
        }
        if !self.accepted.is_empty() {
            f.write_str("\nAccepted, for example:\n")?;
            self.accepted.iter().try_for_each(|value| layout::write_wrapped(f, 1, &source::text(value)))?;
        }
        if !self.refused.is_empty() {
            f.write_str("\nRefused, for example:\n")?;
            for refused in &self.refused {
                layout::write_wrapped(f, 1, &source::text(&refused.value))?;
                for line in refused.reason.lines() {
                    layout::write_wrapped(f, 2, line.trim())?;
                }
            }
        }
        Ok(())
    }
}
