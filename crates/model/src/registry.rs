//! Loaded types by name. Each is loaded on demand, once, and after its parent.

use diagnostics::{Location, Problem};
use std::sync::Arc;

use ecow::EcoString;
use pcore::Type;
use rustc_hash::FxHashMap;
use syntax::ast::TypeDefinition;

use crate::ModelType;

/// The maximum length of a chain of parents.
pub(crate) const MAX_ANCESTORS: usize = 100;

/// Finds the definitions that types refer to.
pub trait Definitions {
    /// The errors of the implementation, and of this crate.
    type Error: From<Problem>;

    /// Returns the definition of a type; the name is in lower case, without leading colons.
    fn definition(&mut self, name: &str) -> Result<Option<Arc<TypeDefinition>>, Self::Error>;

    /// Returns the data type of an attribute: a built-in type, or an alias.
    fn data_type(&mut self, name: &str) -> Result<Option<Type>, Self::Error>;

    /// Whether there is a function of that name.
    fn has_function(&self, name: &str) -> bool;
}

/// The loaded types.
#[derive(Debug, Default)]
pub struct Registry {
    types: FxHashMap<EcoString, Arc<ModelType>>,
    /// The types that are being loaded, with the locations where they name their parents.
    loading: Vec<(EcoString, Location)>,
}

impl Registry {
    /// Returns a loaded type by its name as it is defined, or in lower case.
    pub fn get(&self, name: &str) -> Option<&Arc<ModelType>> {
        self.types.get(name)
    }

    /// Removes a type that turned out to be invalid, so that its error is reported again.
    pub fn forget(&mut self, model: &ModelType) {
        self.types.remove(&model.name);
        self.types.remove(&key_of(&model.name));
    }

    /// Loads the type of a name, ignoring case; `None` if it is not defined.
    pub fn load<D: Definitions>(
        &mut self,
        definitions: &mut D,
        name: &str,
    ) -> Result<Option<Arc<ModelType>>, D::Error> {
        let key = key_of(name);
        if let Some(loaded_type) = self.types.get(&key) {
            return Ok(Some(loaded_type.clone()));
        }
        let Some(definition) = definitions.definition(&key)? else { return Ok(None) };
        let level = self.loading.len();
        let loaded = self.load_definition(definitions, &key, &definition);
        self.loading.truncate(level);
        loaded.map(Some)
    }

    fn load_definition<D: Definitions>(
        &mut self,
        definitions: &mut D,
        key: &EcoString,
        definition: &Arc<TypeDefinition>,
    ) -> Result<Arc<ModelType>, D::Error> {
        let (parent, is_resource) = self.parent(definitions, key, definition)?;
        let loaded = Arc::new(ModelType::load(definitions, definition, parent, is_resource)?);
        // Instances look up their types by the name as it is defined.
        self.types.insert(loaded.name.clone(), loaded.clone());
        self.types.insert(key.clone(), loaded.clone());
        Ok(loaded)
    }

    /// Returns the parent of a type, if it has one, and whether it is a type of resources.
    fn parent<D: Definitions>(
        &mut self,
        definitions: &mut D,
        key: &EcoString,
        definition: &Arc<TypeDefinition>,
    ) -> Result<(Option<Arc<ModelType>>, bool), D::Error> {
        let Some(word) = &definition.parent else { return Ok((None, false)) };
        let location = Location { source: definition.location.source.clone(), span: word.span };
        if word.text == RESOURCE {
            return Ok((None, true));
        }
        self.loading.push((key.clone(), location.clone()));
        let parent_key = key_of(&word.text);
        if let Some(index) = self.loading.iter().position(|(name, _)| *name == parent_key) {
            return Err(self.cycle(index, definition, location).into());
        }
        if self.loading.len() > MAX_ANCESTORS {
            return Err(too_long(location).into());
        }
        match self.load(definitions, &word.text)? {
            Some(parent) if parent.ancestry().count() >= MAX_ANCESTORS => Err(too_long(location).into()),
            Some(parent) => {
                let is_resource = parent.is_resource;
                Ok((Some(parent), is_resource))
            }
            None if definitions.data_type(&word.text)?.is_some() => {
                let message = format!("The type '{}' cannot inherit from '{}'", definition.name, word.text);
                let problem = Problem::at(location, message)
                    .hint("only types that are defined with type X { … }, and Resource, can be inherited");
                Err(problem.label(definition_location(definition), "the type is defined here").into())
            }
            None => {
                let (name, unknown) = (&definition.name, &word.text);
                let loaded_type = self.types.values().map(|model| model.name.as_str());
                let message = format!("The type '{name}' inherits from '{unknown}', which is not defined");
                let problem = Problem::at(location, message).did_you_mean(unknown, loaded_type);
                Err(problem.label(definition_location(definition), "the type is defined here").into())
            }
        }
    }

    fn cycle(&self, index: usize, definition: &TypeDefinition, location: Location) -> Problem {
        let name = &definition.name;
        let cycle_members = self.loading.get(index..).unwrap_or_default();
        let message = format!("The type '{name}' inherits from itself");
        let others = cycle_members.iter().take(cycle_members.len().saturating_sub(1));
        let problem = others.fold(Problem::at(location, message), |problem, (_, location)| {
            problem.label(location.clone(), "inherits here")
        });
        problem.label(definition_location(definition), "the type is defined here")
    }
}

fn too_long(location: Location) -> Problem {
    Problem::at(location, format!("More than {MAX_ANCESTORS} types inherit from each other in a chain"))
}

/// The name of the built-in parent of resource types.
pub(crate) const RESOURCE: &str = "Resource";

pub(crate) fn definition_location(definition: &TypeDefinition) -> Location {
    let location = &definition.location;
    let end = location.anchor.saturating_add(u32::try_from("type ".len() + definition.name.len()).unwrap_or(0));
    Location {
        source: location.source.clone(),
        span: diagnostics::Span { start: location.anchor, end: end.min(location.span.end) },
    }
}

/// The key of a type: its name in lower case, without leading colons.
pub(crate) fn key_of(name: &str) -> EcoString {
    EcoString::from(name.strip_prefix("::").unwrap_or(name)).to_ascii_lowercase()
}
