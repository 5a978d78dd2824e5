//! Writes types as documents: the base model, and the implementation model inside of it or next to it.

use std::sync::Arc;

use ecow::EcoString;
use model::ModelType;

use crate::{
    Secrets, WriteError,
    base::{self, Naming},
    implementation, xml,
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
) -> Result<Exported, WriteError> {
    stacker::maybe_grow(xml::STACK, xml::STACK, || {
        let types = base::complete(types);
        let mut base = base::base(&types, naming, secrets)?;
        let mut implementation = None;
        match logic {
            LogicOutput::Omitted => {}
            LogicOutput::Annotations => implementation::annotate(&mut base, &types)?,
            LogicOutput::Separate => implementation = Some(implementation::document(&base, &types, file)?),
        }
        Ok(Exported { base: base.package().document()?, implementation })
    })
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
