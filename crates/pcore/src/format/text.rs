//! Strings, symbols and regular expressions.

use super::{FormatError, grammar::Format};
use crate::{names::capitalize, regexp::Regexp, value::quote};

/// Formats a string.
pub(super) fn string(text: &str, format: &Format) -> Result<String, FormatError> {
    let changed = match format.letter {
        's' => return Ok(format.layout()?.text(text)),
        'p' => {
            let quoted = if format.alternate() { double_quoted(text) } else { quote(text) };
            return Ok(format.text_layout().text(&quoted));
        }
        'c' => capitalize(text),
        'C' => text.trim_end_matches("::").split("::").map(capitalize).collect::<Vec<_>>().join("::"),
        'u' => text.to_uppercase(),
        'd' => text.to_lowercase(),
        't' => trimmed(text).to_owned(),
        _ => return Err(format.illegal("String", "cCudspt")),
    };
    if format.alternate() {
        return Ok(format.text_layout().text(&quote(&changed)));
    }
    Ok(format.layout()?.text(&changed))
}

/// Formats a Ruby symbol, which Puppet treats as a foreign object: the flags have no effect.
pub(super) fn symbol(name: &str, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        's' => Ok(name.to_owned()),
        'p' => Ok(quote(name)),
        'q' => Ok(format!(":{name}")),
        _ => Err(format.illegal("Runtime", "spq")),
    }
}

/// Formats a regular expression.
pub(super) fn regexp(regexp: &Regexp, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        'p' => Ok(format.layout()?.text(&regexp.to_string())),
        's' if format.alternate() => Ok(format.layout()?.text(&quote(&source(regexp)))),
        's' => Ok(format.layout()?.text(&source(regexp))),
        _ => Err(format.illegal("Regexp", "sp")),
    }
}

/// Returns the pattern with its options inside.
fn source(regexp: &Regexp) -> String {
    let options = regexp.options();
    let letters = [(options.ignore_case, 'i'), (options.multiline, 'm'), (options.extended, 'x')];
    let on: String = letters.iter().filter(|(set, _)| *set).map(|(_, letter)| letter).collect();
    let off: String = letters.iter().filter(|(set, _)| !*set).map(|(_, letter)| letter).collect();
    match (&on[..], &off[..]) {
        ("", _) => regexp.source().to_owned(),
        (_, "") => format!("(?{on}:{})", regexp.source()),
        _ => format!("(?{on}-{off}:{})", regexp.source()),
    }
}

fn double_quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    let _ = crate::value::write_double_quoted(&mut quoted, text);
    quoted
}

/// Removes Ruby's white space, which includes NUL.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|character| matches!(character, '\0' | '\t'..='\r' | ' '))
}
