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
        let refused = |walked: &[Value], what: &str, value: &Value, found: &'static str, issue_code| {
            let shown = infer::reduced(value).to_string();
            let path = text::inspect(&Value::array(walked.iter().cloned()));
            let message = format!("The given data {what} at {path}, got '{shown}'");
            Err(Box::new(DigError { message, issue_code, found: (found, shown), walked: walked.to_vec() }))
        };
        let found = match reached {
            Value::Hash(hash) => hash.get(step),
            Value::Array(items) => match step {
                Value::Integer(index) => element_at(items, *index),
                other => {
                    let (walked, what) = (&steps[..=position], "requires an Integer index");
                    return refused(walked, what, other, "index_type", "EXPECTED_INTEGER_INDEX");
                }
            },
            other => {
                let (walked, what) = (&steps[..position], "does not contain a Collection");
                return refused(walked, what, other, "value_type", "EXPECTED_COLLECTION");
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

/// The steps that a text names: words with dots between them, quoted where they have dots themselves. Numbers without
/// quotes are numbers. Nothing where the text is not a path.
pub(crate) fn steps(path: &str) -> Option<Vec<Value>> {
    let mut steps = Vec::new();
    let mut rest = path;
    loop {
        let (step, after) = step(rest)?;
        steps.push(step);
        match after.strip_prefix('.') {
            Some(more) => rest = more,
            None if after.is_empty() => return Some(steps),
            None => return None,
        }
    }
}

fn step(text: &str) -> Option<(Value, &str)> {
    let start = text.trim_start();
    if let Some(quote @ ('\'' | '"')) = start.chars().next() {
        let (word, after) = start[1..].split_once(quote)?;
        return (!word.is_empty()).then(|| (Value::from(word), after.trim_start()));
    }
    let (word, after) = text.split_at(text.find(['.', '\'', '"']).unwrap_or(text.len()));
    if word.is_empty() {
        return None;
    }
    let word = word.trim();
    Some((number(word).map_or_else(|| Value::from(word), Value::Integer), after))
}

/// A number among the words of a path; a colon before it is Puppet's mistake, which paths may rely on.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(':').unwrap_or(word);
    let bare = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    let is_number = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit());
    // Ruby does not read a number after a colon, so it is zero.
    is_number.then(|| if word.starts_with(':') { Some(0) } else { digits.parse().ok() }).flatten()
}
