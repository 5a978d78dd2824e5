//! Instances as documents: XMI and JSON.
//!
//! A document is read as [`Records`]: the type of each instance and the values of its features. [`Records::build`]
//! resolves references and creates the instances. Derived and transient features are never in a
//! document. A feature that is missing has its default; one that is set to nothing is written explicitly.

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

pub use self::{
    build::BuildError,
    json::{read as read_json, write as write_json},
    records::Records,
    xmi::{read as read_xmi, write as write_xmi},
};

/// How deep instances may be nested in a document.
pub(crate) const MAX_DEPTH: usize = 1000;

/// Types by their names.
#[derive(Debug)]
pub struct Types {
    by_name: FxHashMap<EcoString, Arc<ModelType>>,
    /// The types by the last parts of their names.
    by_last: FxHashMap<EcoString, Vec<Arc<ModelType>>>,
}

impl Types {
    /// Collects the types and their ancestors.
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

    /// Finds a type by its name, ignoring case.
    pub(crate) fn find(&self, name: &str) -> Option<&Arc<ModelType>> {
        self.by_name.get(&EcoString::from(name.trim_start_matches("::")).to_ascii_lowercase())
    }

    /// Finds the type of a class in a package, which is identified by the end of its URI.
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
            // The longest matching namespace wins.
            several => several.iter().filter(fitting).max_by_key(|model| model.name.matches("::").count()),
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.values().map(|model| model.name.as_str())
    }
}
