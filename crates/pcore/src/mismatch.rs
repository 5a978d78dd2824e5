//! Why a value does not fit a type, in Puppet's own sentences.
//!
//! [`describe`] compares an expected type with the actual type and returns [`Mismatch`]es: a path into the structure
//! and a [`Problem`]. They are displayed as:
//!
//! * [`explain`]: `subject index 1 expects an Integer value, got String`, for values with a name.
//! * [`parameters`]: the form for classes, defines and EPP templates.
//! * [`signatures`]: the form for calls of functions.
//!
//! Some answers look odd and are kept exactly, because people and their tests depend on them: an element of a Tuple
//! that does match an Enum is listed when its neighbour does not; a Variant with a Pattern alias is shown in full.

mod describe;
mod message;
mod path;
mod signature;

#[cfg(test)]
mod tests;

pub use describe::describe;
pub use path::Step;
pub use signature::{Signature, refused_signatures, signatures};

use ecow::EcoString;

use crate::{
    infer,
    types::{IntegerRange, StructType, Type},
    value::{Hash, Value},
};

/// One part of the value that does not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The path to that part, from the outside in.
    pub path: Vec<Step>,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The actual type is not acceptable.
    Type {
        /// What would be acceptable, in normal form.
        expected: Type,
        /// What it is, in normal form.
        actual: Type,
    },
    /// The string is not in an Enum, or matches no pattern.
    Pattern {
        /// The Enum or Pattern, possibly inside an `Optional` or an alias.
        expected: Type,
        /// The type of the string, in normal form.
        actual: Type,
    },
    /// There are too many or too few elements.
    Size {
        /// How many there should be.
        expected: IntegerRange,
        /// How many there are.
        actual: IntegerRange,
    },
    /// There are too many or too few arguments.
    Count {
        /// How many there should be.
        expected: IntegerRange,
        /// How many there are.
        actual: IntegerRange,
    },
    /// A key of a Struct is missing.
    MissingKey(EcoString),
    /// A key is not one of the Struct's.
    UnknownKey(EcoString),
    /// A required parameter is missing.
    MissingParameter(EcoString),
    /// There is no such parameter.
    UnknownParameter(EcoString),
    /// A block was passed to something that takes none.
    UnexpectedBlock,
    /// A required block is missing.
    MissingBlock,
    /// The expected type contains an unresolved name.
    Unresolved(EcoString),
}

/// Explains why the value is not of the type; `None` if it is.
///
/// Several problems give one line each, indented as Puppet does.
///
/// ```
/// use pcore::{Value, mismatch, parse_type};
///
/// let ports = parse_type("Array[Integer[1, 65535]]").unwrap();
/// let value = Value::array([22.into(), 0.into()]);
/// assert_eq!(
///     mismatch::explain("value", &ports, &value).unwrap(),
///     "value index 1 expects an Integer[1, 65535] value, got Integer[0, 0]"
/// );
/// ```
pub fn explain(subject: &str, expected: &Type, value: &Value) -> Option<String> {
    explain_with(subject, expected, value, Disclosure::Values)
}

/// Explains why a secret is not of the type, without showing any part of it.
pub fn explain_secret(subject: &str, expected: &Type, value: &Value) -> Option<String> {
    explain_with(subject, expected, value, Disclosure::TypesOnly)
}

/// Whether a message may quote a string that does not match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Disclosure {
    /// `got 'text'`.
    Values,
    /// `got String`.
    TypesOnly,
}

fn explain_with(subject: &str, expected: &Type, value: &Value, shown: Disclosure) -> Option<String> {
    if expected.is_instance(value) {
        return None;
    }
    let actual = infer::detailed(value);
    let path = vec![Step::Subject(subject.into())];
    let mut mismatches = describe(expected, &actual, &path);
    if mismatches.is_empty() {
        // Normalization drops the size of a Collection, so no mismatch may be left, but there must be one.
        mismatches.push(Mismatch { path, problem: Problem::Type { expected: expected.clone(), actual } });
    }
    Some(match &mismatches[..] {
        [only] => only.text(shown).trim_start().to_owned(),
        several => lines(several, shown),
    })
}

/// Checks the parameters of a class, a define or a template, and explains what is wrong with them.
///
/// ```
/// use pcore::{Hash, Type, Value, mismatch, parse_type};
///
/// let Type::Struct(expected) = parse_type("Struct[{port => Integer}]").unwrap() else { unreachable!() };
/// let parameters = Hash::from_iter([(Value::from("port"), Value::from("http"))]);
/// assert_eq!(
///     mismatch::parameters("Class[Web]", &expected, &parameters).unwrap(),
///     "Class[Web]: parameter 'port' expects an Integer value, got String"
/// );
/// ```
pub fn parameters(subject: &str, expected: &StructType, actual: &Hash) -> Option<String> {
    let mut mismatches = Vec::new();
    let at_root = |problem| Mismatch { path: Vec::new(), problem };
    for name in actual.keys() {
        let name = name.to_string();
        if expected.get(&name).is_none() {
            mismatches.push(at_root(Problem::UnknownParameter(name.into())));
        }
    }
    for element in &expected.elements {
        match actual.get_str(&element.name) {
            Some(value) if element.value_type.is_instance(value) => {}
            Some(value) => {
                let path = [Step::Parameter(element.name.clone())];
                mismatches.extend(describe(&element.value_type, &infer::detailed(value), &path));
            }
            None if element.optional => {}
            None => mismatches.push(at_root(Problem::MissingParameter(element.name.clone()))),
        }
    }
    match &mismatches[..] {
        [] => None,
        [only] => Some(format!("{subject}:{}", only.text(Disclosure::Values))),
        several => Some(format!("{subject}:\n {}", lines(several, Disclosure::Values))),
    }
}

fn lines(mismatches: &[Mismatch], shown: Disclosure) -> String {
    mismatches.iter().map(|mismatch| mismatch.text(shown)).collect::<Vec<_>>().join("\n ")
}
