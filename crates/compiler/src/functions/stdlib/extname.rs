//! `stdlib::extname`: the ending of a file name, with its dot.

use pcore::Value;

use super::path;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

const SIGNATURES: &[Signature] = &[Signature { parameters: &["String filename"], block: None, body }];

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::extname",
    "Returns what a file name has from its last dot on",
    SIGNATURES,
    &[("stdlib::extname('/a/b.tar.gz')", "'.gz'"), ("stdlib::extname('.profile')", "''")],
);

/// The same by the name that older versions had.
pub(super) static OLDER: Function = Function::typed(
    "extname",
    "Returns what a file name has from its last dot on",
    SIGNATURES,
    &[("extname('a.rb')", "'.rb'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Value::from(path::extname(call.string(0))))
}
