//! Errors in types and instances that are written as documents.

use crate::{SecretFound, instances::MAX_DEPTH, logic::NotLogic, xml::Unwritable};

/// Why types or instances cannot be written as a document.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A document cannot represent them, or would be incomplete.
    #[error("{0}")]
    Refused(String),
    /// Instances are nested too deep.
    #[error("instances are nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// The document would show a secret.
    #[error(transparent)]
    Secret(#[from] SecretFound),
    /// A text cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// A value cannot be written.
    #[error(transparent)]
    Value(#[from] pcore::rich_data::RichDataError),
    /// A document cannot be written.
    #[error(transparent)]
    Json(#[from] pcore::json::WriteError),
}

impl WriteError {
    /// Logic contains a construct that is not allowed in logic.
    pub(crate) fn logic(owner: &str, error: &NotLogic) -> WriteError {
        WriteError::Refused(format!("{owner}: {error}"))
    }

    /// Two elements would have the same name.
    pub(crate) fn clash(name: &str) -> WriteError {
        WriteError::Refused(format!("'{name}' would be the name of two elements of the model"))
    }
}
