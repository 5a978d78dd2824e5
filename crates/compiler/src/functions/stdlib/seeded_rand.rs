//! `seeded_rand`: a number that looks random, but is always the same for a seed.

use pcore::Value;

use super::{fail, is_integer::is_whole, to_i};
use crate::{
    error::Outcome,
    functions::{Call, Function, digest::Algorithm, ruby::random::Random},
};

pub(super) static FUNCTION: Function = Function::counted(
    "seeded_rand",
    "Returns a number from 0 to below a limit that depends only on a seed",
    2,
    body,
    &[("seeded_rand(100, 'a')", "31"), ("seeded_rand(1, 'x')", "0")],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::counted(
    "stdlib::seeded_rand",
    "Returns a number from 0 to below a limit that depends only on a seed",
    2,
    body,
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let limit = match call.argument(0) {
        given if is_whole(given) => u64::try_from(to_i(given)?).unwrap_or_default(),
        _ => 0,
    };
    if limit == 0 {
        return fail("seeded_rand(): first argument must be a positive integer");
    }
    let Value::String(seed) = call.argument(1) else { return fail("seeded_rand(): second argument must be a string") };
    let number = Random::new(seed_of(seed)).below(limit);
    Ok(Value::Integer(i64::try_from(number).unwrap_or(i64::MAX)))
}

/// The number that a text is the seed of.
pub(super) fn seed_of(text: &str) -> u128 {
    let digest = Algorithm::Md5.digest(text.as_bytes());
    digest.iter().fold(0, |seed, byte| (seed << 8) | u128::from(*byte))
}
