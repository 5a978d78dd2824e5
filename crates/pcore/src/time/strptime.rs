//! Parses a point in time like Ruby's `strptime`.
//!
//! The result is the *fields* in the text. Directives for values that a Timestamp does not have, such as the week, must
//! match the text all the same.

use super::{TimeError, span_format::is_space_byte, zone};

/// The parsed fields of a time.
#[derive(Clone, Default, Debug)]
pub(super) struct Fields<'a> {
    year: Option<Year>,
    century: Option<i64>,
    pub(super) month: Option<u8>,
    pub(super) day: Option<u8>,
    pub(super) hour: Option<u8>,
    pub(super) minute: Option<u8>,
    pub(super) second: Option<u8>,
    fraction: Option<Fraction<'a>>,
    /// 12 hours or none.
    meridian: Option<u8>,
    pub(super) zone: Option<&'a str>,
    /// The text continues after the end of the format.
    pub(super) leftover: bool,
}

/// A year; its value is not needed if it is far beyond the range of a Timestamp.
#[derive(Clone, Copy, Debug)]
enum Year {
    Known(i64),
    OutOfRange,
}

#[derive(Clone, Copy, Debug)]
struct Fraction<'a> {
    negative: bool,
    digits: &'a str,
}

impl Fields<'_> {
    pub(super) fn year(&self) -> Result<i64, TimeError> {
        match self.year {
            Some(Year::Known(year)) => Ok(year),
            Some(Year::OutOfRange) => Err(TimeError::OutOfRange),
            None => Err(TimeError::MissingYear),
        }
    }

    /// Returns the nanoseconds of the fraction, truncated.
    pub(super) fn fraction(&self) -> Result<i64, TimeError> {
        let Some(Fraction { negative, digits }) = self.fraction else {
            return Ok(0);
        };
        let nine = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
        let nanoseconds = nine.fold(0, |number, digit| number * 10 + i64::from(digit - b'0'));
        let smaller = digits.bytes().skip(9).any(|digit| digit != b'0');
        match negative && (nanoseconds > 0 || smaller) {
            // The fraction of a time of day cannot be negative.
            true => Err(TimeError::FieldOutOfRange("subsecx")),
            false => Ok(nanoseconds),
        }
    }
}

/// Parses the text by the format; `None` if it does not match.
pub(super) fn read<'a>(text: &'a str, format: &str) -> Option<Fields<'a>> {
    let mut reader = Reader { text, position: 0, fields: Fields::default() };
    reader.follow(format)?;
    let mut fields = reader.fields;
    fields.leftover = reader.position < text.len();
    if let Some(meridian) = fields.meridian {
        fields.hour = fields.hour.map(|hour| hour % 12 + meridian);
    }
    if let (Some(century), Some(Year::Known(year))) = (fields.century, fields.year) {
        let year = century.checked_mul(100).and_then(|base| base.checked_add(year));
        fields.year = Some(year.map_or(Year::OutOfRange, Year::Known));
    }
    Some(fields)
}

struct Reader<'a> {
    text: &'a str,
    position: usize,
    fields: Fields<'a>,
}

impl<'a> Reader<'a> {
    fn follow(&mut self, format: &str) -> Option<()> {
        let bytes = format.as_bytes();
        let mut index = 0;
        while let Some(byte) = bytes.get(index) {
            index += 1;
            if is_space_byte(*byte) {
                self.skip_spaces();
                continue;
            }
            if *byte != b'%' {
                self.literal(*byte)?;
                continue;
            }
            match directive(&bytes[index..]) {
                Some((directive, length)) => {
                    index += length;
                    self.directive(directive, &bytes[index..])?;
                }
                None => self.literal(b'%')?,
            }
        }
        Some(())
    }

    fn directive(&mut self, directive: u8, rest: &[u8]) -> Option<()> {
        match directive {
            b'A' | b'a' => self.name(&WEEKDAYS).map(drop)?,
            b'B' | b'b' | b'h' => self.fields.month = Some(self.name(&MONTHS)? + 1),
            b'C' => {
                let digits = self.digits(if is_number(rest) { 2 } else { usize::MAX })?;
                self.fields.century = Some(digits.parse().unwrap_or(i64::MAX));
            }
            b'd' | b'e' => self.fields.day = Some(self.padded(1, 31)?),
            b'H' | b'k' => self.fields.hour = Some(self.padded(0, 24)?),
            b'I' | b'l' => self.fields.hour = Some(self.padded(1, 12)?),
            b'j' => self.number(3, 1, 366).map(drop)?,
            b'L' => self.fraction(if is_number(rest) { 3 } else { usize::MAX })?,
            b'N' => self.fraction(if is_number(rest) { 9 } else { usize::MAX })?,
            b'M' => self.fields.minute = Some(self.number(2, 0, 59)? as u8),
            b'm' => self.fields.month = Some(self.number(2, 1, 12)? as u8),
            b'P' | b'p' => self.meridian()?,
            b'Q' | b's' => {
                // Ruby parses the number, but Puppet ignores it.
                let sign = self.position + usize::from(self.peek() == Some(b'-'));
                self.position = sign;
                self.digits(usize::MAX).map(drop)?;
            }
            b'S' => self.fields.second = Some(self.number(2, 0, 60)? as u8),
            b'U' | b'W' => self.number(2, 0, 53).map(drop)?,
            b'u' => self.number(1, 1, 7).map(drop)?,
            b'V' => self.number(2, 1, 53).map(drop)?,
            b'w' => self.number(1, 0, 6).map(drop)?,
            b'G' => self.digits(if is_number(rest) { 4 } else { usize::MAX }).map(drop)?,
            b'Y' => self.fields.year = Some(self.year(rest)?),
            b'g' | b'y' => {
                let year = i64::from(self.number(2, 0, 99)?);
                if directive == b'y' {
                    self.fields.year = Some(Year::Known(year));
                }
                // A Timestamp has no week-based year, but its century is used.
                let century = if year >= 69 { 19 } else { 20 };
                self.fields.century.get_or_insert(century);
            }
            b'Z' | b'z' => {
                let zone = zone::find(self.text.get(self.position..)?)?;
                self.fields.zone = Some(zone);
                self.position += zone.len();
            }
            b'%' => self.literal(b'%')?,
            b':' => return None,
            b'n' | b't' => self.skip_spaces(),
            b'c' => self.follow("%a %b %e %H:%M:%S %Y")?,
            b'D' | b'x' => self.follow("%m/%d/%y")?,
            b'F' => self.follow("%Y-%m-%d")?,
            b'R' => self.follow("%H:%M")?,
            b'r' => self.follow("%I:%M:%S %p")?,
            b'T' | b'X' => self.follow("%H:%M:%S")?,
            b'v' => self.follow("%e-%b-%Y")?,
            b'+' => self.follow("%a %b %e %H:%M:%S %Z %Y")?,
            // An unknown directive is literal text.
            other => {
                self.literal(b'%')?;
                self.literal(other)?;
            }
        }
        Some(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(is_space_byte) {
            self.position += 1;
        }
    }

    fn literal(&mut self, byte: u8) -> Option<()> {
        let fits = self.peek()? == byte;
        self.position += 1;
        fits.then_some(())
    }

    /// Takes between one and the given number of digits.
    fn digits(&mut self, maximum: usize) -> Option<&'a str> {
        let rest = self.text.as_bytes().get(self.position..)?;
        let length = rest.iter().take(maximum).take_while(|byte| byte.is_ascii_digit()).count();
        let digits = self.text.get(self.position..self.position + length)?;
        self.position += length;
        (length > 0).then_some(digits)
    }

    fn number(&mut self, digits: usize, minimum: u16, maximum: u16) -> Option<u16> {
        let number = self.digits(digits)?.parse().ok()?;
        (minimum..=maximum).contains(&number).then_some(number)
    }

    /// Takes two digits, or a space and one.
    fn padded(&mut self, minimum: u16, maximum: u16) -> Option<u8> {
        let padded = self.peek() == Some(b' ');
        self.position += usize::from(padded);
        self.number(if padded { 1 } else { 2 }, minimum, maximum).map(|number| number as u8)
    }

    fn sign(&mut self) -> bool {
        let sign = self.peek();
        self.position += usize::from(matches!(sign, Some(b'+' | b'-')));
        sign == Some(b'-')
    }

    fn fraction(&mut self, digits: usize) -> Option<()> {
        let negative = self.sign();
        let digits = self.digits(digits)?;
        self.fields.fraction = Some(Fraction { negative, digits });
        Some(())
    }

    fn year(&mut self, rest: &[u8]) -> Option<Year> {
        let negative = self.sign();
        let digits = self.digits(if is_number(rest) { 4 } else { usize::MAX })?;
        let year = digits.parse().map(|year: i64| Year::Known(if negative { -year } else { year }));
        Some(year.unwrap_or(Year::OutOfRange))
    }

    /// Takes the full name or its first three letters, and returns the index of the name.
    fn name(&mut self, names: &[&str]) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.position..];
        let starts =
            |name: &str| rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()));
        let (index, length) = names.iter().enumerate().find_map(|(index, name)| {
            let length = [name.len(), 3].into_iter().find(|length| starts(&name[..*length]))?;
            Some((index, length))
        })?;
        self.position += length;
        u8::try_from(index).ok()
    }

    /// Takes `am`, `P.M.` and the like.
    fn meridian(&mut self) -> Option<()> {
        let rest = self.text.as_bytes().iter().skip(self.position);
        let lower = rest.take(4).map(u8::to_ascii_lowercase).collect::<Vec<u8>>();
        let half = match lower.first()? {
            b'a' => 0,
            b'p' => 12,
            _ => return None,
        };
        let length = match &lower[1..] {
            [b'.', b'm', b'.'] => 4,
            [b'm', ..] => 2,
            _ => return None,
        };
        self.fields.meridian = Some(half);
        self.position += length;
        Some(())
    }
}

pub(super) const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Returns the directive after a percent sign and its length with modifiers. The modifiers `E`, `O` and `:` change
/// nothing. Before a directive that does not support them, the first two are not modifiers, and the last matches
/// nothing.
fn directive(rest: &[u8]) -> Option<(u8, usize)> {
    let first = *rest.first()?;
    let modified =
        |supported_letters: &[u8]| rest.get(1).filter(|next| supported_letters.contains(next)).map(|next| (*next, 2));
    match first {
        b'E' => modified(b"cCxXyY"),
        b'O' => modified(b"deHImMSuUVwWy"),
        b':' => {
            let colons = rest.iter().take_while(|byte| **byte == b':').count();
            let zone = colons <= 3 && rest.get(colons) == Some(&b'z');
            Some(if zone { (b'z', colons + 1) } else { (b':', 1) })
        }
        _ => Some((first, 1)),
    }
}

/// Returns whether the rest of a format continues with digits, so that a number of any length must stop before them.
fn is_number(rest: &[u8]) -> bool {
    match rest {
        [b'0'..=b'9', ..] => true,
        [b'%', b'E' | b'O', directive, ..] | [b'%', directive, ..] => {
            directive.is_ascii_digit() || b"CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy".contains(directive)
        }
        _ => false,
    }
}
