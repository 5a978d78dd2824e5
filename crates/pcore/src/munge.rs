//! Coerces values from a command line, which are all strings, to the type of an attribute.
//!
//! `bunraku resource user alice uid=1001` passes the string `1001` to an attribute of type `Integer`. [`munge`]
//! converts it; values from manifests and catalogs, which have real integers, only pass through [`check`]. Both return
//! a value that fits the type, or an error that begins with the name of the attribute.

#[cfg(test)]
mod tests;

use ecow::EcoVec;

use crate::{
    mismatch,
    types::Type,
    value::{Value, write_float},
};

/// Why a value does not fit an attribute.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MungeError {
    /// It is of another type.
    #[error("{0}")]
    Mismatch(String),
    /// Several types of a Variant are possible.
    #[error("{name} {value} is not unabiguously convertable to {expected}")]
    Ambiguous {
        /// The attribute.
        name: String,
        /// The value, as Ruby would show it.
        value: String,
        /// The Variant.
        expected: String,
    },
    /// It is an integer of more than 64 bits.
    #[error("{name} the number {number} is outside the range of Integer, which has 64 bits")]
    OutOfRange {
        /// The attribute.
        name: String,
        /// The value.
        number: String,
    },
}

/// Converts a value from a command line to the type of an attribute.
///
/// ```
/// use pcore::{Value, munge::munge, parse_type};
///
/// let uid = parse_type("Optional[Integer[0]]").unwrap();
/// assert_eq!(munge("user.uid", &uid, &"1001".into()), Ok(Value::from(1001)));
/// let error = munge("user.uid", &uid, &"root".into()).unwrap_err();
/// assert_eq!(error.to_string(), "user.uid expects an Integer value, got String");
/// ```
pub fn munge(name: &str, expected: &Type, value: &Value) -> Result<Value, MungeError> {
    match expected {
        Type::Array(array) => munge_array(name, expected, &array.element, value),
        Type::Variant(types) => munge_variant(name, expected, types, value),
        Type::Optional(_) if value.is_undef() => Ok(Value::Undef),
        Type::Optional(Some(contained)) => munge(name, contained, value),
        // Puppet raises an error here; everywhere else a bare Optional accepts anything.
        Type::Optional(None) => Ok(value.clone()),
        Type::Alias(alias) => match alias.resolved() {
            Some(target) => munge(name, target, value),
            None => check(name, expected, value),
        },
        other => check(name, other, &converted(name, other, value)?),
    }
}

/// Checks a value of a manifest or catalog. Only the symbols `true` and `false` of legacy providers are converted.
pub fn check(name: &str, expected: &Type, value: &Value) -> Result<Value, MungeError> {
    let value = match value {
        Value::Symbol(symbol) if symbol == "true" => Value::Boolean(true),
        Value::Symbol(symbol) if symbol == "false" => Value::Boolean(false),
        other => other.clone(),
    };
    match mismatch::explain(name, expected, &value) {
        None => Ok(value),
        Some(text) => Err(MungeError::Mismatch(text)),
    }
}

/// Converts a single value as its type suggests; what cannot be converted is returned as it is and refused later.
fn converted(name: &str, expected: &Type, value: &Value) -> Result<Value, MungeError> {
    Ok(match (expected, value) {
        (Type::Boolean(_), Value::String(text) | Value::Symbol(text)) => match text.as_str() {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            _ => value.clone(),
        },
        (Type::Integer(_) | Type::Float(_) | Type::Numeric, Value::String(text)) => match number(text) {
            NumberSyntax::Number(number) => number,
            NumberSyntax::OutOfRange => {
                return Err(MungeError::OutOfRange { name: name.to_owned(), number: text.trim().to_owned() });
            }
            NumberSyntax::Malformed => Value::Undef,
            // Puppet tries to read a string as a number if one of its lines is one, and gets `nil`.
            NumberSyntax::Text if text.split('\n').any(is_whole_number) => Value::Undef,
            NumberSyntax::Text => value.clone(),
        },
        (Type::Enum(_) | Type::String(_) | Type::Pattern(_), Value::Symbol(text)) => Value::String(text.clone()),
        _ => value.clone(),
    })
}

fn munge_array(name: &str, expected: &Type, element: &Type, value: &Value) -> Result<Value, MungeError> {
    let Value::Array(items) = value else { return check(name, expected, value) };
    let munged: Result<EcoVec<Value>, MungeError> = items.iter().map(|item| munge(name, element, item)).collect();
    match munged {
        Ok(items) => check(name, expected, &Value::Array(items)),
        // If one element is invalid, all are shown as they came, so the message names every one of them.
        Err(_) => check(name, expected, value),
    }
}

/// Picks the only type that fits; String is the last resort, because everything on a command line is one.
fn munge_variant(name: &str, expected: &Type, types: &[Type], value: &Value) -> Result<Value, MungeError> {
    let last_resort = types.iter().position(|part| matches!(part, Type::String(_)));
    let others = types.iter().enumerate().filter(|(index, _)| Some(*index) != last_resort);
    let mut fitting = others.filter_map(|(_, part)| munge(name, part, value).ok());
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => Err(MungeError::Ambiguous {
            name: name.to_owned(),
            value: inspected(value),
            expected: expected.to_string(),
        }),
        (None, _) => match last_resort {
            Some(index) => munge(name, &types[index], value),
            None => check(name, expected, value),
        },
    }
}

fn is_whole_number(line: &str) -> bool {
    let digits = line.strip_prefix('-').unwrap_or(line);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A string read as a number.
enum NumberSyntax {
    Number(Value),
    /// An integer of more than 64 bits.
    OutOfRange,
    /// It looks like a number but has an invalid leading zero.
    Malformed,
    Text,
}

/// Reads a number as Puppet does: blanks around it and after the sign, `0x` for hexadecimal, a leading zero for octal.
fn number(text: &str) -> NumberSyntax {
    let blanks = [' ', '\t'];
    let unsigned = text.trim_matches(blanks);
    let (negative, digits) = match unsigned.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, unsigned.strip_prefix('+').unwrap_or(unsigned)),
    };
    let digits = digits.trim_start_matches(blanks);
    let integer = |digits: &str, radix: u32| {
        let signed = format!("{}{digits}", if negative { "-" } else { "" });
        i64::from_str_radix(&signed, radix)
            .map_or(NumberSyntax::OutOfRange, |number| NumberSyntax::Number(Value::Integer(number)))
    };
    if let Some(digits) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        return if valid { integer(digits, 16) } else { NumberSyntax::Text };
    }
    let whole = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
    if whole == 0 || !is_fraction_and_exponent(&digits[whole..]) {
        return NumberSyntax::Text;
    }
    let leading_zero = whole > 1 && digits.starts_with('0');
    match (whole == digits.len(), leading_zero) {
        (true, true) if digits.bytes().all(|byte| byte < b'8') => integer(digits, 8),
        (_, true) => NumberSyntax::Malformed,
        (true, false) => integer(digits, 10),
        (false, false) => match digits.parse::<f64>() {
            Ok(number) => NumberSyntax::Number(Value::Float(if negative { -number } else { number })),
            Err(_) => NumberSyntax::Text,
        },
    }
}

/// Returns whether the text is `.5`, `e3`, `.5e-3` or the like; Puppet allows no plus sign in an exponent.
fn is_fraction_and_exponent(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (fraction, exponent) = match text.split_once(['e', 'E']) {
        Some((fraction, exponent)) => (fraction, Some(exponent)),
        None => (text, None),
    };
    let good_fraction = fraction.is_empty() || fraction.strip_prefix('.').is_some_and(digits);
    let good_exponent = exponent.is_none_or(|exponent| digits(exponent.strip_prefix('-').unwrap_or(exponent)));
    good_fraction && good_exponent
}

/// Shows a value as Ruby's `inspect` does, without secrets.
fn inspected(value: &Value) -> String {
    match value {
        Value::Undef => String::from("nil"),
        Value::Default => String::from(":default"),
        Value::Float(number) => {
            let mut text = String::new();
            let _ = write_float(&mut text, *number);
            text
        }
        Value::String(given) => format!("{:?}", given.as_str()),
        Value::Symbol(symbol) => format!(":{symbol}"),
        Value::Array(items) => format!("[{}]", items.iter().map(inspected).collect::<Vec<_>>().join(", ")),
        Value::Hash(hash) => {
            let entry = |(key, value)| format!("{}=>{}", inspected(key), inspected(value));
            format!("{{{}}}", hash.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        other => format!("{other:?}"),
    }
}
