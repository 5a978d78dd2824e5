//! Wraps text to the width of a terminal, with indentation.

use std::fmt::{self, Write};

/// The maximum width of a line.
const WIDTH: usize = 100;

/// Writes a text in lines with the given indentation; lines after the first are indented two levels deeper.
///
/// A word that is longer than a line is put on its own line.
pub(super) fn write_wrapped(f: &mut dyn Write, level: usize, text: &str) -> fmt::Result {
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column == 0 {
            column = 2 * level;
            write!(f, "{:column$}", "")?;
        } else if column + 1 + length > WIDTH {
            column = 2 * level + 4;
            write!(f, "\n{:column$}", "")?;
        } else {
            column += 1;
            f.write_char(' ')?;
        }
        f.write_str(word)?;
        column += length;
    }
    f.write_char('\n')
}
