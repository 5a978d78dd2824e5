//! Numbers in texts: strictly as `Integer()` and `Float()` read them, or as far as they go, as `to_i` and `to_f` do.

use std::cmp::Ordering;

/// What Ruby takes for a blank around a number.
const BLANKS: [char; 6] = [' ', '\t', '\n', '\r', '\u{b}', '\u{c}'];

/// A whole number in a text: its sign, its base, and its digits without underscores.
#[derive(Debug, PartialEq, Eq)]
pub struct WholeText {
    /// Whether there is a minus before it.
    pub negative: bool,
    /// The base.
    pub radix: u32,
    /// The digits, without underscores.
    pub digits: String,
}

impl WholeText {
    /// The number, where 64 bits can hold it.
    pub fn to_i64(&self) -> Option<i64> {
        let sign = if self.negative { "-" } else { "" };
        i64::from_str_radix(&format!("{sign}{}", self.digits), self.radix).ok()
    }
}

/// `Integer(text)`: blanks around it, a sign, a prefix for the base, and single underscores between digits.
pub fn whole(text: &str) -> Option<WholeText> {
    let text = text.trim_matches(BLANKS);
    let (negative, rest) = signed(text);
    let (radix, digits) = match rest.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &rest[2..]),
        [b'0', b'b' | b'B', ..] => (2, &rest[2..]),
        [b'0', b'o' | b'O', ..] => (8, &rest[2..]),
        [b'0', b'd' | b'D', ..] => (10, &rest[2..]),
        [b'0', b'_', ..] => (8, &rest[2..]),
        [b'0', _, ..] => (8, &rest[1..]),
        _ => (10, rest),
    };
    let digits = without_underscores(digits)?;
    let fits = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    fits.then_some(WholeText { negative, radix, digits })
}

/// `Float(text)`: like [`whole`], with a fraction and an exponent; without a prefix the base is ten.
pub fn float(text: &str) -> Option<f64> {
    let text = text.trim_matches(BLANKS);
    let (negative, rest) = signed(text);
    let size = match rest.as_bytes() {
        [b'0', b'x' | b'X', ..] => hexadecimal(&rest[2..])?,
        _ => {
            let digits = without_underscores(rest)?;
            let begins = digits.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.');
            let bare_point = digits.ends_with('.') || digits.contains(".e") || digits.contains(".E");
            let plain = digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
            if !begins || bare_point || !plain {
                return None;
            }
            digits.parse().ok()?
        }
    };
    Some(if negative { -size } else { size })
}

fn hexadecimal(text: &str) -> Option<f64> {
    let digits = without_underscores(text)?;
    let (digits, exponent) = match digits.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits.to_owned(), exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (before, after) = digits.split_once('.').unwrap_or((&digits, ""));
    if before.is_empty() || (digits.contains('.') && after.is_empty()) {
        return None;
    }
    let add = |sum: Option<f64>, digit: char| Some(sum? * 16.0 + f64::from(digit.to_digit(16)?));
    let sum = before.chars().chain(after.chars()).fold(Some(0.0), add)?;
    let places = i32::try_from(after.len()).ok()?;
    Some(sum * 2f64.powi(exponent.saturating_sub(places.saturating_mul(4))))
}

/// `to_i`: the decimal digits at the start of the text, 0 where there are none; what does not fit stays at the limit.
pub fn to_i(text: &str) -> i64 {
    let (negative, rest) = signed(text.trim_start_matches(BLANKS));
    let digits = leading_digits(rest);
    let number = digits.parse::<i64>().unwrap_or(if digits.is_empty() { 0 } else { i64::MAX });
    if negative { -number } else { number }
}

/// `to_f`: the number at the start of the text, 0 where there is none.
pub fn to_f(text: &str) -> f64 {
    let (negative, rest) = signed(text.trim_start_matches(BLANKS));
    let mut number = leading_digits(rest);
    let mut rest = rest.get(length_of_digits(rest)..).unwrap_or_default();
    if number.is_empty() {
        return 0.0;
    }
    if let Some(after) =
        rest.strip_prefix('.').filter(|after| after.starts_with(|letter: char| letter.is_ascii_digit()))
    {
        number.push('.');
        number.push_str(&leading_digits(after));
        rest = after.get(length_of_digits(after)..).unwrap_or_default();
    }
    if let Some(after) = rest.strip_prefix(['e', 'E']) {
        let (minus, exponent) = signed(after);
        let digits = leading_digits(exponent);
        if !digits.is_empty() {
            number.push_str(if minus { "e-" } else { "e" });
            number.push_str(&digits);
        }
    }
    let size: f64 = number.parse().unwrap_or_default();
    if negative { -size } else { size }
}

fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix(['+', '-']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    }
}

/// How far digits with single underscores between them go.
fn length_of_digits(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        let next_is_digit = bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        match byte {
            b'0'..=b'9' => end += 1,
            b'_' if end > 0 && next_is_digit => end += 1,
            _ => break,
        }
    }
    end
}

fn leading_digits(text: &str) -> String {
    text.get(..length_of_digits(text)).unwrap_or_default().replace('_', "")
}

/// Takes out single underscores between other characters; nothing if one is elsewhere.
fn without_underscores(text: &str) -> Option<String> {
    if text.starts_with('_') || text.ends_with('_') || text.contains("__") {
        return None;
    }
    Some(text.replace('_', ""))
}

/// `integer <=> float`, without rounding the integer, which a cast would; nothing for NaN.
///
/// ```
/// use std::cmp::Ordering;
///
/// // Both are the same as floats.
/// assert_eq!(ruby_subset::number::compare(9_007_199_254_740_993, 9_007_199_254_740_992.0), Some(Ordering::Greater));
/// ```
pub fn compare(integer: i64, float: f64) -> Option<Ordering> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if float.is_nan() {
        return None;
    }
    if float >= LIMIT {
        return Some(Ordering::Less);
    }
    if float < -LIMIT {
        return Some(Ordering::Greater);
    }
    let whole = integer.cmp(&(float.trunc() as i64));
    Some(whole.then(0.0.partial_cmp(&float.fract())?))
}
