//! What providers see of the catalog.

use std::sync::{Arc, OnceLock};

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
    catalog: OnceLock<Arc<Catalog>>,
    /// The places of resources by the names of their types, made when somebody asks.
    places: OnceLock<FxHashMap<EcoString, ByTitle>>,
    /// The attributes of types whose values must not be shown.
    secrets: FxHashMap<EcoString, Vec<EcoString>>,
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
        View { catalog: OnceLock::new(), places: OnceLock::new(), secrets }
    }

    /// Shows the catalog from now on.
    pub(super) fn show(&self, catalog: Arc<Catalog>) {
        // It is shown once, before the first resource has its turn.
        let _ = self.catalog.set(catalog);
    }

    /// The catalog with the places of the resources of a type in it.
    fn of_type(&self, type_name: &str) -> Option<(&Catalog, &ByTitle)> {
        let catalog = self.catalog.get()?;
        let places = self.places.get_or_init(|| {
            let mut places: FxHashMap<EcoString, ByTitle> = FxHashMap::default();
            for (place, declared) in catalog.resources.iter().enumerate() {
                places.entry(declared.type_name.to_lowercase()).or_default().insert(declared.title.clone(), place);
            }
            places
        });
        Some((catalog, places.get(type_name.to_lowercase().as_str())?))
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
        let (catalog, places) = self.of_type(type_name)?;
        Some(self.resource(&catalog.resources[*places.get(title)?]))
    }

    fn list(&self, type_name: &str) -> Vec<CatalogResource> {
        let Some((catalog, places)) = self.of_type(type_name) else { return Vec::new() };
        places.values().map(|place| self.resource(&catalog.resources[*place])).collect()
    }
}
