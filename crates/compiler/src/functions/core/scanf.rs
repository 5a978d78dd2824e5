//! `scanf`: values found in a text by a format.

mod conversion;

#[cfg(test)]
mod tests;

use pcore::Value;

use self::conversion::{Conversion, Step, steps};
use crate::functions::{Call, Function, Outcome, Signature};

functions![
    Function::typed(
        "scanf",
        "Returns the values that a format such as '%d %s' finds in a text, up to the first that is not there",
        &[Signature::new(&["String data", "String format"], body).block("Callable block?")],
        &[
            ("scanf('42 apples', '%d %s')", "[42, 'apples']"),
            ("scanf('0x1f 1.5', '%i %f')", "[31, 1.5]"),
            ("scanf('12:30', '%2d:%2d')", "[12, 30]"),
            ("scanf('x', '%d')", "[]"),
            ("scanf('7', '%d') |$found| { $found[0] + 1 }", "8"),
        ],
    )
    .legacy()
];

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let mut rest = call.string(0)?;
    let mut found = Vec::new();
    for step in steps(call.string(1)?) {
        let after = match &step {
            Step::Blanks => Some(rest.trim_start()),
            Step::Literal(character) => rest.strip_prefix(*character),
            Step::Conversion(conversion) => taken(conversion, rest, &mut found),
        };
        match after {
            Some(after) => rest = after,
            None => break,
        }
    }
    let found = Value::from(found);
    if call.has_block() { call.yield_block(&[found]) } else { Ok(found) }
}

/// Takes a value off the text and returns what is left; nothing where it does not begin with one.
fn taken<'t>(conversion: &Conversion, text: &'t str, found: &mut Vec<Value>) -> Option<&'t str> {
    let (value, rest) = conversion.take(text)?;
    if !conversion.dropped {
        found.push(value);
    }
    Some(rest)
}
