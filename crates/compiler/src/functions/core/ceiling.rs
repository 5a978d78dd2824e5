//! `ceiling`: the next whole number that is not below.

use super::floor;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "ceiling",
    "Returns the smallest whole number that is not below a number",
    &[
        Signature { parameters: &["Numeric val"], block: None, body: of_number },
        Signature { parameters: &["String val"], block: None, body: of_text },
    ],
    &[("ceiling(1.2)", "2"), ("ceiling(-1.2)", "-1"), ("ceiling('0x10')", "16")],
);

fn of_number(call: &mut Call<'_, '_>) -> Outcome {
    floor::rounded("ceiling", call.argument(0), f64::ceil)
}

fn of_text(call: &mut Call<'_, '_>) -> Outcome {
    floor::rounded_text(call, "ceiling", f64::ceil)
}
