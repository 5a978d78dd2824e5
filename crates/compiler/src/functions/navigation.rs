//! Going into nested data: the steps of `dig`, and the texts that name them (`a.b.0`).

use pcore::{Value, infer};

use super::ruby::text;
use crate::error::Interrupt;

/// Why a step into data cannot be taken.
#[derive(Clone, Debug)]
pub(crate) struct DigError {
    message: String,
    issue_code: &'static str,
    /// The name of the last detail, and the type that it shows.
    found: (&'static str, String),
    walked: Vec<Value>,
}

impl DigError {
    /// The same as a value of the language: an `Error`.
    pub fn to_value(&self) -> Value {
        let (name, found) = &self.found;
        let details = [
            ("walked_path".into(), Value::array(self.walked.iter().map(|step| Value::from(step.to_string())))),
            (Value::from(*name), Value::from(found.as_str())),
        ];
        let error = Value::error(
            self.message.as_str(),
            Some("SLICE_ERROR"),
            Some(details.into_iter().collect()),
            Some(self.issue_code),
        );
        // All parts are texts, which an Error takes.
        error.unwrap_or_default()
    }
}

impl From<DigError> for Interrupt {
    fn from(problem: DigError) -> Interrupt {
        Interrupt::unplaced(problem.message)
    }
}

/// Takes steps into arrays and hashes; what is missing on the way gives `undef`.
pub(crate) fn dig(data: &Value, steps: &[Value]) -> Result<Value, Box<DigError>> {
    let mut reached = data;
    for (position, step) in steps.iter().enumerate() {
        if reached.is_undef() || step.is_undef() {
            return Ok(Value::Undef);
        }
        let found = match reached {
            Value::Hash(hash) => hash.get(step),
            Value::Array(items) => match step {
                Value::Integer(index) => element_at(items, *index),
                other => {
                    let walked = &steps[..=position];
                    let found = infer::reduced(other).to_string();
                    let message = format!(
                        "The given data requires an Integer index at {}, got '{found}'",
                        text::inspect(&Value::array(walked.iter().cloned()))
                    );
                    let found = ("index_type", found);
                    let walked = walked.to_vec();
                    return Err(Box::new(DigError { message, issue_code: "EXPECTED_INTEGER_INDEX", found, walked }));
                }
            },
            other => {
                let walked = &steps[..position];
                let found = infer::reduced(other).to_string();
                let message = format!(
                    "The given data does not contain a Collection at {}, got '{found}'",
                    text::inspect(&Value::array(walked.iter().cloned()))
                );
                let found = ("value_type", found);
                let walked = walked.to_vec();
                return Err(Box::new(DigError { message, issue_code: "EXPECTED_COLLECTION", found, walked }));
            }
        };
        match found {
            Some(value) => reached = value,
            None => return Ok(Value::Undef),
        }
    }
    Ok(reached.clone())
}

/// An element by its index, counted from the end when negative.
pub(crate) fn element_at(items: &[Value], index: i64) -> Option<&Value> {
    let index = if index < 0 { index.checked_add_unsigned(items.len() as u64)? } else { index };
    items.get(usize::try_from(index).ok()?)
}

/// The text is not a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadPath;

/// The steps that a text names: words with dots between them, quoted where they have dots themselves. Numbers without
/// quotes are numbers.
pub(crate) fn steps(path: &str) -> Result<Vec<Value>, BadPath> {
    let mut steps = Vec::new();
    let mut rest = path;
    loop {
        let (step, after) = step(rest)?;
        steps.push(step);
        match after.strip_prefix('.') {
            Some(more) => rest = more,
            None if after.is_empty() => return Ok(steps),
            None => return Err(BadPath),
        }
    }
}

fn step(text: &str) -> Result<(Value, &str), BadPath> {
    let start = text.trim_start();
    if let Some(quote @ ('\'' | '"')) = start.chars().next() {
        let (word, after) = start[1..].split_once(quote).ok_or(BadPath)?;
        return if word.is_empty() { Err(BadPath) } else { Ok((Value::from(word), after.trim_start())) };
    }
    let (word, after) = text.split_at(text.find(['.', '\'', '"']).unwrap_or(text.len()));
    let word = match word.trim() {
        _ if word.is_empty() => return Err(BadPath),
        word => word,
    };
    Ok((number(word).map_or_else(|| Value::from(word), Value::Integer), after))
}

/// A number among the words of a path; a colon before it is Puppet's mistake, which paths may rely on.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(':').unwrap_or(word);
    let bare = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    let is_number = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit());
    // Ruby does not read a number after a colon, so it is zero.
    is_number.then(|| if word.starts_with(':') { Some(0) } else { digits.parse().ok() }).flatten()
}
