//! What a provider can ask about its type beside the [definition](crate::TypeDefinition) itself.

use std::panic::Location;

use ecow::EcoString;

use super::Context;
use crate::{Behaviour, TypeDefinition, log::Level};

impl TypeDefinition {
    /// The names of the attributes that are compared, and brought in sync: those without a behaviour of their own.
    pub fn insyncable_attributes(&self) -> impl Iterator<Item = &EcoString> {
        let compared = |attribute: &&crate::Attribute| attribute.behaviour() == Behaviour::Property;
        self.attributes().filter(compared).map(|attribute| attribute.name())
    }
}

impl Context {
    /// Whether the type declares a feature, by its name. Deprecated: ask [`definition`](Context::definition).
    ///
    /// Warns once for each place that calls it.
    #[track_caller]
    pub fn feature_support(&self, feature: &str) -> bool {
        let caller = Location::caller();
        self.feature_support_at(feature, &format!("{}:{}", caller.file(), caller.line()))
    }

    /// As [`feature_support`](Context::feature_support), for hosts that know where the provider called.
    pub fn feature_support_at(&self, feature: &str, place: &str) -> bool {
        if self.deprecated.borrow_mut().insert(place.into()) {
            self.log.line(
                Level::Warning,
                &format!(
                    "context.feature_support? is deprecated. Please use context.type.feature? instead.\n   \
                     (location: {place})"
                ),
            );
        }
        self.definition.has_feature(feature)
    }
}
