//! Types to documents: the base model, and the implementation model in it or beside it.

use std::sync::Arc;

use ecow::EcoString;
use model::ModelType;

use crate::{
    SecretFound, Secrets,
    base::{self, Naming},
    implementation,
    logic::NotLogic,
    stack,
    xml::Unwritable,
};

/// Where logic, and what else a base model cannot say, is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicPlace {
    /// Nowhere.
    Nowhere,
    /// Into annotations of the base model.
    Annotations,
    /// Into a document of its own, which names the elements of the base model.
    Separate,
}

/// The documents of a model.
#[derive(Debug)]
pub struct Exported {
    /// The base model, an `.ecore` document.
    pub base: String,
    /// The implementation model, an `.xmi` document, if it is one of its own.
    pub implementation: Option<String>,
}

/// Why types cannot be written as a model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A type that is referred to is not among those that are written.
    #[error("the feature '{feature}' of {owner} refers to {target}, which is not among the types to export")]
    Missing {
        /// The type of the feature.
        owner: EcoString,
        /// The feature.
        feature: EcoString,
        /// What it refers to.
        target: EcoString,
    },
    /// Two things would have the same name.
    #[error("'{name}' would stand for two things in the model")]
    Clash {
        /// The name.
        name: EcoString,
    },
    /// A data type has no name by which it could be written and read.
    #[error("the feature '{feature}' of {owner} holds {data_type}, which no model can say")]
    Unsayable {
        /// The type of the feature.
        owner: EcoString,
        /// The feature.
        feature: EcoString,
        /// Its data type.
        data_type: String,
    },
    /// Logic holds what logic cannot hold.
    #[error("{owner}: {error}")]
    Logic {
        /// The type.
        owner: EcoString,
        /// What it is.
        error: NotLogic,
    },
    /// A default is a secret.
    #[error(transparent)]
    Secret(#[from] SecretFound),
    /// A text cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// A default cannot be written.
    #[error(transparent)]
    Value(#[from] pcore::rich_data::RichDataError),
}

/// Writes types as a model. `file` is the name of the file that the base model will have, by which a separate
/// implementation model refers to it.
///
/// All that the types refer to must be among them ([`missing`]); what they extend is added. `secrets` is about defaults.
pub fn export(
    types: &[Arc<ModelType>],
    naming: &Naming,
    logic: LogicPlace,
    file: &str,
    secrets: Secrets,
) -> Result<Exported, ExportError> {
    stack::deep(|| write(types, naming, logic, file, secrets))
}

fn write(
    types: &[Arc<ModelType>],
    naming: &Naming,
    logic: LogicPlace,
    file: &str,
    secrets: Secrets,
) -> Result<Exported, ExportError> {
    let types = base::complete(types);
    let mut made = base::base(&types, naming, secrets)?;
    let mut written = None;
    match logic {
        LogicPlace::Nowhere => {}
        LogicPlace::Annotations => implementation::annotate(&mut made, &types)?,
        LogicPlace::Separate => written = Some(implementation::document(&made, &types, file)?),
    }
    Ok(Exported { base: made.package.document()?, implementation: written })
}

/// The types that these refer to, or extend, and that are not among them.
pub fn missing(types: &[Arc<ModelType>]) -> Vec<EcoString> {
    let all = base::complete(types);
    let mut seen: rustc_hash::FxHashSet<EcoString> = all.iter().map(|model| model.name.to_ascii_lowercase()).collect();
    let mut missing = Vec::new();
    for feature in all.iter().flat_map(|model| &model.features) {
        if let model::FeatureKind::Reference { target, .. } = &feature.kind
            && seen.insert(target.to_ascii_lowercase())
        {
            missing.push(target.clone());
        }
    }
    missing
}
