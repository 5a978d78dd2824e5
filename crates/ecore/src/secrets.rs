//! Secrets in what is written: a document is read by others, so that nobody gets one into it by accident.

use ecow::EcoString;
use pcore::Value;

/// What is done about what a `Sensitive` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// Nothing is written that holds a secret.
    Refused,
    /// Secrets are written in clear, as rich data has them.
    Written,
}

/// A secret stands in what should be written.
#[derive(Debug, thiserror::Error)]
#[error("the feature '{feature}' of {owner} holds a secret, which the document would show")]
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
