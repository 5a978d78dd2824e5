//! The state of one compilation: all that evaluating an expression may look at or change.

use std::sync::Arc;

use ecow::EcoString;
use resource_api::log::{Level, Log};
use rustc_hash::FxHashSet;
use syntax::Program;

use crate::{
    budget::Budget,
    catalog::Resources,
    error::Spot,
    evaluate::Memory,
    functions::RubyRunner,
    loader::Loader,
    lookup::{DataLookup, NoData},
    model::Models,
    more_facts::MoreFacts,
    node::Node,
    options::Options,
    scope::{ScopeId, Scopes},
    shapes::ResourceShapes,
};

/// One catalog in the making.
pub struct Compilation<'e> {
    pub(crate) options: Options,
    pub(crate) node: Node,
    /// What is defined, and where more is found.
    pub(crate) loader: Loader,
    /// The resource types that are not defined in the language.
    pub(crate) shapes: &'e dyn ResourceShapes,
    /// Where `lookup` and the parameters of classes find values.
    pub(crate) data: &'e dyn DataLookup,
    /// Who runs functions that only Ruby can run.
    pub(crate) ruby: Option<&'e dyn RubyRunner>,
    /// Facts that are found out when somebody asks for them.
    pub(crate) more_facts: MoreFacts<'e>,
    pub(crate) log: Log,
    pub(crate) scopes: Scopes,
    /// What was declared so far.
    pub(crate) resources: Resources,
    pub(crate) budget: Budget,
    /// What was warned about and is not to be said again.
    pub(crate) warned: FxHashSet<EcoString>,
    /// What evaluation remembers for its own sake.
    pub(crate) memory: Memory,
    /// Types of the language and their instances.
    pub(crate) models: Models,
    /// The main manifest, which is taken apart with all the rest, if at all.
    pub(crate) programs: Arc<[Program]>,
}

impl<'e> Compilation<'e> {
    /// Begins a compilation; nothing is evaluated yet.
    pub fn new(loader: Loader, node: Node, options: Options, shapes: &'e dyn ResourceShapes, log: Log) -> Self {
        loader.log_to(log.clone());
        Compilation {
            budget: Budget::new(options.limits),
            options,
            node,
            loader,
            shapes,
            data: &NoData,
            ruby: None,
            more_facts: MoreFacts::default(),
            log,
            scopes: Scopes::new(),
            resources: Resources::default(),
            warned: FxHashSet::default(),
            memory: Memory::default(),
            models: Models::default(),
            programs: Arc::default(),
        }
    }

    /// The same compilation with data for `lookup`, and for the parameters of classes that nobody gives.
    #[must_use]
    pub fn with_data(mut self, data: &'e dyn DataLookup) -> Self {
        self.data = data;
        self
    }

    /// The same compilation with somebody who runs functions that only Ruby can run.
    #[must_use]
    pub fn with_ruby(mut self, ruby: Option<&'e dyn RubyRunner>) -> Self {
        self.ruby = ruby;
        self
    }

    /// Warns about a place, with the words that Puppet uses.
    pub(crate) fn warn(&self, spot: Option<&Spot>, message: &str) {
        match spot {
            Some(spot) => self.log.line(Level::Warning, &format!("{message} {spot}")),
            None => self.log.line(Level::Warning, message),
        }
    }

    /// Who speaks in messages of a scope: `Scope(Class[Apache])`.
    pub(crate) fn scope_name(&self, scope: ScopeId) -> String {
        match self.container_of(scope) {
            Some(container) => format!("Scope({})", self.resources.get(container).reference()),
            None => "Scope(Class[main])".into(),
        }
    }
}
