//! Splits a `uri` into separate connection information.

use ecow::EcoString;
use pcore::{
    Value,
    uri::{Uri, Url, percent_decoded},
};

use super::Schema;
use crate::{Failure, Outcome, State};

/// The parts of a `uri`.
#[derive(Default)]
struct Parts {
    /// All but the port, by attribute name.
    texts: Vec<(&'static str, EcoString)>,
    port: Option<i64>,
}

/// Adds the parts of a `uri` that the schema has and that were not given separately. A password is removed from the
/// `uri` if it has an attribute of its own. Returns whether the `uri` still contains it.
pub(super) fn take_apart(schema: &Schema, values: &mut State) -> Outcome<bool> {
    let Some(uri) = values.get("uri").and_then(text).map(EcoString::from) else { return Ok(false) };
    let parts = read(&uri).ok_or_else(|| {
        // The text may contain a password.
        Failure::resource(format!(
            "`{}.uri` cannot be parsed: expected a URL such as 'https://user@host:8443/path', in which characters \
             like '@', '/' and '#' of a user or a password are written as '%40', '%2F' and '%23'",
            schema.name()
        ))
    })?;
    let holds_password = parts.texts.iter().any(|(name, _)| *name == "password");
    for (name, text) in parts.texts {
        add(schema, values, name, text.into());
    }
    if let (Some(port), Some(attribute)) = (parts.port, schema.attribute("port")) {
        let number = Value::Integer(port);
        let fits = attribute.data_type().is_instance(&number) || !attribute.data_type().is_instance(&"1".into());
        add(schema, values, "port", if fits { number } else { port.to_string().into() });
    }
    if holds_password && schema.attribute("password").is_some() {
        let was_secret = matches!(values.get("uri"), Some(Value::Sensitive(_)));
        let without = Value::from(Url::split(&uri).without_password().into_owned());
        values.insert("uri", if was_secret { Value::sensitive(without) } else { without });
        return Ok(false);
    }
    Ok(holds_password)
}

/// The text of a value that may be wrapped.
pub(super) fn text(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) | Value::Symbol(text) => Some(text),
        Value::Sensitive(secret) => text(secret),
        _ => None,
    }
}

fn add(schema: &Schema, values: &mut State, name: &'static str, part: Value) {
    if schema.attribute(name).is_some() && values.known(name).is_none() {
        values.insert(name, part);
    }
}

/// Parses a URL. Without a scheme it starts with the host.
fn read(text: &str) -> Option<Parts> {
    let has_protocol = text.contains("://");
    let uri = if has_protocol { Uri::parse(text) } else { Uri::parse(&format!("//{text}")) };
    let Ok(uri) = uri else {
        // It may be something else than a URL that the transport understands.
        return (!has_protocol).then(Parts::default);
    };
    let decoded = |part: Option<&str>| match part.filter(|part| !part.is_empty()) {
        Some(part) => percent_decoded(part).map(Some),
        None => Some(None),
    };
    let texts = [
        ("protocol", uri.scheme().map(EcoString::from)),
        ("host", decoded(uri.host().map(|host| host.trim_start_matches('[').trim_end_matches(']')))?),
        ("user", decoded(uri.user())?),
        ("password", decoded(uri.password())?),
        ("path", decoded(uri.path())?),
        ("query", uri.query().filter(|query| !query.is_empty()).map(EcoString::from)),
    ];
    let texts = texts.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
    // The default port of a scheme was not given by the operator, so a default of the schema takes precedence.
    let port = uri.port().filter(|_| Url::split(text).port.is_some_and(|port| !port.is_empty()));
    Some(Parts { texts, port })
}
