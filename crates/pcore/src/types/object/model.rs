//! Additional properties of Object types that represent types of the language: `type X { … }`.
//!
//! Their instances are written with only what differs from the defaults, without transient features, and with URIs
//! instead of instances that they refer to but do not contain.

use ecow::EcoString;

use super::ObjectType;

/// How instances of a type of the language are written and contained; inherited features included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelTraits {
    /// The features that are never written.
    pub transient: Vec<EcoString>,
    /// The features with contained instances.
    pub contained: Vec<EcoString>,
    /// The features with instances that are written as URIs.
    pub referenced: Vec<EcoString>,
}

impl ObjectType {
    /// Returns the same type as a type of the language.
    #[must_use]
    pub fn with_model(mut self, traits: ModelTraits) -> ObjectType {
        self.model = Some(Box::new(traits));
        self
    }

    /// Returns the properties of a type of the language; `None` for other Object types.
    pub fn model(&self) -> Option<&ModelTraits> {
        self.model.as_deref()
    }
}
