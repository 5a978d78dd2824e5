//! Validates what manifests write, and brings it into the form that `get` returns, as the definition of a type says.
//!
//! An attribute of a definition may have these keys, which this module alone interprets:
//!
//! | key | value | meaning |
//! |---|---|---|
//! | `values` | words | the valid words, in the order of Puppet's messages |
//! | `aliases` | word → word | other words for them |
//! | `value_features` | word → feature | words that need a feature of the provider; `*` is any word that is not listed |
//! | `validate` | array of checks | see [`Check`] |
//! | `munge` | word | the form that the value gets: see [`Munge`] |
//! | `array_matching` | `all` | a property has several values; otherwise the first one counts, as in Puppet |
//! | `required_features` | feature | the attribute is ignored unless the provider has the feature |
//! | `redacted` | `true` | Puppet can redact this parameter; there is a warning about a secret in any other |
//! | `wrapped` | `true` | a secret is wrapped while the type's own code sees it |
//!
//! The type of an attribute says whether it may be `Sensitive`: then it is secret in the state, too. A secret in another
//! attribute is unwrapped; the log still redacts it. Each type validates with its own code what these keys cannot say.

mod rule;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use ecow::EcoString;
use pcore::{Value, keyed::HashMap};
use resource_api::{
    Audited, Behaviour, Context, Failure, Outcome, State, TypeDefinition,
    log::Level,
    render::{inspect, interpolate},
    secret::REDACTED,
};

use self::rule::Rule;
use crate::subject::{Subject, title_of, unwrap_sensitive};

/// The rules of a provider's type, read from its definition when they are first needed.
#[derive(Default)]
pub(crate) struct Munger {
    rules: OnceLock<Rules>,
}

/// A provider, for attributes and values that need one of its features.
#[derive(Clone, Copy)]
pub(crate) struct Features<'p> {
    pub(crate) provider: &'p str,
    pub(crate) has: &'p dyn Fn(&str) -> bool,
}

/// Validates with a type's own code.
pub(crate) type Validate<'v> = &'v dyn Fn(&Subject<'_>, &mut State) -> Outcome;

impl Munger {
    fn rules(&self, definition: &TypeDefinition) -> &Rules {
        self.rules.get_or_init(|| Rules::of(definition))
    }

    /// Canonicalizes resources, for a provider that has all features.
    pub(crate) fn canonicalize(&self, context: &Context, resources: &mut [State], validate: Validate<'_>) -> Outcome {
        self.canonicalize_for(context, None, resources, validate)
    }

    /// Canonicalizes resources, and warns about the parameters whose secrets Puppet would show.
    pub(crate) fn canonicalize_for(
        &self,
        context: &Context,
        features: Option<Features<'_>>,
        resources: &mut [State],
        validate: Validate<'_>,
    ) -> Outcome {
        let rules = self.rules(context.definition());
        for resource in resources {
            if let Some(features) = &features {
                rules.remove_unsupported(context, features, resource);
            }
            let unmarked = rules.canonicalize(features, resource, validate)?;
            if unmarked.is_empty() {
                continue;
            }
            let path = format!("/{}[{}]", rules.type_name, title_of(resource));
            for name in unmarked {
                let message = format!(
                    "Unable to mark '{name}' as sensitive: {name} is a parameter and not a property, and cannot be \
                     automatically redacted."
                );
                context.log().write(Level::Warning, Some(&path), &message);
            }
        }
        Ok(())
    }

    /// Removes attributes that need a feature which the provider does not have.
    pub(crate) fn remove_unsupported(&self, context: &Context, features: Features<'_>, resource: &mut State) {
        self.rules(context.definition()).remove_unsupported(context, &features, resource);
    }

    /// Canonicalizes a resource without a message to the operator.
    pub(crate) fn canonicalize_quietly(
        &self,
        definition: &TypeDefinition,
        resource: &mut State,
        validate: Validate<'_>,
    ) -> Outcome {
        self.rules(definition).canonicalize(None, resource, validate).map(drop)
    }

    /// The audited value of a property: unknown if the provider does not support it.
    pub(crate) fn audited(&self, context: &Context, features: Features<'_>, property: &str) -> Audited {
        let rule = self.rules(context.definition()).rule(property);
        match rule.and_then(|rule| rule.feature.as_ref()).is_none_or(|feature| (features.has)(feature)) {
            true => Audited::AsRead,
            false => Audited::Unknown,
        }
    }
}

/// The rules of a type.
struct Rules {
    /// The name in messages.
    type_name: String,
    rules: Vec<Rule>,
    /// The index of each rule by its attribute: a resource sets a few of many attributes.
    indices: HashMap<EcoString, usize>,
}

impl Rules {
    fn of(definition: &TypeDefinition) -> Rules {
        let mut type_name = definition.name().to_string();
        type_name[..1].make_ascii_uppercase();
        let rules: Vec<Rule> = definition.attributes().map(Rule::of).collect();
        let indices = rules.iter().enumerate().map(|(index, rule)| (rule.name.clone(), index)).collect();
        Rules { type_name, rules, indices }
    }

    fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.get(*self.indices.get(name)?)
    }

    /// Removes attributes that need a feature which the provider does not have.
    fn remove_unsupported(&self, context: &Context, features: &Features<'_>, resource: &mut State) {
        for rule in &self.rules {
            let Some(feature) = rule.feature.as_ref().filter(|feature| !(features.has)(feature)) else { continue };
            if resource.get(&rule.name).is_none() {
                continue;
            }
            if resource.remove(&rule.name).is_some_and(|given| !given.is_undef()) {
                let (provider, name) = (features.provider, &rule.name);
                let message =
                    format!("Provider {provider} does not support features {feature}; not managing attribute {name}");
                let path = format!("{}[{}]", self.type_name, title_of(resource));
                context.log().write(Level::Debug, Some(&path), &message);
            }
        }
    }

    /// Canonicalizes a resource, and returns the parameters whose secrets Puppet would show.
    fn canonicalize(
        &self,
        features: Option<Features<'_>>,
        resource: &mut State,
        validate: Validate<'_>,
    ) -> Outcome<Vec<EcoString>> {
        let mut unmarked = Vec::new();
        // All values of an array are validated, although only the first counts.
        for (name, value) in self.first_values(resource, &mut unmarked)? {
            let mut other = resource.clone();
            other.insert(name, value);
            self.munge(features, &mut other, validate)?;
        }
        self.munge(features, resource, validate)?;
        Ok(unmarked)
    }

    /// Reduces arrays to their first value where one value is meant, unwraps what does not stay secret, and returns the
    /// further values.
    fn first_values(&self, resource: &mut State, unmarked: &mut Vec<EcoString>) -> Outcome<Vec<(EcoString, Value)>> {
        let is_wrapped = |value: &Value| matches!(value, Value::Array(_) | Value::Hash(_) | Value::Sensitive(_));
        let wrapped = resource.iter().filter(|(_, value)| is_wrapped(value));
        let wrapped: Vec<(EcoString, Value)> = wrapped.map(|(name, value)| (name.clone(), value.clone())).collect();
        let mut others = Vec::new();
        for (name, value) in wrapped {
            let Some(rule) = self.rule(&name) else { continue };
            let is_secret = matches!(value, Value::Sensitive(_));
            let has_one = rule.has_one_value();
            if !is_secret && !has_one {
                continue;
            }
            if is_secret && rule.behaviour == Behaviour::Parameter && !rule.is_redacted {
                unmarked.push(name.clone());
            }
            let stays_secret = is_secret && rule.stays_secret;
            let kept = |value: &Value| if stays_secret { Value::sensitive(value.clone()) } else { value.clone() };
            let values = match unwrap_sensitive(&value) {
                Value::Array(values) if has_one => &values[..],
                one => std::slice::from_ref(one),
            };
            let is_one = |value: &&Value| !matches!(unwrap_sensitive(value), Value::Array(_) | Value::Hash(_));
            if has_one && let Some(wrong) = values.iter().find(|value| !is_one(value)) {
                let shown = if is_secret { REDACTED.to_owned() } else { inspect(wrong) };
                let title = title_of(resource);
                let subject = Subject { type_name: &self.type_name, title: &title };
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
        Ok(others)
    }

    /// Applies all rules and the type's own code, while secrets are unwrapped. A failure then does not say what is wrong,
    /// since the message could contain a secret.
    fn munge(&self, features: Option<Features<'_>>, resource: &mut State, validate: Validate<'_>) -> Outcome {
        let is_secret = |value: &Value| matches!(value, Value::Sensitive(_));
        let is_unwrapped = |name: &str| self.rule(name).is_none_or(|rule| !rule.is_wrapped);
        let secrets = resource.iter().filter(|(name, value)| is_secret(value) && is_unwrapped(name));
        let secrets: Vec<EcoString> = secrets.map(|(name, _)| name.clone()).collect();
        for name in &secrets {
            if let Some(value) = resource.get(name).map(unwrap_sensitive).cloned() {
                resource.insert(name.clone(), value);
            }
        }
        let title = title_of(resource);
        let subject = Subject { type_name: &self.type_name, title: &title };
        // In the order of the definition, which decides which of several mistakes is reported.
        let mut set: Vec<usize> = resource.iter().filter_map(|(name, _)| self.indices.get(name).copied()).collect();
        set.sort_unstable();
        let mut rules = set.into_iter().filter_map(|index| self.rules.get(index));
        let munged = rules.try_for_each(|rule| rule.apply(&subject, features, resource));
        let done = munged.and_then(|()| validate(&subject, resource));
        for name in &secrets {
            if let Some(value) = resource.get(name).filter(|value| !is_secret(value)).cloned() {
                resource.insert(name.clone(), Value::sensitive(value));
            }
        }
        if secrets.is_empty() || done.is_ok() {
            return done;
        }
        let (type_name, names) = (&self.type_name, secrets.join(", "));
        Err(Failure::resource(format!(
            "{type_name}[{title}] is not valid; the reason is not shown, since it could reveal the secret in {names}"
        )))
    }
}

/// The text of an attribute of a resource that has not been canonicalized.
pub(crate) fn first_text<'s>(resource: &'s State, name: &str) -> Option<&'s str> {
    match unwrap_sensitive(resource.known(name)?) {
        Value::Array(values) => unwrap_sensitive(values.first()?).as_str(),
        one => one.as_str(),
    }
}

/// Texts of a value: itself, or those in an array.
pub(crate) fn texts(value: &Value) -> Vec<String> {
    crate::subject::several(value).iter().map(interpolate).collect()
}
