//! What providers see of the catalog.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Value;
use resource_api::{
    Attribute, State, Types,
    context::{CatalogResource, CatalogView},
};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::catalog::{Catalog, Declared};

/// The places of the resources of one type.
type ByTitle = IndexMap<EcoString, usize, FxBuildHasher>;

/// The catalog of a run, once everything is part of it. Before that providers see nothing.
pub(super) struct View {
    shown: Mutex<Option<Arc<Shown>>>,
    /// Says which attributes must not be shown, and who may see them all the same.
    types: Types,
}

/// What providers see of a catalog.
struct Shown {
    catalog: Arc<Catalog>,
    /// The places of resources by the names of their types, made when somebody asks.
    places: OnceLock<FxHashMap<EcoString, ByTitle>>,
}

impl Shown {
    /// The places of the resources of a type.
    fn of_type(&self, type_name: &str) -> Option<&ByTitle> {
        let places = self.places.get_or_init(|| {
            let mut places: FxHashMap<EcoString, ByTitle> = FxHashMap::default();
            for (place, declared) in self.catalog.resources.iter().enumerate() {
                places.entry(declared.type_name.to_lowercase()).or_default().insert(declared.title.clone(), place);
            }
            places
        });
        places.get(type_name.to_lowercase().as_str())
    }
}

impl View {
    pub(super) fn new(types: &Types) -> View {
        View { shown: Mutex::default(), types: types.clone() }
    }

    /// Shows a catalog from now on.
    pub(super) fn show(&self, catalog: Arc<Catalog>) {
        let shown = Arc::new(Shown { catalog, places: OnceLock::new() });
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(shown);
    }

    /// The catalog that is shown at the moment.
    fn shown(&self) -> Option<Arc<Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).clone()
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

impl CatalogView for View {
    fn find(&self, type_name: &str, title: &str) -> Option<CatalogResource> {
        let shown = self.shown()?;
        let place = *shown.of_type(type_name)?.get(title)?;
        Some(self.resource(&shown.catalog.resources[place]))
    }

    fn list(&self, type_name: &str) -> Vec<CatalogResource> {
        let Some(shown) = self.shown() else { return Vec::new() };
        let places = shown.of_type(type_name).into_iter().flat_map(IndexMap::values);
        places.map(|place| self.resource(&shown.catalog.resources[*place])).collect()
    }

    fn reveal(&self, type_name: &str, title: &str, attribute: &str, to: &str) -> Option<Value> {
        let known = self.types.find(type_name).ok()?;
        let Some(Value::Array(others)) = known.definition().key("shown_to") else { return None };
        if !others.iter().any(|other| other.as_str() == Some(to)) {
            return None;
        }
        let shown = self.shown()?;
        let place = *shown.of_type(type_name)?.get(title)?;
        shown.catalog.resources[place].parameter(attribute).cloned()
    }
}
