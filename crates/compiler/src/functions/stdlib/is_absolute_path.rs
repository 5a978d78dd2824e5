//! `is_absolute_path`: whether a text is an absolute path of Unix or Windows.

use std::sync::LazyLock;

use pcore::{Value, regexp::Regexp};
use resource_api::log::Level;

use super::{deprecation::prefer_match, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "is_absolute_path",
    "Returns whether a text is an absolute path of Unix or Windows",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[],
);

static ABSOLUTE: LazyLock<Option<Regexp>> = LazyLock::new(|| {
    let (slash, name) = (r"[\\/]", r"[^\\/]+");
    let windows = format!("[A-Za-z]:{slash}|{slash}{slash}{name}{slash}{name}|{slash}{slash}\\?{slash}{name}");
    Regexp::new(&format!("^(?:/|{windows})")).ok()
});

fn body(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_absolute_path", "Absolute_Path")?;
    match call.arguments {
        [value] => Ok(Value::Boolean(is_absolute(call, value))),
        _ => wrong_count(call, "1"),
    }
}

/// Whether a value is an absolute path; one line of a text is enough.
pub(super) fn is_absolute(call: &Call<'_, '_>, value: &Value) -> bool {
    let Value::String(path) = value else {
        let (shown, class) = (text::to_s(value), text::class_name(value));
        let message =
            format!("Cannot check if {shown} is an absolute path because it is a '{class}' and not a String'");
        // Once for each kind of path.
        for _ in 0..2 {
            call.compilation.log.line(Level::Warning, &message);
        }
        return false;
    };
    ABSOLUTE.as_ref().is_some_and(|pattern| pattern.is_match(path).unwrap_or_default())
}
