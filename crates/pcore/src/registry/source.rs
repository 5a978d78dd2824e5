//! Where a registry looks for definitions that nobody added.

use diagnostics::Diagnostic;
use ecow::EcoString;

/// A definition as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDefinition {
    /// The name in the spelling of the definition.
    pub name: EcoString,
    /// What it stands for: a type expression.
    pub text: EcoString,
}

/// Finds definitions by name, in files for example.
///
/// A registry asks for each name once, whatever the answer.
pub trait TypeSource: Send + Sync {
    /// Looks for the definition of a name, which is in lower case and without leading colons.
    fn find(&self, name: &str) -> Result<Option<TypeDefinition>, Diagnostic>;
}
