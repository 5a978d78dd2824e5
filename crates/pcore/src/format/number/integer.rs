//! Integers: `%d %x %X %o %b %B`.

use super::{
    Layout,
    whole::{WholeNumber, largest_digit},
};

/// The notation of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerNotation {
    /// `%d`, also `%i` and `%u`.
    Decimal,
    /// `%o`.
    Octal,
    /// `%x`.
    Hexadecimal,
    /// `%X`.
    UpperHexadecimal,
    /// `%b`.
    Binary,
    /// `%B`, which differs only in its prefix.
    UpperBinary,
}

impl IntegerNotation {
    /// Returns the notation of a letter.
    pub fn from_letter(letter: char) -> Option<IntegerNotation> {
        Some(match letter {
            'd' | 'i' | 'u' => IntegerNotation::Decimal,
            'o' => IntegerNotation::Octal,
            'x' => IntegerNotation::Hexadecimal,
            'X' => IntegerNotation::UpperHexadecimal,
            'b' => IntegerNotation::Binary,
            'B' => IntegerNotation::UpperBinary,
            _ => return None,
        })
    }

    fn prefix(self) -> &'static str {
        match self {
            IntegerNotation::Decimal => "",
            IntegerNotation::Octal => "0",
            IntegerNotation::Hexadecimal => "0x",
            IntegerNotation::UpperHexadecimal => "0X",
            IntegerNotation::Binary => "0b",
            IntegerNotation::UpperBinary => "0B",
        }
    }

    /// Returns the number of bits of a digit; `None` if the base is not a power of two.
    fn bits_in_digit(self) -> Option<usize> {
        match self {
            IntegerNotation::Decimal => None,
            IntegerNotation::Octal => Some(3),
            IntegerNotation::Hexadecimal | IntegerNotation::UpperHexadecimal => Some(4),
            IntegerNotation::Binary | IntegerNotation::UpperBinary => Some(1),
        }
    }
}

/// Formats an integer.
///
/// ```
/// use pcore::format::number::{IntegerNotation, Layout, integer};
///
/// let layout = Layout { alternate: true, zero: true, width: Some(8), ..Layout::default() };
/// assert_eq!(integer(18.into(), IntegerNotation::Hexadecimal, &layout), "0x000012");
/// assert_eq!(integer((-5).into(), IntegerNotation::Hexadecimal, &Layout::default()), "..fb");
/// ```
pub fn integer(number: WholeNumber, notation: IntegerNotation, layout: &Layout) -> String {
    let negative = number.is_negative();
    let signed = layout.plus || layout.space;
    let (sign, digits, filler) = match notation.bits_in_digit() {
        None => (layout.sign(negative), number.decimal(), '0'),
        Some(bits) if negative && !signed => ("", number.complement_digits(bits), largest_digit(bits)),
        Some(bits) => (layout.sign(negative), number.digits(bits), '0'),
    };
    let shown = Digits { sign, digits, filler };
    let text = shown.laid_out(if layout.alternate { notation.prefix() } else { "" }, layout);
    if notation == IntegerNotation::UpperHexadecimal { text.to_ascii_uppercase() } else { text }
}

struct Digits {
    sign: &'static str,
    digits: String,
    /// The padding digit; in two's complement, the digit that repeats forever.
    filler: char,
}

impl Digits {
    fn laid_out(mut self, mut prefix: &'static str, layout: &Layout) -> String {
        let dots = if self.filler == '0' { "" } else { ".." };
        let mut precision = layout.precision;
        let is_zero = self.digits == "0";
        if prefix == "0" {
            // The zero that marks an octal number may already be there.
            if !dots.is_empty() {
                prefix = "";
            } else if is_zero {
                self.digits.clear();
                precision = precision.map(|precision| precision.saturating_sub(1));
            } else if precision.is_some_and(|precision| precision > self.digits.len()) {
                prefix = "";
            }
        } else if is_zero {
            prefix = "";
            if precision == Some(0) {
                self.digits.clear();
            }
        }
        let width = layout.width.unwrap_or_default();
        let around = self.sign.len() + prefix.len();
        let least = match precision {
            Some(precision) => precision,
            None if layout.zero && !layout.left => width.saturating_sub(around),
            None => 0,
        };
        let missing = least.saturating_sub(dots.len() + self.digits.len());
        let filling: String = std::iter::repeat_n(self.filler, missing).collect();
        layout.filled(&format!("{}{prefix}{dots}{filling}{}", self.sign, self.digits))
    }
}
