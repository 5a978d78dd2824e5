//! `URI[text]` and `URI[{part => pattern, …}]`.

use std::sync::{Arc, LazyLock};

use super::{
    PatternType, StringType, Type,
    parameters::{ParameterError, ParameterErrorKind, Parameters},
};
use crate::{
    matching::matches,
    mismatch,
    uri::Uri,
    value::{Hash, Value},
};

/// The expected parts of a URI: strings, regular expressions or types, by the name of the part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UriType {
    /// The expectations in the order they were written.
    pub parts: Hash,
}

/// The strings that are allowed as a parameter. Puppet requires a match, anywhere, of Ruby's long expression for a
/// whole URI, in which everything but this is optional.
static WITH_SCHEME: LazyLock<Type> = LazyLock::new(|| PatternType::compiled_in(r"[a-zA-Z][\-+.a-zA-Z\d]*:"));

const PARTS: [&str; 8] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];

impl UriType {
    /// Creates the type from the parameters of `URI[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(1, 1, "URI-Type")?;
        match parameters.get(0) {
            Some(parameter @ Value::String(text)) if !text.is_empty() => {
                if let Some(problem) = mismatch::explain("URI-Type parameter has wrong type,", &WITH_SCHEME, parameter)
                {
                    return Err(parameters.error_at(0, problem));
                }
                let uri = Uri::parse(text).map_err(|error| parameters.error_at(0, error.to_string()))?;
                Ok(UriType::of(&uri))
            }
            Some(Value::Uri(uri)) => Ok(UriType::of(uri)),
            Some(Value::Hash(parts)) if parts.iter().all(|(name, expected)| is_expectation(name, expected)) => {
                Ok(UriType::from_parts((**parts).clone()))
            }
            other => {
                let class = parameters.name_of_class(other.unwrap_or(&Value::Undef));
                Err(parameters.error_of(
                    ParameterErrorKind::Argument,
                    0,
                    format!(
                        "URI-Type[] argument must be a String, or a Hash with keys among {}. Got {class}",
                        PARTS.join(", ")
                    ),
                ))
            }
        }
    }

    fn from_parts(parts: Hash) -> Type {
        Type::Uri((!parts.is_empty()).then(|| Arc::new(UriType { parts })))
    }

    /// Returns the type of one URI: the inferred one.
    pub fn of(uri: &Uri) -> Type {
        let default_port = matches!((uri.scheme(), uri.port()), (Some("http"), Some(80)) | (Some("https"), Some(443)));
        let mut parts = Hash::default();
        for name in PARTS {
            let text = match (name, part(uri, name)) {
                (_, Value::Undef) => continue,
                ("port", _) if default_port => continue,
                ("host" | "path", Value::String(text)) if text.is_empty() => continue,
                ("scheme" | "host", Value::String(text)) => Value::string(text.to_lowercase()),
                ("port", number) => Value::string(number.to_string()),
                (_, text) => text,
            };
            parts.insert(name.into(), text);
        }
        UriType::from_parts(parts)
    }

    /// Returns whether every part of the URI matches its expectation.
    pub fn is_instance(&self, uri: &Uri) -> bool {
        self.parts.iter().all(|(name, expected)| name.as_str().is_some_and(|name| matches(&part(uri, name), expected)))
    }

    /// Returns whether every URI of `other` is of this type.
    pub(super) fn accepts(&self, other: Option<&UriType>) -> bool {
        let Some(other) = other else { return false };
        self.parts.iter().all(|(name, expected)| {
            other.parts.get(name).is_some_and(|class| {
                matches(class, expected)
                    || matches!((class, expected), (Value::Type(class), Value::Type(expected)) if expected.accepts(class))
            })
        })
    }
}

fn is_expectation(name: &Value, expected: &Value) -> bool {
    let Some(name) = name.as_str().filter(|name| PARTS.contains(name)) else { return false };
    match expected {
        Value::Undef => true,
        Value::Integer(port) => name == "port" && *port >= 0,
        Value::String(text) => name != "port" && !text.is_empty(),
        Value::Regexp(_) => name != "port",
        Value::Type(inner) => match &**inner {
            Type::NotUndef(_) | Type::Undef => true,
            Type::Enum(_) | Type::Pattern(_) | Type::String(StringType::Exact(_)) => name != "port",
            _ => false,
        },
        _ => false,
    }
}

fn part(uri: &Uri, name: &str) -> Value {
    let text = match name {
        "scheme" => uri.scheme(),
        "userinfo" => uri.userinfo(),
        "host" => uri.host(),
        "port" => return uri.port().map_or(Value::Undef, Value::Integer),
        "path" => uri.path(),
        "query" => uri.query(),
        "fragment" => uri.fragment(),
        "opaque" => uri.opaque(),
        _ => None,
    };
    text.map_or(Value::Undef, Value::from)
}

impl std::hash::Hash for UriType {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        Value::from(self.parts.clone()).hash(state);
    }
}
