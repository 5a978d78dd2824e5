//! `File['a']`, `Class['a']`: references, and the attributes of what they refer to.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Type, Value, names::capitalized_segments, types::ResourceType};

use super::{Access, key_kind};
use crate::{
    Compilation,
    error::Outcome,
    evaluate::{flattened, value_label},
};

impl Compilation<'_> {
    pub(super) fn access_resource(
        &mut self,
        access: &Access<'_>,
        resource: &ResourceType,
        mut given: Vec<Value>,
    ) -> Outcome {
        let type_name = match &resource.type_name {
            Some(name) => name.clone(),
            None => self.resource_kind(access, &mut given)?,
        };
        if resource.type_name.is_none() && given.is_empty() {
            return Ok(Value::from(ResourceType::of_kind(type_name)));
        }
        let (keys, several) = match named_keys(&given) {
            Ok(keys) => keys,
            Err(nothing) => return Ok(nothing),
        };
        if let Some(title) = &resource.title {
            let mut values = Vec::with_capacity(keys.len());
            for key in keys {
                values.push(self.resource_attribute(access.frame, access.expression, &type_name, title, key)?);
            }
            return Ok(one_or_all(values, several));
        }
        let mut references = Vec::with_capacity(keys.len());
        for (index, key) in keys.into_iter().enumerate() {
            let Value::String(title) = key else {
                let base = value_label::with_article(&Value::from(Type::Resource(Arc::new(resource.clone()))));
                let message = format!(
                    "Error creating type specialization of {base}, Cannot use {} where a resource title String is \
                     expected",
                    key_kind(key)
                );
                return Err(access.failure_at_key(index, message));
            };
            let reference = ResourceType { type_name: Some(type_name.clone()), title: Some(title.clone()) };
            references.push(Value::from(Type::Resource(Arc::new(reference))));
        }
        Ok(one_or_all(references, several))
    }

    /// The kind of resource that `Resource[File, …]` or `Resource['file', …]` names first.
    fn resource_kind(&mut self, access: &Access<'_>, given: &mut Vec<Value>) -> Outcome<EcoString> {
        let first = if given.is_empty() { Value::Undef } else { given.remove(0) };
        let name = match &first {
            Value::String(name) => Some(name.clone()),
            Value::Type(held) => match &**held {
                Type::Resource(resource) => resource.type_name.clone(),
                Type::Reference(name) => Some(name.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(name) = name else {
            let found = key_kind(&first);
            let message = format!("First argument to Resource[] must be a resource type or a String. Got {found}.");
            return Err(access.failure_at_key(0, message));
        };
        let name = capitalized_segments(name.strip_prefix("::").unwrap_or(&name));
        if !is_reference(&name) {
            let message =
                format!("Illegal type reference. The given name '{name}' does not conform to the naming rule");
            return Err(access.failure_at_key(0, message));
        }
        Ok(name.into())
    }

    pub(super) fn access_class(
        &mut self,
        access: &Access<'_>,
        class: Option<&EcoString>,
        given: Vec<Value>,
    ) -> Outcome {
        let (keys, several) = match named_keys(&given) {
            Ok(keys) => keys,
            Err(nothing) => return Ok(nothing),
        };
        let mut results = Vec::with_capacity(keys.len());
        for (index, key) in keys.into_iter().enumerate() {
            results.push(match class {
                Some(class) => self.resource_attribute(access.frame, access.expression, "Class", class, key)?,
                None => class_reference(access, index, key)?,
            });
        }
        Ok(one_or_all(results, several))
    }
}

/// The keys without arrays and undef, and whether the result is an array. Only undef gives nothing.
fn named_keys(given: &[Value]) -> Result<(Vec<&Value>, bool), Value> {
    let several = given.len() > 1 || matches!(given.first(), Some(Value::Array(_)));
    let mut keys = flattened(given);
    keys.retain(|key| !key.is_undef());
    if !keys.is_empty() {
        return Ok((keys, several));
    }
    Err(if several { Value::array([]) } else { Value::Undef })
}

fn class_reference(access: &Access<'_>, index: usize, key: &Value) -> Outcome {
    let Value::String(given) = key else {
        let found = value_label::sentence_start(key);
        let message =
            format!("Illegal Class name in class reference. {found} cannot be used where a String is expected");
        return Err(access.failure_at_key(index, message));
    };
    let name = given.to_lowercase();
    let name = name.strip_prefix("::").unwrap_or(&name);
    if !name.split("::").all(is_segment) {
        let message = format!(
            "Illegal name. The given name '{given}' does not conform to the naming rule \
             /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/"
        );
        return Err(access.failure_at_key(index, message));
    }
    Ok(Value::from(Type::Class(Some(name.into()))))
}

fn one_or_all(mut values: Vec<Value>, several: bool) -> Value {
    if several { Value::from(values) } else { values.pop().unwrap_or_default() }
}

fn is_reference(name: &str) -> bool {
    name.strip_prefix("::").unwrap_or(name).split("::").all(is_segment)
}

fn is_segment(segment: &str) -> bool {
    segment.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && segment.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
