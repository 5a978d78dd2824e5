//! `Init[type, arguments…]`: values from which `new` of a type could make an instance.

use std::sync::Arc;

use super::{
    Contained, Guard, IntegerRange, Search, TupleType, Type, alias, assignable,
    parameters::{ParameterError, Parameters},
};
use crate::{convert, infer, value::Value};

/// Values that can be given to `new` of a type, together with fixed further arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct InitType {
    /// The type that is made; nothing for the bare `Init`, which takes any rich data.
    pub contained: Contained,
    /// What follows the value in the call.
    pub arguments: Vec<Value>,
}

/// How many `Init` types may be looked into, each inside the one before: an Object whose attribute takes what makes an
/// instance of it would never come to an end.
const MAX_NESTING: u32 = 20;

/// What `new` takes, seen from a single value.
struct Accepted {
    /// Types of a value that is the first argument.
    single: Vec<Type>,
    /// Types of an array that holds all arguments.
    several: Vec<TupleType>,
}

impl InitType {
    /// Reads `Init[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        let contained = match parameters.get(0) {
            Some(Value::Type(held)) => (**held).clone(),
            _ => return Err(parameters.must_be_types(0, "Init-Type")),
        };
        let arguments = parameters.tail(1).to_vec();
        Ok(Type::Init(Arc::new(InitType { contained: Some(Arc::new(contained)), arguments })))
    }

    /// Returns whether the value is of the type already, or could be given to its `new`.
    pub(super) fn is_instance_in(&self, value: &Value, search: &Search) -> bool {
        let inside = &mut search.inside_init();
        if inside.inits > MAX_NESTING {
            return false;
        }
        let Some(contained) = &self.contained else {
            return Type::Alias(Arc::clone(alias::rich_data())).is_instance_in(value, inside);
        };
        if contained.is_instance_in(value, inside) {
            return true;
        }
        let Some(accepted) = self.accepted(contained) else { return false };
        if accepted.single.iter().any(|single| single.is_instance_in(value, inside)) {
            return true;
        }
        let alone = [value.clone()];
        accepted.several.iter().any(|tuple| {
            matches!(value, Value::Array(items) if tuple.is_instance_in(items, inside))
                || (tuple.size_range().from == 1 && tuple.is_instance_in(&alone, &mut search.inside_init()))
        })
    }

    /// Returns whether every value of `other` can be given to `new`.
    pub(super) fn accepts(&self, other: &Type, guard: &mut Guard) -> bool {
        if guard.inits >= MAX_NESTING {
            return false;
        }
        guard.inits += 1;
        let answer = self.accepts_inside(other, guard);
        guard.inits -= 1;
        answer
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
            return assignable::accepts(&Type::Alias(Arc::clone(alias::rich_data())), other, guard);
        };
        if assignable::accepts(contained, other, guard) {
            return true;
        }
        let Some(accepted) = self.accepted(contained) else { return false };
        if accepted.single.iter().any(|single| assignable::accepts(single, other, guard)) {
            return true;
        }
        let alone = TupleType { types: vec![other.clone()], size: None };
        accepted.several.iter().any(|tuple| {
            tuple.accepts(other, guard) || (tuple.size_range().from == 1 && tuple.accepts_tuple(&alone, guard))
        })
    }

    /// Sorts the signatures of `new` by how they can take a single value; nothing where there is no such `new`.
    fn accepted(&self, contained: &Type) -> Option<Accepted> {
        if matches!(contained, Type::Init(_) | Type::Optional(_) | Type::NotUndef(_)) {
            return None;
        }
        let signatures = convert::constructor_parameters(contained)?;
        if self.arguments.is_empty() {
            let one = IntegerRange { from: 1, to: 1 };
            let (single, several): (Vec<_>, Vec<_>) =
                signatures.into_iter().partition(|tuple| tuple.size_range() == one);
            let single = single.into_iter().filter_map(|tuple| tuple.types.into_iter().next()).collect();
            return Some(Accepted { single, several });
        }
        let count = 1 + self.arguments.len();
        let fits = |tuple: &TupleType| {
            tuple.size_range().contains_length(count)
                && self.arguments.iter().enumerate().all(|(index, argument)| {
                    tuple.at(index + 1).is_some_and(|expected| expected.accepts(&infer::detailed(argument)))
                })
        };
        let single = signatures.into_iter().filter(fits).filter_map(|tuple| tuple.types.into_iter().next()).collect();
        Some(Accepted { single, several: Vec::new() })
    }
}
