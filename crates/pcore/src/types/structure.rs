//! `Struct[{key => type, …}]`.

use std::sync::Arc;

use ecow::EcoString;

use super::{
    Guard, IntegerRange, Search, StringType, Type, assignable,
    parameters::{ParameterError, Parameters},
};
use crate::value::{Hash, Value};

/// Hashes with exactly these keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructType {
    /// The keys in order. The bare `Struct` has none, and `{}` is its only instance.
    pub elements: Vec<StructElement>,
}

/// One key of a Struct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructElement {
    /// The key.
    pub name: EcoString,
    /// Whether the key is optional.
    pub optional: bool,
    /// The type of its value.
    pub value_type: Type,
}

impl StructElement {
    /// Returns the type of the key: `Optional['name']` or the type of that string.
    pub fn key_type(&self) -> Type {
        let exact = Type::exact_string(self.name.clone());
        if self.optional { Type::optional(exact) } else { exact }
    }
}

impl StructType {
    /// Creates the type from the parameters of `Struct[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(1, 1, "A Struct-Type")?;
        let parameter = parameters.get(0).unwrap_or(&Value::Undef);
        let Value::Hash(members) = parameter else {
            return Err(parameters.wrong_kind(0, "a Struct-Type", parameter, "Hash"));
        };
        let elements = members.iter().map(|(key, value)| element(parameters, key, value)).collect::<Result<_, _>>()?;
        Ok(Type::Struct(Arc::new(StructType { elements })))
    }

    /// Returns the element of a key.
    pub fn get(&self, name: &str) -> Option<&StructElement> {
        self.elements.iter().find(|element| element.name == name)
    }

    /// Returns the possible number of keys in a hash of this type.
    pub fn size_range(&self) -> IntegerRange {
        let required = self.elements.iter().filter(|element| !element.optional).count();
        IntegerRange::exactly(required).hull(IntegerRange::exactly(self.elements.len()))
    }

    /// Returns whether the hash has every required key, all values are of their types, and there is no other key.
    pub fn is_instance(&self, hash: &Hash) -> bool {
        self.is_instance_in(hash, &mut Search::default())
    }

    pub(super) fn is_instance_in(&self, hash: &Hash, search: &mut Search) -> bool {
        let mut matched = 0;
        for element in &self.elements {
            match hash.get_str_near(&element.name, matched) {
                Some(value) if element.value_type.is_instance_in(value, search) => matched += 1,
                None if element.optional => {}
                _ => return false,
            }
        }
        matched == hash.len()
    }

    /// Returns whether every hash of `other` is of this type.
    pub(super) fn accepts(&self, other: &Type, guard: &mut Guard) -> bool {
        match other {
            Type::Struct(other) => self.accepts_struct(other, guard),
            Type::Hash(other) => {
                let size = other.size.unwrap_or(IntegerRange::ANY_SIZE);
                let required = self.elements.iter().filter(|element| !element.optional);
                self.size_range().covers(size)
                    && (size.to == 0 || self.accepts_keys(&other.key, &other.value, guard))
                    && required.into_iter().all(|element| assignable::accepts(&element.value_type, &other.value, guard))
            }
            _ => false,
        }
    }

    /// Returns whether keys of the type can be ours: a single string must be, of several strings Puppet assumes it.
    fn accepts_keys(&self, keys: &Type, values: &Type, guard: &mut Guard) -> bool {
        if guard.assumes_keys {
            return self.elements.iter().all(|element| element.optional) || Type::STRING.accepts(keys);
        }
        let mut is_ours =
            |name: &str| self.get(name).is_some_and(|element| assignable::accepts(&element.value_type, values, guard));
        match keys.resolved() {
            Type::String(StringType::Exact(name)) => is_ours(name),
            Type::Variant(parts) => parts.iter().all(|part| self.accepts_keys(part, values, guard)),
            other => Type::STRING.accepts(other),
        }
    }

    fn accepts_struct(&self, other: &StructType, guard: &mut Guard) -> bool {
        // Structs with the same keys in the same order, the usual case, are compared without any lookup.
        let in_step = |index: usize, name: &str| other.elements.get(index).filter(|element| element.name == name);
        let mut matched = 0;
        for (index, element) in self.elements.iter().enumerate() {
            match in_step(index, &element.name).or_else(|| other.get(&element.name)) {
                Some(parameter) => {
                    if parameter.optional && !element.optional {
                        return false;
                    }
                    if !assignable::accepts(&element.value_type, &parameter.value_type, guard) {
                        return false;
                    }
                    matched += 1;
                }
                None if element.optional => {}
                None => return false,
            }
        }
        matched == other.elements.len()
    }
}

/// Reads one member: a plain key is optional if its value may be `undef`.
fn element(parameters: &Parameters<'_>, key: &Value, value: &Value) -> Result<StructElement, ParameterError> {
    let value_type = match value {
        Value::Type(inner) => (**inner).clone(),
        other => return Err(parameters.wrong_kind(0, "a Struct-Type", other, "Any-Type")),
    };
    let (name, optional) = match key {
        Value::String(name) => (name.clone(), value_type.accepts_undef()),
        Value::Type(key_type) => {
            let (contained, optional) = match &**key_type {
                Type::Optional(Some(contained)) => (&**contained, true),
                Type::NotUndef(Some(contained)) => (&**contained, false),
                plain => (plain, false),
            };
            match contained {
                Type::String(StringType::Exact(name)) => (name.clone(), optional),
                Type::Enum(single) if single.values.len() == 1 => (single.values[0].clone(), optional),
                _ => return Err(wrong_key(parameters, key)),
            }
        }
        _ => return Err(wrong_key(parameters, key)),
    };
    if name.is_empty() {
        return Err(wrong_key(parameters, key));
    }
    Ok(StructElement { name, optional, value_type })
}

fn wrong_key(parameters: &Parameters<'_>, key: &Value) -> ParameterError {
    parameters.error_at(
        0,
        format!("Struct element key must be a non-empty String, Optional['name'] or NotUndef['name']. Got {key:?}"),
    )
}
