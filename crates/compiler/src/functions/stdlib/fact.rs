//! `fact`: a fact by a path with dots.

use pcore::Value;
use resource_api::log::Level;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::number},
    scope::Scopes,
};

pub(super) static FUNCTION: Function = Function::typed(
    "fact",
    "Returns a fact by its path, such as os.family; parts with dots in them are quoted",
    &[Signature { parameters: &["String fact_name"], block: None, body }],
    &[("fact('kernel')", "'Linux'"), ("fact('no.such')", "undef")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.string(0);
    let root = path.split('.').next().filter(|root| !root.starts_with(['"', '\'']));
    let mut reached = call.compilation.variable_for(Scopes::TOP, "facts", root).cloned().unwrap_or_default();
    let mut walked: Vec<String> = Vec::new();
    for step in steps(path) {
        let problem = match &reached {
            Value::Undef => return Ok(Value::Undef),
            Value::Hash(hash) => {
                reached = hash.get_str(step).cloned().unwrap_or_default();
                None
            }
            Value::Array(items) => match number::whole(step).and_then(|index| index.to_i64()) {
                Some(index) => {
                    reached = at(items, index);
                    None
                }
                None => Some(format!("is an array; cannot index to '{step}'")),
            },
            _ => Some(format!("is not a collection; cannot walk to '{step}'")),
        };
        if let Some(problem) = problem {
            let walked = walked.join(".");
            let message = format!("fact request for {path} returning nil: '{walked}' {problem}");
            call.compilation.log.line(Level::Warning, &message);
            reached = Value::Undef;
        }
        walked.push(if step.contains('.') { format!("\"{step}\"") } else { step.to_owned() });
    }
    Ok(reached)
}

/// An element by its place, from the end when negative.
fn at(items: &[Value], index: i64) -> Value {
    let place = if index < 0 { index.saturating_add_unsigned(items.len() as u64) } else { index };
    usize::try_from(place).ok().and_then(|place| items.get(place)).cloned().unwrap_or_default()
}

/// The parts of a path: words between dots, or anything in double quotes.
fn steps(path: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        if first == '.' {
            rest = &rest[1..];
        } else if first == '"' {
            let (word, after) = rest[1..].split_once('"').unwrap_or(("", &rest[1..]));
            found.extend(Some(word).filter(|word| !word.is_empty()));
            rest = after;
        } else {
            let (word, after) = rest.split_at(rest.find(['.', '"']).unwrap_or(rest.len()));
            found.push(word);
            rest = after;
        }
    }
    found
}
