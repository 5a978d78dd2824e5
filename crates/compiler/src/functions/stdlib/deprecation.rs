//! `deprecation`: a warning about what will go away.

use pcore::Value;
use resource_api::log::Level;
use syntax::Strictness;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "deprecation",
    "Warns once for each key about what will go away, or fails where the setting 'strict' wants it",
    &[Signature { parameters: &["String key", "String message", "Boolean use_strict_setting?"], block: None, body }],
    &[("deprecation('a', 'b', false)", "undef")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let use_strict = !matches!(call.argument(2), Value::Boolean(false));
    let (key, message) = (call.string(0).to_owned(), call.string(1).to_owned());
    deprecate(call, &key, &message, use_strict)?;
    Ok(Value::Undef)
}

/// Warns about the place of a call, once for each key, or fails.
pub(super) fn deprecate(call: &mut Call<'_, '_>, key: &str, message: &str, use_strict: bool) -> Outcome<()> {
    let message = format!("{message} at {}:{}", call.spot.file().unwrap_or("unknown"), call.spot.line());
    match call.compilation.options.strict {
        Strictness::Off if use_strict => {}
        Strictness::Error if use_strict => return fail(format!("deprecation. {key}. {message}")),
        Strictness::Off | Strictness::Warning | Strictness::Error => {
            if call.compilation.warned.insert(key.into()) {
                call.compilation.log.line(Level::Warning, &message);
            }
        }
    }
    Ok(())
}

/// Says of a function that tells types that the language can do it.
pub(super) fn prefer_match(call: &mut Call<'_, '_>, key: &str, compatible: &str) -> Outcome<()> {
    let message = format!(
        "This method is deprecated, please use match expressions with Stdlib::Compat::{compatible} instead. They are \
         described at https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions."
    );
    deprecate(call, key, &message, true)
}

/// Says of a function that refuses values that `validate_legacy` does it better, and then lets it refuse them.
pub(super) fn prefer_legacy(
    call: &mut Call<'_, '_>,
    key: &str,
    compatible: &str,
    check: fn(&mut Call<'_, '_>, &[Value]) -> Outcome<()>,
) -> Outcome {
    let message = format!(
        "This method is deprecated, please use the stdlib validate_legacy function,\n                    with \
         {compatible}. There is further documentation for validate_legacy function in the README."
    );
    deprecate(call, key, &message, true)?;
    let arguments = call.arguments;
    check(call, arguments)?;
    Ok(Value::Undef)
}
