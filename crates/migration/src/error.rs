//! Why a text did not become a type.

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;

/// Why a text did not become a type.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MigrationError {
    /// It is not written in Ruby.
    #[error("{0}")]
    NotRuby(Diagnostic),
    /// Nothing is to be found in it.
    #[error("no type is defined: neither Puppet::ResourceApi.register_type nor Puppet::Type.newtype with a plain name")]
    NoType,
    /// There are several; the language has one in each file of a module.
    #[error("{} types are defined: {}", .0.len(), names(.0))]
    SeveralTypes(Vec<(EcoString, Span)>),
    /// The name is none of the language.
    #[error(
        "'{0}' cannot be the name of a type: it begins with a small letter, and has small letters, digits and '_' only"
    )]
    TypeName(EcoString, Span),
    /// A definition is computed, so that only Ruby can tell its attributes.
    #[error("the attributes of '{0}' are not told by the text: only Ruby can tell them")]
    NoAttributes(EcoString, Span),
    /// What was written cannot be loaded: a mistake of ours.
    #[error("what was made of it cannot be loaded: {message}")]
    Unloadable {
        /// What is wrong with it.
        message: String,
        /// What was written.
        text: String,
    },
}

impl MigrationError {
    /// Where it is in the Ruby text; nothing where it is about the whole.
    pub fn span(&self) -> Option<Span> {
        match self {
            MigrationError::NotRuby(diagnostic) => Some(diagnostic.span),
            MigrationError::SeveralTypes(types) => types.get(1).map(|(_, span)| *span),
            MigrationError::TypeName(_, span) | MigrationError::NoAttributes(_, span) => Some(*span),
            MigrationError::NoType | MigrationError::Unloadable { .. } => None,
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            MigrationError::NotRuby(_) => Some("`ruby -c FILE` says more"),
            MigrationError::NoType => Some("types stand in lib/puppet/type/NAME.rb"),
            MigrationError::SeveralTypes(_) => Some("put each into a file of its own"),
            MigrationError::TypeName(..) => None,
            MigrationError::NoAttributes(..) => Some("write down what it registers"),
            MigrationError::Unloadable { .. } => Some("this is a fault of the migration: please report it"),
        }
    }
}

fn names(types: &[(EcoString, Span)]) -> String {
    let names: Vec<String> = types.iter().map(|(name, _)| format!("'{name}'")).collect();
    names.join(", ")
}
