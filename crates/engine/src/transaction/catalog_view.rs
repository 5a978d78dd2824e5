//! The view of the catalog that providers have.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use catalog::{Catalog, Declared};
use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Value;
use resource_api::{
    Attribute, State, Types,
    context::{CatalogResource, CatalogView},
};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{handling::Handling, index::ResourceIndex};

/// The resources of one type by their titles.
type ByTitle = IndexMap<EcoString, ResourceIndex, FxBuildHasher>;

/// The catalog of a run, once it is complete. Before that providers see nothing.
pub(super) struct RunCatalogView {
    snapshot: Mutex<Option<Arc<Snapshot>>>,
    /// Know which attributes must not be shown, and which types may see them all the same.
    types: Types,
}

/// A catalog that providers see.
struct Snapshot {
    catalog: Arc<Catalog>,
    /// The resources by the names of their types; made when a provider first needs it.
    by_type: OnceLock<FxHashMap<EcoString, ByTitle>>,
}

impl Snapshot {
    fn of_type(&self, type_name: &str) -> Option<&ByTitle> {
        let by_type = self.by_type.get_or_init(|| {
            let mut by_type: FxHashMap<EcoString, ByTitle> = FxHashMap::default();
            let resources = &self.catalog.resources;
            for (index, declared) in ResourceIndex::first(resources.len()).zip(resources) {
                by_type.entry(declared.type_name.to_lowercase()).or_default().insert(declared.title.clone(), index);
            }
            by_type
        });
        by_type.get(type_name.to_lowercase().as_str())
    }
}

impl RunCatalogView {
    pub(super) fn new(types: &Types) -> RunCatalogView {
        RunCatalogView { snapshot: Mutex::default(), types: types.clone() }
    }

    /// Shows a catalog from now on.
    pub(super) fn show(&self, catalog: Arc<Catalog>) {
        let snapshot = Arc::new(Snapshot { catalog, by_type: OnceLock::new() });
        *self.snapshot.lock().unwrap_or_else(PoisonError::into_inner) = Some(snapshot);
    }

    /// The catalog that is shown at the moment.
    fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn resource(&self, declared: &Declared) -> CatalogResource {
        let type_name = declared.type_name.to_lowercase();
        let known = self.types.find(&type_name).ok();
        let hides =
            |name: &str| known.and_then(|known| known.definition().attribute(name)).is_some_and(Attribute::may_hide);
        let attributes: State = declared
            .parameters
            .iter()
            .map(|(name, value)| {
                (name.clone(), if hides(name) { Value::sensitive(value.clone()) } else { value.clone() })
            })
            .collect();
        CatalogResource::new(type_name, declared.title.clone(), &attributes)
    }
}

impl CatalogView for RunCatalogView {
    fn find(&self, type_name: &str, title: &str) -> Option<CatalogResource> {
        let snapshot = self.snapshot()?;
        let index = *snapshot.of_type(type_name)?.get(title)?;
        Some(self.resource(&snapshot.catalog.resources[index]))
    }

    fn list(&self, type_name: &str) -> Vec<CatalogResource> {
        let Some(snapshot) = self.snapshot() else { return Vec::new() };
        let resources = snapshot.of_type(type_name).into_iter().flat_map(IndexMap::values);
        resources.map(|index| self.resource(&snapshot.catalog.resources[*index])).collect()
    }

    fn reveal(&self, type_name: &str, title: &str, attribute: &str, to: &str) -> Option<Value> {
        let known = self.types.find(type_name).ok()?;
        let handling = Handling::of(known.definition()).ok()?;
        if !handling.shown_to.iter().any(|other| other == to) {
            return None;
        }
        let snapshot = self.snapshot()?;
        let index = *snapshot.of_type(type_name)?.get(title)?;
        snapshot.catalog.resources[index].parameter(attribute).cloned()
    }
}
