//! `digest`: a digest as the setting `digest_algorithm` says.

use pcore::Value;

use super::md5::of_text;
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, digest::Algorithm},
};

pub(super) static FUNCTION: Function = Function::counted(
    "digest",
    "Returns the digest of a text in hexadecimal, made as the setting digest_algorithm says",
    1,
    body,
    &[("digest('x')", "sha256('x')")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let settings = &call.compilation.options.settings;
    let wanted = settings.iter().find(|(name, _)| name == "digest_algorithm").and_then(|(_, value)| value.as_str());
    match Algorithm::named(wanted.unwrap_or("sha256")) {
        Some(algorithm) => of_text(call, algorithm),
        None => {
            let wanted = Value::from(wanted.unwrap_or_default());
            Err(Interrupt::plain(format!("digest(): the setting digest_algorithm is {wanted}, which is not known")))
        }
    }
}
