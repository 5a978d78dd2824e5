//! The parts of a format of `scanf`, and what each takes from a text.

use pcore::Value;

use crate::functions::number;

/// A part of a format.
pub(super) enum Step {
    /// Any white space, or none.
    Blanks,
    /// A character that must be there.
    Literal(char),
    /// A value.
    Conversion(Conversion),
}

/// A directive: `%d`, `%5s`, `%*c`, `%[a-z]`.
pub(super) struct Conversion {
    letter: char,
    /// How many characters it may take.
    width: Option<usize>,
    /// Whether the value is left out of the result.
    pub dropped: bool,
    /// The characters between brackets.
    set: Set,
}

#[derive(Default)]
struct Set {
    negated: bool,
    ranges: Vec<(char, char)>,
}

/// Takes a format apart; everything else is literal.
pub(super) fn steps(format: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        let directive = rest.strip_prefix('%').and_then(directive);
        if let Some((step, after)) = directive {
            steps.push(step);
            rest = after;
        } else {
            steps.push(if first.is_whitespace() { Step::Blanks } else { Step::Literal(first) });
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    steps
}

fn directive(text: &str) -> Option<(Step, &str)> {
    let (dropped, text) = text.strip_prefix('*').map_or((false, text), |rest| (true, rest));
    let digits = text.find(|letter: char| !letter.is_ascii_digit())?;
    let (width, text) = text.split_at(digits);
    let width = if width.is_empty() { None } else { Some(width.parse().unwrap_or(usize::MAX)) };
    let letter = text.chars().next()?;
    let rest = text.get(letter.len_utf8()..)?;
    match letter {
        '%' => Some((Step::Literal('%'), rest)),
        '[' => {
            let (set, rest) = set(rest)?;
            Some((Step::Conversion(Conversion { letter, width, dropped, set }), rest))
        }
        'd' | 'u' | 'i' | 'o' | 'x' | 'X' | 'f' | 'g' | 'e' | 'E' | 'a' | 'A' | 's' | 'c' => {
            Some((Step::Conversion(Conversion { letter, width, dropped, set: Set::default() }), rest))
        }
        _ => None,
    }
}

/// Reads the text between brackets; a bracket that comes first is one of the characters.
fn set(text: &str) -> Option<(Set, &str)> {
    let (negated, text) = text.strip_prefix('^').map_or((false, text), |rest| (true, rest));
    let search_from = usize::from(text.starts_with(']'));
    let end = search_from + text.get(search_from..)?.find(']')?;
    let mut ranges = Vec::new();
    let mut characters = text.get(..end)?.chars().peekable();
    while let Some(from) = characters.next() {
        let mut ahead = characters.clone();
        match (ahead.next(), ahead.next()) {
            (Some('-'), Some(to)) => {
                ranges.push((from, to));
                characters = ahead;
            }
            _ => ranges.push((from, from)),
        }
    }
    Some((Set { negated, ranges }, text.get(end + 1..)?))
}

impl Set {
    fn contains(&self, character: char) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&character)) != self.negated
    }
}

impl Conversion {
    /// Takes a value off the start of a text, and returns what is left.
    pub fn take<'t>(&self, text: &'t str) -> Option<(Value, &'t str)> {
        let text = if matches!(self.letter, 'c' | '[') { text } else { text.trim_start() };
        let room = match self.width {
            Some(width) => text.char_indices().nth(width).map_or(text, |(end, _)| text.get(..end).unwrap_or(text)),
            None => text,
        };
        let length = self.length(room)?;
        let (taken, rest) = text.split_at(length);
        Some((self.value(taken)?, rest))
    }

    /// How many bytes of a text belong to the value.
    fn length(&self, room: &str) -> Option<usize> {
        let run = |matches: &dyn Fn(char) -> bool| {
            let end = room.find(|letter: char| !matches(letter)).unwrap_or(room.len());
            (end > 0).then_some(end)
        };
        match self.letter {
            's' => run(&|letter| !letter.is_whitespace()),
            '[' => run(&|letter| self.set.contains(letter)),
            'c' if self.width.is_some() => (!room.is_empty()).then_some(room.len()),
            'c' => room.chars().next().map(char::len_utf8),
            'd' | 'u' => digits(room, 10, &[]),
            'o' => digits(room, 8, &[]),
            'x' | 'X' => digits(room, 16, &["0x", "0X"]),
            'i' => {
                let unsigned = room.strip_prefix(['+', '-']).unwrap_or(room);
                match unsigned.as_bytes() {
                    [b'0', b'x' | b'X', ..] => digits(room, 16, &["0x", "0X"]),
                    [b'0', b'b' | b'B', ..] => digits(room, 2, &["0b", "0B"]),
                    [b'0', ..] => digits(room, 8, &[]),
                    _ => digits(room, 10, &[]),
                }
            }
            _ => float_length(room),
        }
    }

    fn value(&self, taken: &str) -> Option<Value> {
        let radix = match self.letter {
            's' | 'c' | '[' => return Some(Value::from(taken)),
            'd' | 'u' => 10,
            'o' => 8,
            'x' | 'X' => 16,
            'i' => return number::whole(taken)?.to_i64().map(Value::Integer),
            _ => return number::float(taken.trim_end_matches('.')).map(Value::Float),
        };
        let (sign, bare) = taken.split_at(taken.len() - taken.trim_start_matches(['+', '-']).len());
        let bare = bare.strip_prefix("0x").or(bare.strip_prefix("0X")).unwrap_or(bare);
        let minus = if sign.starts_with('-') { "-" } else { "" };
        i64::from_str_radix(&format!("{minus}{bare}"), radix).ok().map(Value::Integer)
    }
}

/// How far a sign, a prefix and digits go; nothing without digits.
fn digits(text: &str, radix: u32, prefixes: &[&str]) -> Option<usize> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let bare = prefixes.iter().find_map(|prefix| unsigned.strip_prefix(prefix)).unwrap_or(unsigned);
    let count = bare.find(|letter: char| !letter.is_digit(radix)).unwrap_or(bare.len());
    // Without digits after a prefix, its zero alone is a number.
    let before = text.len() - bare.len();
    match count {
        0 if bare.len() < unsigned.len() => Some(text.len() - unsigned.len() + 1),
        0 => None,
        count => Some(before + count),
    }
}

fn float_length(text: &str) -> Option<usize> {
    let end_of_digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len())
    };
    let start = usize::from(text.starts_with(['+', '-']));
    let whole = end_of_digits(start);
    let mut end = whole;
    if text.get(end..)?.starts_with('.') {
        let fraction = end_of_digits(end + 1);
        if fraction > end + 1 {
            end = fraction;
        }
    }
    if end == start {
        return None;
    }
    if text.get(end..)?.starts_with(['e', 'E']) {
        let sign = end + 1 + usize::from(text.get(end + 1..)?.starts_with(['+', '-']));
        let exponent = end_of_digits(sign);
        if exponent > sign {
            end = exponent;
        }
    }
    Some(end)
}
