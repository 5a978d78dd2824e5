//! Parsing of formats, and writing of values by their directives.

use pcore::{
    Value,
    format::number::{self, FloatNotation, IntegerNotation, Layout, WholeNumber},
};

use super::arguments::Arguments;
use crate::functions::{Outcome, fail, ruby, text};

/// The largest width that Ruby takes.
const MAX_WIDTH: u64 = i32::MAX as u64;

/// A format, as far as it is not yet read.
pub(super) struct Format<'f> {
    rest: &'f str,
    done: bool,
}

/// The part of a format that a value replaces.
pub(super) struct Directive<'v> {
    pub layout: Layout,
    letter: char,
    /// The value, where the directive names it.
    value: Option<&'v Value>,
}

/// What was read of a directive that counts for what may follow.
#[derive(Default)]
struct SeenParts {
    flags: bool,
    width: bool,
    precision: bool,
    /// What named the value.
    name: Option<String>,
}

impl<'f> Format<'f> {
    pub fn new(text: &'f str) -> Format<'f> {
        Format { rest: text, done: false }
    }

    /// The text up to the next directive, or to the end; nothing when that was reached.
    pub fn literal(&mut self) -> Option<&'f str> {
        if self.done {
            return None;
        }
        let end = self.rest.find('%').unwrap_or(self.rest.len());
        let (literal, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.done = rest.is_empty();
        Some(literal)
    }

    /// Reads a directive; nothing where none follows. `%%` is one that writes itself.
    pub fn directive<'v>(&mut self, arguments: &mut Arguments<'v>) -> Outcome<Option<Directive<'v>>> {
        let Some(rest) = self.rest.strip_prefix('%') else { return Ok(None) };
        self.rest = rest;
        if rest.is_empty() {
            return fail("incomplete format specifier; use %% (double %) instead");
        }
        let mut directive = Directive { layout: Layout::default(), letter: '%', value: None };
        let mut seen = SeenParts::default();
        loop {
            let next = self.rest.chars().next();
            match next {
                Some(flag @ (' ' | '#' | '+' | '-' | '0')) => {
                    if seen.width || seen.precision {
                        return fail(format!("flag after {}", if seen.width { "width" } else { "precision" }));
                    }
                    seen.flags = true;
                    self.skip(flag);
                    directive.set_flag(flag);
                }
                Some('1'..='9') => {
                    let number = self.number("width")?;
                    if self.rest.starts_with('$') {
                        if directive.value.is_some() {
                            return fail(format!("value given twice - {number}$"));
                        }
                        directive.value = Some(arguments.numbered(number)?);
                        self.skip('$');
                        continue;
                    }
                    seen.begin_width()?;
                    directive.layout.width = Some(number);
                }
                Some('*') => {
                    seen.begin_width()?;
                    let width = self.asterisk(arguments)?;
                    directive.layout.left |= width < 0;
                    let width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
                    directive.layout.width = Some(width);
                }
                Some('.') => {
                    if seen.precision {
                        return fail("precision given twice");
                    }
                    seen.precision = true;
                    self.skip('.');
                    directive.layout.precision = if self.rest.starts_with('*') {
                        usize::try_from(self.asterisk(arguments)?).ok()
                    } else {
                        Some(self.number("precision")?)
                    };
                }
                Some(open @ ('<' | '{')) => {
                    let name = self.name(open)?;
                    if let Some(before) = &seen.name {
                        return fail(format!("named{name} after {before}"));
                    }
                    directive.value = Some(arguments.named(name)?);
                    seen.name = Some(name.to_owned());
                    if open == '{' {
                        directive.letter = 's';
                        return Ok(Some(directive));
                    }
                }
                // The end of a line or of the text means `%%`, unless something came before it.
                None | Some('%' | '\n' | '\0') => {
                    if seen.flags || seen.width || seen.precision {
                        return fail("invalid format character - %");
                    }
                    if next == Some('%') {
                        self.skip('%');
                    }
                    return Ok(Some(directive));
                }
                Some(letter) if "cspdiuoxXbBfgGeEaA".contains(letter) => {
                    self.skip(letter);
                    directive.letter = letter;
                    return Ok(Some(directive));
                }
                Some(other) if other.is_ascii() && !other.is_ascii_control() => {
                    return fail(format!("malformed format string - %{other}"));
                }
                Some(_) => return fail("malformed format string"),
            }
        }
    }

    fn skip(&mut self, letter: char) {
        self.rest = self.rest.strip_prefix(letter).unwrap_or(self.rest);
    }

    /// Reads digits; something must follow them.
    fn number(&mut self, what: &str) -> Outcome<usize> {
        let end = self.rest.find(|letter: char| !letter.is_ascii_digit());
        let digits = self.rest.get(..end.unwrap_or(self.rest.len())).unwrap_or_default();
        let number = if digits.is_empty() { Some(0) } else { digits.parse::<u64>().ok() };
        let number = number.filter(|number| *number <= MAX_WIDTH).and_then(|number| usize::try_from(number).ok());
        let Some(number) = number else { return fail(format!("{what} too big")) };
        match end {
            Some(end) => self.rest = self.rest.get(end..).unwrap_or_default(),
            None => return fail("malformed format string - %*[0-9]"),
        }
        Ok(number)
    }

    /// Reads `*` or `*1$`: a number that is a value itself.
    fn asterisk(&mut self, arguments: &mut Arguments<'_>) -> Outcome<i64> {
        self.skip('*');
        let start = self.rest;
        let number = self.number("width")?;
        let value = if self.rest.starts_with('$') {
            self.skip('$');
            arguments.numbered(number)?
        } else {
            self.rest = start;
            arguments.following()?
        };
        let number = match value {
            Value::Integer(number) => *number,
            Value::Float(number) => *number as i64,
            other => return fail(text::no_conversion(other, "Integer")),
        };
        if number.unsigned_abs() > MAX_WIDTH { fail("width too big") } else { Ok(number) }
    }

    /// Reads a name with its brackets.
    fn name(&mut self, open: char) -> Outcome<&'f str> {
        let close = if open == '<' { '>' } else { '}' };
        let Some(end) = self.rest.find(close) else { return fail("malformed name - unmatched parenthesis") };
        let (name, rest) = self.rest.split_at(end + 1);
        self.rest = rest;
        Ok(name)
    }
}

impl SeenParts {
    fn begin_width(&mut self) -> Outcome<()> {
        if self.width {
            return fail("width given twice");
        }
        if self.precision {
            return fail("width after precision");
        }
        self.width = true;
        Ok(())
    }
}

impl<'v> Directive<'v> {
    fn set_flag(&mut self, flag: char) {
        match flag {
            ' ' => self.layout.space = true,
            '#' => self.layout.alternate = true,
            '+' => self.layout.plus = true,
            '-' => self.layout.left = true,
            _ => self.layout.zero = true,
        }
    }

    /// Writes the value that the directive means.
    pub fn written(&self, arguments: &mut Arguments<'v>) -> Outcome<String> {
        if self.letter == '%' {
            return Ok("%".to_owned());
        }
        let value = match self.value {
            Some(value) => value,
            None => arguments.following()?,
        };
        if self.letter == 's' {
            return Ok(self.layout.text(&text::to_s(value)));
        }
        if self.letter == 'p' {
            return Ok(self.layout.text(&text::inspect(value)));
        }
        if self.letter == 'c' {
            return Ok(self.layout.filled(&character(value)?));
        }
        match (IntegerNotation::from_letter(self.letter), FloatNotation::from_letter(self.letter)) {
            (Some(notation), _) => Ok(number::integer(whole(value)?, notation, &self.layout)),
            (None, Some(notation)) => float(value, notation, &self.layout),
            (None, None) => Ok(String::new()),
        }
    }
}

/// The one character of a text, or that of a number.
fn character(value: &Value) -> Outcome<String> {
    let number = match value {
        Value::String(text) if text.chars().count() == 1 => return Ok(text.to_string()),
        Value::String(_) => return fail("%c requires a character"),
        Value::Integer(number) => *number,
        Value::Float(number) => *number as i64,
        other => return fail(text::no_conversion(other, "Integer")),
    };
    match u32::try_from(number).ok().and_then(char::from_u32) {
        Some(character) => Ok(character.into()),
        None => fail("invalid character"),
    }
}

fn whole(value: &Value) -> Outcome<WholeNumber> {
    let invalid = |given: &Value| fail(format!("invalid value for Integer(): {}", text::inspect(given)));
    match value {
        Value::Integer(number) => Ok(WholeNumber::from(*number)),
        Value::Float(number) => match WholeNumber::truncated(*number) {
            Some(whole) => Ok(whole),
            None => fail(Value::Float(*number).to_string()),
        },
        Value::String(digits) => match ruby::number::whole(digits) {
            None => invalid(value),
            Some(read) => match read.to_i64() {
                Some(number) => Ok(WholeNumber::from(number)),
                None => fail(format!("{digits} is outside Integer's range")),
            },
        },
        other => fail(format!("can't convert {} into Integer", text::short_name(other))),
    }
}

fn float(value: &Value, notation: FloatNotation, layout: &Layout) -> Outcome<String> {
    /// From here on a float has no room for all digits of a whole number.
    const EXACT: u64 = 1 << 53;
    let number = match value {
        Value::Float(number) => *number,
        Value::Integer(number) if notation == FloatNotation::Fixed && number.unsigned_abs() > EXACT => {
            return Ok(large_fixed(*number, layout));
        }
        Value::Integer(number) => *number as f64,
        Value::String(digits) => match ruby::number::float(digits) {
            Some(number) => number,
            None => return fail(format!("invalid value for Float(): {}", text::inspect(value))),
        },
        other => return fail(format!("can't convert {} into Float", text::short_name(other))),
    };
    Ok(number::float(number, notation, layout))
}

/// Writes a whole number with zeros after the point.
fn large_fixed(number: i64, layout: &Layout) -> String {
    let places = layout.precision.unwrap_or(6);
    let point = if places > 0 { "." } else { "" };
    let behind = format!("{point}{}", "0".repeat(places));
    let width = layout.width.map(|width| width.saturating_sub(behind.len()));
    // What fills the width on the right comes after the zeros.
    let (before, after) = if layout.left { (None, layout.width) } else { (width, None) };
    let digits = Layout { width: before, precision: None, ..*layout };
    let shown = number::integer(number.into(), IntegerNotation::Decimal, &digits) + &behind;
    Layout { width: after, left: true, ..Layout::default() }.filled(&shown)
}
