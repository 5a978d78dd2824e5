//! The resource types that every `bunraku` has.
//!
//! Each type is a folder with its definition, its provider and its tests, and a line in [`all`]. Types that only say
//! something about the run itself, such as `schedule`, have no provider: the engine knows what they mean, and their
//! definitions are here to be described.

mod file;
mod filebucket;
mod notify;
mod resources;
mod schedule;
mod stage;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use resource_api::{
    ResourceType, TypeDefinition, Types,
    log::{Log, LogEntry, LogSink},
};

/// All built-in types.
///
/// ```
/// let types = types::all();
/// assert_eq!(types.find("Notify").unwrap().definition().name(), "notify");
/// ```
pub fn all() -> Types {
    let log = Log::new(Arc::new(Nowhere), Arc::default());
    let mut types = Types::default();
    for resource_type in [
        file::resource_type(),
        filebucket::resource_type(),
        notify::resource_type(),
        resources::resource_type(),
        schedule::resource_type(),
        stage::resource_type(),
    ] {
        types.register(resource_type, &log);
    }
    types
}

/// A definition that is part of the program.
fn defined(text: &str) -> TypeDefinition {
    let definition = pcore::yaml::parse(text).expect("it is YAML, as the tests of this crate find out");
    TypeDefinition::from_value(&definition).expect("it is a definition, as the tests of this crate find out")
}

/// A type without a provider, of which the engine knows what it means.
fn of_the_engine(text: &str) -> ResourceType {
    ResourceType::new(defined(text)).in_manner(resource_api::registry::Manner::Puppet)
}

/// There is nothing to say about the definitions of this crate.
struct Nowhere;

impl LogSink for Nowhere {
    fn write(&self, _: &LogEntry) {}
}
