//! Writes types as documents: the base model, and the implementation model inside of it or next to it.

use std::sync::Arc;

use ecow::EcoString;
use model::ModelType;

use crate::{
    SecretFound, Secrets,
    base::{self, Naming},
    implementation,
    logic::NotLogic,
    xml::{self, Unwritable},
};

/// Where logic, and everything else that a base model cannot express, is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicOutput {
    /// It is left out.
    Omitted,
    /// Into annotations of the base model.
    Annotations,
    /// Into a separate document that refers to the elements of the base model.
    Separate,
}

/// The documents of a model.
#[derive(Debug)]
pub struct Exported {
    /// The base model, an `.ecore` document.
    pub base: String,
    /// The implementation model, an `.xmi` document, if it is separate.
    pub implementation: Option<String>,
}

/// Why types cannot be written as a model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A feature refers to a type that is not exported.
    #[error("the feature '{feature}' of {owner} refers to {target}, which is not among the types to export")]
    Missing {
        /// The type of the feature.
        owner: EcoString,
        /// The feature.
        feature: EcoString,
        /// What it refers to.
        target: EcoString,
    },
    /// Two elements would have the same name.
    #[error("'{name}' would be the name of two elements of the model")]
    Clash {
        /// The name.
        name: EcoString,
    },
    /// A data type has no name by which it could be written and read.
    #[error("the feature '{feature}' of {owner} has the type {data_type}, which a model cannot represent")]
    Unrepresentable {
        /// The type of the feature.
        owner: EcoString,
        /// The feature.
        feature: EcoString,
        /// Its data type.
        data_type: String,
    },
    /// Logic contains a construct that is not allowed in logic.
    #[error("{owner}: {error}")]
    Logic {
        /// The type.
        owner: EcoString,
        /// The construct.
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
/// All types that they refer to must be among them ([`missing`]); parents are added. `secrets` applies to defaults.
pub fn export(
    types: &[Arc<ModelType>],
    naming: &Naming,
    logic: LogicOutput,
    file: &str,
    secrets: Secrets,
) -> Result<Exported, ExportError> {
    stacker::maybe_grow(xml::STACK, xml::STACK, || write(types, naming, logic, file, secrets))
}

fn write(
    types: &[Arc<ModelType>],
    naming: &Naming,
    logic: LogicOutput,
    file: &str,
    secrets: Secrets,
) -> Result<Exported, ExportError> {
    let types = base::complete(types);
    let mut model_document = base::base(&types, naming, secrets)?;
    let mut written = None;
    match logic {
        LogicOutput::Omitted => {}
        LogicOutput::Annotations => implementation::annotate(&mut model_document, &types)?,
        LogicOutput::Separate => written = Some(implementation::document(&model_document, &types, file)?),
    }
    Ok(Exported { base: model_document.package.document()?, implementation: written })
}

/// Returns the types that these refer to or inherit, and that are not among them.
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
