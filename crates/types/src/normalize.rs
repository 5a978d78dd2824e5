//! Normalizes the values that manifests give where a single plain one is meant: arrays, of which the first value
//! counts, and secrets.
//!
//! Puppet accepts both for every attribute, so every type needs this. Otherwise the text of an array, or the
//! placeholder of a secret, would end up in a file.

#[cfg(test)]
mod tests;

use ecow::EcoString;
use pcore::Value;
use resource_api::{Behaviour, Context, Outcome, State, log::Level, render::inspect, secret::REDACTED};

use crate::subject::{Subject, title_of, unwrap_sensitive};

/// Which attributes of a type keep the form that they are given in.
pub(crate) struct Normalization {
    /// The name in messages.
    pub(crate) type_name: &'static str,
    /// Properties that take arrays, and those that normalize their values themselves.
    pub(crate) arrays: &'static [&'static str],
    /// Attributes that the type keeps secret itself. Other secrets are unwrapped; the log still redacts them.
    pub(crate) secrets: &'static [&'static str],
    /// Parameters that Puppet marks as sensitive, too.
    pub(crate) marked_sensitive: &'static [&'static str],
}

impl Normalization {
    /// Normalizes a resource, and warns about the parameters whose secrets Puppet would show.
    pub(crate) fn normalize(
        &self,
        context: &Context,
        resource: &mut State,
        canonicalize: impl Fn(&mut State) -> Outcome,
    ) -> Outcome {
        let unmarked = self.normalize_quietly(context, resource, canonicalize)?;
        let path = (!unmarked.is_empty()).then(|| format!("/{}[{}]", self.type_name, title_of(resource)));
        for name in unmarked {
            let message = format!(
                "Unable to mark '{name}' as sensitive: {name} is a parameter and not a property, and cannot be \
                 automatically redacted."
            );
            context.log().write(Level::Warning, path.as_deref(), &message);
        }
        Ok(())
    }

    /// Normalizes a resource, and returns the parameters whose secrets Puppet would show.
    pub(crate) fn normalize_quietly(
        &self,
        context: &Context,
        resource: &mut State,
        canonicalize: impl Fn(&mut State) -> Outcome,
    ) -> Outcome<Vec<EcoString>> {
        let is_wrapped = |value: &Value| matches!(value, Value::Array(_) | Value::Hash(_) | Value::Sensitive(_));
        let wrapped = resource.iter().filter(|(_, value)| is_wrapped(value));
        let wrapped: Vec<(EcoString, Value)> = wrapped.map(|(name, value)| (name.clone(), value.clone())).collect();
        let (mut unmarked, mut others) = (Vec::new(), Vec::new());
        for (name, value) in wrapped {
            let Some(attribute) = context.definition().attribute(&name) else { continue };
            let is_property = matches!(attribute.behaviour(), Behaviour::Property | Behaviour::InitOnly);
            let is_secret = matches!(value, Value::Sensitive(_));
            let has_one = is_property && !self.arrays.contains(&name.as_str());
            if !is_secret && !has_one {
                continue;
            }
            if is_secret
                && attribute.behaviour() == Behaviour::Parameter
                && !self.marked_sensitive.contains(&name.as_str())
            {
                unmarked.push(name.clone());
            }
            let stays_secret = is_secret && self.secrets.contains(&name.as_str());
            let kept = |value: &Value| if stays_secret { Value::sensitive(value.clone()) } else { value.clone() };
            let values = match unwrap_sensitive(&value) {
                Value::Array(values) if has_one => &values[..],
                one => std::slice::from_ref(one),
            };
            let is_one = |value: &&Value| !matches!(unwrap_sensitive(value), Value::Array(_) | Value::Hash(_));
            if has_one && let Some(wrong) = values.iter().find(|value| !is_one(value)) {
                let shown = if is_secret { REDACTED.to_owned() } else { inspect(wrong) };
                let title = title_of(resource);
                let subject = Subject { type_name: self.type_name, title: &title };
                return Err(subject.refuse(&name, format!("Invalid value {shown}. It must be a single value.")));
            }
            match values.split_first() {
                Some((first, rest)) => {
                    others.extend(rest.iter().map(|value| (name.clone(), kept(value))));
                    resource.insert(name, kept(first));
                }
                None => drop(resource.remove(&name)),
            }
        }
        // All values of an array are validated, although only the first counts.
        for (name, value) in others {
            let mut other = resource.clone();
            other.insert(name, value);
            canonicalize(&mut other)?;
        }
        canonicalize(resource)?;
        Ok(unmarked)
    }
}

/// The text of an attribute of a resource that is not normalized.
pub(crate) fn text<'s>(resource: &'s State, name: &str) -> Option<&'s str> {
    match unwrap_sensitive(resource.known(name)?) {
        Value::Array(values) => unwrap_sensitive(values.first()?).as_str(),
        one => one.as_str(),
    }
}
