//! The state of one compilation: all that evaluating an expression may look at or change.

use diagnostics::Location;
use std::sync::Arc;

use ecow::EcoString;
use resource_api::log::{Level, Log};
use rustc_hash::FxHashSet;
use syntax::Program;

use crate::{
    budget::Budget,
    catalog::Resources,
    evaluate::Memory,
    functions::RubyRunner,
    lazy_facts::LazyFacts,
    loader::Loader,
    lookup::{DataLookup, NoData},
    model::Models,
    node::Node,
    options::Options,
    resource_types::ResourceTypes,
    scope::{ScopeId, Scopes},
};

/// One catalog in the making.
///
/// What is given and does not change is private to this module. What changes is a part with its own module, and only
/// that module sees what is in it: the others call its methods.
pub struct Compilation<'e> {
    options: Options,
    node: Node,
    /// The resource types that are not defined in the language.
    resource_types: &'e dyn ResourceTypes,
    /// Where `lookup` and the parameters of classes find values.
    data: &'e dyn DataLookup,
    /// Runs functions that need real Ruby.
    ruby: Option<&'e dyn RubyRunner>,
    /// Warnings that are logged only once.
    warned: FxHashSet<EcoString>,
    /// The main manifest. Kept alive here, so that dropping the compilation drops it.
    programs: Arc<[Program]>,
    /// What is defined, and where more is found.
    pub(crate) loader: Loader,
    /// Facts that are resolved on demand.
    pub(crate) lazy_facts: LazyFacts<'e>,
    pub(crate) log: Log,
    pub(crate) scopes: Scopes,
    /// What was declared so far.
    pub(crate) resources: Resources,
    pub(crate) budget: Budget,
    /// Caches of the evaluation.
    pub(crate) memory: Memory,
    /// Types of the language and their instances.
    pub(crate) models: Models,
}

impl<'e> Compilation<'e> {
    /// Creates a compilation. Nothing is evaluated yet.
    pub fn new(loader: Loader, node: Node, options: Options, resource_types: &'e dyn ResourceTypes, log: Log) -> Self {
        loader.log_to(log.clone());
        Compilation {
            budget: Budget::new(options.limits),
            options,
            node,
            loader,
            resource_types,
            data: &NoData,
            ruby: None,
            lazy_facts: LazyFacts::default(),
            log,
            scopes: Scopes::new(),
            resources: Resources::new(),
            warned: FxHashSet::default(),
            memory: Memory::default(),
            models: Models::default(),
            programs: Arc::default(),
        }
    }

    /// The same compilation with data for `lookup`, and for class parameters without a value.
    #[must_use]
    pub fn with_data(mut self, data: &'e dyn DataLookup) -> Self {
        self.data = data;
        self
    }

    /// The same compilation with a runner for functions that need real Ruby.
    #[must_use]
    pub fn with_ruby(mut self, ruby: Option<&'e dyn RubyRunner>) -> Self {
        self.ruby = ruby;
        self
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn node(&self) -> &Node {
        &self.node
    }

    pub(crate) fn resource_types(&self) -> &'e dyn ResourceTypes {
        self.resource_types
    }

    pub(crate) fn data(&self) -> &'e dyn DataLookup {
        self.data
    }

    pub(crate) fn ruby(&self) -> Option<&'e dyn RubyRunner> {
        self.ruby
    }

    /// Keeps the main manifest as long as the compilation.
    pub(crate) fn keep(&mut self, programs: Arc<[Program]>) {
        self.programs = programs;
    }

    /// Whether a warning that is logged only once is still to be logged. It is asked once per warning.
    pub(crate) fn is_new_warning(&mut self, key: impl Into<EcoString>) -> bool {
        self.warned.insert(key.into())
    }

    /// Logs a warning with its location, in Puppet's format.
    pub(crate) fn warn(&self, location: Option<&Location>, message: &str) {
        match location {
            Some(location) => self.log.line(Level::Warning, &format!("{message} {location}")),
            None => self.log.line(Level::Warning, message),
        }
    }

    /// The source of log messages of a scope: `Scope(Class[Apache])`.
    pub(crate) fn scope_name(&self, scope: ScopeId) -> String {
        match self.container_of(scope) {
            Some(container) => format!("Scope({})", self.resources.get(container).reference()),
            None => "Scope(Class[main])".into(),
        }
    }
}
