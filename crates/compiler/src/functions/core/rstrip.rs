//! `rstrip`: texts without the white space behind them.

use super::{capitalize::each_text, strip::without_end};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "rstrip",
    "Returns a text, or each text of a sequence, without white space behind it",
    &[
        Signature { parameters: &["Numeric arg"], block: None, body },
        Signature { parameters: &["String arg"], block: None, body },
        Signature { parameters: &["Iterable[Variant[String, Numeric]] arg"], block: None, body },
    ],
    &[("rstrip(\" a \\n\")", "' a'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    each_text(call, |text| without_end(text).to_owned())
}
