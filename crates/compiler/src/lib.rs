//! Manifests to catalogs.
//!
//! A [`Compilation`] holds all that one catalog needs while it is made: the definitions that were found
//! ([`Loader`]), the scopes, the resources so far. `evaluate` walks the tree of the language; `functions` are what
//! manifests can call; `catalog` is about resources, classes and what holds them together; `pipeline` says what is
//! done in which order.
//!
//! This crate knows nothing of providers. Which attributes a resource type has comes through [`ResourceTypes`].

pub mod erb;
mod error;
pub mod functions;
pub mod input;
pub mod regexps;

mod budget;
mod catalog;
mod compilation;
mod evaluate;
mod frame;
mod hiera;
mod lazy_facts;
mod loader;
mod lookup;
mod model;
mod node;
mod options;
mod pipeline;
mod resource_types;
mod scope;
mod stack;

pub use self::{
    budget::{Limits, MemoryLimit},
    compilation::Compilation,
    error::{Failure, FailureKind, Interrupt, Outcome},
    frame::Frame,
    functions::{DataContext, RubyRunner, ruby::text::to_s as ruby_text},
    hiera::{Explain, Explanation, Hiera, Request as LookupRequest},
    lazy_facts::FactSource,
    loader::{Environment, LanguageTypes, Loader, ManifestError},
    lookup::{Block, DataLookup, Merge, NoData, Query, Strategy},
    node::Node,
    options::Options,
    pipeline::{
        call_function, compile, evaluate_manifests, evaluate_text, has_deferred, render_template, resolve_deferred,
    },
    resource_types::{
        CoreTypes, EnvironmentTypes, LoadedType, NoResourceTypes, ResourceTypeInfo, ResourceTypes, RubyType, RubyTypes,
    },
    scope::{ScopeId, ScopeKind},
    stack::with_stack,
};
pub use ruby_subset::{Error as RubyError, Host as RubyScope, HostError as RubyScopeError};

/// Types of the language outside of a catalog.
pub mod models {
    pub use crate::model::session::Session;
}
