//! Object types with type parameters filled in: `Error['my/kind']`.
//!
//! A type parameter constrains the attribute of the same name: an instance is of the type if the attribute matches the
//! parameter as an option of a `case` would.

use std::{
    fmt::{self, Write},
    sync::Arc,
};

use ecow::EcoString;

use super::{Attribute, MemberLabel, ObjectError, ObjectType, attribute::Feature, definition::wrong_type, write_value};
use crate::{
    matching::matches,
    types::Type,
    value::{Hash, ObjectInstance, Value, write_list},
};

/// An Object type with type parameters filled in: `Error['my/kind']`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectExtension {
    base: Arc<ObjectType>,
    /// Name and expectation of each parameter, in the order of declaration.
    parameters: Vec<(EcoString, Value)>,
}

impl ObjectExtension {
    /// Sets type parameters by position, or by name from a single hash; `default` omits one.
    ///
    /// ```
    /// use pcore::{Type, Value, parse_type, types::{ObjectExtension, ObjectType}};
    ///
    /// let extension = ObjectExtension::new(ObjectType::error(), &[Value::Default, "CODE".into()]).unwrap();
    /// assert_eq!(Type::ObjectExtension(extension.into()).to_string(), "Error[default, 'CODE']");
    /// ```
    pub fn new(base: &Arc<ObjectType>, arguments: &[Value]) -> Result<ObjectExtension, ObjectError> {
        let declared = base.all_type_parameters();
        let label = || EcoString::from(base.label());
        let Some(first) = declared.first() else { return Err(ObjectError::NotParameterized(label())) };
        let mut parameters = Vec::new();
        match arguments {
            // A hash that is valid for the first parameter is not a hash of names.
            [Value::Hash(names)] if !first.value_type.is_instance(&Value::Hash(Arc::clone(names))) => {
                if let Some(unknown) =
                    names.keys().find(|key| !declared.iter().any(|parameter| is_named(parameter, key)))
                {
                    return Err(ObjectError::UnknownParameter { object: label(), name: unknown.to_string().into() });
                }
                for parameter in &declared {
                    if let Some(value) = names.get_str(&parameter.name) {
                        parameters.extend(checked(base, parameter, value)?);
                    }
                }
            }
            by_position => {
                for (parameter, value) in declared.iter().zip(by_position) {
                    parameters.extend(checked(base, parameter, value)?);
                }
            }
        }
        if parameters.is_empty() {
            return Err(ObjectError::NoParameters(label()));
        }
        Ok(ObjectExtension { base: Arc::clone(base), parameters })
    }

    /// Returns the type of an instance: with its parameters if the Object type has any.
    pub fn of(instance: &ObjectInstance) -> Type {
        let base = instance.object_type();
        let declared = base.all_type_parameters();
        let values = declared
            .iter()
            .map(|parameter| (parameter.name.clone(), instance.get(&parameter.name).cloned().unwrap_or_default()));
        let parameters: Vec<_> = values.filter(|(_, value)| *value != Value::Default).collect();
        if parameters.is_empty() {
            return Type::Object(Some(Arc::clone(base)));
        }
        Type::ObjectExtension(Arc::new(ObjectExtension { base: Arc::clone(base), parameters }))
    }

    /// Returns the type without its parameters.
    pub fn base(&self) -> &Arc<ObjectType> {
        &self.base
    }

    /// Returns the name and expectation of each parameter.
    pub fn parameters(&self) -> &[(EcoString, Value)] {
        &self.parameters
    }

    /// Returns the parameters as they are written: one for each position with `default` for missing ones, or a single
    /// hash if the type has more than two.
    pub fn initializer(&self) -> Value {
        let declared = self.base.all_type_parameters();
        if declared.len() > 2 {
            let entries = self.parameters.iter().map(|(name, value)| (Value::String(name.clone()), value.clone()));
            return Value::from(Hash::from_iter(entries));
        }
        let value_or_default =
            |parameter: &&Attribute| self.parameter(&parameter.name).cloned().unwrap_or(Value::Default);
        let mut values: Vec<Value> = declared.iter().map(value_or_default).collect();
        while matches!(values.last(), Some(Value::Default)) {
            values.pop();
        }
        Value::from(values)
    }

    fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// Returns whether the instance matches every parameter.
    pub fn is_instance(&self, instance: &ObjectInstance) -> bool {
        self.base.is_instance(instance)
            && self
                .parameters
                .iter()
                .all(|(name, expected)| instance.get(name).is_some_and(|value| matches(value, expected)))
    }

    /// Returns whether every instance of `other` is of this type.
    pub(in crate::types) fn accepts(&self, other: &Type) -> bool {
        let Type::ObjectExtension(other) = other else { return false };
        self.base.is_ancestor_of(&other.base)
            && self.parameters.iter().all(|(name, expected)| {
                other.parameter(name).is_some_and(|value| match (value, expected) {
                    (Value::Type(inner), Value::Type(expected)) if expected.accepts(inner) => true,
                    // An expression only matches strings, so in Puppet such a type does not even accept itself.
                    (Value::Regexp(_), Value::Regexp(_)) => false,
                    _ => matches(value, expected),
                })
            })
    }

    /// Writes `Name[…]`.
    pub(in crate::types) fn write(&self, f: &mut dyn Write) -> fmt::Result {
        f.write_str(self.base.label())?;
        f.write_char('[')?;
        match self.initializer() {
            Value::Array(values) => write_list(&mut &mut *f, values.iter(), |f, value| write_value(f, value))?,
            named => write_value(f, &named)?,
        }
        f.write_char(']')
    }
}

fn is_named(parameter: &Attribute, key: &Value) -> bool {
    key.as_str() == Some(parameter.name.as_str())
}

/// Returns the entry of a parameter; `None` for `default`.
fn checked(base: &ObjectType, parameter: &Attribute, value: &Value) -> Result<Option<(EcoString, Value)>, ObjectError> {
    if *value == Value::Default {
        return Ok(None);
    }
    if parameter.value_type.is_instance(value) {
        return Ok(Some((parameter.name.clone(), value.clone())));
    }
    let owner = base.ancestry().find(|object| object.type_parameters.iter().any(|own| own.name == parameter.name));
    let label = MemberLabel::new(Feature::TypeParameter, owner.unwrap_or(base).label(), &parameter.name);
    Err(wrong_type(&label.to_string(), &parameter.value_type, value))
}
