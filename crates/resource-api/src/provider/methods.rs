//! Which optional methods a provider has, and which features follow from them.

#[cfg(test)]
mod tests;

use crate::{Feature, TypeDefinition, definition::DefinitionError};

/// Knows which methods a provider has. Implemented by [`#[provider]`](macro@crate::provider).
#[diagnostic::on_unimplemented(
    message = "the methods of the provider `{Self}` are not known",
    note = "write `#[resource_api::provider]` above `impl Provider for {Self}` or `impl SimpleProvider for {Self}`"
)]
pub trait Implements {
    /// The methods of the provider.
    fn methods() -> Methods
    where
        Self: Sized;
}

/// The methods of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Methods {
    /// Those with these names.
    These(&'static [&'static str]),
    /// All of them, as far as the definition of the type declares their features.
    AsDeclared,
}

/// The methods that are called for types with a feature only.
const FEATURES: [(&str, Feature); 4] = [
    ("canonicalize", Feature::Canonicalize),
    ("insync", Feature::CustomInsync),
    ("generate", Feature::CustomGenerate),
    ("refresh", Feature::Refreshable),
];

impl Methods {
    /// The features of a type with such a provider.
    pub(crate) fn features(self) -> impl Iterator<Item = Feature> {
        let has = move |name: &str| matches!(self, Methods::These(names) if names.contains(&name));
        FEATURES.into_iter().filter(move |(name, _)| has(name)).map(|(_, feature)| feature)
    }

    /// Checks that a provider of that name has everything that the definition of its type relies on.
    pub(crate) fn check(self, provider: &str, definition: &TypeDefinition) -> Result<(), DefinitionError> {
        let Methods::These(names) = self else { return Ok(()) };
        let is_flushed = definition.key("batch").is_some_and(|batch| batch.as_str() == Some("flush"));
        let declared = FEATURES.into_iter().filter(|(_, feature)| definition.has(*feature));
        let declared =
            declared.map(|(method, feature)| (method, format!("the feature `{}`", feature.name()), "features"));
        let flush = is_flushed.then(|| ("flush", "`batch: flush`".to_owned(), "batch"));
        match declared.chain(flush).find(|(method, ..)| !names.contains(method)) {
            None => Ok(()),
            Some((method, key, path)) => Err(DefinitionError::developer(format!(
                "`{}` declares {key}, but its provider '{provider}' has no method `{method}`",
                definition.name()
            ))
            .within(path)
            .hint(format!("implement `{method}`, or remove {key} from the definition"))),
        }
    }
}
