//! `chomp`: texts without the end of a line.

use super::capitalize::each_text;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "chomp",
    "Returns a text, or each text of a sequence, without the end of line that it ends with",
    &[
        Signature { parameters: &["Numeric arg"], block: None, body },
        Signature { parameters: &["String arg"], block: None, body },
        Signature { parameters: &["Iterable[Variant[String, Numeric]] arg"], block: None, body },
    ],
    &[("chomp(\"a\\r\\n\")", "'a'"), ("chomp([\"a\\n\", 'b'])", "['a', 'b']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    each_text(call, |text| {
        let cut = text.strip_suffix("\r\n").or(text.strip_suffix(['\n', '\r']));
        cut.unwrap_or(text).to_owned()
    })
}
