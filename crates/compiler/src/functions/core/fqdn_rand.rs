//! `fqdn_rand`: a number that looks random, but is always the same for a machine.

#[cfg(test)]
mod tests;

use pcore::Value;

use crate::{
    functions::{
        Call, Function, Interrupt, Outcome, case, navigation,
        ruby::{
            legacy::{is_set, joined, to_i},
            random::Random,
        },
    },
    scope::Scopes,
};

functions![
    Function::counted(
        "fqdn_rand",
        "Returns a number from 0 to below a limit that depends only on the name of the machine and a seed",
        -2,
        body,
        &[("fqdn_rand(1)", "0"), ("fqdn_rand(1000, 'a') == fqdn_rand(1000, 'a')", "true")],
    )
    .legacy()
    .pure()
];

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments;
    let limit = to_i(&arguments[0])?;
    let name = name(call).unwrap_or_default();
    let name = if arguments.get(2).is_some_and(is_set) { case::lower(&name) } else { name };
    let size = u64::try_from(limit).ok().filter(|size| *size > 0);
    let size = size.ok_or_else(|| Interrupt::unplaced(format!("invalid argument - {limit}")))?;
    let seed = joined(arguments.get(1..2).unwrap_or_default());
    let number = Random::of_text(&format!("{name}:{limit}:{seed}")).below(size);
    Ok(Value::Integer(i64::try_from(number).unwrap_or(i64::MAX)))
}

/// The full name of the machine, from its facts.
fn name(call: &Call<'_, '_>) -> Option<String> {
    let facts = call.compilation.variable_for(Scopes::TOP, "facts", Some("networking"))?;
    let name = navigation::dig(facts, &["networking".into(), "fqdn".into()]).ok()?;
    name.as_str().map(str::to_owned)
}
