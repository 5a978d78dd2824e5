//! Numbers as text, as Ruby's `format` writes them.
//!
//! A [`Layout`] says how much room there is and what fills it; [`integer`] and [`float`] write a number in a notation
//! of its own. What looks odd is Ruby's: a negative number in base 16, 8 or 2 is shown as the endless row of digits
//! that it is in two's complement, `..fb`, unless a sign is asked for.

mod float;
mod integer;
mod rounding;
mod whole;

#[cfg(test)]
mod tests;

pub use float::{FloatNotation, float};
pub use integer::{IntegerNotation, integer};
pub use whole::Whole;

/// The flags, width and precision of a format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// `-`: what fills the width comes after the text.
    pub left: bool,
    /// `+`: positive numbers have a sign, too.
    pub plus: bool,
    /// Blank: positive numbers have a blank where others have a sign.
    pub space: bool,
    /// `#`: the alternate form.
    pub alternate: bool,
    /// `0`: zeros fill the width of a number.
    pub zero: bool,
    /// The least number of characters.
    pub width: Option<usize>,
    /// How many digits of a number, or at most how many characters of a text.
    pub precision: Option<usize>,
}

impl Layout {
    /// Cuts a text to the precision and fills it to the width.
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

    /// Fills a text to the width with blanks.
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
