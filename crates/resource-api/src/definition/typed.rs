//! Definitions derived from Rust structs.
//!
//! `#[derive(Resource)]` implements [`DefinesType`] in addition to [`Resource`], and `#[derive(AttributeGroup)]`
//! implements [`DefinesAttributes`]. Both use the builder, so the definition is always validated.

use super::{AttributeGroup, DefinitionError, TypeBuilder, TypeDefinition};
use crate::{Resource, State, data::DataError};

/// A struct that defines a type: its fields are the attributes.
///
/// Implemented by `#[derive(Resource)]`.
///
/// The derive macro checks everything it sees at compile time. It does not see the Puppet types of custom
/// [`Data`](crate::Data) implementations, nor the content of groups. Errors there are returned by
/// [`definition`](DefinesType::definition).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not define a type of resources",
    label = "not a definition",
    note = "write `#[derive(Resource)]` above `{Self}`"
)]
pub trait DefinesType: Resource {
    /// Returns a builder with the definition, for additions.
    fn builder() -> TypeBuilder;

    /// Returns the definition.
    fn definition() -> Result<TypeDefinition, DefinitionError> {
        Self::builder().build()
    }
}

/// A struct whose fields are attributes that several types share.
///
/// Implemented by `#[derive(AttributeGroup)]`, and used with `#[attribute(group)]` on a field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a group of attributes",
    label = "not a group",
    note = "write `#[derive(AttributeGroup)]` above `{Self}`, or remove `group` from the field"
)]
pub trait DefinesAttributes: Sized {
    /// The attributes.
    fn attributes() -> AttributeGroup;

    /// Reads the attributes of the group from those of a resource.
    fn read(state: &State) -> Result<Self, DataError>;

    /// Adds the attributes of the group to those of a resource, except those that are `None`.
    fn write(self, state: &mut State);
}
