//! The rules for names.

/// Names of data types, which no class, define or function may have.
const RESERVED_TYPES: [&str; 28] = [
    "any",
    "array",
    "boolean",
    "collection",
    "enum",
    "float",
    "hash",
    "init",
    "integer",
    "numeric",
    "object",
    "optional",
    "pattern",
    "regexp",
    "runtime",
    "scalar",
    "semver",
    "semverrange",
    "sensitive",
    "string",
    "struct",
    "timespan",
    "timestamp",
    "tuple",
    "type",
    "typeset",
    "unit",
    "variant",
];

/// Whether a name is that of a built-in data type.
pub(super) fn is_reserved_type(name: &str) -> bool {
    RESERVED_TYPES.binary_search(&name).is_ok()
}

/// Whether a name is reserved for later versions.
pub(super) fn is_future_word(name: &str) -> bool {
    name.eq_ignore_ascii_case("plan")
}

/// `apache::vhost`: a name of a class, define or function.
pub(super) fn is_definition(name: &str) -> bool {
    name.split("::").all(|part| is_word(part, |first| first.is_ascii_lowercase()))
}

/// `Apache::Vhost`: a name of a type.
pub(super) fn is_type(name: &str) -> bool {
    name.split("::").all(|part| is_word(part, |first| first.is_ascii_uppercase()))
}

/// `Apache::Vhost` or `::Apache::Vhost`: a reference to a type.
pub(super) fn is_type_reference(name: &str) -> bool {
    is_type(name.strip_prefix("::").unwrap_or(name))
}

/// Whether a parameter may have this name.
pub(super) fn is_parameter(name: &str) -> bool {
    is_word(name, |first| first.is_ascii_lowercase() || first == b'_')
}

/// Whether a variable may have this name; only the last segment may begin with an underscore.
pub(super) fn is_variable(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    let (space, last) = name.rsplit_once("::").map_or((None, name), |(space, last)| (Some(space), last));
    is_parameter(last) && space.is_none_or(is_definition)
}

/// Whether a feature may have this name.
pub(super) fn is_feature(name: &str) -> bool {
    is_word(name, |first| first.is_ascii_alphabetic() || first == b'_')
}

/// The variables of a match: `0`, or a number that does not begin with it.
pub(super) fn is_match_variable(name: &str) -> bool {
    name == "0" || is_digits(name) && !name.starts_with('0')
}

/// Whether the name of a parameter is a decimal or hexadecimal number.
pub(super) fn is_numeric_parameter(name: &str) -> bool {
    is_digits(name) || name.strip_prefix("0x").is_some_and(is_digits)
}

/// Whether a node may have this name.
pub(super) fn is_host(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_word(text: &str, first: impl Fn(u8) -> bool) -> bool {
    match text.as_bytes() {
        [begin, rest @ ..] => first(*begin) && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_'),
        [] => false,
    }
}
