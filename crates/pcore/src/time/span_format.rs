//! Formats of a Timespan: directives such as `%H`, for parsing and for formatting.
//!
//! A format is a sequence of *segments*, each a literal or the value of one *unit*. The first segment of the largest
//! unit is the *total*: it contains everything that has no larger unit.

use super::{TimeError, amount::PER_SECOND, unparsable_as};

/// The limit on the width of a directive, which is that of Ruby's regular expressions.
const MAX_WIDTH: usize = 100_000;
/// The limit on formatted text; many wide directives could request any amount.
const MAX_OUTPUT: usize = 16 << 20;
/// The limit on parsed text; a Timespan has thirty digits, and leading zeros are possible.
const MAX_INPUT: usize = 1000;

/// A parsed format.
pub(super) struct Format<'a> {
    text: &'a str,
    segments: Vec<Segment>,
}

/// The input of a format: the sign and the absolute duration.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) negative: bool,
    pub(super) nanoseconds: u128,
}

enum Segment {
    Literal(String),
    Value(Value),
}

struct Value {
    unit: &'static Unit,
    padding: Padding,
    width: Option<usize>,
    total: bool,
}

/// A unit of time that a directive shows.
struct Unit {
    directive: char,
    nanoseconds: i128,
    default_width: usize,
    /// How many of them make one of the next larger unit.
    per_next_larger: u128,
}

static UNITS: [Unit; 6] = [
    Unit { directive: 'N', nanoseconds: 1, default_width: 9, per_next_larger: 1_000_000_000 },
    Unit { directive: 'L', nanoseconds: 1_000_000, default_width: 3, per_next_larger: 1000 },
    Unit { directive: 'S', nanoseconds: PER_SECOND, default_width: 2, per_next_larger: 60 },
    Unit { directive: 'M', nanoseconds: 60 * PER_SECOND, default_width: 2, per_next_larger: 60 },
    Unit { directive: 'H', nanoseconds: 3600 * PER_SECOND, default_width: 2, per_next_larger: 24 },
    // A second `%D` shows all the days, too.
    Unit { directive: 'D', nanoseconds: 86_400 * PER_SECOND, default_width: 1, per_next_larger: u128::MAX },
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Padding {
    None,
    Space,
    Zero,
}

impl<'a> Format<'a> {
    pub(super) fn parse(text: &'a str) -> Result<Format<'a>, TimeError> {
        let mut segments = Vec::new();
        let mut characters = text.chars().enumerate();
        while let Some((start, character)) = characters.next() {
            if character != '%' {
                push_literal(&mut segments, character);
                continue;
            }
            let mut value = Value { unit: &UNITS[0], padding: Padding::Zero, width: None, total: false };
            let mut position = start;
            let mut first = true;
            loop {
                let Some((index, character)) = characters.next() else {
                    return Err(bad_specifier(text, start, position));
                };
                position = index;
                match character {
                    '%' => {
                        push_literal(&mut segments, '%');
                        break;
                    }
                    '-' if first => value.padding = Padding::None,
                    '_' if first => value.padding = Padding::Space,
                    '0' if first => value.padding = Padding::Zero,
                    '0'..='9' => value.width = Some(widen(value.width, character)),
                    _ => {
                        let Some(unit) = UNITS.iter().find(|unit| unit.directive == character) else {
                            return Err(bad_specifier(text, start, position));
                        };
                        value.unit = unit;
                        segments.push(Segment::Value(value));
                        break;
                    }
                }
                first = false;
            }
        }
        mark_total(&mut segments);
        Ok(Format { text, segments })
    }

    pub(super) fn write(&self, parts: Parts) -> Result<String, TimeError> {
        let mut output = String::from(if parts.negative { "-" } else { "" });
        for segment in &self.segments {
            match segment {
                Segment::Literal(literal) => output.push_str(literal),
                Segment::Value(value) => value.write(parts.nanoseconds, &mut output)?,
            }
            if output.len() > MAX_OUTPUT {
                return Err(TimeError::WidthTooBig);
            }
        }
        Ok(output)
    }

    /// Returns the nanoseconds of the text.
    pub(super) fn read(&self, text: &str) -> Result<i128, TimeError> {
        let unparsable = || unparsable_as(text, self.text);
        for segment in &self.segments {
            if let Segment::Value(Value { width: Some(MAX_WIDTH..), .. }) = segment {
                return Err(TimeError::WidthTooBig);
            }
        }
        // Every segment takes at least one character, so that the table below stays small.
        if text.len() > MAX_INPUT || self.segments.len() > text.len() {
            return Err(unparsable());
        }
        let groups = self.divide(text).ok_or_else(unparsable)?;
        let mut nanoseconds: i128 = 0;
        for (segment, group) in self.segments.iter().zip(groups) {
            let Segment::Value(value) = segment else {
                continue;
            };
            let digits = group.trim_start_matches(is_space);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(unparsable());
            }
            let amount = value.read(digits)?;
            nanoseconds = nanoseconds.checked_add(amount).ok_or(TimeError::OutOfRange)?;
        }
        Ok(if text.starts_with('-') { -nanoseconds } else { nanoseconds })
    }

    /// Divides the whole text among the segments, with earlier ones taking as much as they can.
    fn divide<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        // From the last segment to the first: where each segment would end from every position, if the segments after
        // it can take the rest.
        let mut ends: Vec<Vec<Option<usize>>> = Vec::with_capacity(self.segments.len());
        let mut possible = vec![false; text.len()];
        possible.push(true);
        for segment in self.segments.iter().rev() {
            let row = segment.ends(text, &possible);
            possible = row.iter().map(Option::is_some).collect();
            ends.push(row);
        }
        ends.reverse();

        // The sign is not part of the format, unless the format begins with it as well.
        let begin_after_sign = usize::from(text.starts_with('-'));
        let begin = [begin_after_sign, 0].into_iter().find(|begin| possible[*begin])?;
        let mut position = begin;
        let mut groups = Vec::with_capacity(ends.len());
        for row in &ends {
            let end = row[position]?;
            groups.push(text.get(position..end)?);
            position = end;
        }
        Some(groups)
    }
}

impl Segment {
    /// Returns for every position the farthest end of this segment from which the next can continue.
    fn ends(&self, text: &str, possible: &[bool]) -> Vec<Option<usize>> {
        let value = match self {
            Segment::Literal(literal) => {
                let end_of = |start: usize| {
                    let end = start + literal.len();
                    let fits = text.as_bytes()[start..].starts_with(literal.as_bytes());
                    (fits && possible[end]).then_some(end)
                };
                return (0..=text.len()).map(end_of).collect();
            }
            Segment::Value(value) => value,
        };
        let last_possible: Vec<Option<usize>> = possible
            .iter()
            .enumerate()
            .scan(None, |last, (index, possible)| {
                if *possible {
                    *last = Some(index);
                }
                Some(*last)
            })
            .collect();
        let shape = value.shape();
        let end_of = |start: usize| {
            let bytes = &text.as_bytes()[start..];
            let skipped = if shape.leading_spaces { count(bytes, is_space_byte) } else { 0 };
            let accepts = |byte: u8| byte.is_ascii_digit() || shape.spaces && is_space_byte(byte);
            let length = count(&bytes[skipped..], accepts).min(shape.maximum);
            let begin = start + skipped;
            let end = last_possible[begin + length]?;
            (length >= shape.minimum && end >= begin + shape.minimum).then_some(end)
        };
        (0..=text.len()).map(end_of).collect()
    }
}

/// The characters of a value.
struct Shape {
    minimum: usize,
    maximum: usize,
    /// Spaces are part of the value.
    spaces: bool,
    /// Any number of spaces is allowed before the value.
    leading_spaces: bool,
}

impl Value {
    fn shape(&self) -> Shape {
        let spaces = self.padding == Padding::Space;
        let shape = |minimum, maximum| Shape { minimum, maximum, spaces, leading_spaces: false };
        match self.width {
            Some(width) if self.padding == Padding::None => shape(1, width),
            Some(width) => shape(width, width),
            None if self.total => Shape { minimum: 1, maximum: usize::MAX, spaces: false, leading_spaces: spaces },
            None => shape(1, self.unit.default_width),
        }
    }

    fn read(&self, digits: &str) -> Result<i128, TimeError> {
        let number: i128 = digits.parse().map_err(|_| TimeError::OutOfRange)?;
        if !self.unit.is_fraction() {
            return number.checked_mul(self.unit.nanoseconds).ok_or(TimeError::OutOfRange);
        }
        // The digits of a total fraction cannot be counted from a decimal point.
        if self.total {
            return Err(TimeError::FractionAlone);
        }
        let missing = 9usize.saturating_sub(digits.len());
        Ok(number * power_of_ten(missing) as i128)
    }

    fn write(&self, nanoseconds: u128, output: &mut String) -> Result<(), TimeError> {
        let width = self.width.unwrap_or(self.unit.default_width);
        if width >= MAX_WIDTH {
            return Err(TimeError::WidthTooBig);
        }
        let number = self.number(nanoseconds, width).to_string();
        let text = match self.unit.is_fraction() && !self.total && self.padding != Padding::Zero {
            true => without_trailing_zeros(&number),
            false => &number,
        };
        let padded = match (self.padding, self.unit.is_fraction()) {
            (Padding::None, _) => text.to_owned(),
            // A fraction is padded on the right, and with spaces, whatever the flag is.
            (Padding::Space | Padding::Zero, true) => format!("{text:<width$}"),
            (Padding::Space, false) => format!("{text:>width$}"),
            (Padding::Zero, false) => format!("{text:0>width$}"),
        };
        output.push_str(&padded);
        Ok(())
    }

    /// Returns the number that the segment shows.
    fn number(&self, nanoseconds: u128, width: usize) -> u128 {
        if self.unit.nanoseconds == 1 && width < 9 {
            // Digits are truncated on the right: `%6N` is microseconds.
            let shown = nanoseconds / power_of_ten(9 - width);
            return if self.total { shown } else { shown % power_of_ten(width) };
        }
        let units = nanoseconds / self.unit.nanoseconds.unsigned_abs();
        if self.total { units } else { units % self.unit.per_next_larger }
    }
}

impl Unit {
    fn is_fraction(&self) -> bool {
        self.nanoseconds < PER_SECOND
    }
}

fn push_literal(segments: &mut Vec<Segment>, character: char) {
    match segments.last_mut() {
        Some(Segment::Literal(literal)) => literal.push(character),
        Some(Segment::Value(_)) | None => segments.push(Segment::Literal(character.into())),
    }
}

fn mark_total(segments: &mut [Segment]) {
    let values = || {
        segments.iter().enumerate().filter_map(|(index, segment)| match segment {
            Segment::Literal(_) => None,
            Segment::Value(value) => Some((index, value.unit)),
        })
    };
    let Some(largest) = values().map(|(_, unit)| unit.nanoseconds).max() else {
        return;
    };
    let first = values().find(|(_, unit)| unit.nanoseconds == largest).map(|(index, _)| index);
    if let Some(Segment::Value(value)) = first.and_then(|index| segments.get_mut(index)) {
        value.total = true;
    }
}

/// Appends a digit; the width saturates, since any such width is too large.
fn widen(width: Option<usize>, digit: char) -> usize {
    let digit = digit.to_digit(10).map_or(0, |digit| digit as usize);
    (width.unwrap_or(0) * 10 + digit).min(MAX_WIDTH)
}

fn bad_specifier(format: &str, start: usize, position: usize) -> TimeError {
    TimeError::BadSpecifier {
        specifier: format.chars().skip(start).take(position - start).collect(),
        format: format.into(),
        position,
    }
}

fn without_trailing_zeros(number: &str) -> &str {
    match number.trim_end_matches('0') {
        "" => "0",
        rest => rest,
    }
}

/// Returns ten to a power of at most nine.
fn power_of_ten(exponent: usize) -> u128 {
    (0..exponent).fold(1, |power, _| power * 10)
}

fn count(bytes: &[u8], accepts: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| accepts(**byte)).count()
}

fn is_space(character: char) -> bool {
    u8::try_from(character).is_ok_and(is_space_byte)
}

/// Ruby's `\s`.
pub(super) fn is_space_byte(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}
