//! `range`: numbers or texts from one to another.

use std::sync::LazyLock;

use ecow::EcoVec;
use pcore::{Value, regexp::Regexp};
use ruby_subset::successor;

use super::arguments::{captures, has_number_line, own_pattern, to_i, wrong_count};
use crate::functions::{Call, Function, Outcome, fail, number, text};

functions![Function::counted(
    "range",
    "Returns the numbers, or the texts, from one to another, or those that a text such as '1..3' names",
    -1,
    range,
    &[
        ("range(1, 3)", "[1, 2, 3]"),
        ("range('a', 'c')", "['a', 'b', 'c']"),
        ("range('host08..host10')", "['host08', 'host09', 'host10']"),
        ("range(0, 10, 5)", "[0, 5, 10]"),
    ],
)];

/// How many elements a range may have.
const MAX_ELEMENTS: usize = 1_000_000;

static NOTATION: LazyLock<Option<Regexp>> = LazyLock::new(|| own_pattern(r"^(\w+)(\.\.\.?|\-)(\w+)$"));

fn range(call: &mut Call<'_, '_>) -> Outcome {
    let (start, stop, step, exclusive) = match call.arguments {
        [] => return wrong_count(call, "1"),
        [Value::String(written)] => {
            let (start, stop, exclusive) = read(written)?;
            (Value::from(start), Value::from(stop), 1, exclusive)
        }
        [other] => return fail(text::no_method("match", other)),
        [start, stop, rest @ ..] => (start.clone(), stop.clone(), step(rest.first())?, false),
    };
    let (first, last) = (text::to_s(&start), text::to_s(&stop));
    if has_number_line(&first) {
        return Ok(numbers(number::to_i(&first), to_i(&stop)?, step, exclusive));
    }
    texts(call, &first, &last, step, exclusive)
}

fn step(given: Option<&Value>) -> Outcome<usize> {
    let step = match given {
        None => return Ok(1),
        Some(given) => to_i(given)?.unsigned_abs(),
    };
    match usize::try_from(step) {
        Ok(0) => fail("range(): 3rd arg (step size) must be a non zero integer (e.g. 1 or -1)"),
        Ok(step) => Ok(step),
        Err(_) => Ok(usize::MAX),
    }
}

/// Reads `1..3`, `1...3` or `1-3`.
fn read(written: &str) -> Outcome<(String, String, bool)> {
    let Some(captures) = captures(&NOTATION, written)? else {
        return fail(if written.is_empty() {
            format!("range(): Unknown range format: {written}")
        } else {
            format!("range(): Unable to compute range from the value: {written}")
        });
    };
    let part = |number| captures.get(number).map(|found| found.as_str().to_owned()).unwrap_or_default();
    Ok((part(1), part(3), part(2) == "..."))
}

fn numbers(start: i64, stop: i64, step: usize, exclusive: bool) -> Value {
    // Before the smallest number there is none.
    let Some(last) = (if exclusive { stop.checked_sub(1) } else { Some(stop) }) else { return Value::array([]) };
    (start..=last).step_by(step).take(MAX_ELEMENTS).map(Value::Integer).collect()
}

/// How many texts may be passed over.
const MAX_PASSED: usize = 2_000_000;

/// The texts between two, as Ruby's `String#upto` finds them.
fn texts(call: &Call<'_, '_>, first: &str, last: &str, step: usize, exclusive: bool) -> Outcome {
    if let ([from], [to]) = (first.as_bytes(), last.as_bytes()) {
        let codes = (*from..=*to).filter(|code| !(exclusive && code == to)).step_by(step);
        return Ok(codes.map(|code| Value::from(char::from(code).to_string())).collect());
    }
    let mut made = EcoVec::new();
    if first > last || (exclusive && first == last) {
        return Ok(Value::Array(made));
    }
    let after = successor(last);
    let longest = last.chars().count();
    let (mut current, mut index, mut bytes) = (first.to_owned(), 0_usize, 0_usize);
    while current != after && made.len() < MAX_ELEMENTS {
        bytes = bytes.saturating_add(current.len());
        call.compilation.budget.size(bytes)?;
        if index >= MAX_PASSED {
            return fail(format!("range(): there are more than {MAX_PASSED} texts from '{first}' to '{last}'"));
        }
        if index.is_multiple_of(step) {
            made.push(Value::from(current.as_str()));
        }
        if !exclusive && current == last {
            break;
        }
        current = successor(&current);
        index += 1;
        if (exclusive && current == last) || current.chars().count() > longest || current.is_empty() {
            break;
        }
    }
    Ok(Value::Array(made))
}
