//! `round`: the nearest whole number; what lies in the middle goes away from zero.

use pcore::Value;

use super::floor;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "round",
    "Returns the whole number that is nearest to a number",
    &[Signature { parameters: &["Numeric val"], block: None, body }],
    &[("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(2.4)", "2"), ("round(7)", "7")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    // Puppet adds a half to whole numbers as well, and so large ones lose their last digits.
    let number = match call.argument(0) {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => 0.0,
    };
    floor::whole("round", if number > 0.0 { number + 0.5 } else { number - 0.5 }.trunc())
}
