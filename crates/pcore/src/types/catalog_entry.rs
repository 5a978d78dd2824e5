//! `Resource[type, title]` and `Class[name]`: types whose instances are entries of a catalog.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use ecow::EcoString;

use super::{
    Type,
    parameters::{ParameterError, Parameters},
};
use crate::value::Value;

/// A resource type, or one resource of it. Names are compared case-insensitively.
#[derive(Clone, Debug, Default)]
pub struct ResourceType {
    /// The resource type, like `file` or `Apt::Source`; `None` for the bare `Resource`.
    pub type_name: Option<EcoString>,
    /// The title of one resource.
    pub title: Option<EcoString>,
}

impl ResourceType {
    /// Returns the type of all resources of a resource type.
    pub fn of_kind(type_name: impl Into<EcoString>) -> Type {
        Type::Resource(Arc::new(ResourceType { type_name: Some(type_name.into()), title: None }))
    }

    /// Creates the type from the parameters of `Resource[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(1, 2, "Resource-Type")?;
        let parameter = parameters.get(0).unwrap_or(&Value::Undef);
        let type_name = match parameter {
            Value::String(name) => name.clone(),
            Value::Type(inner) => match &**inner {
                Type::Resource(resource) => match &resource.type_name {
                    Some(name) => name.clone(),
                    None => return Err(illegal(parameters, parameter)),
                },
                Type::Reference(name) => name.clone(),
                _ => return Err(illegal(parameters, parameter)),
            },
            _ => return Err(illegal(parameters, parameter)),
        };
        if !is_class_reference(&type_name) {
            return Err(parameters.error_at(
                0,
                format!("Illegal type reference. The given name '{type_name}' does not conform to the naming rule"),
            ));
        }
        ResourceType::titled(type_name, &Parameters::new(parameters.tail(1)))
    }

    /// Creates the type from the title in `File['title']`.
    pub(crate) fn titled(type_name: EcoString, parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        let title = match parameters.get(0) {
            None => None,
            Some(Value::String(title)) if !title.is_empty() => Some(title.clone()),
            Some(Value::String(_)) => {
                return Err(parameters
                    .error_at(0, "Empty string title at 0. Title strings must have a length greater than zero."));
            }
            Some(other) => {
                let class = parameters.name_of_class(other);
                return Err(
                    parameters.error_at(0, format!("Illegal title type at index 0. Expected String, got {class}"))
                );
            }
        };
        Ok(Type::Resource(Arc::new(ResourceType { type_name: Some(type_name), title })))
    }

    /// Returns whether every resource of `other` is of this type.
    pub(super) fn accepts(&self, other: &Type) -> bool {
        let Type::Resource(other) = other else { return false };
        match (&self.type_name, &other.type_name) {
            (None, _) => true,
            (Some(own), Some(others)) => {
                own.eq_ignore_ascii_case(others) && (self.title.is_none() || self.title == other.title)
            }
            (Some(_), None) => false,
        }
    }
}

/// Creates the type from the parameters of `Class[…]`.
pub(super) fn class_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.arity(1, 1, "Class-Type")?;
    match parameters.get(0) {
        Some(Value::String(name)) => {
            let name = name.strip_prefix("::").unwrap_or(name).to_lowercase();
            if name.is_empty() || !name.split("::").all(is_name_segment) {
                return Err(parameters.error_at(
                    0,
                    format!("Illegal Class name in class reference. A Class-Type[] cannot use '{name}' as a name"),
                ));
            }
            Ok(Type::Class(Some(name.into())))
        }
        other => {
            let class = parameters.name_of_class(other.unwrap_or(&Value::Undef));
            Err(parameters.error_at(0, format!("Illegal Class name in class reference. A Class-Type[] cannot use {class} where a String is expected")))
        }
    }
}

fn illegal(parameters: &Parameters<'_>, parameter: &Value) -> ParameterError {
    let class = parameters.name_of_class(parameter);
    parameters.error_at(0, format!("First argument to Resource[] must be a resource type or a String. Got {class}."))
}

fn is_class_reference(name: &str) -> bool {
    !name.is_empty() && name.strip_prefix("::").unwrap_or(name).split("::").all(is_name_segment)
}

fn is_name_segment(segment: &str) -> bool {
    segment.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && segment.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
}

impl PartialEq for ResourceType {
    fn eq(&self, other: &ResourceType) -> bool {
        let same_kind = match (&self.type_name, &other.type_name) {
            (Some(own), Some(others)) => own.eq_ignore_ascii_case(others),
            (own, others) => own.is_none() && others.is_none(),
        };
        same_kind && self.title == other.title
    }
}

impl Eq for ResourceType {}

impl Hash for ResourceType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.type_name.as_ref().map(|name| name.to_ascii_lowercase()).hash(state);
        self.title.hash(state);
    }
}
