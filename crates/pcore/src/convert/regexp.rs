//! `Regexp.new`.

use std::sync::LazyLock;

use super::{
    ConversionError,
    constructor::{Call, Constructor},
};
use crate::{regexp::Regexp, value::Value};

pub(super) static REGEXP: LazyLock<Constructor> = LazyLock::new(|| {
    // Puppet uses the name of another function, which its messages show.
    Constructor::new("new_float").signature(&["String pattern", "Boolean escape?"], from_string)
});

fn from_string(call: &Call<'_>) -> Result<Value, ConversionError> {
    let pattern = call.text(0);
    let regexp = if call.flag(1) { Regexp::new(&Regexp::escape(pattern)) } else { Regexp::new(pattern) };
    Ok(Value::from(regexp?))
}
