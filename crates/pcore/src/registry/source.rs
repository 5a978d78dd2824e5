//! Where a registry looks up definitions that were not added.

use std::{error::Error, sync::Arc};

use ecow::EcoString;

/// An unresolved definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDefinition {
    /// The name as spelled in the definition.
    pub name: EcoString,
    /// The type expression.
    pub text: EcoString,
}

/// Finds definitions by name, in files for example.
///
/// A registry asks for each name only once, whatever the answer.
pub trait TypeSource: Send + Sync {
    /// Looks up the definition of a name, which is in lower case and without leading colons.
    fn find(&self, name: &str) -> Result<Option<TypeDefinition>, SourceError>;
}

/// Why a source could not look up a name. The registry keeps it for [`TypeRegistry::source_error`].
///
/// [`TypeRegistry::source_error`]: super::TypeRegistry::source_error
pub type SourceError = Arc<dyn Error + Send + Sync>;
