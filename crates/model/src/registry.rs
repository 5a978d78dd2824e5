//! The types that are known, by name: each is loaded once, when it is first asked for, after what it extends.

use std::sync::Arc;

use ecow::EcoString;
use pcore::Type;
use rustc_hash::FxHashMap;
use syntax::ast::TypeDefinition;

use crate::{ModelType, Problem, Spot};

/// How many types may extend each other in a row.
pub(crate) const MAX_ANCESTORS: usize = 100;

/// Where definitions are found, and what else a type may name.
pub trait Definitions {
    /// What goes wrong there, or here.
    type Error: From<Problem>;

    /// The definition of a type of the language; the name is in lower case, without colons before it.
    fn definition(&mut self, name: &str) -> Result<Option<Arc<TypeDefinition>>, Self::Error>;

    /// The type of the data that an attribute holds: one of Puppet's own, or an alias.
    fn data_type(&mut self, name: &str) -> Result<Option<Type>, Self::Error>;

    /// Whether there is a function of that name.
    fn has_function(&self, name: &str) -> bool;
}

/// The types of the language that were loaded.
#[derive(Debug, Default)]
pub struct Registry {
    types: FxHashMap<EcoString, Arc<ModelType>>,
    /// Those that are being loaded, because another extends them, and the places that say so.
    loading: Vec<(EcoString, Spot)>,
}

impl Registry {
    /// A type that was loaded, by its name as it is defined, or in lower case.
    pub fn known(&self, name: &str) -> Option<&Arc<ModelType>> {
        self.types.get(name)
    }

    /// Forgets a type that turned out not to be usable, so that whoever asks again is told again.
    pub fn forget(&mut self, model: &ModelType) {
        self.types.remove(&model.name);
        self.types.remove(&key_of(&model.name));
    }

    /// The type of that name, in whatever case; nothing if nobody defines it.
    pub fn load<D: Definitions>(
        &mut self,
        definitions: &mut D,
        name: &str,
    ) -> Result<Option<Arc<ModelType>>, D::Error> {
        let key = key_of(name);
        if let Some(known) = self.types.get(&key) {
            return Ok(Some(known.clone()));
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
        let parent = self.parent(definitions, key, definition)?;
        let loaded = Arc::new(ModelType::load(definitions, definition, parent)?);
        // Instances ask by the name of their type, as it is written.
        self.types.insert(loaded.name.clone(), loaded.clone());
        self.types.insert(key.clone(), loaded.clone());
        Ok(loaded)
    }

    fn parent<D: Definitions>(
        &mut self,
        definitions: &mut D,
        key: &EcoString,
        definition: &Arc<TypeDefinition>,
    ) -> Result<Parent, D::Error> {
        let Some(word) = &definition.parent else { return Ok(Parent::None) };
        let spot = Spot { source: definition.place.source.clone(), span: word.span };
        if word.text == RESOURCE {
            return Ok(Parent::Resource);
        }
        self.loading.push((key.clone(), spot.clone()));
        let parent_key = key_of(&word.text);
        if let Some(place) = self.loading.iter().position(|(name, _)| *name == parent_key) {
            return Err(self.cycle(place, definition, spot).into());
        }
        if self.loading.len() > MAX_ANCESTORS {
            return Err(too_long(spot).into());
        }
        match self.load(definitions, &word.text)? {
            Some(parent) if parent.ancestry().count() >= MAX_ANCESTORS => Err(too_long(spot).into()),
            Some(parent) => Ok(Parent::Model(parent)),
            None if definitions.data_type(&word.text)?.is_some() => {
                let message = format!("The type '{}' cannot inherit from '{}'", definition.name, word.text);
                let problem = Problem::at(spot, message)
                    .hint("only what is written as type X { … }, and Resource, can be extended");
                Err(problem.label(definition_spot(definition), "the type is defined here").into())
            }
            None => {
                let (name, unknown) = (&definition.name, &word.text);
                let known = self.types.values().map(|model| model.name.as_str());
                let message = format!("The type '{name}' inherits from '{unknown}', which is not defined");
                let problem = Problem::at(spot, message).did_you_mean(unknown, known);
                Err(problem.label(definition_spot(definition), "the type is defined here").into())
            }
        }
    }

    fn cycle(&self, place: usize, definition: &TypeDefinition, spot: Spot) -> Problem {
        let name = &definition.name;
        let ring = self.loading.get(place..).unwrap_or_default();
        let message = format!("The type '{name}' inherits from itself");
        let others = ring.iter().take(ring.len().saturating_sub(1));
        let problem = others.fold(Problem::at(spot, message), |problem, (_, spot)| {
            problem.label(spot.clone(), "which inherits by this")
        });
        problem.label(definition_spot(definition), "the type is defined here")
    }
}

fn too_long(spot: Spot) -> Problem {
    Problem::at(spot, format!("More than {MAX_ANCESTORS} types extend each other in a row"))
}

/// What a type extends.
pub(crate) enum Parent {
    None,
    /// The built-in type of all that is managed.
    Resource,
    Model(Arc<ModelType>),
}

/// The built-in type that managed types inherit from.
pub(crate) const RESOURCE: &str = "Resource";

pub(crate) fn definition_spot(definition: &TypeDefinition) -> Spot {
    let place = &definition.place;
    let end = place.anchor.saturating_add(u32::try_from("type ".len() + definition.name.len()).unwrap_or(0));
    Spot { source: place.source.clone(), span: diagnostics::Span { start: place.anchor, end: end.min(place.span.end) } }
}

/// The name by which a type is known.
pub(crate) fn key_of(name: &str) -> EcoString {
    EcoString::from(name.strip_prefix("::").unwrap_or(name)).to_ascii_lowercase()
}
