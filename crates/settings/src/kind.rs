//! The kinds of settings: parsing and validating their values, with Puppet's error messages.

#[cfg(test)]
mod tests;

use std::fmt;

/// Which values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true`, `false`, or the path of a file.
    Autosign,
    /// `true` or `false`.
    Boolean,
    /// A name in lower case.
    Certname,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A number of seconds, or of minutes and so on with a letter: `30m`, `1h`, `2d`, `1y`.
    Duration,
    /// `name:value`, separated by commas.
    Headers,
    /// A number.
    Integer,
    /// Texts, separated by commas.
    List,
    /// A file or directory.
    Path,
    /// Directories, separated by colons.
    Paths,
    /// A number from 0 to 65535.
    Port,
    /// `high`, `normal`, `low`, `idle`, or a number.
    Priority,
    /// `chain`, `leaf`, or `false`.
    Revocation,
    /// `host:port`, separated by commas.
    Servers,
    /// Any text.
    Text,
    /// A duration, or `unlimited`.
    TimeToLive,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// There is none.
    Nothing,
    /// `true` or `false`.
    Boolean(bool),
    /// A number.
    Integer(i64),
    /// A duration.
    Seconds(u64),
    /// An infinite duration.
    Unlimited,
    /// A text.
    Text(String),
    /// Texts.
    List(Vec<String>),
    /// Headers: the parts between colons of each.
    Headers(Vec<Vec<String>>),
}

/// A value as written, before validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Raw {
    /// The words `true` and `false` in a file.
    Boolean(bool),
    /// Anything else.
    Text(String),
}

/// Why a value is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ValueError(String);

impl Kind {
    /// Whether a flag of this kind takes no value, and is negated with `--no-`.
    pub fn is_switch(self) -> bool {
        self == Kind::Boolean
    }

    /// Parses the value of a setting; the name is for the message.
    pub(crate) fn value(self, name: &str, raw: &Raw) -> Result<Value, ValueError> {
        let text = raw.to_string();
        let invalid =
            |problem: &str, expected: &str| ValueError(format!("{problem} '{}' {expected}: {name}", raw.inspect()));
        match self {
            Kind::Autosign => match text.as_str() {
                "true" => Ok(Value::Boolean(true)),
                "false" => Ok(Value::Boolean(false)),
                path if path.starts_with('/') => Ok(Value::Text(text)),
                _ => Err(ValueError(format!(
                    "Invalid autosign value {text}: must be 'true'/'false' or an absolute path"
                ))),
            },
            Kind::Boolean => match text.as_str() {
                "true" => Ok(Value::Boolean(true)),
                "false" => Ok(Value::Boolean(false)),
                _ => Err(invalid("Invalid value", "for boolean parameter")),
            },
            Kind::Certname if text.chars().any(char::is_uppercase) => {
                Err(ValueError(String::from("Certificate names must be lower case")))
            }
            Kind::Choice(allowed) if !allowed.contains(&text.as_str()) => {
                let allowed = allowed.join("', '");
                Err(ValueError(format!("Invalid value '{text}' for parameter {name}. Allowed values are '{allowed}'")))
            }
            Kind::Duration => match (raw, seconds(&text)) {
                (Raw::Text(_), Some(seconds)) => Ok(Value::Seconds(seconds)),
                _ => Err(invalid("Invalid duration format", "for parameter")),
            },
            Kind::TimeToLive => match (raw, seconds(&text)) {
                (Raw::Text(_), Some(seconds)) => Ok(Value::Seconds(seconds)),
                _ if text == "unlimited" => Ok(Value::Unlimited),
                _ => Err(invalid("Invalid 'time to live' format", "for parameter")),
            },
            Kind::Headers => Ok(Value::Headers(parts(&text))),
            Kind::Servers => Ok(Value::Text(text)),
            Kind::List => Ok(Value::List(list(&text))),
            Kind::Integer | Kind::Port => {
                let number = integer(&text).ok_or_else(|| invalid("Cannot convert", "to an integer for parameter"))?;
                if self == Kind::Port && !(0..=65535).contains(&number) {
                    let message = format!("Value '{number}' is not a valid port number for parameter: {name}");
                    return Err(ValueError(message));
                }
                Ok(Value::Integer(number))
            }
            Kind::Priority => {
                priority(&text).map(Value::Integer).ok_or_else(|| invalid("Invalid priority format", "for parameter"))
            }
            Kind::Revocation => match text.as_str() {
                "chain" | "true" => Ok(Value::Text(String::from("chain"))),
                "leaf" => Ok(Value::Text(text)),
                "false" => Ok(Value::Boolean(false)),
                _ => Err(ValueError(format!(
                    "Invalid certificate revocation value {text}: must be one of 'true', 'chain', 'leaf', or 'false'"
                ))),
            },
            Kind::Certname | Kind::Choice(_) | Kind::Path | Kind::Paths | Kind::Text => Ok(match raw {
                Raw::Boolean(boolean) => Value::Boolean(*boolean),
                Raw::Text(_) => Value::Text(text),
            }),
        }
    }
}

impl fmt::Display for Raw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Raw::Boolean(boolean) => boolean.fmt(formatter),
            Raw::Text(text) => text.fmt(formatter),
        }
    }
}

impl Raw {
    /// How error messages show it.
    fn inspect(&self) -> String {
        match self {
            Raw::Boolean(boolean) => boolean.to_string(),
            Raw::Text(text) => inspect(text),
        }
    }
}

/// As `config print` shows it.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bracketed =
            |texts: &[String]| format!("[{}]", texts.iter().map(|text| inspect(text)).collect::<Vec<_>>().join(", "));
        match self {
            Value::Nothing => Ok(()),
            Value::Boolean(boolean) => boolean.fmt(formatter),
            Value::Integer(number) => number.fmt(formatter),
            Value::Seconds(seconds) => seconds.fmt(formatter),
            Value::Unlimited => formatter.write_str("unlimited"),
            Value::Text(text) => text.fmt(formatter),
            Value::List(texts) => formatter.write_str(&bracketed(texts)),
            Value::Headers(headers) => {
                let headers: Vec<String> = headers.iter().map(|parts| bracketed(parts)).collect();
                write!(formatter, "[{}]", headers.join(", "))
            }
        }
    }
}

/// A text in double quotes, as Ruby shows it.
fn inspect(text: &str) -> String {
    let mut shown = String::from("\"");
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => shown.push_str("\\\""),
            '\\' => shown.push_str("\\\\"),
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            '#' if matches!(letters.peek(), Some('{' | '$' | '@')) => shown.push_str("\\#"),
            other => shown.push(other),
        }
    }
    shown.push('"');
    shown
}

/// The seconds of a number with an optional unit. Saturates on overflow.
fn seconds(text: &str) -> Option<u64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'y' => (&text[..text.len() - 1], 365 * 24 * 60 * 60),
        b'd' => (&text[..text.len() - 1], 24 * 60 * 60),
        b'h' => (&text[..text.len() - 1], 60 * 60),
        b'm' => (&text[..text.len() - 1], 60),
        b's' => (&text[..text.len() - 1], 1),
        _ => (text, 1),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse::<u64>().unwrap_or(u64::MAX).saturating_mul(unit))
}

/// A number as in Ruby: also `0x10`, `0b1`, `017` and `1_000`.
fn integer(text: &str) -> Option<i64> {
    let text = text.trim();
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => ("-", &text[1..]),
        b'+' => ("", &text[1..]),
        _ => ("", text),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = if let Some(rest) = lower.strip_prefix("0x") {
        (16, rest)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        (2, rest)
    } else if let Some(rest) = lower.strip_prefix("0o") {
        (8, rest)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, lower[1..].strip_prefix('_').unwrap_or(&lower[1..]))
    } else {
        (10, lower.as_str())
    };
    let separators_are_valid = !digits.starts_with(['_', '-', '+']) && !digits.ends_with('_') && !digits.contains("__");
    if !separators_are_valid {
        return None;
    }
    i64::from_str_radix(&format!("{sign}{}", digits.replace('_', "")), radix).ok()
}

/// The niceness of a process. A text with a digit anywhere counts as the number that it begins with.
fn priority(text: &str) -> Option<i64> {
    match text {
        "high" => return Some(-10),
        "normal" => return Some(0),
        "low" => return Some(10),
        "idle" => return Some(19),
        _ if !text.bytes().any(|byte| byte.is_ascii_digit()) => return None,
        _ => {}
    }
    let text = text.trim_start();
    let signs = usize::from(text.starts_with(['-', '+']));
    let digits = text[signs..].bytes().take_while(u8::is_ascii_digit).count();
    Some(text[..signs + digits].parse().unwrap_or(0))
}

/// Splits at commas. Empty texts at the end are dropped.
fn list(text: &str) -> Vec<String> {
    let mut texts: Vec<&str> = text.split(',').collect();
    let last = texts.len() - 1;
    for (index, text) in texts.iter_mut().enumerate() {
        // Strip white space around commas, but not at either end.
        if index > 0 {
            *text = text.trim_start();
        }
        if index < last {
            *text = text.trim_end();
        }
    }
    while texts.last().is_some_and(|last| last.is_empty()) {
        texts.pop();
    }
    texts.into_iter().map(str::to_owned).collect()
}

fn parts(text: &str) -> Vec<Vec<String>> {
    list(text).iter().map(|item| item.split(':').map(str::to_owned).collect()).collect()
}
