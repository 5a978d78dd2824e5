//! Types in plain words, for people who do not know Puppet's type system.
//!
//! [`describe`] says what a type accepts: a one-line summary, its parts where one line is not enough, and examples of
//! values that are accepted and refused. The examples are made from the type and checked against it, and the reason for
//! a refusal is the one that Puppet gives.
//!
//! `phrase` finds the words, `parts` takes a type apart, `examples` with `scalars` and `counterexamples` make values,
//! `text_sample` makes texts that match a regular expression, `source` writes a value as a manifest would, `layout`
//! makes lines.

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

use crate::{
    mismatch,
    types::{Type, alias},
    value::{Hash, Value},
};

pub use parts::{Part, Role};

/// How many examples of each sort there are.
const EXAMPLES: usize = 3;

/// How many near misses there may be with the same reason.
const NEAR_MISSES: usize = 2;

/// What a type accepts, in words.
///
/// As text it is made for a terminal of 100 columns; [`Description::to_value`] gives the same as data.
#[derive(Clone, Debug)]
pub struct Description {
    /// The type as it is written in a manifest.
    pub described: Type,
    /// What it accepts, in one sentence.
    pub summary: String,
    /// What it is made of, where the summary does not say it all.
    pub parts: Vec<Part>,
    /// Values that are accepted.
    pub accepted: Vec<Value>,
    /// Values that are refused.
    pub refused: Vec<Refused>,
}

/// A value that a type does not accept.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The value.
    pub value: Value,
    /// What Puppet says about it.
    pub reason: String,
}

/// Describes a type.
///
/// ```
/// use pcore::{parse_type, prose::describe};
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
    let accepted = examples::accepted(described, EXAMPLES);
    let refused = refused(described);
    Description { described: described.clone(), summary, parts, accepted, refused }
}

/// How many near misses are tried: a type of very many alternatives has very many of them, all much alike.
const TRIED: usize = 40;

/// Returns values that are refused for different reasons, near misses first.
fn refused(described: &Type) -> Vec<Refused> {
    let near = counterexamples::near_misses(described).into_iter().take(TRIED).map(|value| (value, NEAR_MISSES));
    let others = counterexamples::others().into_iter().map(|value| (value, 1));
    let mut found: Vec<Refused> = Vec::new();
    for (value, most) in near.chain(others) {
        if found.len() == EXAMPLES {
            break;
        }
        let Some(reason) = mismatch::explain("value", described, &value) else { continue };
        let known = found.iter().filter(|known| known.reason == reason || known.value == value).count();
        if known < most && found.iter().all(|known| known.value != value) {
            found.push(Refused { value, reason });
        }
    }
    found
}

impl Description {
    /// Returns the description as plain data, for JSON.
    ///
    /// Each example has its text as a manifest would say it, and its `value` where that is plain data.
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
    if Type::Alias(alias::data().clone()).is_instance(value) {
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
