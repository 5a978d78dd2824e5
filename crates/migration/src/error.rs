//! Errors of the migration.

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;

/// Why a type cannot be migrated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MigrationError {
    /// The text is not valid Ruby.
    #[error("{0}")]
    NotRuby(Diagnostic),
    /// It defines no type.
    #[error("no type is defined: neither Puppet::ResourceApi.register_type nor Puppet::Type.newtype with a plain name")]
    NoType,
    /// It defines several types; a file of a module can only define one.
    #[error("{} types are defined: {}", .0.len(), names(.0))]
    SeveralTypes(Vec<(EcoString, Span)>),
    /// The name is not valid in the language.
    #[error(
        "'{0}' is not a valid name of a type: it must start with a lower-case letter, followed by lower-case \
         letters, digits and '_'"
    )]
    TypeName(EcoString, Span),
    /// The definition is computed by Ruby code.
    #[error("the attributes of '{0}' are computed: only Ruby can evaluate them")]
    NoAttributes(EcoString, Span),
    /// The migrated type cannot be loaded, which is a bug.
    #[error("internal error: the migrated type cannot be loaded: {message}")]
    Unloadable {
        /// Why it cannot be loaded.
        message: String,
        /// The migrated type.
        text: String,
    },
}

impl MigrationError {
    /// Returns its span in the Ruby text; `None` if it is about the whole text.
    pub fn span(&self) -> Option<Span> {
        match self {
            MigrationError::NotRuby(diagnostic) => Some(diagnostic.span),
            MigrationError::SeveralTypes(types) => types.get(1).map(|(_, span)| *span),
            MigrationError::TypeName(_, span) | MigrationError::NoAttributes(_, span) => Some(*span),
            MigrationError::NoType | MigrationError::Unloadable { .. } => None,
        }
    }

    /// Returns what to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            MigrationError::NotRuby(_) => Some("run `ruby -c FILE` for details"),
            MigrationError::NoType => Some("types are defined in lib/puppet/type/NAME.rb"),
            MigrationError::SeveralTypes(_) => Some("put each into a separate file"),
            MigrationError::TypeName(..) => None,
            MigrationError::NoAttributes(..) => Some("replace the computed definition by a literal one"),
            MigrationError::Unloadable { .. } => Some("please report it"),
        }
    }
}

fn names(types: &[(EcoString, Span)]) -> String {
    let names: Vec<String> = types.iter().map(|(name, _)| format!("'{name}'")).collect();
    names.join(", ")
}
