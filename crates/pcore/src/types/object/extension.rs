//! Object types with type parameters filled in: `Error['my/kind']`.
//!
//! A type parameter stands for the attribute of the same name: an instance is of the type when the attribute matches
//! what the parameter says, as an option of a `case` would.

use std::{
    fmt::{self, Write},
    sync::Arc,
};

use ecow::EcoString;

use super::{Attribute, ObjectError, ObjectType, attribute::Member, definition::wrong_type, write_value};
use crate::{
    matching::matches,
    types::Type,
    value::{Hash, ObjectInstance, Value, write_list},
};

/// An Object type with type parameters filled in: `Error['my/kind']`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectExtension {
    base: Arc<ObjectType>,
    /// Name and expectation of each parameter that was given, in the order of declaration.
    parameters: Vec<(EcoString, Value)>,
}

impl ObjectExtension {
    /// Fills in type parameters by position, or by name from a single hash; `default` leaves one out.
    ///
    /// ```
    /// use pcore::{Type, Value, parse_type, types::{ObjectExtension, ObjectType}};
    ///
    /// let extension = ObjectExtension::new(ObjectType::error(), &[Value::Default, "CODE".into()]).unwrap();
    /// assert_eq!(Type::ObjectExtension(extension.into()).to_string(), "Error[default, 'CODE']");
    /// ```
    pub fn new(base: &Arc<ObjectType>, given: &[Value]) -> Result<ObjectExtension, ObjectError> {
        let declared = base.all_type_parameters();
        let label = || EcoString::from(base.label());
        let Some(first) = declared.first() else { return Err(ObjectError::NotParameterized(label())) };
        let mut parameters = Vec::new();
        match given {
            // A hash that the first parameter itself could be is not taken as names.
            [Value::Hash(names)] if !first.value_type.is_instance(&Value::Hash(Arc::clone(names))) => {
                if let Some(unknown) = names.keys().find(|key| !declared.iter().any(|known| is_named(known, key))) {
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

    /// Returns the type of an instance: with its parameters filled in where the Object type has any.
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

    /// Returns name and expectation of each parameter that was given.
    pub fn parameters(&self) -> &[(EcoString, Value)] {
        &self.parameters
    }

    /// Returns the parameters as they are written: one for each position, `default` for those left out, or a single
    /// hash where the type has more than two.
    pub fn initializer(&self) -> Value {
        let declared = self.base.all_type_parameters();
        if declared.len() > 2 {
            let entries = self.parameters.iter().map(|(name, value)| (Value::String(name.clone()), value.clone()));
            return Value::from(Hash::from_iter(entries));
        }
        let given = |parameter: &&Attribute| self.parameter(&parameter.name).cloned().unwrap_or(Value::Default);
        let mut values: Vec<Value> = declared.iter().map(given).collect();
        while matches!(values.last(), Some(Value::Default)) {
            values.pop();
        }
        Value::from(values)
    }

    fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.iter().find(|(given, _)| given == name).map(|(_, value)| value)
    }

    /// Returns whether the instance matches every parameter.
    pub fn is_instance(&self, instance: &ObjectInstance) -> bool {
        self.base.is_instance(instance)
            && self
                .parameters
                .iter()
                .all(|(name, wanted)| instance.get(name).is_some_and(|value| matches(value, wanted)))
    }

    /// Returns whether every instance of `other` is of this type.
    pub(in crate::types) fn accepts(&self, other: &Type) -> bool {
        let Type::ObjectExtension(other) = other else { return false };
        self.base.is_ancestor_of(&other.base)
            && self.parameters.iter().all(|(name, wanted)| {
                other.parameter(name).is_some_and(|given| match (given, wanted) {
                    (Value::Type(given), Value::Type(wanted)) if wanted.accepts(given) => true,
                    // An expression matches texts only, so in Puppet such a type does not even accept itself.
                    (Value::Regexp(_), Value::Regexp(_)) => false,
                    _ => matches(given, wanted),
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

/// Returns the entry of a parameter; nothing for `default`.
fn checked(base: &ObjectType, parameter: &Attribute, value: &Value) -> Result<Option<(EcoString, Value)>, ObjectError> {
    if *value == Value::Default {
        return Ok(None);
    }
    if parameter.value_type.is_instance(value) {
        return Ok(Some((parameter.name.clone(), value.clone())));
    }
    let owner = base.ancestry().find(|object| object.type_parameters.iter().any(|own| own.name == parameter.name));
    let label = Member::TypeParameter(parameter).label(owner.unwrap_or(base).label());
    Err(wrong_type(&label.to_string(), &parameter.value_type, value))
}
