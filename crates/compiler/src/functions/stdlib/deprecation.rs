//! `deprecation`, and the warnings of deprecated functions.

use pcore::Value;
use resource_api::log::Level;
use syntax::Strictness;

use crate::functions::{Call, Function, Outcome, Signature, fail};

functions![Function::typed(
    "deprecation",
    "Warns once for each key about what will go away, or fails where the setting 'strict' wants it",
    &[Signature::new(&["String key", "String message", "Boolean use_strict_setting?"], deprecation)],
    &[("deprecation('a', 'b', false)", "undef")],
)];

fn deprecation(call: &mut Call<'_, '_>) -> Outcome {
    let use_strict = !matches!(call.argument(2), Value::Boolean(false));
    let (key, message) = (call.string(0)?, call.string(1)?);
    deprecate(call, key, message, use_strict)?;
    Ok(Value::Undef)
}

/// Warns about a call with its location, once for each key, or fails.
pub(super) fn deprecate(call: &mut Call<'_, '_>, key: &str, message: &str, use_strict: bool) -> Outcome<()> {
    let message = format!("{message} at {}:{}", call.location.file().unwrap_or("unknown"), call.location.line());
    match call.compilation.options().strict {
        Strictness::Off if use_strict => {}
        Strictness::Error if use_strict => return fail(format!("deprecation. {key}. {message}")),
        Strictness::Off | Strictness::Warning | Strictness::Error => {
            if call.compilation.is_new_warning(key) {
                call.compilation.log.line(Level::Warning, &message);
            }
        }
    }
    Ok(())
}

/// Warns about a function that recognizes values, which match expressions do as well.
pub(super) fn prefer_match(call: &mut Call<'_, '_>, key: &str, compatible: &str) -> Outcome<()> {
    let message = format!(
        "This method is deprecated, please use match expressions with Stdlib::Compat::{compatible} instead. They are \
         described at https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions.",
    );
    deprecate(call, key, &message, true)
}

/// Warns about a function that refuses values, which `validate_legacy` does better.
pub(super) fn prefer_legacy(call: &mut Call<'_, '_>, key: &str, compatible: &str) -> Outcome<()> {
    let message = format!(
        "This method is deprecated, please use the stdlib validate_legacy function,\n                    with \
         {compatible}. There is further documentation for validate_legacy function in the README.",
    );
    deprecate(call, key, &message, true)
}
