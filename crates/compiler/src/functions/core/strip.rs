//! `strip`: texts without the white space around them; and what it shares with `lstrip` and `rstrip`.

use super::capitalize::each_text;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "strip",
    "Returns a text, or each text of a sequence, without white space around it",
    &[
        Signature { parameters: &["Numeric arg"], block: None, body },
        Signature { parameters: &["String arg"], block: None, body },
        Signature { parameters: &["Iterable[Variant[String, Numeric]] arg"], block: None, body },
    ],
    &[("strip(\" a b \\n\")", "'a b'"), ("strip([' a '])", "['a']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    each_text(call, |text| without_end(without_start(text)).to_owned())
}

/// What counts as white space: that of ASCII, and the character zero.
fn is_blank(character: char) -> bool {
    matches!(character, '\0' | '\t'..='\r' | ' ')
}

/// The text without the white space before it.
pub(super) fn without_start(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// The text without the white space behind it.
pub(super) fn without_end(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}
