//! `Runtime['ruby', 'Name']`: objects of a foreign runtime. Ruby symbols are the only such values.

use ecow::EcoString;

use std::sync::Arc;

use super::{
    Type,
    parameters::{ParameterError, Parameters},
};
use crate::value::Value;

/// A class of a foreign runtime.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RuntimeType {
    /// The runtime, like `ruby`; `None` for any.
    pub runtime: Option<EcoString>,
    /// The class; `None` for any.
    pub name: Option<EcoString>,
}

impl RuntimeType {
    /// The type of a Ruby symbol.
    pub fn symbol() -> Type {
        Type::Runtime(Arc::new(RuntimeType { runtime: Some("ruby".into()), name: Some("Symbol".into()) }))
    }

    /// Creates the type from the parameters of `Runtime[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(2, 2, "A Runtime-Type")?;
        let runtime = parameters.string(0, "a Runtime-Type")?;
        let name = parameters.string(1, "a Runtime-Type")?;
        if runtime.is_empty() || name.is_empty() {
            return Err(parameters.error("A Runtime-Type[] needs the names of a runtime and of a class"));
        }
        Ok(Type::Runtime(Arc::new(RuntimeType { runtime: Some(runtime), name: Some(name) })))
    }

    /// Returns whether the value is such an object.
    pub(super) fn is_instance(&self, value: &Value) -> bool {
        matches!(value, Value::Symbol(_)) && self.accepts(&RuntimeType::symbol())
    }

    /// Returns whether every object of `other` is of this type.
    pub(super) fn accepts(&self, other: &Type) -> bool {
        let Type::Runtime(other) = other else { return false };
        (self.runtime.is_none() || self.runtime == other.runtime) && (self.name.is_none() || self.name == other.name)
    }
}
