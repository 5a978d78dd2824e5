//! `validate_legacy`: a type in place of one of the older functions that refuse values.

use pcore::{Type, Value, mismatch, parse_type_with};
use resource_api::log::Level;

use super::{
    deprecation::deprecate, fail, validate_absolute_path, validate_array, validate_bool, validate_domain_name,
    validate_email_address, validate_hash, validate_integer, validate_ip_address, validate_ipv4_address,
    validate_ipv6_address, validate_numeric, validate_re, validate_slength, validate_string,
};
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_legacy",
    "Fails unless a value is of a type; warns where one of the older functions that refuse values would not agree",
    &[
        Signature {
            parameters: &["Type target_type", "String function_name", "Any value", "Any args*"],
            block: None,
            body,
        },
        Signature {
            parameters: &["String type_string", "String function_name", "Any value", "Any args*"],
            block: None,
            body,
        },
    ],
    &[("validate_legacy(String, 'validate_string', 'a')", "undef")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let wanted: Type = match call.argument(0) {
        Value::Type(wanted) => (**wanted).clone(),
        other => {
            let text = other.as_str().unwrap_or_default();
            parse_type_with(text, &call.compilation.loader.types)
                .map_err(|error| Interrupt::plain(error.to_string()))?
        }
    };
    if let Some(name) = wanted.unresolved_reference() {
        return fail(format!("validate_legacy(): the type '{name}' is not known"));
    }
    let (function, value) = (call.string(1).to_owned(), call.argument(2).clone());
    let was_valid = was_valid(call, &function)?;
    match mismatch::explain(&format!("validate_legacy({function})"), &wanted, &value) {
        None if was_valid => {}
        None => {
            let message = format!("Accepting previously invalid value for target type '{wanted}'");
            call.compilation.log.line(Level::Notice, &message);
        }
        Some(message) if was_valid => deprecate(call, "validate_legacy", &message, true)?,
        Some(message) => return fail(message),
    }
    Ok(Value::Undef)
}

/// Whether one of the older functions takes the value.
fn was_valid(call: &mut Call<'_, '_>, function: &str) -> Outcome<bool> {
    let check = match function {
        "validate_absolute_path" => validate_absolute_path::check,
        "validate_array" => validate_array::check,
        "validate_bool" => validate_bool::check,
        "validate_domain_name" => validate_domain_name::check,
        "validate_email_address" => validate_email_address::check,
        "validate_hash" => validate_hash::check,
        "validate_integer" => validate_integer::check,
        "validate_ip_address" => validate_ip_address::check,
        "validate_ipv4_address" => validate_ipv4_address::check,
        "validate_ipv6_address" => validate_ipv6_address::check,
        "validate_numeric" => validate_numeric::check,
        "validate_re" => validate_re::check,
        "validate_slength" => validate_slength::check,
        "validate_string" => validate_string::check,
        // One of a module.
        other => {
            let arguments = call.arguments.get(2..).unwrap_or_default();
            return match call.compilation.callable(call.frame, other)? {
                Some(_) => Ok(call.call_function(other, arguments).is_ok()),
                None => fail(format!("validate_legacy(): there is no function '{other}'")),
            };
        }
    };
    let arguments = call.arguments.get(2..).unwrap_or_default();
    Ok(check(call, arguments).is_ok())
}
