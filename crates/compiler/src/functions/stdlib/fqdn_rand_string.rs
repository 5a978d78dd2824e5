//! `fqdn_rand_string`: a text that looks random, but is always the same for a machine.

use pcore::Value;

use super::{fail, is_integer::is_whole, to_i};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "fqdn_rand_string",
    "Returns a text of a length that depends only on the name of the machine and a seed",
    -2,
    body,
    &[("fqdn_rand_string(5, 'a')", "'aaaaa'"), ("fqdn_rand_string(5) == fqdn_rand_string(5)", "true")],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::counted(
    "stdlib::fqdn_rand_string",
    "Returns a text of a length that depends only on the name of the machine and a seed",
    -2,
    body,
    &[],
);

const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// How many characters may be made: each takes a digest.
const MOST: usize = 65_536;

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let length = match call.argument(0) {
        given if is_whole(given) => usize::try_from(to_i(given)?).unwrap_or_default(),
        _ => 0,
    };
    if length == 0 {
        return fail("fqdn_rand_string(): first argument must be a positive integer");
    }
    let letters: Vec<char> = match call.argument(1) {
        Value::Undef => LETTERS.chars().collect(),
        Value::String(letters) if letters.is_empty() => LETTERS.chars().collect(),
        Value::String(letters) => letters.chars().collect(),
        _ => return fail("fqdn_rand_string(): second argument must be undef or a string"),
    };
    if length > MOST {
        return fail(format!("fqdn_rand_string(): a text may have {MOST} characters at most"));
    }
    let seeds: Vec<String> = call.arguments.iter().skip(2).map(text::to_s).collect();
    let limit = Value::Integer(i64::try_from(letters.len()).unwrap_or(i64::MAX));
    let mut made = String::new();
    for place in 1..=length {
        let seed: Vec<String> = seeds.iter().cloned().chain([place.to_string()]).collect();
        let chosen = call.call_function("fqdn_rand", &[limit.clone(), Value::from(seed.join(":"))])?;
        made.extend(usize::try_from(to_i(&chosen)?).ok().and_then(|chosen| letters.get(chosen)));
    }
    Ok(Value::from(made))
}
