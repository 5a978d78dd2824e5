//! Instances as documents: XMI and JSON.
//!
//! What is read becomes [`Records`]: what each instance is of, and what its features held. Whoever can make instances
//! makes them of that ([`Records::build`]); references are resolved by then. What is derived or transient is never in a
//! document. A feature that is not mentioned has its default, and one that is set to nothing says so.

mod address;
mod build;
mod json;
mod records;
mod state;
mod xmi;

use std::sync::Arc;

use ecow::EcoString;
use model::ModelType;
use rustc_hash::FxHashMap;

use crate::{SecretFound, xml::Unwritable};

pub use self::{
    build::{BuildError, Maker},
    json::{read as read_json, write as write_json},
    records::Records,
    xmi::{read as read_xmi, write as write_xmi},
};

/// How deep instances may be part of each other in a document.
pub(crate) const MAX_DEPTH: usize = 1000;

/// Why instances cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// An instance is of a type that is not among those given.
    #[error("an instance is of {0}, which is not among the types")]
    Unknown(EcoString),
    /// A reference leads to an instance that is not in the document.
    #[error("the feature '{feature}' of {owner} refers to {what}, which is not in the document")]
    Outside {
        /// The type of the holder.
        owner: EcoString,
        /// The feature.
        feature: EcoString,
        /// What it refers to.
        what: EcoString,
    },
    /// Instances are part of each other too deep.
    #[error("instances are part of each other deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// A secret would be seen.
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

/// Types by their names.
#[derive(Debug)]
pub struct Types {
    by_name: FxHashMap<EcoString, Arc<ModelType>>,
    /// The types by the last parts of their names.
    by_last: FxHashMap<EcoString, Vec<Arc<ModelType>>>,
}

impl Types {
    /// The types, and what they extend.
    pub fn new(types: &[Arc<ModelType>]) -> Types {
        let mut known = Types { by_name: FxHashMap::default(), by_last: FxHashMap::default() };
        for model in types {
            let mut next = Some(model);
            while let Some(model) = next {
                if known.by_name.insert(model.name.to_ascii_lowercase(), Arc::clone(model)).is_none() {
                    let last = model.name.rsplit("::").next().unwrap_or(&model.name);
                    known.by_last.entry(last.into()).or_default().push(Arc::clone(model));
                }
                next = model.parent.as_ref();
            }
        }
        known
    }

    /// A type by its name, in whatever case.
    pub(crate) fn find(&self, name: &str) -> Option<&Arc<ModelType>> {
        self.by_name.get(&EcoString::from(name.trim_start_matches("::")).to_ascii_lowercase())
    }

    /// The type that a class of a package means: packages are told by the ends of their URIs.
    pub(crate) fn of_class(&self, uri: &str, class: &str) -> Option<&Arc<ModelType>> {
        let candidates = self.by_last.get(class)?;
        let ends: Vec<String> = uri.split([':', '/']).map(str::to_ascii_lowercase).collect();
        let fitting = |model: &&Arc<ModelType>| {
            let namespace: Vec<String> = model.name.split("::").map(str::to_ascii_lowercase).collect();
            let namespace = namespace.split_last().map_or(&[][..], |(_, namespace)| namespace);
            ends.ends_with(namespace)
        };
        match candidates.as_slice() {
            [single] => Some(single),
            // The longest namespace that fits is the nearest.
            several => several.iter().filter(fitting).max_by_key(|model| model.name.matches("::").count()),
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.values().map(|model| model.name.as_str())
    }
}
