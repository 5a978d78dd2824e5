//! The resource types that every `bunraku` has.
//!
//! Each type is a module with its definition, its provider and its tests, and a line in [`all`]. Types that are about
//! the run itself, such as `schedule`, have no provider: the engine implements them, and their definitions are here so
//! that they can be described.

mod account;
mod anchor;
mod concat_file;
mod concat_fragment;
mod cron;
mod declared;
mod exec;
mod file;
mod file_line;
mod filebucket;
mod group;
mod host;
mod ini_setting;
mod ini_subsetting;
mod mount;
mod munge;
mod notify;
mod package;
mod parsed;
mod program;
mod provider_names;
mod resources;
mod schedule;
mod service;
mod ssh_authorized_key;
mod stage;
mod subject;
mod sysctl;
mod text_file;
mod user;

#[cfg(test)]
mod tests;

pub use self::file::{Bucket, BucketEntry};

use resource_api::{DefinesType, ResourceType, TypeDefinition, Types, registry::Dialect};

/// Creates a type with its providers.
type Make = fn() -> ResourceType;

/// All built-in types.
///
/// ```
/// let types = types::all();
/// assert_eq!(types.find("Notify").unwrap().definition().name(), "notify");
/// ```
pub fn all() -> Types {
    let built_in: &[(&str, Make)] = &[
        ("anchor", anchor::resource_type),
        ("concat_file", concat_file::resource_type),
        ("concat_fragment", concat_fragment::resource_type),
        ("cron", cron::resource_type),
        ("exec", exec::resource_type),
        ("file", file::resource_type),
        ("file_line", file_line::resource_type),
        ("filebucket", filebucket::resource_type),
        ("group", group::resource_type),
        ("host", host::resource_type),
        ("ini_setting", ini_setting::resource_type),
        ("ini_subsetting", ini_subsetting::resource_type),
        ("mount", mount::resource_type),
        ("notify", notify::resource_type),
        ("package", package::resource_type),
        ("resources", resources::resource_type),
        ("schedule", schedule::resource_type),
        ("service", service::resource_type),
        ("ssh_authorized_key", ssh_authorized_key::resource_type),
        ("stage", stage::resource_type),
        ("sysctl", sysctl::resource_type),
        ("user", user::resource_type),
    ];
    let mut types = Types::default();
    built_in.iter().for_each(|(name, make)| types.register_built_in(name, *make));
    types
}

/// A type that a definition in YAML describes. Without a provider, the engine implements it.
fn described(text: &str) -> ResourceType {
    let definition = pcore::yaml::parse(text).expect("definitions are valid YAML, as a test of this crate verifies");
    let definition = TypeDefinition::from_value(&definition);
    of_puppet(ResourceType::new(definition.expect("definitions are valid, as a test of this crate verifies")))
}

/// A type that a struct defines.
fn derived<R: DefinesType>() -> ResourceType {
    of_puppet(ResourceType::of::<R>())
}

/// A type that has the behaviour of Puppet's types, and knows the names of its providers.
fn of_puppet(resource_type: ResourceType) -> ResourceType {
    let unsupported = provider_names::unsupported(resource_type.definition().name());
    resource_type.with_unsupported_providers(unsupported).with_dialect(Dialect::Puppet)
}
