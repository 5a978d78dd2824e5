//! Times, versions and secrets: values that Puppet passes to Ruby's own `format`.

use super::{
    FormatError,
    grammar::Format,
    number::{self, FloatNotation, IntegerNotation},
};
use crate::value::Value;

/// Formats a value by the letters that Ruby supports: those for numbers if it can be one, `s`, `p` and `c`.
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

/// Returns the value as a number, as an integer and as a float.
fn seconds(value: &Value, target: &'static str) -> Result<(i64, f64), FormatError> {
    let kind = match value {
        Value::Timestamp(stamp) => return Ok((stamp.seconds(), stamp.to_f64())),
        Value::Timespan(span) => return Ok((span.seconds(), span.to_f64())),
        Value::SemVer(_) => "SemVer",
        Value::SemVerRange(_) => "SemVerRange",
        Value::Sensitive(_) => "Sensitive",
        _ => "value",
    };
    Err(FormatError::NotANumber { kind, target })
}

/// Returns Ruby's `inspect`. For times it would be a memory address; their source text is more useful.
fn inspected(value: &Value) -> String {
    match value {
        Value::Sensitive(_) => format!("#<{value}>"),
        Value::SemVer(_) | Value::SemVerRange(_) => value.to_string(),
        other => format!("{other:?}"),
    }
}
