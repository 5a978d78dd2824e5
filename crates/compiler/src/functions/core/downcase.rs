//! `downcase`: texts in lower case.

use super::upcase::mapped;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::case},
};

pub(super) static FUNCTION: Function = Function::typed(
    "downcase",
    "Returns a text, or all texts in arrays and hashes, in lower case; numbers stay",
    &[
        Signature { parameters: &["Numeric arg"], block: None, body },
        Signature { parameters: &["String arg"], block: None, body },
        Signature { parameters: &["Array[StringData] arg"], block: None, body },
        Signature { parameters: &["Hash[StringData, StringData] arg"], block: None, body },
    ],
    &[("downcase('ÄB').md5", "md5('äb')"), ("downcase({'A' => ['B']}).keys", "['a']"), ("downcase(1.5)", "1.5")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    Ok(mapped(call.argument(0), case::lower))
}
