//! `regexpescape`: a pattern that matches just a text.

use pcore::regexp::Regexp;

use crate::functions::Function;

pub(super) static FUNCTION: Function = Function::counted(
    "regexpescape",
    "Returns a pattern for a text, or patterns for the texts of an array, that match nothing else",
    -1,
    |call| super::each_text(call, Regexp::escape),
    &[("regexpescape('a.b')", r"'a\.b'")],
);
