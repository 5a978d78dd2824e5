//! What is special about Object types that stand for types of the language: `type X { … }`.
//!
//! Their instances are written with what differs from the defaults only, without what is transient, and with URIs in
//! place of instances that they refer to but do not contain.

use ecow::EcoString;

use super::ObjectType;

/// How instances of a type of the language are written, and what holds them together; inherited features included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelTraits {
    /// What is never written.
    pub transient: Vec<EcoString>,
    /// What holds instances that are part of this one.
    pub contained: Vec<EcoString>,
    /// What holds instances that are written as URIs.
    pub referenced: Vec<EcoString>,
}

impl ObjectType {
    /// Returns the same type as that of a type of the language.
    #[must_use]
    pub fn with_model(mut self, traits: ModelTraits) -> ObjectType {
        self.model = Some(Box::new(traits));
        self
    }

    /// Returns what is special about a type of the language; nothing for other Object types.
    pub fn model(&self) -> Option<&ModelTraits> {
        self.model.as_deref()
    }
}
