//! Definitions that are Rust structs.
//!
//! `#[derive(Resource)]` implements [`DefinesType`] beside [`Resource`], `#[derive(AttributeGroup)]` implements
//! [`DefinesAttributes`]. Both are made of the builder, so nothing escapes the validation.

use super::{AttributeGroup, DefinitionError, TypeBuilder, TypeDefinition};
use crate::{Resource, ResourceType, State, data::DataError};

/// A struct that is the definition of a type: its fields are the attributes.
///
/// Written by `#[derive(Resource)]`.
///
/// The derive checks at compile time whatever it sees. It does not see which Puppet type a hand-written
/// [`Data`](crate::Data) has, nor the inside of groups; what is wrong there is an error of
/// [`definition`](DefinesType::definition).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not define a type of resources",
    label = "not a definition",
    note = "write `#[derive(Resource)]` above `{Self}`"
)]
pub trait DefinesType: Resource {
    /// The definition, open for additions.
    fn builder() -> TypeBuilder;

    /// The definition.
    fn definition() -> Result<TypeDefinition, DefinitionError> {
        Self::builder().build()
    }
}

/// A struct whose fields are attributes that several types share.
///
/// Written by `#[derive(AttributeGroup)]`; used with `#[attribute(group)]` on a field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a group of attributes",
    label = "not a group",
    note = "write `#[derive(AttributeGroup)]` above `{Self}`, or take `group` away from the field"
)]
pub trait DefinesAttributes: Sized {
    /// The attributes.
    fn attributes() -> AttributeGroup;

    /// Reads the attributes of the group out of those of a resource.
    fn read(state: &State) -> Result<Self, DataError>;

    /// Adds the attributes of the group to those of a resource; what is `None` is left out.
    fn write(self, state: &mut State);
}

impl ResourceType {
    /// A type that a struct defines, without a provider.
    pub fn of<R: DefinesType>() -> Result<ResourceType, DefinitionError> {
        R::definition().map(ResourceType::new)
    }
}
