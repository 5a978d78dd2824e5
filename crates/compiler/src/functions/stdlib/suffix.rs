//! `suffix`: a text behind each element.

use super::prefix::extended;
use crate::functions::Function;

pub(super) static FUNCTION: Function = Function::counted(
    "suffix",
    "Returns the elements of an array as texts with a text behind them, or a hash with such keys",
    -1,
    |call| extended(call, |affix, word| format!("{word}{affix}")),
    &[("suffix(['a', 1], 's')", "['as', '1s']"), ("suffix({'a' => 1}, 's')", "{'as' => 1}")],
);
