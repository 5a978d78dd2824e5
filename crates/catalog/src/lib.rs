//! What a machine should be: resources, and what contains them.
//!
//! A catalog is data, as a compiler makes it and as Puppet's JSON carries it. It knows no types: which of its resources
//! can be managed, and in which order, is determined later.
//!
//! [`Catalog::from_json`] (`read.rs`) reads catalogs and [`Catalog::to_json`] (`write.rs`) writes them. A [`CatalogIndex`]
//! (`index.rs`) finds resources by their references, and a [`Difference`] is what two catalogs differ in.
//!
//! This crate opens no files, starts no processes and knows no resource types.

mod difference;
mod error;
mod index;
mod read;
mod resource_index;
mod write;

#[cfg(test)]
mod tests;

use ecow::EcoString;
use pcore::Value;

pub use self::{
    difference::{ChangedParameter, ChangedResource, Difference},
    error::{CatalogError, Shape, location_suffix},
    index::{CatalogIndex, TitlesOfType, canonical, reference_of, split_reference},
    read::MAX_CATALOG,
    resource_index::ResourceIndex,
    write::{Document, Layout, Secrets},
};

/// The resources of one machine.
///
/// Their order is that of their declaration. Resources without relations are managed in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalog {
    /// The machine.
    pub name: EcoString,
    /// What the catalog was compiled from: seconds, or what a command says.
    pub version: Value,
    /// The version of the code, where a server knows it.
    pub code_id: Option<EcoString>,
    /// The unique id of this catalog.
    pub uuid: Option<EcoString>,
    /// The `catalog_format`: 2 since values may be rich data; 1 and 0 are legacy.
    pub format: i64,
    /// The environment that it was compiled in.
    pub environment: EcoString,
    /// What was declared, containers included.
    pub resources: Vec<Declared>,
    /// Which container has which contents: indices of `resources`.
    pub containment: Vec<(usize, usize)>,
    /// The tags of the catalog itself.
    pub tags: Vec<EcoString>,
    /// The classes that were evaluated.
    pub classes: Vec<EcoString>,
    /// The metadata of files in a static catalog, as in the JSON; `undef` in others.
    pub metadata: Value,
    /// The metadata of directories in a static catalog, as in the JSON; `undef` in others.
    pub recursive_metadata: Value,
}

/// The `catalog_format` that is written.
pub const CATALOG_FORMAT: i64 = 2;

impl Default for Catalog {
    fn default() -> Catalog {
        Catalog {
            name: EcoString::new(),
            version: Value::Undef,
            code_id: None,
            uuid: None,
            format: CATALOG_FORMAT,
            environment: EcoString::new(),
            resources: Vec::new(),
            containment: Vec::new(),
            tags: Vec::new(),
            classes: Vec::new(),
            metadata: Value::Undef,
            recursive_metadata: Value::Undef,
        }
    }
}

/// A resource of a catalog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// The name of its type, each part in capitals: `File`, `Apache::Vhost`, `Class`.
    pub type_name: EcoString,
    /// Its title.
    pub title: EcoString,
    /// Its tags.
    pub tags: Vec<EcoString>,
    /// The file that declares it.
    pub file: Option<EcoString>,
    /// The line that declares it.
    pub line: Option<u32>,
    /// Whether it is meant for other machines.
    pub exported: bool,
    /// The kind of the resource, as compilers of Puppet 8 give it: `compilable_type`, `defined_type`, `class`, `unknown`.
    pub kind: Option<EcoString>,
    /// Its attributes and metaparameters. Those named as sensitive hold `Sensitive` values.
    pub parameters: Vec<(EcoString, Value)>,
}

impl Declared {
    /// The location as messages append it: ` (file: /site.pp, line: 3)`; nothing if it is unknown.
    pub fn location_suffix(&self) -> EcoString {
        location_suffix(self.file.as_deref(), self.line)
    }

    /// A parameter by its name.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// Writes the reference: `File[/etc/motd]`.
impl std::fmt::Display for Declared {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}[{}]", self.type_name, self.title)
    }
}
