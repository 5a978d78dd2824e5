//! Numbers as text, as Ruby's `format` writes them.
//!
//! A [`Layout`] says how wide the text is and how it is padded; [`integer`] and [`float`] write a number in one of
//! several notations. The odd parts are Ruby's: a negative number in base 16, 8 or 2 is shown as the endless row of
//! digits of its two's complement, `..fb`, unless a sign is requested.

mod float;
mod integer;
mod rounding;
mod whole;

#[cfg(test)]
mod tests;

pub use float::{FloatNotation, float};
pub use integer::{IntegerNotation, integer};
pub use whole::WholeNumber;

/// The flags, width and precision of a format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// `-`: pads on the right.
    pub left: bool,
    /// `+`: positive numbers have a sign, too.
    pub plus: bool,
    /// Blank: positive numbers have a blank instead of a sign.
    pub space: bool,
    /// `#`: the alternate form.
    pub alternate: bool,
    /// `0`: pads numbers with zeros.
    pub zero: bool,
    /// The minimum number of characters.
    pub width: Option<usize>,
    /// The number of digits of a number, or the maximum number of characters of a text.
    pub precision: Option<usize>,
}

impl Layout {
    /// Truncates a text to the precision and pads it to the width.
    ///
    /// ```
    /// use pcore::format::number::Layout;
    ///
    /// let layout = Layout { width: Some(5), precision: Some(3), ..Layout::default() };
    /// assert_eq!(layout.text("puppet"), "  pup");
    /// ```
    pub fn text(&self, text: &str) -> String {
        match self.precision.and_then(|precision| text.char_indices().nth(precision)) {
            Some((end, _)) => self.filled(text.get(..end).unwrap_or(text)),
            None => self.filled(text),
        }
    }

    /// Pads a text to the width with blanks.
    pub fn filled(&self, text: &str) -> String {
        let missing = self.width.unwrap_or_default().saturating_sub(text.chars().count());
        let blanks = " ".repeat(missing);
        if self.left { format!("{text}{blanks}") } else { format!("{blanks}{text}") }
    }

    /// Returns the sign of a number.
    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }
}
