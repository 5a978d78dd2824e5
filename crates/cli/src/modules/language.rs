//! Types of resources that are written in the language, in `types/*.pp` of modules or in manifests, with the providers that
//! are found for them: in Ruby, of manifests of providers, and of this program.

use std::{collections::HashSet, sync::Arc};

use compiler::{Environment, LanguageTypes, Limits, RubyTypes, models::Session};
use ecow::EcoString;
use hosts::Runtime as _;
use model::{FeatureKind, ModelType};
use pcore::{Value, munge};
use resource_api::{
    Failure, Outcome, ResourceType, TypeDefinition, Types,
    log::{Level, capitalized},
    registry::Found,
};

use super::{Processes, one_by_one, ruby_provider};

/// Where types of the language are, and what may provide them.
#[derive(Clone)]
pub(super) struct Language {
    files: Arc<LanguageTypes>,
    environment: Arc<Environment>,
    modules: Arc<RubyTypes>,
    processes: Arc<Processes>,
}

impl Language {
    pub(super) fn new(environment: &Environment, modules: &Arc<RubyTypes>, processes: &Arc<Processes>) -> Language {
        Language {
            files: Arc::new(LanguageTypes::new(environment)),
            environment: Arc::new(environment.clone()),
            modules: modules.clone(),
            processes: processes.clone(),
        }
    }

    /// Adds the types of modules, each of which is read when it is needed. They go before types in Ruby of the same names,
    /// which a module may have for the sake of Puppet.
    pub(super) fn add_to(&self, types: &mut Types) {
        let in_ruby: HashSet<&EcoString> = self.modules.names().collect();
        for name in self.files.candidates() {
            // Only of these somebody has to know at once.
            if in_ruby.contains(name) {
                match self.files.file(name) {
                    Some(file) => self.processes.log.line(
                        Level::Debug,
                        &format!("{} defines the type '{name}', which is in Ruby, too", file.display()),
                    ),
                    None => continue,
                }
            }
            let (files, wanted) = (self.files.clone(), name.clone());
            let is_there = move || files.file(&wanted).is_some();
            let (language, wanted) = (self.clone(), name.clone());
            let find = move || language.load(&wanted);
            types.register_perhaps(name, self.processes.log.clone(), is_there, find);
        }
    }

    /// Reads a type of a module.
    fn load(&self, name: &EcoString) -> Found {
        let definition = self.with_session(|session| session.definition(name).map_err(|failure| failure.to_string()));
        match definition.map_err(|failure| failure.to_string())?? {
            Some(definition) => Ok(self.bind(&definition)),
            None => Err(format!("Could not find type {name}")),
        }
    }

    /// A type with the provider that modules have for it in Ruby.
    pub(super) fn bind(&self, definition: &TypeDefinition) -> ResourceType {
        let name = definition.name();
        self.processes.runtime.define(definition);
        let bound = match self.modules.providers_of(name).is_empty() {
            true => ResourceType::new(definition.clone()),
            false => {
                let definition = one_by_one(definition.clone(), self.processes.runtime.names()).undocumented();
                ResourceType::new(definition).with_provider(ruby_provider(&self.processes))
            }
        };
        let language = self.clone();
        let name = name.clone();
        bound.checked_by(move |title, attributes| language.check(&name, title, attributes))
    }

    /// What a resource is that nobody declares in a manifest: the same checks as for a manifest.
    fn check(
        &self,
        name: &EcoString,
        title: &str,
        attributes: &[(EcoString, Value)],
    ) -> Outcome<Vec<(EcoString, Value)>> {
        self.with_session(|session| {
            let failed = |failure: Box<compiler::Failure>| {
                let (kind, reason) = (capitalized(name), &failure.message);
                Failure::new(format!("{kind}[{title}]: {reason}"))
            };
            let Some(model) = session.model(name).map_err(failed)? else { return Ok(attributes.to_vec()) };
            let (features, others): (Vec<_>, Vec<_>) =
                attributes.iter().cloned().partition(|(name, _)| model.feature(name).is_some());
            let features: Vec<_> = features.into_iter().map(|(name, value)| read(&model, name, value)).collect();
            let mut declared = session.declare(&model, title, &features).map_err(failed)?;
            // What belongs to no feature belongs to every resource, or is refused by whoever declares it.
            declared.extend(others);
            Ok(declared)
        })?
    }

    fn with_session<T: Send>(&self, work: impl FnOnce(&mut Session) -> T + Send) -> Outcome<T> {
        let limits = Limits::default();
        let environment = Environment::clone(&self.environment);
        let done = compiler::with_stack(&limits, || work(&mut Session::new(environment, limits)));
        done.map_err(|error| Failure::new(format!("there is no room to evaluate: {error}")))
    }
}

/// A word of the command line as a value of the feature, where it can be one; else `set` may know what it means. Of a list,
/// a word is the only element.
fn read(model: &ModelType, name: EcoString, value: Value) -> (EcoString, Value) {
    let Some(feature) = model.feature(&name) else { return (name, value) };
    let FeatureKind::Attribute(element) = &feature.kind else { return (name, value) };
    let is_word = matches!(value, Value::String(_));
    let read = munge::munge(&name, element, &value).ok().filter(|_| is_word).unwrap_or(value);
    let is_alone = is_word && feature.multiplicity.is_list() && feature.set.is_none();
    (name, if is_alone { Value::array([read]) } else { read })
}
