//! Validates and normalizes attributes: keywords, booleans, single lines, secrets.

use ecow::EcoString;
use pcore::Value;
use resource_api::{
    Failure, Insync, Outcome, State,
    render::{inspect, interpolate},
};

/// The resource that messages are about.
pub(crate) struct Subject<'s> {
    pub(crate) type_name: &'static str,
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

    /// A keyword. Aliases are replaced.
    pub(crate) fn keyword(
        &self,
        resource: &mut State,
        parameter: &str,
        valid: &[&str],
        aliases: &[(&str, &str)],
    ) -> Outcome {
        let Some(given) = resource.known(parameter) else { return Ok(()) };
        let word = interpolate(given);
        let canonical =
            aliases.iter().find(|(alias, _)| *alias == word).map_or(word.as_str(), |(_, canonical)| canonical);
        if !valid.contains(&canonical) {
            let list = valid.join(", ");
            return Err(self.refuse(parameter, format!("Invalid value {}. Valid values are {list}.", inspect(given))));
        }
        resource.insert(parameter, canonical);
        Ok(())
    }

    /// A boolean that is kept as a word.
    pub(crate) fn boolean_word(&self, resource: &mut State, parameter: &str) -> Outcome {
        self.keyword(resource, parameter, &["true", "false"], &[])
    }

    /// `true` or `false`, which becomes a boolean.
    pub(crate) fn true_or_false(&self, resource: &mut State, parameter: &str) -> Outcome {
        self.boolean_word(resource, parameter)?;
        if let Some(is_on) = resource.text(parameter).map(|word| word == "true") {
            resource.insert(parameter, is_on);
        }
        Ok(())
    }

    /// `true`, `false`, `yes` or `no`, which becomes a boolean.
    pub(crate) fn boolean(&self, resource: &mut State, parameter: &str) -> Outcome {
        let Some(given) = resource.known(parameter) else { return Ok(()) };
        let is_on = match interpolate(given).to_lowercase().as_str() {
            "true" | "yes" => true,
            "false" | "no" => false,
            _ => {
                let problem = format!("Invalid value {}. Valid values are true, false, yes, no.", inspect(given));
                return Err(self.refuse(parameter, problem));
            }
        };
        resource.insert(parameter, is_on);
        Ok(())
    }

    /// Like [`boolean`](Subject::boolean), with another message of Puppet, and without changing the value.
    pub(crate) fn check_boolean(&self, resource: &State, parameter: &str) -> Outcome {
        let Some(given) = resource.known(parameter) else { return Ok(()) };
        if ["true", "false", "yes", "no"].contains(&interpolate(given).to_lowercase().as_str()) {
            return Ok(());
        }
        let problem =
            format!("Munging failed for value {} in class {parameter}: expected a boolean value", inspect(given));
        Err(self.refuse(parameter, problem))
    }

    /// Refuses arrays and hashes.
    pub(crate) fn single_value(&self, resource: &State, parameter: &str) -> Outcome {
        match resource.known(parameter) {
            Some(given @ (Value::Array(_) | Value::Hash(_))) => {
                Err(self.refuse(parameter, format!("Invalid value {}. It must be a single value.", inspect(given))))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Requires an absolute path.
    pub(crate) fn absolute_path(&self, resource: &State, parameter: &str) -> Outcome {
        let Some(path) = resource.known(parameter).map(interpolate) else { return Ok(()) };
        if path.starts_with('/') && !path.contains('\0') {
            return Ok(());
        }
        Err(self.refuse(parameter, format!("File paths must be fully qualified, not '{path}'")))
    }

    /// Refuses a text that would become several lines.
    pub(crate) fn single_line(&self, resource: &State, parameter: &str) -> Outcome {
        let text = resource.known(parameter).map(interpolate).unwrap_or_default();
        match text.contains(['\n', '\r', '\0']) {
            true => Err(self.refuse(parameter, format!("{parameter} must be a single line: {text:?}"))),
            false => Ok(()),
        }
    }

    /// Sets `ensure => present` if any of these properties is managed and `ensure` is not set.
    pub(crate) fn exists_if_managed(&self, resource: &mut State, properties: &[&str]) {
        if resource.known("ensure").is_none() && properties.iter().any(|name| resource.known(name).is_some()) {
            resource.insert("ensure", "present");
        }
    }
}

/// Normalizes a resource whose attributes may be secrets: they are unwrapped meanwhile, and wrapped again afterwards. A
/// failure does not say what is wrong, since the message could contain a secret.
pub(crate) fn with_secrets_unwrapped(
    type_name: &str,
    resource: &mut State,
    canonicalize: impl FnOnce(&mut State) -> Outcome,
) -> Outcome {
    with_some_secrets_unwrapped(type_name, resource, |_| true, canonicalize)
}

/// Like [`with_secrets_unwrapped`], for some attributes; `canonicalize` handles the secrets of the others.
pub(crate) fn with_some_secrets_unwrapped(
    type_name: &str,
    resource: &mut State,
    is_unwrapped: impl Fn(&str) -> bool,
    canonicalize: impl FnOnce(&mut State) -> Outcome,
) -> Outcome {
    let is_secret = |value: &Value| matches!(value, Value::Sensitive(_));
    let secrets = resource.iter().filter(|(name, value)| is_secret(value) && is_unwrapped(name));
    let secrets: Vec<EcoString> = secrets.map(|(name, _)| name.clone()).collect();
    for name in &secrets {
        if let Some(value) = resource.get(name).map(unwrap_sensitive).cloned() {
            resource.insert(name.clone(), value);
        }
    }
    let done = canonicalize(resource);
    for name in &secrets {
        if let Some(value) = resource.get(name).filter(|value| !is_secret(value)).cloned() {
            resource.insert(name.clone(), Value::sensitive(value));
        }
    }
    if secrets.is_empty() || done.is_ok() {
        return done;
    }
    let title = title_of(resource);
    let names = secrets.join(", ");
    Err(Failure::resource(format!(
        "{type_name}[{title}] is not valid; the reason is not shown, since it could reveal the secret in {names}"
    )))
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

/// The values of an attribute, flattened.
pub(crate) fn several(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.iter().flat_map(several).collect(),
        one => vec![one.clone()],
    }
}

/// The symbol for a missing value.
pub(crate) fn absent() -> Value {
    Value::Symbol("absent".into())
}

/// The value inside of a `Sensitive`, or the value itself.
pub(crate) fn unwrap_sensitive(value: &Value) -> &Value {
    if let Value::Sensitive(secret) = value { unwrap_sensitive(secret) } else { value }
}
