//! Forms in which manifests give the one plain value that is meant: several values, of which the first counts, or a secret.
//!
//! Puppet takes both for whatever its types have, so no type can do without: a text made of several values, or of the words
//! that stand for a secret, is nothing that anybody wants to find in a file.

#[cfg(test)]
mod tests;

use ecow::EcoString;
use pcore::Value;
use resource_api::{Behaviour, Context, Outcome, State, log::Level, render::inspect, secret::REDACTED};

use crate::subject::{Subject, opened, title_of};

/// What the attributes of a type take as it is.
pub(crate) struct Given {
    /// As in messages.
    pub(crate) type_name: &'static str,
    /// Properties of which all values count, and those whose values have a form of their own.
    pub(crate) several: &'static [&'static str],
    /// Attributes of which the type knows how to keep them secret. What else is a secret is opened, and is left to the log,
    /// which shows no secret that it knows.
    pub(crate) secret: &'static [&'static str],
    /// Parameters of which Puppet, too, knows how to keep them secret.
    pub(crate) marked: &'static [&'static str],
}

impl Given {
    /// Brings a resource into one form, and says of which parameters Puppet would show the secret.
    pub(crate) fn settle(
        &self,
        context: &Context,
        resource: &mut State,
        canonicalize: impl Fn(&mut State) -> Outcome,
    ) -> Outcome {
        let unmarked = self.settle_quietly(context, resource, canonicalize)?;
        let path = (!unmarked.is_empty()).then(|| format!("/{}[{}]", self.type_name, title_of(resource)));
        for name in unmarked {
            let told = format!(
                "Unable to mark '{name}' as sensitive: {name} is a parameter and not a property, and cannot be \
                 automatically redacted."
            );
            context.log().write(Level::Warning, path.as_deref(), &told);
        }
        Ok(())
    }

    /// Brings a resource into one form, and returns the parameters that were secrets and are none for Puppet.
    pub(crate) fn settle_quietly(
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
            let has_one = is_property && !self.several.contains(&name.as_str());
            if !is_secret && !has_one {
                continue;
            }
            if is_secret && attribute.behaviour() == Behaviour::Parameter && !self.marked.contains(&name.as_str()) {
                unmarked.push(name.clone());
            }
            let stays_secret = is_secret && self.secret.contains(&name.as_str());
            let kept = |value: &Value| if stays_secret { Value::sensitive(value.clone()) } else { value.clone() };
            let values = match opened(&value) {
                Value::Array(values) if has_one => &values[..],
                one => std::slice::from_ref(one),
            };
            let is_one = |value: &&Value| !matches!(opened(value), Value::Array(_) | Value::Hash(_));
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
        // Whatever is wrong with one of several values is wrong with the resource, although only the first counts.
        for (name, value) in others {
            let mut other = resource.clone();
            other.insert(name, value);
            canonicalize(&mut other)?;
        }
        canonicalize(resource)?;
        Ok(unmarked)
    }
}

/// The one text of an attribute as a catalog has it, in whatever form that is.
pub(crate) fn text<'s>(resource: &'s State, name: &str) -> Option<&'s str> {
    match opened(resource.known(name)?) {
        Value::Array(values) => opened(values.first()?).as_str(),
        one => one.as_str(),
    }
}
