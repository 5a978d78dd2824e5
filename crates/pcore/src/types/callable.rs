//! `Callable[types…, from, to, block]` and `Callable[[types…], return]`.

use std::sync::Arc;

use super::{
    Guard, IntegerRange, TupleType, Type, assignable,
    parameters::{ParameterError, Parameters},
};
use crate::value::Value;

/// What can be called with some arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct CallableType {
    /// The parameters; `None` for any.
    pub parameters: Option<TupleType>,
    /// The block, which may be required or optional.
    pub block: Option<Type>,
    /// The return type; `None` for anything.
    pub returns: Option<Type>,
}

impl CallableType {
    /// Creates the type from the parameters of `Callable[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        let callable = match parameters.get(0) {
            Some(Value::Array(arguments)) => {
                parameters.arity(2, 2, "A Callable-Type")?;
                let returns = parameters.type_at(1, "a Callable-Type")?;
                let inner = CallableType::from_arguments(&Parameters::new(arguments))?;
                CallableType { returns: (returns != Type::Any).then_some(returns), ..inner }
            }
            _ => CallableType::from_arguments(parameters)?,
        };
        Ok(Type::Callable(Arc::new(callable)))
    }

    fn from_arguments(parameters: &Parameters<'_>) -> Result<CallableType, ParameterError> {
        let block = match parameters.last() {
            Some(Value::Type(last)) if last.is_callable(true) => Some((**last).clone()),
            _ => None,
        };
        let rest = parameters.with_len(parameters.len() - usize::from(block.is_some()));
        let (count, size) = rest.split_trailing_size()?;
        let types = (0..count).map(|index| rest.type_at(index, "a Callable-Type")).collect::<Result<Vec<_>, _>>()?;
        let none = IntegerRange::exactly(0);
        let tuple = match size {
            // No argument at all, which is not the same as a bare Tuple.
            _ if types.is_empty() && size.is_none_or(|size| size == none) => TupleType { types, size: Some(none) },
            // A number of arguments of any kind.
            size if types.is_empty() => TupleType { types: vec![Type::Unit], size },
            size => TupleType { types, size },
        };
        Ok(CallableType { parameters: Some(tuple), block, returns: None })
    }

    /// Returns whether every callable of `other` can be called where this one is expected.
    pub(super) fn accepts(&self, other: &Type, guard: &mut Guard) -> bool {
        let Type::Callable(other) = other else { return false };
        if let Some(returns) = &self.returns
            && !assignable::accepts(returns, other.returns.as_ref().unwrap_or(&Type::Any), guard)
        {
            return false;
        }
        let Some(own) = &self.parameters else { return true };
        let Some(others) = &other.parameters else { return false };
        // A callable must accept at least the arguments it is called with, so the roles are swapped here.
        others.accepts_tuple(own, guard)
            && assignable::accepts(
                other.block.as_ref().unwrap_or(&Type::Undef),
                self.block.as_ref().unwrap_or(&Type::Undef),
                guard,
            )
    }
}

impl Type {
    /// Returns whether only callables are of this type; with `optional`, `Optional[Callable]` counts, too.
    pub(crate) fn is_callable(&self, optional: bool) -> bool {
        match self.resolved() {
            Type::Callable(_) => true,
            Type::Optional(Some(contained)) => optional && contained.is_callable(optional),
            Type::Variant(types) => types.iter().all(|part| part.is_callable(optional)),
            _ => false,
        }
    }
}
