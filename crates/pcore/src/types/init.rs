//! `Init[type, arguments…]`: values that can be passed to `new` of a type.

use std::sync::Arc;

use super::{
    Contained, Guard, IntegerRange, Search, TupleType, Type, alias, assignable,
    parameters::{ParameterError, Parameters},
};
use crate::{convert, infer, value::Value};

/// Values that can be passed to `new` of a type, together with fixed further arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct InitType {
    /// The type of the new instance; `None` for the bare `Init`, which accepts any rich data.
    pub contained: Contained,
    /// The arguments after the value.
    pub arguments: Vec<Value>,
}

/// The limit on nested `Init` types: an Object whose attribute takes an `Init` of itself would never end.
const MAX_NESTING: u32 = 20;

/// The parameters of `new`, as seen from a single value.
struct InitSignatures {
    /// Types of a value that is the first argument.
    single: Vec<Type>,
    /// Types of an array that holds all arguments.
    several: Vec<TupleType>,
}

impl InitType {
    /// Creates the type from the parameters of `Init[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        let contained = match parameters.get(0) {
            Some(Value::Type(inner)) => (**inner).clone(),
            _ => return Err(parameters.must_be_types(0, "Init-Type")),
        };
        let arguments = parameters.tail(1).to_vec();
        Ok(Type::Init(Arc::new(InitType { contained: Some(Arc::new(contained)), arguments })))
    }

    /// Returns whether the value already is of the type, or could be passed to its `new`.
    pub(super) fn is_instance_in(&self, value: &Value, search: &Search) -> bool {
        let inside = &mut search.inside_init();
        if inside.inits > MAX_NESTING {
            return false;
        }
        let Some(contained) = &self.contained else {
            return Type::Alias(Arc::clone(&alias::RICH_DATA)).is_instance_in(value, inside);
        };
        if contained.is_instance_in(value, inside) {
            return true;
        }
        let Some(signatures) = self.signatures(contained) else { return false };
        if signatures.single.iter().any(|single| single.is_instance_in(value, inside)) {
            return true;
        }
        let single_argument = [value.clone()];
        signatures.several.iter().any(|tuple| {
            matches!(value, Value::Array(items) if tuple.is_instance_in(items, inside))
                || (tuple.size_range().from == 1 && tuple.is_instance_in(&single_argument, &mut search.inside_init()))
        })
    }

    /// Returns whether every value of `other` can be passed to `new`.
    pub(super) fn accepts(&self, other: &Type, guard: &mut Guard) -> bool {
        if guard.inits >= MAX_NESTING {
            return false;
        }
        guard.inits += 1;
        let accepts = self.accepts_inside(other, guard);
        guard.inits -= 1;
        accepts
    }

    fn accepts_inside(&self, other: &Type, guard: &mut Guard) -> bool {
        if let Type::Init(other) = other {
            return match (&self.contained, &other.contained) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(own), Some(others)) => assignable::accepts(own, others, guard),
            };
        }
        let Some(contained) = &self.contained else {
            return assignable::accepts(&Type::Alias(Arc::clone(&alias::RICH_DATA)), other, guard);
        };
        if assignable::accepts(contained, other, guard) {
            return true;
        }
        let Some(signatures) = self.signatures(contained) else { return false };
        if signatures.single.iter().any(|single| assignable::accepts(single, other, guard)) {
            return true;
        }
        let single_argument = TupleType { types: vec![other.clone()], size: None };
        signatures.several.iter().any(|tuple| {
            tuple.accepts(other, guard)
                || (tuple.size_range().from == 1 && tuple.accepts_tuple(&single_argument, guard))
        })
    }

    /// Groups the signatures of `new` by how they can take a single value; `None` if there is no such `new`.
    fn signatures(&self, contained: &Type) -> Option<InitSignatures> {
        if matches!(contained, Type::Init(_) | Type::Optional(_) | Type::NotUndef(_)) {
            return None;
        }
        let signatures = convert::constructor_parameters(contained)?;
        if self.arguments.is_empty() {
            let one = IntegerRange { from: 1, to: 1 };
            let (single, several): (Vec<_>, Vec<_>) =
                signatures.into_iter().partition(|tuple| tuple.size_range() == one);
            let single = single.into_iter().filter_map(|tuple| tuple.types.into_iter().next()).collect();
            return Some(InitSignatures { single, several });
        }
        let count = 1 + self.arguments.len();
        let fits = |tuple: &TupleType| {
            tuple.size_range().contains_length(count)
                && self.arguments.iter().enumerate().all(|(index, argument)| {
                    tuple.at(index + 1).is_some_and(|expected| expected.accepts(&infer::detailed(argument)))
                })
        };
        let single = signatures.into_iter().filter(fits).filter_map(|tuple| tuple.types.into_iter().next()).collect();
        Some(InitSignatures { single, several: Vec::new() })
    }
}
