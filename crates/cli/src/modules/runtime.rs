//! The requests of provider processes to this program.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError, Weak, atomic::Ordering},
};

use compiler::{Environment, Loader};
use ecow::EcoString;
use engine::Session;
use hosts::Runtime;
use pcore::{Hash, Type, TypeNames, Value};
use protocol::{notices::Stream, runtime::CatalogEntry};
use resource_api::{Failure, Outcome, TypeDefinition, Types, transport::Transports};
use settings::table;
use syntax::Strictness;

use crate::{
    arguments::Program,
    compiling::{self, Teardown},
    machine,
    startup::{self, CommandContext},
};

/// Answers the requests of provider processes.
pub(super) struct HostRuntime {
    context: CommandContext,
    engine: engine::Settings,
    names: Names,
    /// The given facts, or those of the machine, which are read on the first request.
    facts: OnceLock<Hash>,
    types: Mutex<Weak<Types>>,
    /// The definitions of types in the Puppet language, which other processes cannot find themselves.
    definitions: Mutex<HashMap<EcoString, Value>>,
}

impl HostRuntime {
    pub(super) fn new(context: &CommandContext, environment: &Environment) -> Outcome<HostRuntime> {
        let facts = OnceLock::new();
        if let Some(file) = context.options.value("facts")
            && let Value::Hash(hash) = compiling::read_facts(file)?
        {
            let _ = facts.set((*hash).clone());
        }
        let mut engine = startup::settings(&context.options)?;
        engine.values = Some(startup::values(&context.settings));
        let names = Names(Loader::new(environment.clone(), Strictness::Off));
        Ok(HostRuntime {
            context: context.clone(),
            engine,
            names,
            facts,
            types: Mutex::default(),
            definitions: Mutex::default(),
        })
    }

    /// Sets the types of the run.
    pub(super) fn set_types(&self, types: &Arc<Types>) {
        *self.types.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(types);
    }

    /// Adds the definition of a type in the Puppet language.
    pub(super) fn define(&self, definition: &TypeDefinition) {
        let mut definitions = self.definitions.lock().unwrap_or_else(PoisonError::into_inner);
        definitions.insert(definition.name().clone(), definition.raw().clone());
    }

    /// Sets the facts, if they have been read already.
    pub(super) fn set_facts(&self, facts: &Hash) {
        let _ = self.facts.set(facts.clone());
    }

    fn types(&self) -> Outcome<Arc<Types>> {
        let types = self.types.lock().unwrap_or_else(PoisonError::into_inner);
        types.upgrade().ok_or_else(|| Failure::new("the run is over"))
    }

    fn facts(&self) -> &Hash {
        self.facts.get_or_init(|| machine::facts(&self.context.settings, &self.context.log).unwrap_or_default())
    }
}

/// The data types of modules.
struct Names(Loader);

impl TypeNames for Names {
    fn find(&self, name: &str) -> Option<Type> {
        self.0.find_type(name).ok().flatten()
    }
}

impl Runtime for HostRuntime {
    fn fact(&self, name: &str) -> Value {
        facts::find(self.facts(), name).cloned().unwrap_or_default()
    }

    fn setting(&self, name: &str) -> Option<Value> {
        self.context.settings.value(name).ok().map(compiling::setting_value)
    }

    fn settings(&self) -> Vec<(EcoString, Value)> {
        let is_secret = |name: &str| table::find(name).is_some_and(|setting| setting.is_secret());
        let mut settings = compiling::all_settings(&self.context.settings);
        settings.retain(|(name, _)| !is_secret(name));
        settings
    }

    fn noop(&self) -> bool {
        self.engine.noop
    }

    fn parallel(&self) -> usize {
        self.context.options.value("parallel").and_then(|number| number.parse().ok()).unwrap_or(1)
    }

    fn is_stopped(&self) -> bool {
        self.context.stop.load(Ordering::Relaxed)
    }

    fn instances(&self, type_name: &str) -> Outcome<Vec<CatalogEntry>> {
        let types = self.types()?;
        let resource_type = types.find(type_name)?;
        let mut session = Session::new(resource_type, self.engine.clone(), self.context.log.clone());
        let instances = session.instances()?;
        let listed = |instance: engine::Instance| CatalogEntry {
            type_name: resource_type.definition().name().clone(),
            title: instance.resource.title().clone(),
            parameters: instance.state.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        };
        Ok(instances.into_iter().map(listed).collect())
    }

    fn call_function(&self, name: &str, arguments: Vec<Value>) -> Outcome<Value> {
        let types = self.types()?;
        let transports = Transports::default();
        let program = Program::new("bunraku", &types, &transports);
        let facts = Some(self.facts().clone().into());
        let evaluated = compiling::evaluate(&program, &self.context, None, facts, Teardown::Free, |compilation, _| {
            compiler::call_function(compilation, name, &arguments)
        })?;
        evaluated.result.map_err(|failure| Failure::new(failure.to_string()))
    }

    fn definition(&self, type_name: &str) -> Option<Value> {
        self.definitions.lock().unwrap_or_else(PoisonError::into_inner).get(type_name).cloned()
    }

    fn names(&self) -> &dyn TypeNames {
        &self.names
    }

    fn print(&self, stream: Stream, text: &str) {
        let stream = match stream {
            Stream::Stdout => resource_api::log::Stream::Stdout,
            Stream::Stderr => resource_api::log::Stream::Stderr,
        };
        self.context.output.print(stream, text);
    }
}
