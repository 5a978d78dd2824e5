//! `fqdn_rotate`: an array that begins elsewhere on each machine.

use pcore::Value;

use super::{fail, seeded_rand::seed_of, wrong_count};
use crate::{
    error::Outcome,
    functions::{
        Call, Function, navigation,
        ruby::{random::Random, text},
    },
    scope::Scopes,
};

pub(super) static FUNCTION: Function = Function::counted(
    "fqdn_rotate",
    "Returns an array or a text rotated by a distance that depends only on the name of the machine and a seed",
    -1,
    body,
    &[("fqdn_rotate([1])", "[1]"), ("fqdn_rotate([1, 2, 3], 'a') == fqdn_rotate([1, 2, 3], 'a')", "true")],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::counted(
    "stdlib::fqdn_rotate",
    "Returns an array or a text rotated by a distance that depends only on the name of the machine and a seed",
    -1,
    body,
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let Some((given, seeds)) = call.arguments.split_first() else { return wrong_count(call, "1") };
    let seed = format!("{}:{}", name(call), joined(seeds));
    let distance = |length: usize| {
        let below = Random::new(seed_of(&seed)).below(length as u64);
        usize::try_from(below).unwrap_or_default()
    };
    match given {
        Value::Array(items) if items.len() > 1 => {
            let (before, after) = items.split_at(distance(items.len()).min(items.len()));
            Ok(after.iter().chain(before).cloned().collect())
        }
        Value::String(letters) if letters.chars().nth(1).is_some() => {
            let letters: Vec<char> = letters.chars().collect();
            let (before, after) = letters.split_at(distance(letters.len()).min(letters.len()));
            Ok(Value::from(after.iter().chain(before).collect::<String>()))
        }
        Value::Array(_) | Value::String(_) => Ok(given.clone()),
        _ => fail("fqdn_rotate(): Requires either array or string to work with"),
    }
}

/// The full name of the machine: from the fact of old, or from the one that has taken its place.
fn name(call: &Call<'_, '_>) -> String {
    if let Some(name) = call.compilation.variable(Scopes::TOP, "fqdn") {
        return text::to_s(name);
    }
    let facts = call.compilation.variable_for(Scopes::TOP, "facts", Some("networking"));
    let name = facts.and_then(|facts| navigation::dig(facts, &["networking".into(), "fqdn".into()]).ok());
    name.filter(|name| !name.is_undef()).map(|name| text::to_s(&name)).unwrap_or_default()
}

/// The seeds as they stand in a text; the elements of an array go on as those before them.
fn joined(seeds: &[Value]) -> String {
    let text = |seed: &Value| match seed {
        Value::Array(items) => joined(items),
        other => text::to_s(other),
    };
    seeds.iter().map(text).collect::<Vec<_>>().join(":")
}
