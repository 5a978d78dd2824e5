//! What providers may ask of the program that runs them.

use std::fmt;

use ecow::EcoString;
use pcore::{NoNames, TypeNames, Value};
use protocol::{notices::Stream, runtime::CatalogEntry};
use resource_api::{Failure, Outcome};

/// All that providers may ask of the program that runs them. What needs the catalog or the log goes through the context of the call.
pub trait Runtime: Send + Sync {
    /// The value of a fact, or of a part of one (`os.family`); `undef` where there is none.
    fn fact(&self, name: &str) -> Value;

    /// The value of a setting; nothing where there is none of that name.
    fn setting(&self, name: &str) -> Option<Value>;

    /// All settings, for providers to look at.
    fn settings(&self) -> Vec<(EcoString, Value)>;

    /// Whether nothing may be changed in this run.
    fn noop(&self) -> bool;

    /// How many resources may be changed at the same time, where their providers allow it.
    fn parallel(&self) -> usize {
        1
    }

    /// Whether the run was asked to stop. This is polled while a provider works.
    fn is_stopped(&self) -> bool {
        false
    }

    /// All resources of a type.
    fn instances(&self, type_name: &str) -> Outcome<Vec<CatalogEntry>>;

    /// The value of a function of the language.
    fn call_function(&self, name: &str, arguments: Vec<Value>) -> Outcome<Value>;

    /// The definition of a type of resources that is written in the language; nothing where there is none of that name.
    fn definition(&self, _type_name: &str) -> Option<Value> {
        None
    }

    /// The data types that are not Puppet's own.
    fn names(&self) -> &dyn TypeNames;

    /// Takes what the code of a module printed. It holds no secret any more.
    fn print(&self, stream: Stream, text: &str);

    /// What the runtime calls itself, and its version.
    fn version(&self) -> (&str, &str) {
        ("bunraku", env!("CARGO_PKG_VERSION"))
    }
}

impl fmt::Debug for dyn Runtime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Runtime")
    }
}

/// Knows nothing: for tests, and for tools that run a single provider.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRuntime;

impl Runtime for NoRuntime {
    fn fact(&self, _name: &str) -> Value {
        Value::Undef
    }

    fn setting(&self, _name: &str) -> Option<Value> {
        None
    }

    fn settings(&self) -> Vec<(EcoString, Value)> {
        Vec::new()
    }

    fn noop(&self) -> bool {
        false
    }

    fn instances(&self, type_name: &str) -> Outcome<Vec<CatalogEntry>> {
        Err(Failure::new(format!("Could not find type {type_name}")))
    }

    fn call_function(&self, name: &str, _arguments: Vec<Value>) -> Outcome<Value> {
        Err(Failure::new(format!("Unknown function: '{name}'")))
    }

    fn names(&self) -> &dyn TypeNames {
        &NoNames
    }

    fn print(&self, _stream: Stream, _text: &str) {}
}
