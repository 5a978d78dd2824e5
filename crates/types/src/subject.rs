//! What manifests say of resources, in one form: words of a few, switches, texts of one line, secrets.

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

/// How messages name a resource: by the title under which it was declared, or else by its name.
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

    /// A word of a few. Some words mean the same as others.
    pub(crate) fn word(&self, resource: &mut State, parameter: &str, valid: &[&str], same: &[(&str, &str)]) -> Outcome {
        let Some(given) = resource.known(parameter) else { return Ok(()) };
        let word = interpolate(given);
        let meant = same.iter().find(|(alias, _)| *alias == word).map_or(word.as_str(), |(_, meant)| meant);
        if !valid.contains(&meant) {
            let list = valid.join(", ");
            return Err(self.refuse(parameter, format!("Invalid value {}. Valid values are {list}.", inspect(given))));
        }
        resource.insert(parameter, meant);
        Ok(())
    }

    /// A switch, which is kept as a word.
    pub(crate) fn switch(&self, resource: &mut State, parameter: &str) -> Outcome {
        self.word(resource, parameter, &["true", "false"], &[])
    }

    /// A switch, which is kept as a Boolean.
    pub(crate) fn truth(&self, resource: &mut State, parameter: &str) -> Outcome {
        self.switch(resource, parameter)?;
        if let Some(is_on) = resource.text(parameter).map(|word| word == "true") {
            resource.insert(parameter, is_on);
        }
        Ok(())
    }

    /// A switch in any of the words that mean yes or no.
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

    /// As [`boolean`](Subject::boolean), in other words where it is wrong, which Puppet has for some switches. The value stays
    /// as it is.
    pub(crate) fn munged_boolean(&self, resource: &State, parameter: &str) -> Outcome {
        let Some(given) = resource.known(parameter) else { return Ok(()) };
        if ["true", "false", "yes", "no"].contains(&interpolate(given).to_lowercase().as_str()) {
            return Ok(());
        }
        let problem =
            format!("Munging failed for value {} in class {parameter}: expected a boolean value", inspect(given));
        Err(self.refuse(parameter, problem))
    }

    /// Refuses what is not one value.
    pub(crate) fn single(&self, resource: &State, parameter: &str) -> Outcome {
        match resource.known(parameter) {
            Some(given @ (Value::Array(_) | Value::Hash(_))) => {
                Err(self.refuse(parameter, format!("Invalid value {}. It must be a single value.", inspect(given))))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// A path, which must begin at the root.
    pub(crate) fn absolute(&self, resource: &State, parameter: &str) -> Outcome {
        let Some(path) = resource.known(parameter).map(interpolate) else { return Ok(()) };
        if path.starts_with('/') && !path.contains('\0') {
            return Ok(());
        }
        Err(self.refuse(parameter, format!("File paths must be fully qualified, not '{path}'")))
    }

    /// Refuses a text that would become several lines, or parts of a line that mean something else.
    pub(crate) fn line(&self, resource: &State, parameter: &str) -> Outcome {
        let text = resource.known(parameter).map(interpolate).unwrap_or_default();
        match text.contains(['\n', '\r', '\0']) {
            true => Err(self.refuse(parameter, format!("{parameter} must be a single line: {text:?}"))),
            false => Ok(()),
        }
    }

    /// Sees to it that a resource of which something is managed exists, unless it says otherwise.
    pub(crate) fn exists_if_managed(&self, resource: &mut State, properties: &[&str]) {
        if resource.known("ensure").is_none() && properties.iter().any(|name| resource.known(name).is_some()) {
            resource.insert("ensure", "present");
        }
    }
}

/// Brings a resource into one form whose attributes may be secrets: what is checked and changed is what they hold, and they
/// are secrets again afterwards. What is wrong with such a resource is not told, since the text could show them.
pub(crate) fn with_secrets_open(
    type_name: &str,
    resource: &mut State,
    canonicalize: impl FnOnce(&mut State) -> Outcome,
) -> Outcome {
    with_some_open(type_name, resource, |_| true, canonicalize)
}

/// As [`with_secrets_open`], where the others are kept secret by whoever brings them into one form.
pub(crate) fn with_some_open(
    type_name: &str,
    resource: &mut State,
    is_opened: impl Fn(&str) -> bool,
    canonicalize: impl FnOnce(&mut State) -> Outcome,
) -> Outcome {
    let is_secret = |value: &Value| matches!(value, Value::Sensitive(_));
    let secrets = resource.iter().filter(|(name, value)| is_secret(value) && is_opened(name));
    let secrets: Vec<EcoString> = secrets.map(|(name, _)| name.clone()).collect();
    for name in &secrets {
        if let Some(value) = resource.get(name).map(opened).cloned() {
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
        "{type_name}[{title}] is not valid; the secret in {names} keeps us from telling why"
    )))
}

/// Whether a property is as it should be, when that is a secret.
pub(crate) fn secret_in_sync(property: &str, is: &State, should: &State) -> Option<Insync> {
    let Some(Value::Sensitive(secret)) = should.get(property) else { return None };
    let is = is.get(property).map(opened);
    let same = is.is_some_and(|is| is == opened(secret) || interpolate(is) == interpolate(opened(secret)));
    // The engine shows neither of the values.
    Some(if same { Insync::Yes } else { Insync::No(None) })
}

/// The values of an attribute that may be one or several.
pub(crate) fn several(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.iter().flat_map(several).collect(),
        one => vec![one.clone()],
    }
}

/// The symbol that says that there is no value.
pub(crate) fn absent() -> Value {
    Value::Symbol("absent".into())
}

/// A value without the wrapping of a secret.
pub(crate) fn opened(value: &Value) -> &Value {
    if let Value::Sensitive(secret) = value { opened(secret) } else { value }
}
