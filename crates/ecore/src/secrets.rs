//! Secrets in documents: they are only written on request, because documents are passed on.

use ecow::EcoString;
use pcore::Value;

/// What happens to `Sensitive` values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// A document with a secret is refused.
    Refused,
    /// Secrets are written in clear text, as in rich data.
    Written,
}

/// A document would contain a secret.
#[derive(Debug, thiserror::Error)]
#[error("the feature '{feature}' of {owner} contains a secret, which the document would show")]
pub struct SecretFound {
    /// The type of the holder.
    pub owner: EcoString,
    /// The feature.
    pub feature: EcoString,
}

impl Secrets {
    /// Whether a value of a feature may be written.
    pub(crate) fn allow(self, value: &Value, owner: &EcoString, feature: &EcoString) -> Result<(), SecretFound> {
        if self == Secrets::Refused && value.holds_secret() {
            return Err(SecretFound { owner: owner.clone(), feature: feature.clone() });
        }
        Ok(())
    }
}
