//! `Variant[types…]`.

use std::{
    hash::{Hash, Hasher},
    ops::Deref,
    sync::Arc,
};

use super::{
    Type,
    parameters::{ParameterError, Parameters},
};
use crate::value::unordered;

/// The types of a Variant; their order is visible in texts but ignored by comparisons.
#[derive(Clone, Default)]
pub struct VariantTypes(Arc<[Type]>);

impl VariantTypes {
    /// Creates the type from the parameters of `Variant[…]`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.at_least_one("A Variant-Type")?;
        let types = (0..parameters.len()).map(|index| parameters.type_at(index, "a Variant-Type"));
        types.collect::<Result<Vec<_>, _>>().map(Type::variant)
    }
}

impl<T: Into<Arc<[Type]>>> From<T> for VariantTypes {
    fn from(types: T) -> VariantTypes {
        VariantTypes(types.into())
    }
}

impl FromIterator<Type> for VariantTypes {
    fn from_iter<I: IntoIterator<Item = Type>>(types: I) -> VariantTypes {
        VariantTypes(types.into_iter().collect())
    }
}

impl Deref for VariantTypes {
    type Target = [Type];

    fn deref(&self) -> &[Type] {
        &self.0
    }
}

impl PartialEq for VariantTypes {
    fn eq(&self, other: &VariantTypes) -> bool {
        self.len() == other.len() && (self[..] == other[..] || self.iter().all(|part| other.contains(part)))
    }
}

impl Eq for VariantTypes {}

impl Hash for VariantTypes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        unordered(self.iter()).hash(state);
    }
}
