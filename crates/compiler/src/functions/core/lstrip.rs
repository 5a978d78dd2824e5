//! `lstrip`: texts without the white space before them.

use super::{capitalize::each_text, strip::without_start};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "lstrip",
    "Returns a text, or each text of a sequence, without white space before it",
    &[
        Signature { parameters: &["Numeric arg"], block: None, body },
        Signature { parameters: &["String arg"], block: None, body },
        Signature { parameters: &["Iterable[Variant[String, Numeric]] arg"], block: None, body },
    ],
    &[("lstrip('  a ')", "'a '")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    each_text(call, |text| without_start(text).to_owned())
}
