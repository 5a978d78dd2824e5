//! What providers see of the catalog.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Value;
use resource_api::{
    State, Types,
    context::{CatalogResource, CatalogView},
};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::catalog::{Catalog, Declared};

/// The places of the resources of one type.
type ByTitle = IndexMap<EcoString, usize, FxBuildHasher>;

/// The catalog of a run, once everything is part of it. Before that providers see nothing.
pub(super) struct View {
    shown: Mutex<Option<Arc<Shown>>>,
    /// The attributes of types whose values must not be shown.
    secrets: FxHashMap<EcoString, Vec<EcoString>>,
    /// Types whose secrets providers of other types may see.
    shown_to: FxHashMap<EcoString, Vec<EcoString>>,
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
        let secrets = |definition: &resource_api::TypeDefinition| -> Vec<EcoString> {
            let sensitive = definition.attributes().filter(|attribute| attribute.may_hide());
            sensitive.map(|attribute| attribute.name().clone()).collect()
        };
        let secrets = types
            .iter()
            .map(|known| (known.definition().name().clone(), secrets(known.definition())))
            .filter(|(_, secrets)| !secrets.is_empty())
            .collect();
        let shown_to = types.iter().filter_map(|known| {
            let Some(Value::Array(others)) = known.definition().key("shown_to") else { return None };
            let others = others.iter().filter_map(|other| other.as_str().map(EcoString::from)).collect();
            Some((known.definition().name().clone(), others))
        });
        View { shown: Mutex::default(), secrets, shown_to: shown_to.collect() }
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
        let secrets = self.secrets.get(&type_name);
        let attributes: State = declared
            .parameters
            .iter()
            .map(|(name, value)| {
                let is_secret = secrets.is_some_and(|secrets| secrets.contains(name));
                (name.clone(), if is_secret { Value::sensitive(value.clone()) } else { value.clone() })
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
        if !self.shown_to.get(type_name)?.iter().any(|other| other == to) {
            return None;
        }
        let shown = self.shown()?;
        let place = *shown.of_type(type_name)?.get(title)?;
        shown.catalog.resources[place].parameter(attribute).cloned()
    }
}
