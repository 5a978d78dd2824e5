//! The resource that messages are about, and values of attributes.

use pcore::Value;
use resource_api::{
    Context, Failure, Insync, State,
    log::{Level, property_path},
    render::interpolate,
};

/// The resource that messages are about.
pub(crate) struct Subject<'s> {
    pub(crate) type_name: &'s str,
    pub(crate) title: &'s str,
}

/// The title of a resource in messages: the declared one, or else its name.
pub(crate) fn title_of(resource: &State) -> String {
    let known = ["title", "name", "path"].iter().find_map(|attribute| resource.known(attribute));
    known.map(interpolate).unwrap_or_default()
}

impl Subject<'_> {
    /// The failure of one parameter.
    pub(crate) fn refuse(&self, parameter: &str, problem: impl AsRef<str>) -> Failure {
        let (name, title) = (self.type_name, self.title);
        Failure::resource(format!("Parameter {parameter} failed on {name}[{title}]: {}", problem.as_ref()))
    }

    /// The failure of a resource as a whole.
    pub(crate) fn refuse_all(&self, problem: impl AsRef<str>) -> Failure {
        let (name, title) = (self.type_name, self.title);
        Failure::resource(format!("Validation of {name}[{title}] failed: {}", problem.as_ref()))
    }

    /// Sets `ensure => present` if any of these properties is managed and `ensure` is not set.
    pub(crate) fn exists_if_managed(&self, resource: &mut State, properties: &[&str]) {
        if resource.known("ensure").is_none() && properties.iter().any(|name| resource.known(name).is_some()) {
            resource.insert("ensure", "present");
        }
    }
}

/// Logs a message about the current resource, or about one of its attributes.
pub(crate) fn log(context: &Context, level: Level, attribute: Option<&str>, message: &str) {
    let path = context.current_resource().map(|turn| turn.path).unwrap_or_default();
    let source = match attribute {
        Some(attribute) => property_path(&path, attribute),
        None => path.into(),
    };
    context.log().write(level, Some(&source), message);
}

/// Compares a property with a secret.
pub(crate) fn secret_in_sync(property: &str, is: &State, should: &State) -> Option<Insync> {
    let Some(Value::Sensitive(secret)) = should.get(property) else { return None };
    let is = is.get(property).map(unwrap_sensitive);
    let aliases =
        is.is_some_and(|is| is == unwrap_sensitive(secret) || interpolate(is) == interpolate(unwrap_sensitive(secret)));
    // The engine shows neither of the values.
    Some(if aliases { Insync::Yes } else { Insync::No(None) })
}

/// Whether an attribute is secret.
pub(crate) fn has_secret(state: &State) -> bool {
    state.iter().any(|(_, value)| matches!(value, Value::Sensitive(_)))
}

/// Whether a Boolean attribute is true.
pub(crate) fn is_true(state: &State, attribute: &str) -> bool {
    state.get(attribute) == Some(&Value::Boolean(true))
}

/// The values of an attribute, flattened.
pub(crate) fn several(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.iter().flat_map(several).collect(),
        one => vec![one.clone()],
    }
}

/// The texts of values with a separator between them.
pub(crate) fn joined(values: &[Value], separator: &str) -> String {
    values.iter().map(interpolate).collect::<Vec<_>>().join(separator)
}

/// The symbol for a missing value.
pub(crate) fn absent() -> Value {
    Value::Symbol("absent".into())
}

/// The value inside of a `Sensitive`, or the value itself.
pub(crate) fn unwrap_sensitive(value: &Value) -> &Value {
    if let Value::Sensitive(secret) = value { unwrap_sensitive(secret) } else { value }
}
