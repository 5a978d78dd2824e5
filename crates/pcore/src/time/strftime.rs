//! Formats a point in time like Ruby's `strftime`.
//!
//! A directive is `%`, *flags*, a *width*, a *modifier* and a letter. Anything that is not a directive is literal text.

use super::{
    TimeError,
    civil::{Date, day_of_week, iso_week},
    strptime::{MONTHS, WEEKDAYS},
};

/// The limit on the width of a directive.
const MAX_WIDTH: usize = 100_000;
/// The limit on formatted text.
const MAX_OUTPUT: usize = 16 << 20;

/// A point in time on a clock: [`Timestamp::at_offset`](super::Timestamp::at_offset).
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Since 1970 in UTC.
    seconds: i64,
    nanoseconds: u32,
    /// `None` for UTC itself, which unlike an offset has a name.
    offset: Option<i32>,
    days: i64,
    date: Date,
    second_of_day: i64,
}

impl Moment {
    pub(super) fn new(seconds: i64, nanoseconds: u32, offset: Option<i32>) -> Moment {
        let offset_seconds = i64::from(offset.unwrap_or(0));
        // Days first: adding seconds could exceed the range.
        let shifted = seconds.rem_euclid(86_400) + offset_seconds;
        let days = seconds.div_euclid(86_400) + shifted.div_euclid(86_400);
        let second_of_day = shifted.rem_euclid(86_400);
        Moment { seconds, nanoseconds, offset, days, date: Date::from_days(days), second_of_day }
    }

    /// Returns the month, from 1.
    pub fn month(&self) -> u8 {
        self.date.month
    }

    /// Returns the day of the month, from 1.
    pub fn day(&self) -> u8 {
        self.date.day
    }

    /// Returns the day of the week; Sunday is 0.
    pub fn weekday(&self) -> usize {
        day_of_week(self.days) as usize
    }

    /// Returns the seconds since midnight.
    pub fn second_of_day(&self) -> i64 {
        self.second_of_day
    }

    fn hour(&self) -> i64 {
        self.second_of_day / 3600
    }

    fn hour_of_twelve(&self) -> i64 {
        (self.hour() + 11) % 12 + 1
    }

    fn is_afternoon(&self) -> bool {
        self.hour() >= 12
    }

    /// Returns the week of the year; weeks begin with the given day, Sunday being 0.
    fn week(&self, first_day: i64) -> i64 {
        let since_first_day = (day_of_week(self.days) - first_day).rem_euclid(7);
        (self.date.day_of_year() - 1 + 7 - since_first_day) / 7
    }
}

/// The flags and width of a directive.
#[derive(Clone, Copy, Default)]
struct Options {
    /// `-`: no padding, overriding all other flags.
    left: bool,
    padding: Option<Padding>,
    upper: bool,
    swap: bool,
    colons: usize,
    /// Zero if not given.
    width: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Padding {
    Space,
    Zero,
}

/// Formats the moment.
pub(super) fn write(format: &str, moment: &Moment) -> Result<String, TimeError> {
    let mut output = String::new();
    let mut rest = format;
    while let Some(start) = rest.find('%') {
        output.push_str(&rest[..start]);
        let directive = &rest[start..];
        let (expansion, length) = match parse(directive) {
            Some(Directive::Letter(letter, options, length)) => (expand(letter, options, moment)?, length),
            Some(Directive::None(length)) => (None, length),
            None => return Err(TimeError::InvalidFormat(format.into())),
        };
        match expansion {
            Some(text) => output.push_str(&text),
            None => output.push_str(&directive[..length]),
        }
        rest = &directive[length..];
        if output.len() > MAX_OUTPUT {
            return Err(TimeError::WidthTooBig);
        }
    }
    output.push_str(rest);
    Ok(output)
}

/// A directive with its length.
enum Directive {
    Letter(char, Options, usize),
    /// Literal text.
    None(usize),
}

/// Parses flags, width, modifier and letter; `None` if the text ends too early.
fn parse(text: &str) -> Option<Directive> {
    let mut options = Options::default();
    let mut index = 1;
    loop {
        let character = text[index..].chars().next()?;
        let end = index + character.len_utf8();
        match character {
            '-' | '_' | '^' | '#' if options.width > 0 => return Some(Directive::None(end)),
            '-' => {
                options.left = true;
                options.padding = None;
            }
            '_' => options.padding = Some(Padding::Space),
            '^' => options.upper = true,
            '#' => options.swap = true,
            '0'..='9' => {
                if character == '0' && options.width == 0 {
                    options.padding = Some(Padding::Zero);
                }
                let digit = character.to_digit(10).map_or(0, |digit| digit as usize);
                options.width = (options.width * 10 + digit).min(MAX_WIDTH + 1);
            }
            // Ruby looks for up to three colons, and ignores four.
            ':' if text[index..].starts_with("::::") => {
                options.colons = 4;
                index += 4;
                continue;
            }
            ':' => {
                let colons = text[index..].bytes().take_while(|byte| *byte == b':').count();
                return Some(match text[index + colons..].starts_with('z') {
                    true => Directive::Letter('z', Options { colons, ..options }, index + colons + 1),
                    false => Directive::None(end),
                });
            }
            'E' | 'O' => {
                let supported_letters = if character == 'E' { "cCxXyY" } else { "deHkIlmMSuUVwWy" };
                return Some(match text[end..].chars().next() {
                    Some(letter) if supported_letters.contains(letter) => Directive::Letter(letter, options, end + 1),
                    Some(_) | None => Directive::None(end),
                });
            }
            letter => return Some(Directive::Letter(letter, options, end)),
        }
        index = end;
    }
}

/// Returns the text of a directive; `None` if there is no such directive.
fn expand(letter: char, options: Options, moment: &Moment) -> Result<Option<String>, TimeError> {
    if options.width > MAX_WIDTH {
        return Err(TimeError::WidthTooBig);
    }
    let date = moment.date;
    let number = |value: i64, width: usize, padding: Padding| options.number(value, width, padding);
    let combined = |format: &str| write(format, moment).map(|text| options.combined(&text));
    let text = match letter {
        'Y' => number(date.year, if date.year < 0 { 5 } else { 4 }, Padding::Zero),
        'C' => number(date.year.div_euclid(100), 2, Padding::Zero),
        'y' => number(date.year.rem_euclid(100), 2, Padding::Zero),
        'm' => number(i64::from(date.month), 2, Padding::Zero),
        'B' => options.name(month_name(date)),
        'b' | 'h' => options.name(&month_name(date)[..3]),
        'j' => number(date.day_of_year(), 3, Padding::Zero),
        'd' => number(i64::from(date.day), 2, Padding::Zero),
        'e' => number(i64::from(date.day), 2, Padding::Space),
        'H' => number(moment.hour(), 2, Padding::Zero),
        'k' => number(moment.hour(), 2, Padding::Space),
        'I' => number(moment.hour_of_twelve(), 2, Padding::Zero),
        'l' => number(moment.hour_of_twelve(), 2, Padding::Space),
        'M' => number(moment.second_of_day / 60 % 60, 2, Padding::Zero),
        'S' => number(moment.second_of_day % 60, 2, Padding::Zero),
        'L' => fraction(moment, options.width_or(3)),
        'N' => fraction(moment, options.width_or(9)),
        'z' if options.colons > 3 => return Ok(None),
        'z' => options.offset(moment),
        // An offset has no name, only UTC does.
        'Z' if moment.offset.is_some() => String::new(),
        'Z' => options.text("UTC", options.swap),
        'A' => options.name(weekday_name(moment)),
        'a' => options.name(&weekday_name(moment)[..3]),
        'P' => options.name(if moment.is_afternoon() { "pm" } else { "am" }),
        'p' => options.text(if moment.is_afternoon() { "PM" } else { "AM" }, options.swap),
        'u' => number((day_of_week(moment.days) + 6) % 7 + 1, 1, Padding::Zero),
        'w' => number(day_of_week(moment.days), 1, Padding::Zero),
        'G' => {
            let year = iso_week(moment.days).0;
            number(year, if year < 0 { 5 } else { 4 }, Padding::Zero)
        }
        'g' => number(iso_week(moment.days).0.rem_euclid(100), 2, Padding::Zero),
        'V' => number(iso_week(moment.days).1, 2, Padding::Zero),
        'U' => number(moment.week(0), 2, Padding::Zero),
        'W' => number(moment.week(1), 2, Padding::Zero),
        's' => number(moment.seconds, 1, Padding::Zero),
        'n' => options.text("\n", false),
        't' => options.text("\t", false),
        '%' => options.text("%", false),
        'c' => combined("%a %b %e %H:%M:%S %Y")?,
        'D' | 'x' => combined("%m/%d/%y")?,
        'F' => combined("%Y-%m-%d")?,
        'v' => combined("%e-%^b-%4Y")?,
        'X' | 'T' => combined("%H:%M:%S")?,
        'r' => combined("%I:%M:%S %p")?,
        'R' => combined("%H:%M")?,
        _ => return Ok(None),
    };
    Ok(Some(text))
}

impl Options {
    fn width_or(&self, default: usize) -> usize {
        if self.width > 0 { self.width } else { default }
    }

    fn number(&self, value: i64, width: usize, padding: Padding) -> String {
        if self.left {
            return value.to_string();
        }
        let width = self.width_or(width);
        match self.padding.unwrap_or(padding) {
            // Zeros are inserted between the sign and the digits, spaces before both.
            Padding::Zero => format!("{value:0width$}"),
            Padding::Space => format!("{value:width$}"),
        }
    }

    /// Either flag changes names to upper case.
    fn name(&self, name: &str) -> String {
        Options { upper: self.upper || self.swap, ..*self }.text(name, false)
    }

    fn text(&self, text: &str, lower: bool) -> String {
        let text = if lower {
            text.to_lowercase()
        } else if self.upper {
            text.to_uppercase()
        } else {
            text.to_owned()
        };
        let width = self.width;
        match self.padding {
            _ if self.left => text,
            Some(Padding::Zero) => format!("{text:0>width$}"),
            Some(Padding::Space) | None => format!("{text:>width$}"),
        }
    }

    /// Combined directives ignore `-`.
    fn combined(&self, text: &str) -> String {
        Options { left: false, ..*self }.text(text, false)
    }

    fn offset(&self, moment: &Moment) -> String {
        let offset = moment.offset.unwrap_or(0);
        let seconds = offset.unsigned_abs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        // For UTC, `-` means that the local time is unknown.
        let unknown = moment.offset.is_none() && self.left;
        let sign = if offset < 0 || unknown { '-' } else { '+' };
        let tail = match self.colons {
            0 => format!("{minutes:02}"),
            1 => format!(":{minutes:02}"),
            2 => format!(":{minutes:02}:{seconds:02}"),
            _ if seconds > 0 => format!(":{minutes:02}:{seconds:02}"),
            _ if minutes > 0 => format!(":{minutes:02}"),
            _ => String::new(),
        };
        let width = self.width.saturating_sub(tail.len()).max(3);
        match self.padding {
            Some(Padding::Space) => format!("{:>width$}{tail}", format!("{sign}{hours}")),
            Some(Padding::Zero) | None => format!("{sign}{hours:0width$}{tail}", width = width - 1),
        }
    }
}

/// Returns a given number of digits of the fraction of the second.
fn fraction(moment: &Moment, digits: usize) -> String {
    let nine = format!("{:09}", moment.nanoseconds);
    match nine.get(..digits) {
        Some(cut) => cut.to_owned(),
        None => format!("{nine:0<digits$}"),
    }
}

fn month_name(date: Date) -> &'static str {
    MONTHS[usize::from(date.month).clamp(1, 12) - 1]
}

fn weekday_name(moment: &Moment) -> &'static str {
    WEEKDAYS[day_of_week(moment.days) as usize % 7]
}
