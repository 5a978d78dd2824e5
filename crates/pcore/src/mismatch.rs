//! Why a value does not fit a type, in Puppet's own sentences.
//!
//! [`describe`] compares an expected type with the type of what was given and returns [`Mismatch`]es: a path into the
//! structure and a [`Problem`]. The texts are made from them:
//!
//! * [`explain`]: `subject index 1 expects an Integer value, got String`, for values with a name.
//! * [`parameters`]: the form for classes, defines and EPP templates.
//! * [`signatures`]: the form for calls of functions.
//!
//! Some answers look odd and are kept to the letter, because people and their tests know them: an element of a Tuple
//! that does match an Enum is listed when its neighbour does not match; a Variant with a Pattern alias is shown whole.

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

/// One place where what was given does not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The way to the place, from the outside in.
    pub path: Vec<Step>,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The given type is not acceptable.
    Type {
        /// What would be acceptable, in normal form.
        expected: Type,
        /// What was given, in normal form.
        actual: Type,
    },
    /// The given text is none of an Enum's, or matches no pattern.
    Pattern {
        /// The Enum or Pattern, possibly behind `Optional` or an alias.
        expected: Type,
        /// What was given, in normal form.
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
    /// A key is none of the Struct's.
    UnknownKey(EcoString),
    /// A parameter without a default was not given.
    MissingParameter(EcoString),
    /// There is no such parameter.
    UnknownParameter(EcoString),
    /// A block was given to something that takes none.
    UnexpectedBlock,
    /// A block was not given to something that needs one.
    MissingBlock,
    /// The expected type mentions a name that nobody could resolve.
    Unresolved(EcoString),
}

/// Says why the value is not of the type; nothing where it is.
///
/// More than one problem gives one line each, indented as Puppet does.
///
/// ```
/// use pcore::{Value, mismatch, parse_type};
///
/// let ports = parse_type("Array[Integer[1, 65535]]").unwrap();
/// let given = Value::array([22.into(), 0.into()]);
/// assert_eq!(
///     mismatch::explain("value", &ports, &given).unwrap(),
///     "value index 1 expects an Integer[1, 65535] value, got Integer[0, 0]"
/// );
/// ```
pub fn explain(subject: &str, expected: &Type, value: &Value) -> Option<String> {
    explain_with(subject, expected, value, Shown::Values)
}

/// Says why a secret is not of the type, without showing any part of it.
pub fn explain_secret(subject: &str, expected: &Type, value: &Value) -> Option<String> {
    explain_with(subject, expected, value, Shown::TypesOnly)
}

/// Whether a message may quote the text that does not match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// `got 'text'`.
    Values,
    /// `got String`.
    TypesOnly,
}

fn explain_with(subject: &str, expected: &Type, value: &Value, shown: Shown) -> Option<String> {
    if expected.is_instance(value) {
        return None;
    }
    let actual = infer::detailed(value);
    let path = vec![Step::Subject(subject.into())];
    let mut mismatches = describe(expected, &actual, &path);
    if mismatches.is_empty() {
        // Normalisation forgets the size of a Collection, so nothing is left to complain about; something must be said.
        mismatches.push(Mismatch { path, problem: Problem::Type { expected: expected.clone(), actual } });
    }
    Some(match &mismatches[..] {
        [only] => only.text(shown).trim_start().to_owned(),
        several => lines(several, shown),
    })
}

/// Checks the parameters of a class, a define or a template, and says what is wrong with them.
///
/// ```
/// use pcore::{Hash, Type, Value, mismatch, parse_type};
///
/// let Type::Struct(expected) = parse_type("Struct[{port => Integer}]").unwrap() else { unreachable!() };
/// let given = Hash::from_iter([(Value::from("port"), Value::from("http"))]);
/// assert_eq!(
///     mismatch::parameters("Class[Web]", &expected, &given).unwrap(),
///     "Class[Web]: parameter 'port' expects an Integer value, got String"
/// );
/// ```
pub fn parameters(subject: &str, expected: &StructType, given: &Hash) -> Option<String> {
    let mut mismatches = Vec::new();
    let at_root = |problem| Mismatch { path: Vec::new(), problem };
    for name in given.keys() {
        let name = name.to_string();
        if expected.get(&name).is_none() {
            mismatches.push(at_root(Problem::UnknownParameter(name.into())));
        }
    }
    for element in &expected.elements {
        match given.get_str(&element.name) {
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
        [only] => Some(format!("{subject}:{}", only.text(Shown::Values))),
        several => Some(format!("{subject}:\n {}", lines(several, Shown::Values))),
    }
}

fn lines(mismatches: &[Mismatch], shown: Shown) -> String {
    mismatches.iter().map(|mismatch| mismatch.text(shown)).collect::<Vec<_>>().join("\n ")
}
