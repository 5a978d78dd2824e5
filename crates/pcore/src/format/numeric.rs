//! Integers and floats.

use diagnostics::never;

use super::{
    FormatError,
    grammar::Format,
    number::{self, FloatNotation, IntegerNotation, WholeNumber},
};
use crate::value::write_float;

/// The last code that Ruby packs as a character, though no such character exists.
const LAST_PACKED: i64 = 0x7FFF_FFFF;

/// Formats an integer.
pub(super) fn integer(number: i64, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => whole(number.into(), format),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => floating(number as f64, format),
        's' if format.alternate() => Ok(format.layout()?.text(&format!("\"{number}\""))),
        's' | 'p' => Ok(format.layout()?.text(&number.to_string())),
        'c' => {
            let character = character(number)?;
            let shown = if format.alternate() { format!("\"{character}\"") } else { character.to_string() };
            Ok(format.layout()?.text(&shown))
        }
        _ => Err(format.illegal("Integer", "dxXobBeEfgGaAspc")),
    }
}

/// Formats a float.
pub(super) fn float(number: f64, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => match WholeNumber::truncated(number) {
            Some(whole_number) => whole(whole_number, format),
            None => Err(FormatError::NotANumber { kind: "Float", target: "Integer" }),
        },
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => floating(number, format),
        's' if format.alternate() => Ok(format.layout()?.text(&format!("\"{}\"", shortest(number)))),
        's' | 'p' => Ok(format.layout()?.text(&shortest(number))),
        _ => Err(format.illegal("Float", "dxXobBeEfgGaAsp")),
    }
}

fn whole(number: WholeNumber, format: &Format) -> Result<String, FormatError> {
    let notation = IntegerNotation::from_letter(format.letter);
    let notation = notation.unwrap_or_else(|| never!("the caller knows the letter", IntegerNotation::Decimal));
    Ok(number::integer(number, notation, format.layout()?))
}

fn floating(number: f64, format: &Format) -> Result<String, FormatError> {
    let notation = FloatNotation::from_letter(format.letter);
    let notation = notation.unwrap_or_else(|| never!("the caller knows the letter", FloatNotation::Fixed));
    Ok(number::float(number, notation, format.layout()?))
}

/// Returns the shortest digits that identify this float.
fn shortest(number: f64) -> String {
    let mut text = String::new();
    let _ = write_float(&mut text, number);
    text
}

fn character(number: i64) -> Result<char, FormatError> {
    if !(0..=LAST_PACKED).contains(&number) {
        return Err(FormatError::CharacterOutOfRange);
    }
    u32::try_from(number).ok().and_then(char::from_u32).ok_or(FormatError::InvalidCharacter)
}
