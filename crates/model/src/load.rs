//! From a definition to a type: what its features hold, whether names clash, and whether its logic keeps to the rules.

mod cycle;
mod feature;

use std::sync::Arc;

use diagnostics::Span;
use ecow::EcoString;
use pcore::Value;
use rustc_hash::FxHashMap;
use syntax::ast::{self, TypeDefinition, TypeStatement};

use crate::{
    Feature, Invariant, ModelType, Problem, Spot,
    logic::{self, Logic, Sight},
    object,
    registry::{Definitions, MAX_ANCESTORS, Parent, RESOURCE, definition_spot, key_of},
};

impl ModelType {
    /// Loads a definition whose parent is known.
    pub(crate) fn load<D: Definitions>(
        definitions: &mut D,
        definition: &Arc<TypeDefinition>,
        parent: Parent,
    ) -> Result<ModelType, D::Error> {
        let (parent, is_resource) = match parent {
            Parent::None => (None, false),
            Parent::Resource => (None, true),
            Parent::Model(parent) => {
                let is_resource = parent.is_resource;
                (Some(parent), is_resource)
            }
        };
        if is_resource && definition.name.contains("::") {
            let message = format!("A type of resources has no namespace, and '{}' has one", definition.name);
            return Err(Problem::at(definition_spot(definition), message).into());
        }
        let mut loader = Loader {
            definitions,
            definition,
            is_resource,
            features: parent.as_ref().map(|parent| parent.features.clone()).unwrap_or_default(),
            invariants: parent.as_ref().map(|parent| parent.invariants.clone()).unwrap_or_default(),
            names: parent.as_ref().map(|parent| parent.places.clone()).unwrap_or_default(),
            is_abstract: false,
        };
        let inherited = loader.features.len();
        loader.declare()?;
        loader.statements()?;
        let Loader { features, invariants, names, is_abstract, .. } = loader;
        cycle::check(&features, &names)?;
        let object = object::of(definition, parent.as_deref(), &features, inherited)?;
        let parameters: Vec<usize> =
            object.parameters().iter().filter_map(|attribute| names.get(&attribute.name).copied()).collect();
        let mut slots = vec![None; features.len()];
        for (parameter, feature) in parameters.iter().enumerate() {
            if let Some(slot) = slots.get_mut(*feature) {
                *slot = Some(parameter);
            }
        }
        Ok(ModelType {
            name: definition.name.clone(),
            parent,
            is_abstract,
            is_resource,
            features,
            inherited,
            invariants,
            object,
            definition: definition.clone(),
            parameters,
            slots,
            places: names,
            meta: meta(&definition.name, &definition.name),
        })
    }
}

/// `$meta`: the name of what is checked, and what it belongs to.
fn meta(name: &str, container: &str) -> Value {
    let container = Value::hash([("name".into(), container.into())]);
    Value::hash([("name".into(), name.into()), ("container".into(), container)])
}

/// A definition that is being loaded.
struct Loader<'l, D> {
    definitions: &'l mut D,
    definition: &'l Arc<TypeDefinition>,
    is_resource: bool,
    features: Vec<Arc<Feature>>,
    invariants: Vec<Arc<Invariant>>,
    names: FxHashMap<EcoString, usize>,
    is_abstract: bool,
}

impl<D: Definitions> Loader<'_, D> {
    fn spot(&self, span: Span) -> Spot {
        Spot { source: self.definition.place.source.clone(), span }
    }

    fn problem(&self, span: Span, message: impl Into<String>) -> Problem {
        Problem::at(self.spot(span), message)
    }

    /// Finds the names of all features, which logic may mention before they are declared.
    fn declare(&mut self) -> Result<(), Problem> {
        let mut own: FxHashMap<&str, Span> = FxHashMap::default();
        let mut next = self.features.len();
        for statement in &self.definition.statements {
            let TypeStatement::Feature(feature) = statement else { continue };
            let name = &feature.name.text;
            if self.is_resource && name.starts_with(|first: char| first.is_ascii_uppercase()) {
                let message = format!("The attribute '{name}' of a resource must begin with a small letter");
                let problem = self.problem(feature.name.span, message);
                return Err(problem.hint(format!("manifests could not name it: write {}", name.to_ascii_lowercase())));
            }
            if let Some(inherited) = self.names.get(name).and_then(|place| self.features.get(*place)) {
                let (owner, this) = (&inherited.owner, &self.definition.name);
                let message = format!("The feature '{name}' of '{this}' is inherited from '{owner}' already");
                let problem = self.problem(feature.name.span, message);
                return Err(problem.label(inherited.spot.clone(), format!("'{owner}' declares it here")));
            }
            if let Some(earlier) = own.insert(name, feature.name.span) {
                let problem = self.problem(feature.name.span, format!("The feature '{name}' is defined twice"));
                return Err(problem.label(self.spot(earlier), "it is defined here already"));
            }
            self.names.insert(name.clone(), next);
            next += 1;
        }
        Ok(())
    }

    fn statements(&mut self) -> Result<(), D::Error> {
        let definition = self.definition;
        for statement in &definition.statements {
            match statement {
                TypeStatement::Feature(feature) => {
                    let loaded = self.feature(feature)?;
                    let logic = [&loaded.validate, &loaded.check, &loaded.derived, &loaded.set, &loaded.get];
                    logic.into_iter().flatten().try_for_each(|logic| self.only_data(logic))?;
                    self.features.push(Arc::new(loaded));
                }
                TypeStatement::Invariant(invariant) => {
                    let loaded = self.invariant(invariant)?;
                    self.only_data(&loaded.logic)?;
                    self.invariants.push(Arc::new(loaded));
                }
                TypeStatement::Abstract(_) => self.is_abstract = true,
                TypeStatement::Description(_) => {}
                TypeStatement::Features(_, span) => self.only_resources(*span, "features")?,
                TypeStatement::Automatic(word, _) => self.only_resources(word.span, &word.text)?,
            }
        }
        Ok(())
    }

    /// Refuses logic that makes what should be declared.
    fn only_data(&mut self, logic: &Logic) -> Result<(), D::Error> {
        for (name, span) in &logic.makes {
            let mut name = key_of(name);
            for _ in 0..MAX_ANCESTORS {
                let Some(definition) = self.definitions.definition(&name)? else { break };
                match &definition.parent {
                    Some(parent) if parent.text == RESOURCE => {
                        let message = format!("'{}' is a type of resources, which logic cannot make", definition.name);
                        let problem = Problem::at(Spot { source: logic.source.clone(), span: *span }, message);
                        return Err(problem.label(definition_spot(&definition), "the type is defined here").into());
                    }
                    Some(parent) => name = key_of(&parent.text),
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Refuses what only means something for resources.
    fn only_resources(&self, span: Span, word: &str) -> Result<(), Problem> {
        if self.is_resource {
            return Ok(());
        }
        let message = format!("'{word}' is for types of resources, and '{}' is not one", self.definition.name);
        let problem = self.problem(span, message).hint("a type that inherits from Resource is");
        Err(problem.label(definition_spot(self.definition), "the type is defined here"))
    }

    fn invariant(&self, invariant: &ast::Invariant) -> Result<Invariant, Problem> {
        let has_parameter = !invariant.logic.lambda.parameters.is_empty();
        let logic = self.logic(&invariant.logic, &|name| self.hidden(name, !has_parameter), &|_| false)?;
        let title = invariant.title.as_ref().map(|title| title.text.clone());
        Ok(Invariant { title, owner: self.definition.name.clone(), logic })
    }

    /// What a variable is that is neither a feature nor `$meta`, nor `$it` where there is one.
    fn hidden(&self, name: &str, has_it: bool) -> Option<String> {
        let known = self.names.contains_key(name) || name == "meta" || has_it && name == "it";
        (!known).then(|| format!("'{}' has no such feature, and logic sees nothing else", self.definition.name))
    }

    fn logic(
        &self,
        written: &ast::Logic,
        hides: &dyn Fn(&str) -> Option<String>,
        assigns: &dyn Fn(&str) -> bool,
    ) -> Result<Logic, Problem> {
        let knows_function = |name: &str| self.definitions.has_function(name);
        let sight = Sight { hides, assigns, knows_function: &knows_function };
        logic::check(written, &self.definition.place.source, &sight)
    }
}
