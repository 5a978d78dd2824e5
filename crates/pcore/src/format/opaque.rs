//! Times, versions and secrets: what Puppet hands to Ruby's own `format` as it is.

use super::{
    FormatError,
    grammar::Format,
    number::{self, FloatNotation, IntegerNotation},
};
use crate::value::Value;

/// Shows a value by the letters that Ruby knows: all for numbers where it can be one, `s`, `p` and `c`.
pub(super) fn opaque(value: &Value, format: &Format) -> Result<String, FormatError> {
    let layout = format.layout()?;
    if let Some(notation) = IntegerNotation::from_letter(format.letter) {
        let (seconds, _) = seconds(value, "Integer")?;
        return Ok(number::integer(seconds.into(), notation, layout));
    }
    if let Some(notation) = FloatNotation::from_letter(format.letter) {
        let (_, seconds) = seconds(value, "Float")?;
        return Ok(number::float(seconds, notation, layout));
    }
    match format.letter {
        's' => Ok(layout.text(&value.to_string())),
        'p' => Ok(layout.text(&inspected(value))),
        'c' => {
            let (seconds, _) = seconds(value, "Integer")?;
            let character = u32::try_from(seconds).ok().and_then(char::from_u32);
            Ok(layout.filled(&character.ok_or(FormatError::InvalidCharacter)?.to_string()))
        }
        other => Err(FormatError::MalformedDirective(other)),
    }
}

/// Returns the value as a number, whole and with its fraction.
fn seconds(value: &Value, wanted: &'static str) -> Result<(i64, f64), FormatError> {
    let kind = match value {
        Value::Timestamp(stamp) => return Ok((stamp.seconds(), stamp.to_f64())),
        Value::Timespan(span) => return Ok((span.seconds(), span.to_f64())),
        Value::SemVer(_) => "SemVer",
        Value::SemVerRange(_) => "SemVerRange",
        Value::Sensitive(_) => "Sensitive",
        _ => "value",
    };
    Err(FormatError::NotANumber { kind, wanted })
}

/// Returns what Ruby's `inspect` says. For times it would be an address in memory; their source text is of more use.
fn inspected(value: &Value) -> String {
    match value {
        Value::Sensitive(_) => format!("#<{value}>"),
        Value::SemVer(_) | Value::SemVerRange(_) => value.to_string(),
        other => format!("{other:?}"),
    }
}
