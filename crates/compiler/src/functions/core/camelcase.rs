//! `camelcase`: words joined by underscores as one word.

use super::capitalize::each_text;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::case},
};

pub(super) static FUNCTION: Function = Function::typed(
    "camelcase",
    "Returns a text, or each text of a sequence, without underscores and with a capital behind each of them",
    &[
        Signature { parameters: &["Numeric arg"], block: None, body },
        Signature { parameters: &["String arg"], block: None, body },
        Signature { parameters: &["Iterable[Variant[String, Numeric]] arg"], block: None, body },
    ],
    &[("camelcase('foo_bar').md5", "md5('FooBar')"), ("camelcase(['a_b']).join.md5", "md5('AB')")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    each_text(call, |text| text.split('_').map(case::capitalize).collect())
}
