//! Time zones as Puppet accepts them: an offset, a name with a fixed offset, or `current`.

mod names;

use super::{TimeError, amount::PER_SECOND, span_format::is_space_byte};

const HOUR: i64 = 3600;
/// In nanoseconds.
const SECOND: i64 = PER_SECOND as i64;

/// A time zone by name.
///
/// The name is `+02:00`, `-0330`, `UTC+1`, an abbreviation that Ruby knows (`EST`, `CEST`, `Z`), a Windows name (`W.
/// Europe Standard Time`) or `current`. Puppet does not know the names of the system's zone database. An empty string
/// is not a time zone.
///
/// ```
/// use pcore::time::{Timestamp, Timezone};
///
/// let here = Timezone::from("current").with_current(3600);
/// assert_eq!(Timestamp::from_seconds(0).format("%H:%M", Some(here)).unwrap(), "01:00");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timezone<'a> {
    name: &'a str,
    current: i32,
}

impl<'a> From<&'a str> for Timezone<'a> {
    /// Creates a time zone from its name; `current` is UTC unless changed by [`with_current`](Timezone::with_current).
    fn from(name: &'a str) -> Timezone<'a> {
        Timezone { name, current: 0 }
    }
}

impl<'a> Timezone<'a> {
    /// Sets the machine's offset from UTC in seconds, which `current` refers to.
    #[must_use]
    pub const fn with_current(self, seconds: i32) -> Timezone<'a> {
        Timezone { name: self.name, current: seconds }
    }

    pub(super) const fn is_none(&self) -> bool {
        self.name.is_empty()
    }

    /// Returns the offset from UTC in nanoseconds.
    pub(super) fn offset_for_reading(&self) -> Result<i64, TimeError> {
        self.offset().map(|offset| offset.nanoseconds)
    }

    /// Returns the offset from UTC in seconds; `None` for UTC itself. Offsets for writing are whole minutes and less
    /// than a day.
    pub(super) fn offset_for_writing(&self) -> Result<Option<i32>, TimeError> {
        let bad_offset = |text: &str| Err(TimeError::BadOffset(text.into()));
        let (negative, hours, minutes) = match plain_offset(self.name) {
            Some((_, _, 60..)) => return bad_offset(self.name),
            Some(plain) => plain,
            None => {
                let (negative, minutes) = self.offset()?.minutes();
                let (hours, minutes) = (minutes / 60, minutes % 60);
                if hours > 99 {
                    return bad_offset(&format!("{}{hours:02}:{minutes:02}", if negative { '-' } else { '+' }));
                }
                (negative, hours, minutes)
            }
        };
        if hours > 23 {
            return Err(TimeError::OffsetOutOfRange);
        }
        let seconds = i32::try_from(hours * HOUR + minutes * 60).map_err(|_| TimeError::OffsetOutOfRange)?;
        Ok(match negative {
            true if seconds == 0 => None,
            true => Some(-seconds),
            false => Some(seconds),
        })
    }

    fn offset(&self) -> Result<Offset, TimeError> {
        if self.name.eq_ignore_ascii_case("current") {
            return Ok(Offset { nanoseconds: i64::from(self.current) * SECOND, fraction: false });
        }
        find(self.name).and_then(offset).ok_or_else(|| TimeError::IllegalTimezone(self.name.into()))
    }
}

/// An offset from UTC.
#[derive(Clone, Copy)]
struct Offset {
    nanoseconds: i64,
    /// It was written as a fraction of an hour.
    fraction: bool,
}

impl Offset {
    /// Returns whether the offset is negative, and the whole minutes. Ruby rounds whole seconds down and fractions
    /// towards zero, which keeps the sign even of zero.
    fn minutes(self) -> (bool, i64) {
        let minute = 60 * SECOND;
        let rounded = match self.fraction {
            true => self.nanoseconds / minute,
            false => self.nanoseconds.div_euclid(minute),
        };
        (self.nanoseconds < 0, rounded.abs())
    }
}

/// Splits `+hh:mm`, whatever the numbers are.
fn plain_offset(name: &str) -> Option<(bool, i64, i64)> {
    let [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] = name.as_bytes() else {
        return None;
    };
    let number = |tens: &u8, ones: &u8| {
        let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
        digits.then(|| i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
    };
    Some((*sign == b'-', number(h1, h2)?, number(m1, m2)?))
}

/// Returns the prefix of a text that looks like a time zone.
pub(super) fn find(text: &str) -> Option<&str> {
    numeric_length(text)
        .or_else(|| windows_length(text))
        .or_else(|| word_length(text))
        .and_then(|length| text.get(..length))
}

/// `+01:30`, `UTC-2`, `gmt+0100`, `-3.5`.
fn numeric_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let prefix = ["gmt", "utc", "ut", ""]
        .into_iter()
        .find(|prefix| {
            let signed = matches!(bytes.get(prefix.len()), Some(b'+' | b'-'));
            signed && bytes[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes())
        })?
        .len();
    let hours = digits(prefix + 1);
    if hours == 0 {
        return None;
    }
    let mut end = prefix + 1 + hours;
    for separators in [&b",.:"[..], b":"] {
        if !bytes.get(end).is_some_and(|byte| separators.contains(byte)) || digits(end + 1) == 0 {
            break;
        }
        end += 1 + digits(end + 1);
    }
    Some(end)
}

/// `W. Europe Standard Time`.
fn windows_length(text: &str) -> Option<usize> {
    let name = leading(text, |character| character.is_ascii_alphabetic() || character == '.' || is_space(character));
    let lower = name.to_ascii_lowercase();
    // The last occurrence counts, as the name before it is matched greedily.
    let (mut best, mut from) = (None, 0);
    while let Some(offset) = lower[from..].find("time") {
        let end = from + offset + 4;
        let before = lower[..end - 4].strip_suffix(is_space);
        let kind = before.and_then(|rest| rest.strip_suffix("standard").or_else(|| rest.strip_suffix("daylight")));
        let named = kind.is_some_and(|name| !name.is_empty());
        if named && !text[end..].starts_with(is_word) {
            best = Some(end);
        }
        from = end;
    }
    best
}

/// `CEST`, `Z`, `cet dst`.
fn word_length(text: &str) -> Option<usize> {
    let word = leading(text, |character| character.is_ascii_alphabetic()).len();
    let ends = |length: usize| !text[length..].starts_with(is_word);
    if word == 0 {
        return None;
    }
    let rest = &text.as_bytes()[word..];
    let daylight = rest.first().is_some_and(|byte| is_space_byte(*byte))
        && rest.get(1..4).is_some_and(|dst| dst.eq_ignore_ascii_case(b"dst"))
        && ends(word + 4);
    if daylight {
        return Some(word + 4);
    }
    ends(word).then_some(word)
}

/// Returns an offset from UTC, by its name or number.
fn offset(zone: &str) -> Option<Offset> {
    let lower = zone.to_ascii_lowercase();
    let without = |text: &str, word: &str| {
        let rest = text.strip_suffix(word)?;
        rest.ends_with(is_space).then(|| rest.trim_end_matches(is_space).to_owned())
    };
    let windows = without(&lower, "time");
    let (name, daylight) = None
        .or_else(|| Some((without(windows.as_ref()?, "standard")?, false)))
        .or_else(|| Some((without(windows.as_ref()?, "daylight")?, true)))
        .or_else(|| Some((without(&lower, "dst")?, true)))
        .unwrap_or((lower, false));
    let words: Vec<&str> = name.split(is_space).filter(|word| !word.is_empty()).collect();
    if let Some(seconds) = names::offset_of(&words.join(" ")) {
        let seconds = seconds + if daylight { HOUR } else { 0 };
        return Some(Offset { nanoseconds: seconds * SECOND, fraction: false });
    }
    numeric_offset(&name)
}

/// Returns a numeric offset from UTC; the name is in lower case.
fn numeric_offset(name: &str) -> Option<Offset> {
    let signed = name.strip_prefix("gmt").or_else(|| name.strip_prefix("utc")).unwrap_or(name);
    let sign = match signed.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let number = &signed[1..];
    let separator = number.find(|character: char| !character.is_ascii_digit());
    let fraction = separator.is_some_and(|index| !number[index..].starts_with(':'));
    let nanoseconds = match separator {
        Some(index) if fraction => {
            let hours: i64 = number[..index].parse().ok()?;
            hours.checked_mul(HOUR * SECOND)?.checked_add(fraction_of_hour(&number.as_bytes()[index + 1..]))?
        }
        Some(_) => {
            let mut seconds: i64 = 0;
            for (part, unit) in number.split(':').zip([HOUR, 60, 1]) {
                seconds = seconds.checked_add(part.parse::<i64>().ok()?.checked_mul(unit)?)?;
            }
            seconds.checked_mul(SECOND)?
        }
        None => compact_offset(number)?.checked_mul(SECOND)?,
    };
    Some(Offset { nanoseconds: sign * nanoseconds, fraction })
}

/// Returns the nanoseconds of a fraction of an hour, truncated.
fn fraction_of_hour(digits: &[u8]) -> i64 {
    let mut unit = i128::from(HOUR) * PER_SECOND * 1_000_000_000;
    let mut sum = 0;
    for digit in digits.iter().take(20) {
        unit /= 10;
        sum += unit * i128::from(digit.saturating_sub(b'0'));
    }
    // Less than an hour of nanoseconds.
    (sum / 1_000_000_000) as i64
}

/// Returns the seconds of `h`, `hh`, `hmm`, `hhmm`, `hmmss` or `hhmmss`.
fn compact_offset(digits: &str) -> Option<i64> {
    if digits.len() < 2 {
        return digits.parse::<i64>().ok()?.checked_mul(HOUR);
    }
    let (hours, rest) = digits.split_at(2 - digits.len() % 2);
    let part = |from: usize| rest.get(from..from + 2).map_or(Some(0), |part| part.parse().ok());
    let (minutes, seconds): (i64, i64) = (part(0)?, part(2)?);
    Some(hours.parse::<i64>().ok()? * HOUR + minutes * 60 + seconds)
}

fn leading(text: &str, accepts: impl Fn(char) -> bool) -> &str {
    let end = text.find(|character| !accepts(character)).unwrap_or(text.len());
    &text[..end]
}

fn is_space(character: char) -> bool {
    u8::try_from(character).is_ok_and(is_space_byte)
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}
