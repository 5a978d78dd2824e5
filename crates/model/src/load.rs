//! Loads definitions as types: resolves the types of features, and checks names and logic.

mod cycle;
mod feature;

use std::sync::Arc;

use diagnostics::{Location, Problem, Span};
use ecow::EcoString;
use pcore::Value;
use rustc_hash::FxHashMap;
use syntax::ast::{self, TypeDefinition, TypeStatement};

use crate::{
    Feature, Invariant, ModelType,
    logic::{self, Logic, Visibility},
    object,
    registry::{Definitions, MAX_ANCESTORS, RESOURCE, definition_location, key_of},
};

impl ModelType {
    /// Loads a definition whose parent is loaded.
    pub(crate) fn load<D: Definitions>(
        definitions: &mut D,
        definition: &Arc<TypeDefinition>,
        parent: Option<Arc<ModelType>>,
        is_resource: bool,
    ) -> Result<ModelType, D::Error> {
        if is_resource && definition.name.contains("::") {
            let message = format!("The name of a resource type cannot have a namespace: '{}'", definition.name);
            return Err(Problem::at(definition_location(definition), message).into());
        }
        let mut loader = Loader {
            definitions,
            definition,
            is_resource,
            features: parent.as_ref().map(|parent| parent.features.clone()).unwrap_or_default(),
            invariants: parent.as_ref().map(|parent| parent.invariants.clone()).unwrap_or_default(),
            names: parent.as_ref().map(|parent| parent.feature_indices.clone()).unwrap_or_default(),
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
            feature_indices: names,
            meta: meta(&definition.name, &definition.name),
        })
    }
}

/// `$meta`: the name of the feature or type that is checked, and its container.
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
    fn location(&self, span: Span) -> Location {
        Location { source: self.definition.location.source.clone(), span }
    }

    fn problem(&self, span: Span, message: impl Into<String>) -> Problem {
        Problem::at(self.location(span), message)
    }

    /// Collects the names of all features, because logic may use them before they are declared.
    fn declare(&mut self) -> Result<(), Problem> {
        let mut own: FxHashMap<&str, Span> = FxHashMap::default();
        let mut next = self.features.len();
        for statement in &self.definition.statements {
            let TypeStatement::Feature(feature) = statement else { continue };
            let name = &feature.name.text;
            if self.is_resource && name.starts_with(|first: char| first.is_ascii_uppercase()) {
                let message = format!("The attribute '{name}' of a resource must begin with a lower-case letter");
                let problem = self.problem(feature.name.span, message);
                return Err(problem.hint(format!("write {}", name.to_ascii_lowercase())));
            }
            if let Some(inherited) = self.names.get(name).and_then(|index| self.features.get(*index)) {
                let (owner, this) = (&inherited.owner, &self.definition.name);
                let message = format!("The feature '{name}' of '{this}' is already inherited from '{owner}'");
                let problem = self.problem(feature.name.span, message);
                return Err(problem.label(inherited.location.clone(), format!("'{owner}' declares it here")));
            }
            if let Some(earlier) = own.insert(name, feature.name.span) {
                let problem = self.problem(feature.name.span, format!("Duplicate feature '{name}'"));
                return Err(problem.label(self.location(earlier), "first defined here"));
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
                    loaded.logic().try_for_each(|(_, logic)| self.only_data(logic))?;
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

    /// Refuses logic that creates instances of resource types.
    fn only_data(&mut self, logic: &Logic) -> Result<(), D::Error> {
        for (name, span) in &logic.creates {
            let mut name = key_of(name);
            for _ in 0..MAX_ANCESTORS {
                let Some(definition) = self.definitions.definition(&name)? else { break };
                match &definition.parent {
                    Some(parent) if parent.text == RESOURCE => {
                        let message = format!("'{}' is a resource type, which logic cannot create", definition.name);
                        let problem = Problem::at(Location { source: logic.source.clone(), span: *span }, message);
                        return Err(problem.label(definition_location(&definition), "the type is defined here").into());
                    }
                    Some(parent) => name = key_of(&parent.text),
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Refuses statements that are only allowed in resource types.
    fn only_resources(&self, span: Span, word: &str) -> Result<(), Problem> {
        if self.is_resource {
            return Ok(());
        }
        let message = format!("'{word}' is only allowed in resource types, and '{}' is not one", self.definition.name);
        let problem = self.problem(span, message).hint("a resource type inherits from Resource");
        Err(problem.label(definition_location(self.definition), "the type is defined here"))
    }

    fn invariant(&self, invariant: &ast::Invariant) -> Result<Invariant, Problem> {
        let has_parameter = !invariant.logic.lambda.parameters.is_empty();
        let logic = self.logic(&invariant.logic, &|name| self.why_hidden(name, !has_parameter), &|_| false)?;
        let title = invariant.title.as_ref().map(|title| title.text.clone());
        Ok(Invariant { title, owner: self.definition.name.clone(), logic })
    }

    /// Returns why a variable is unknown: it is neither a feature nor `$meta`, nor `$it` where that exists.
    fn why_hidden(&self, name: &str, has_it: bool) -> Option<String> {
        let known = self.names.contains_key(name) || name == "meta" || has_it && name == "it";
        (!known).then(|| format!("'{}' has no such feature", self.definition.name))
    }

    fn logic(
        &self,
        written: &ast::Logic,
        why_hidden: &dyn Fn(&str) -> Option<String>,
        may_assign: &dyn Fn(&str) -> bool,
    ) -> Result<Logic, Problem> {
        let is_function = |name: &str| self.definitions.has_function(name);
        let visibility = Visibility { why_hidden, may_assign, is_function: &is_function };
        logic::check(written, &self.definition.location.source, &visibility)
    }
}
