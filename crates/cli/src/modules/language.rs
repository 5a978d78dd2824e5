//! Resource types in the Puppet language, in `types/*.pp` of modules or in manifests, with their providers: in Ruby,
//! in provider manifests, and in this program.

use std::{collections::HashSet, sync::Arc};

use compiler::{Environment, LanguageTypes, Limits, RubyTypes, models::Session};
use ecow::EcoString;
use hosts::Runtime as _;
use model::{FeatureKind, ModelType};
use pcore::{Value, munge};
use resource_api::{
    Failure, Outcome, ResourceType, TypeDefinition, Types,
    log::{Level, capitalized},
    registry::LazyTypeResult,
};

use super::{HostPool, ruby_provider, without_batches};

/// Finds types in the Puppet language and binds providers to them.
#[derive(Clone)]
pub(super) struct Language {
    files: Arc<LanguageTypes>,
    environment: Arc<Environment>,
    modules: Arc<RubyTypes>,
    pool: Arc<HostPool>,
}

impl Language {
    pub(super) fn new(environment: &Environment, modules: &Arc<RubyTypes>, pool: &Arc<HostPool>) -> Language {
        Language {
            files: Arc::new(LanguageTypes::new(environment)),
            environment: Arc::new(environment.clone()),
            modules: modules.clone(),
            pool: pool.clone(),
        }
    }

    /// Registers the types of modules, each of which is read when it is needed. They take precedence over types in
    /// Ruby of the same name, which a module may have for Puppet.
    pub(super) fn add_to(&self, types: &mut Types) {
        let in_ruby: HashSet<&EcoString> = self.modules.names().collect();
        for name in self.files.candidates() {
            // Only for these it matters now whether the file defines a type.
            if in_ruby.contains(name) {
                match self.files.file(name) {
                    Some(file) => self.pool.log.line(
                        Level::Debug,
                        &format!("{} defines the type '{name}', which is also defined in Ruby", file.display()),
                    ),
                    None => continue,
                }
            }
            let (files, key) = (self.files.clone(), name.clone());
            let is_there = move || files.file(&key).is_some();
            let (language, key) = (self.clone(), name.clone());
            let find = move || language.load(&key);
            types.register_lazy_if(name, self.pool.log.clone(), is_there, find);
        }
    }

    /// Loads a type of a module.
    fn load(&self, name: &EcoString) -> LazyTypeResult {
        let definition = self.with_session(|session| session.definition(name));
        let definition = definition.map_err(|failure| failure.to_string())?;
        Ok(definition.map(|definition| self.bind(&definition)))
    }

    /// A type with the provider that modules have for it in Ruby.
    pub(super) fn bind(&self, definition: &TypeDefinition) -> ResourceType {
        let name = definition.name();
        self.pool.runtime.define(definition);
        let bound = match self.modules.providers_of(name).is_empty() {
            true => ResourceType::new(definition.clone()),
            false => {
                let definition = without_batches(definition.clone(), self.pool.runtime.names()).undocumented();
                ResourceType::new(definition).with_provider(ruby_provider(&self.pool))
            }
        };
        let language = self.clone();
        let name = name.clone();
        bound.checked_by(move |title, attributes| language.check(&name, title, attributes))
    }

    /// Checks a resource that is not declared in a manifest in the same way as one that is.
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
            // Other attributes are metaparameters, or are refused later.
            declared.extend(others);
            Ok(declared)
        })
    }

    fn with_session<T>(&self, work: impl FnOnce(&mut Session) -> T) -> T {
        let limits = Limits::default();
        let environment = Environment::clone(&self.environment);
        compiler::with_stack(&limits, || work(&mut Session::new(environment, limits)))
    }
}

/// Converts a word of the command line to the type of the feature, if possible; else `set` may accept it. A word for a
/// list becomes its only element.
fn read(model: &ModelType, name: EcoString, value: Value) -> (EcoString, Value) {
    let Some(feature) = model.feature(&name) else { return (name, value) };
    let FeatureKind::Attribute(element) = &feature.kind else { return (name, value) };
    let is_word = matches!(value, Value::String(_));
    let read = munge::munge(&name, element, &value).ok().filter(|_| is_word).unwrap_or(value);
    let is_alone = is_word && feature.multiplicity.is_list() && feature.set.is_none();
    (name, if is_alone { Value::array([read]) } else { read })
}
