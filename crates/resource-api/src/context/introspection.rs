//! What a provider can ask about its type in addition to the [definition](crate::TypeDefinition).

use std::panic::Location;

use ecow::EcoString;

use super::Context;
use crate::{Behaviour, TypeDefinition, log::Level};

impl TypeDefinition {
    /// The names of the properties: the attributes that are compared and brought in sync.
    pub fn insyncable_attributes(&self) -> impl Iterator<Item = &EcoString> {
        let compared = |attribute: &&crate::Attribute| attribute.behaviour() == Behaviour::Property;
        self.attributes().filter(compared).map(|attribute| attribute.name())
    }
}

impl Context {
    /// Returns whether the type declares a feature. Deprecated: use [`definition`](Context::definition).
    ///
    /// Warns once per call site.
    #[track_caller]
    pub fn feature_support(&self, feature: &str) -> bool {
        let caller = Location::caller();
        let location: EcoString = format!("{}:{}", caller.file(), caller.line()).into();
        if self.deprecated.borrow_mut().insert(location.clone()) {
            self.log.line(
                Level::Warning,
                &format!(
                    "context.feature_support? is deprecated. Please use context.type.feature? instead.\n   \
                     (location: {location})"
                ),
            );
        }
        self.definition.has_feature(feature)
    }
}
