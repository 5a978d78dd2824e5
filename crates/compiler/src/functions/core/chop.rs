//! `chop`: texts without their last character.

use super::capitalize::each_text;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "chop",
    "Returns a text, or each text of a sequence, without its last character; the two of an end of line count as one",
    &[
        Signature { parameters: &["Numeric arg"], block: None, body },
        Signature { parameters: &["String arg"], block: None, body },
        Signature { parameters: &["Iterable[Variant[String, Numeric]] arg"], block: None, body },
    ],
    &[("chop('abc')", "'ab'"), ("chop(\"a\\r\\n\")", "'a'"), ("chop('')", "''")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    each_text(call, |text| {
        let cut = text.strip_suffix("\r\n").or(text.strip_suffix(|_: char| true));
        cut.unwrap_or(text).to_owned()
    })
}
