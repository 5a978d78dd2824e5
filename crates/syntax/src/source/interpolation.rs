//! Strings with interpolations.

use super::{Printed, Printer, text};
use crate::ast::{Expression, Kind};

impl Printer {
    /// Writes a string. Of several texts in a row only the first is written literally; the others are interpolated.
    pub(super) fn interpolated(&mut self, parts: &[Expression]) -> Printed {
        self.out.push('"');
        let mut after_text = parts.len() == 1;
        for part in parts {
            match &part.kind {
                Kind::String(value) if !after_text && !value.is_empty() => {
                    text::double_quoted(value, &mut self.out);
                    after_text = true;
                }
                _ => {
                    self.interpolation(part)?;
                    after_text = false;
                }
            }
        }
        self.text("\"")
    }

    fn interpolation(&mut self, part: &Expression) -> Printed {
        self.out.push_str("${");
        let start = self.out.len();
        self.interpolations += 1;
        self.assignment(part)?;
        self.interpolations -= 1;
        let written = self.out.get(start..).unwrap_or_default();
        if is_variable(written) {
            self.out.remove(start);
        } else if is_read_as_variable(written) || written.starts_with('/') {
            self.parenthesize(start);
        }
        self.out.push('}');
        Ok(())
    }
}

/// `$a`, `$a[…` or `$a.…`, which may be written without the dollar in an interpolation.
fn is_variable(written: &str) -> bool {
    written.strip_prefix('$').is_some_and(|name| {
        let is_word = name.starts_with(|first: char| first.is_ascii_lowercase());
        is_word && !name.starts_with("true") && !name.starts_with("false") && is_read_as_variable(name)
    })
}

/// Whether a text begins with a word or a number that is a variable in an interpolation.
fn is_read_as_variable(written: &str) -> bool {
    let is_number = written.starts_with(|first: char| first.is_ascii_digit());
    let in_word = |next: char| next.is_ascii_alphanumeric() || next == '_' || next == ':';
    let mut end = written.find(|next: char| !in_word(next)).unwrap_or(written.len());
    let after_word = written.get(end..).and_then(|rest| rest.strip_prefix('.'));
    if is_number && after_word.is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit())) {
        let fraction = written.get(end + 1..).unwrap_or_default();
        let digits = fraction.find(|next: char| !in_word(next) && next != '-').unwrap_or(fraction.len());
        end += 1 + digits;
    }
    let rest = written.get(end..).unwrap_or_default();
    let is_word =
        written.starts_with(|first: char| first.is_ascii_digit() || first.is_ascii_lowercase() || first == ':');
    is_word && (rest.is_empty() || rest.starts_with(['[', '.']))
}
