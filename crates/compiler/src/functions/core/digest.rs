//! Digests of text.

use pcore::Value;
use ruby_subset::digest::Algorithm;

use crate::functions::{Call, Function, Outcome, fail, text};

functions![
    Function::counted(
        "digest",
        "Returns the digest of a text in hexadecimal, made as the setting digest_algorithm says",
        1,
        digest,
        &[("digest('x')", "sha256('x')")],
    )
    .legacy(),
    Function::counted(
        "md5",
        "Returns the MD5 digest of a text in hexadecimal",
        1,
        |call| of_text(call, Algorithm::Md5),
        &[("md5('x')", "'9dd4e461268c8034f5c8564e155c67a6'")],
    )
    .legacy()
    .pure(),
    Function::counted(
        "sha1",
        "Returns the SHA-1 digest of a text in hexadecimal",
        1,
        |call| of_text(call, Algorithm::Sha1),
        &[("sha1('x')", "'11f6ad8ec52a2984abaafd7c3b516503785c2072'")],
    )
    .legacy(),
    Function::counted(
        "sha256",
        "Returns the SHA-256 digest of a text in hexadecimal",
        1,
        |call| of_text(call, Algorithm::Sha256),
        &[("sha256('x')", "'2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'")],
    )
    .legacy(),
];

fn digest(call: &mut Call<'_, '_>) -> Outcome {
    let settings = &call.compilation.options().settings;
    let wanted = settings.iter().find(|(name, _)| name == "digest_algorithm").and_then(|(_, value)| value.as_str());
    match Algorithm::named(wanted.unwrap_or("sha256")) {
        Some(algorithm) => of_text(call, algorithm),
        None => {
            let wanted = Value::from(wanted.unwrap_or_default());
            fail(format!("digest(): the setting digest_algorithm is {wanted}, which is not known"))
        }
    }
}

/// The digest of the first argument, which must be a text.
pub(super) fn of_text(call: &mut Call<'_, '_>, algorithm: Algorithm) -> Outcome {
    match call.arguments {
        [Value::String(text), ..] => Ok(Value::from(algorithm.hexadecimal(text.as_bytes()))),
        [other, ..] => fail(text::no_conversion(other, "String")),
        [] => Ok(Value::Undef),
    }
}
