//! `sha1`: a digest.

use super::md5::of_text;
use crate::functions::{Function, digest::Algorithm};

pub(super) static FUNCTION: Function = Function::counted(
    "sha1",
    "Returns the SHA-1 digest of a text in hexadecimal",
    1,
    |call| of_text(call, Algorithm::Sha1),
    &[("sha1('x')", "'11f6ad8ec52a2984abaafd7c3b516503785c2072'")],
);
