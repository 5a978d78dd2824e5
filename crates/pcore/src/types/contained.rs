//! The types with a contained type: `Optional`, `NotUndef`, `Sensitive`, `Type`, `Iterable`, `Iterator`.

use std::sync::Arc;

use super::{
    Contained, Type,
    parameters::{ParameterError, Parameters},
};

/// Returns the contained type, except for `Any`, which is the same as the bare form.
pub(super) fn unless_any(contained: Type) -> Contained {
    if contained == Type::Any { None } else { Some(Arc::new(contained)) }
}

/// Creates the type from the parameters of `Optional[…]`.
pub(super) fn optional_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.only_type_or_text("Optional-Type").map(Type::optional)
}

/// Creates the type from the parameters of `NotUndef[…]`.
pub(super) fn not_undef_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.only_type_or_text("NotUndef-Type").map(Type::not_undef)
}

/// Creates the type from the parameters of `Sensitive[…]`.
pub(super) fn sensitive_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.only_type("Sensitive-Type").map(|contained| Type::sensitive(&contained))
}

/// Creates the type from the parameters of `Type[…]`.
pub(super) fn type_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.only_type("Type-Type").map(Type::type_of)
}

/// Creates the type from the parameters of `Iterable[…]`.
pub(super) fn iterable_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.only_type("Iterable-Type").map(|contained| Type::Iterable(Some(Arc::new(contained))))
}

/// Creates the type from the parameters of `Iterator[…]`.
pub(super) fn iterator_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.only_type("Iterator-Type").map(|contained| Type::Iterator(Some(Arc::new(contained))))
}
