//! `undef`, `default`, `true` and `false`.

use super::{
    FormatError,
    grammar::Format,
    number::{self, FloatNotation, IntegerNotation},
};

/// Formats `undef`.
pub(super) fn undef(format: &Format) -> Result<String, FormatError> {
    let text = match (format.letter, format.alternate()) {
        ('n', false) => "nil",
        ('n', true) => "null",
        ('u', false) => "undef",
        ('u', true) => "undefined",
        ('d' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A', _) => "NaN",
        ('v', _) => "n/a",
        ('V', _) => "N/A",
        ('s', false) => "",
        ('s', true) => "\"\"",
        ('p', false) => "undef",
        ('p', true) => "\"undef\"",
        _ => return Err(format.illegal("Undef", "nudxXobBeEfgGaAvVsp")),
    };
    Ok(format.text_layout().text(text))
}

/// Formats `default`.
pub(super) fn default(format: &Format) -> Result<String, FormatError> {
    let text = match (format.letter, format.alternate()) {
        ('d' | 's' | 'p', false) => "default",
        ('d' | 's' | 'p', true) => "\"default\"",
        ('D', false) => "Default",
        ('D', true) => "\"Default\"",
        _ => return Err(format.illegal("Default", "dDsp")),
    };
    Ok(format.text_layout().text(text))
}

/// Formats `true` or `false`, as a word or a number.
pub(super) fn boolean(value: bool, format: &Format) -> Result<String, FormatError> {
    let (yes, no, may_be_short) = match format.letter {
        't' => ("true", "false", true),
        'T' => ("True", "False", true),
        'y' => ("yes", "no", true),
        'Y' => ("Yes", "No", true),
        's' | 'p' => ("true", "false", false),
        letter => {
            if letter != 'u'
                && let Some(notation) = IntegerNotation::from_letter(letter)
            {
                return Ok(number::integer(i64::from(value).into(), notation, format.layout()?));
            }
            if let Some(notation) = FloatNotation::from_letter(letter) {
                return Ok(number::float(f64::from(u8::from(value)), notation, format.layout()?));
            }
            return Err(format.illegal("Boolean", "tTyYdxXobBeEfgGaAsp"));
        }
    };
    let word = if value { yes } else { no };
    let shown = if may_be_short && format.alternate() { word.get(..1).unwrap_or(word) } else { word };
    Ok(format.text_layout().text(shown))
}
