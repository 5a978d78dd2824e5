//! Functions that fail unless their arguments are valid.

use std::cmp::Ordering;

use pcore::{Type, Value, mismatch, parse_type_with};
use resource_api::log::Level;

use super::{
    address::{Address, is_address},
    arguments::whole,
    delete::{matches, pattern},
    deprecation::{deprecate, prefer_legacy},
    network::{is_domain, is_mail_address},
    paths::is_absolute,
};
use crate::functions::{Call, Function, Interrupt, Outcome, Signature, fail, number, order, text};

functions![
    validator("validate_absolute_path", "Fails unless each argument, or each element of an array, is an absolute path"),
    validator("validate_array", "Fails unless each argument is an array"),
    validator("validate_bool", "Fails unless each argument is a truth value"),
    Function::unchecked(
        "validate_domain_name",
        "Fails unless each argument is a syntactically correct domain name",
        validate,
        &[],
    ),
    Function::unchecked("validate_email_address", "Fails unless each argument is a valid email address", validate, &[],),
    validator("validate_hash", "Fails unless each argument is a hash"),
    validator(
        "validate_integer",
        "Fails unless a value, or each element of an array, is a whole number, not above and not below a limit",
    ),
    validator("validate_ip_address", "Fails unless each argument is an IP address"),
    validator("validate_ipv4_address", "Fails unless each argument is an IPv4 address"),
    validator("validate_ipv6_address", "Fails unless each argument is an IPv6 address"),
    Function::typed(
        "validate_legacy",
        "Fails unless a value is of a type; warns where the legacy function that refuses values would not agree",
        &[
            Signature::new(&["Type target_type", "String function_name", "Any value", "Any args*"], validate_legacy),
            Signature::new(&["String type_string", "String function_name", "Any value", "Any args*"], validate_legacy),
        ],
        &[("validate_legacy(String, 'validate_string', 'a')", "undef")],
    ),
    validator(
        "validate_numeric",
        "Fails unless a value, or each element of an array, is a number, not above and not below a limit",
    ),
    validator("validate_re", "Fails unless a text matches a pattern, or one of several, with a message if given"),
    validator(
        "validate_slength",
        "Fails unless a text, or each text of an array, has a length not above and not below a limit",
    ),
    validator("validate_string", "Fails unless each argument is a text"),
];

/// A legacy function that fails unless its arguments are valid.
const fn validator(name: &'static str, summary: &'static str) -> Function {
    const SIGNATURES: &[Signature] = &[Signature::new(&["Any args*"], validate)];
    Function::typed(name, summary, SIGNATURES, &[])
}

/// Fails for arguments that are not valid.
type Check = fn(&mut Call<'_, '_>, &[Value]) -> Outcome<()>;

/// The checks by their functions, with what replaces those that are deprecated.
const CHECKS: &[(&str, Option<&str>, Check)] = &[
    ("validate_absolute_path", Some("Stdlib::Compat::Absolute_Path"), check_paths),
    ("validate_array", Some("Stdlib::Compat::Array"), |_, all| {
        check_each("validate_array", all, "an Array", |value| matches!(value, Value::Array(_)))
    }),
    ("validate_bool", Some("Stdlib::Compat::Bool"), |_, all| {
        check_each("validate_bool", all, "a boolean", |value| matches!(value, Value::Boolean(_)))
    }),
    ("validate_domain_name", None, |_, all| {
        check_texts("validate_domain_name", all, "a syntactically correct domain name", |value| {
            value.as_str().is_some_and(is_domain)
        })
    }),
    ("validate_email_address", None, |_, all| {
        check_texts("validate_email_address", all, "a valid email address", is_mail_address)
    }),
    ("validate_hash", Some("Stdlib::Compat::Hash"), |_, all| {
        check_each("validate_hash", all, "a Hash", |value| matches!(value, Value::Hash(_)))
    }),
    ("validate_integer", Some("Stdlib::Compat::Integer"), check_integer),
    ("validate_ip_address", Some("Stdlib::Compat::Ip_Address"), |_, all| {
        check_texts("validate_ip_address", all, "a valid IP address.", |value| is_address(value, |_| true))
    }),
    ("validate_ipv4_address", Some("Stdlib::Compat::Ipv4_Address"), |_, all| {
        check_texts("validate_ipv4_address", all, "a valid IPv4 address.", |value| is_address(value, Address::is_ipv4))
    }),
    ("validate_ipv6_address", Some("Stdlib::Compat::Ipv6_address"), |_, all| {
        check_texts("validate_ipv6_address", all, "a valid IPv6 address.", |value| is_address(value, Address::is_ipv6))
    }),
    ("validate_numeric", Some("Stdlib::Compat::Numeric"), check_numeric),
    ("validate_re", Some("Pattern[]"), check_re),
    ("validate_slength", Some("String[]"), check_slength),
    ("validate_string", Some("Stdlib::Compat::String"), |_, all| {
        check_each("validate_string", all, "a string", |value| matches!(value, Value::String(_) | Value::Undef))
    }),
];

/// The check of a function, and what replaces the function.
fn check_of(function: &str) -> Option<(&'static str, Option<&'static str>, Check)> {
    CHECKS.iter().find(|(name, ..)| *name == function).copied()
}

fn validate(call: &mut Call<'_, '_>) -> Outcome {
    let Some((name, compatible, check)) = check_of(call.name.trim_start_matches("::")) else {
        return fail(format!("there is no check for {}", call.name));
    };
    if let Some(compatible) = compatible {
        prefer_legacy(call, name, compatible)?;
    }
    let arguments = call.arguments;
    check(call, arguments)?;
    Ok(Value::Undef)
}

/// Fails for the first argument that is not of a kind, with its class.
fn check_each(name: &str, arguments: &[Value], kind: &str, is_kind: fn(&Value) -> bool) -> Outcome<()> {
    check_any(name, arguments)?;
    match arguments.iter().find(|value| !is_kind(value)) {
        Some(other) => {
            let (shown, class) = (text::inspect(other), text::class_name(other));
            fail(format!("{shown} is not {kind}.  It looks to be a {class}"))
        }
        None => Ok(()),
    }
}

/// Fails for the first argument that is not a text of a kind.
fn check_texts(name: &str, arguments: &[Value], kind: &str, is_kind: fn(&Value) -> bool) -> Outcome<()> {
    check_any(name, arguments)?;
    for value in arguments {
        if !matches!(value, Value::String(_)) {
            return fail(format!("{} is not a string.", text::inspect(value)));
        }
        if !is_kind(value) {
            return fail(format!("{} is not {kind}", text::inspect(value)));
        }
    }
    Ok(())
}

fn check_any(name: &str, arguments: &[Value]) -> Outcome<()> {
    if arguments.is_empty() { fail(format!("{name}(): wrong number of arguments (0; must be > 0)")) } else { Ok(()) }
}

/// Fails for the first path that is not absolute.
fn check_paths(call: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    check_any("validate_absolute_path", arguments)?;
    for argument in arguments {
        let paths = match argument {
            Value::Array(paths) => paths.as_slice(),
            path => std::slice::from_ref(path),
        };
        if let Some(path) = paths.iter().find(|path| !is_absolute(call, path)) {
            return fail(format!("{} is not an absolute path.", text::inspect(path)));
        }
    }
    Ok(())
}

/// Fails for what is not a whole number, or is too large or small.
fn check_integer(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    let read = |text: &str| number::whole(text)?.to_i64().map(Value::Integer);
    Numbers { name: "validate_integer", kind: "an Integer", name_for_hash: "validate_integer", read }.check(arguments)
}

/// What kind of numbers are wanted.
struct Numbers {
    name: &'static str,
    kind: &'static str,
    /// One of the functions gives the name of the other here, and people may search for the message.
    name_for_hash: &'static str,
    /// Reads a number of the kind.
    read: fn(&str) -> Option<Value>,
}

impl Numbers {
    fn check(&self, arguments: &[Value]) -> Outcome<()> {
        let Numbers { name, kind, name_for_hash, read } = self;
        let (count, first) = match arguments {
            [first] | [first, _] | [first, _, _] => (arguments.len(), first),
            _ => {
                let count = arguments.len();
                return fail(format!("{name}(): Wrong number of arguments; must be 1, 2 or 3, got {count}"));
            }
        };
        let highest = match arguments.get(1).map(text::to_s) {
            None => None,
            Some(limit) if count > 2 && limit.is_empty() => None,
            Some(limit) => match read(&limit) {
                Some(limit) => Some(limit),
                None => {
                    let wanted = "Expected second argument to be unset or";
                    return fail(format!("{name}(): {wanted} {kind}, got {limit}:String"));
                }
            },
        };
        let lowest = match arguments.get(2) {
            None => None,
            Some(limit) => match read(&text::to_s(limit)) {
                Some(limit) => Some(limit),
                None => {
                    let (shown, class) = (text::to_s(limit), text::class_name(limit));
                    let wanted = "Expected third argument to be unset or";
                    return fail(format!("{name}(): {wanted} {kind}, got {shown}:{class}"));
                }
            },
        };
        if let (Some(lowest), Some(highest)) = (&lowest, &highest)
            && is_less(highest, lowest)
        {
            let wanted = "Expected second argument to be larger than third argument";
            return fail(format!("{name}(): {wanted}, got {highest} < {lowest}"));
        }
        let within = |number: &Value, shown: &str| {
            if let Some(highest) = highest.as_ref().filter(|highest| is_less(highest, number)) {
                return fail(format!("{name}(): Expected {shown} to be smaller or equal to {highest}, got {shown}."));
            }
            if let Some(lowest) = lowest.as_ref().filter(|lowest| is_less(number, lowest)) {
                return fail(format!("{name}(): Expected {shown} to be greater or equal to {lowest}, got {shown}."));
            }
            Ok(())
        };
        match first {
            Value::Array(items) => {
                let shown = text::inspect(first);
                for (index, item) in items.iter().enumerate() {
                    match read_value(item, *read) {
                        Some(number) => within(&number, &shown)?,
                        None => {
                            let class = text::class_name(item);
                            let wanted = format!("Expected element at array position {index} to be");
                            return fail(format!("{name}(): {wanted} {kind}, got {class}"));
                        }
                    }
                }
                Ok(())
            }
            other => match read_value(other, *read) {
                Some(number) => within(&number, &text::inspect(&number)),
                None => {
                    let class = text::class_name(other);
                    let name = if matches!(other, Value::Hash(_)) { name_for_hash } else { name };
                    fail(format!("{name}(): Expected first argument to be {kind} or Array, got {class}"))
                }
            },
        }
    }
}

fn read_value(value: &Value, read: fn(&str) -> Option<Value>) -> Option<Value> {
    if matches!(value, Value::Hash(_)) { None } else { read(&text::to_s(value)) }
}

fn is_less(one: &Value, two: &Value) -> bool {
    order::compare(one, two).is_some_and(Ordering::is_lt)
}

fn validate_legacy(call: &mut Call<'_, '_>) -> Outcome {
    let wanted: Type = match call.argument(0) {
        Value::Type(wanted) => (**wanted).clone(),
        other => {
            let text = other.as_str().unwrap_or_default();
            parse_type_with(text, &call.compilation.loader.types)
                .map_err(|error| Interrupt::unplaced(error.to_string()))?
        }
    };
    if let Some(name) = wanted.unresolved_reference() {
        return fail(format!("validate_legacy(): the type '{name}' is not known"));
    }
    let (function, value) = (call.string(1)?, call.argument(2).clone());
    let was_valid = was_valid(call, function)?;
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

/// Fails for what is not a number, or is too large or small.
fn check_numeric(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    let read = |text: &str| number::float(text).map(Value::Float);
    Numbers { name: "validate_numeric", kind: "a Numeric", name_for_hash: "validate_integer", read }.check(arguments)
}

/// Fails for a text that matches no pattern.
fn check_re(call: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    let (given, patterns) = match arguments {
        [given, patterns] | [given, patterns, _] => (given, patterns),
        all => return fail(format!("validate_re(): wrong number of arguments ({}; must be 2 or 3)", all.len())),
    };
    if !matches!(given, Value::String(_)) {
        let class = text::class_name(given);
        return fail(format!("validate_re(): input needs to be a String, not a {class}"));
    }
    let sources = call.call_function("flatten", std::slice::from_ref(patterns))?;
    for source in sources.as_array().unwrap_or_default() {
        let source = match source {
            Value::String(source) => source.as_str(),
            Value::Regexp(regexp) => regexp.source(),
            other => return fail(text::no_conversion(other, "String")),
        };
        if matches(&pattern(source)?, given)? {
            return Ok(());
        }
    }
    match arguments.get(2) {
        None | Some(Value::Undef | Value::Boolean(false)) => {
            let (given, patterns) = (text::inspect(given), text::inspect(patterns));
            fail(format!("validate_re(): {given} does not match {patterns}"))
        }
        Some(message) => fail(text::to_s(message)),
    }
}

/// Fails for a text that is too long or too short.
fn check_slength(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    let (given, most, least) = match arguments {
        [given, most] => (given, most, &Value::Undef),
        [given, most, least] => (given, most, least),
        all => return fail(format!("validate_slength(): Wrong number of arguments ({}; must be 2 or 3)", all.len())),
    };
    let refused = |which: &str, limit: &Value| {
        let (shown, class) = (text::to_s(limit), text::class_name(limit));
        fail(format!("validate_slength(): Expected {which} a positive Numeric, got {shown}:{class}"))
    };
    let Some(most) = whole(most).filter(|most| *most > 0) else { return refused("second argument to be", most) };
    let least = match least {
        Value::Undef | Value::Boolean(false) => 0,
        least => match whole(least).filter(|least| *least >= 0) {
            Some(least) => least,
            None => return refused("third argument to be unset or", least),
        },
    };
    if most < least {
        return fail("validate_slength(): Expected second argument to be equal to or larger than third argument");
    }
    let fits = |text: &str| (least..=most).contains(&i64::try_from(text.chars().count()).unwrap_or(i64::MAX));
    let out_of_range = |length: usize| {
        let shown = text::inspect(given);
        let range = format!("between {least} and {most}");
        fail(format!("validate_slength(): Expected length of {shown} to be {range}, was {length}"))
    };
    match given {
        Value::String(text) if fits(text) => Ok(()),
        Value::String(text) => out_of_range(text.chars().count()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                match item {
                    Value::String(text) if fits(text) => {}
                    Value::String(_) => return out_of_range(items.len()),
                    other => {
                        let class = text::class_name(other);
                        let wanted = format!("Expected element at array position {index} to be a String");
                        return fail(format!("validate_slength(): {wanted}, got {class}"));
                    }
                }
            }
            Ok(())
        }
        other => {
            let class = text::class_name(other);
            fail(format!("validate_slength(): Expected first argument to be a String or Array, got {class}"))
        }
    }
}

/// Whether the legacy function takes the value.
fn was_valid(call: &mut Call<'_, '_>, function: &str) -> Outcome<bool> {
    let arguments = call.arguments.get(2..).unwrap_or_default();
    if let Some((_, _, check)) = check_of(function) {
        return Ok(check(call, arguments).is_ok());
    }
    // The function of another module.
    match call.compilation.callable(call.frame, function)? {
        Some(_) => Ok(call.call_function(function, arguments).is_ok()),
        None => fail(format!("validate_legacy(): there is no function '{function}'")),
    }
}
