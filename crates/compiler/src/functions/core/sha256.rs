//! `sha256`: a digest.

use super::md5::of_text;
use crate::functions::{Function, digest::Algorithm};

pub(super) static FUNCTION: Function = Function::counted(
    "sha256",
    "Returns the SHA-256 digest of a text in hexadecimal",
    1,
    |call| of_text(call, Algorithm::Sha256),
    &[("sha256('x')", "'2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'")],
);
