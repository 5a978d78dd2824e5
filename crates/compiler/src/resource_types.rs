//! The resource types as the compiler sees them: their names and attributes, not their behaviour.

mod core;
mod environment;
mod ruby_types;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ecow::EcoString;
use resource_api::definition::title::TitlePattern;

pub use self::{
    core::CoreTypes,
    environment::EnvironmentTypes,
    ruby_types::{RubyType, RubyTypes},
};

/// A resource type, as far as a catalog is concerned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceTypeInfo {
    /// Its name in lower case.
    pub name: EcoString,
    /// The names of its attributes, metaparameters not among them; `None` when they cannot be known.
    pub attributes: Option<Vec<EcoString>>,
    /// Those of them that make up its identity.
    pub namevars: Vec<EcoString>,
    /// Whether titles that differ only in slashes at the end are the same, as with `file`.
    pub titles_are_paths: bool,
    /// Whether titles are taken apart by patterns that are not known here; a catalog then compares titles only.
    pub titles_have_parts: bool,
    /// Whether several resources may have the same namevar, as with `exec` and `tidy`.
    pub may_repeat: bool,
    /// How titles are taken apart, where that is known.
    pub title_patterns: Option<Arc<[TitlePattern]>>,
    /// Why no resource of this type can be declared: its file is there and cannot be loaded.
    pub unusable: Option<EcoString>,
}

/// The result of running the file of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadedType {
    /// The type.
    Type(ResourceTypeInfo),
    /// It defines no type of that name.
    Nothing,
    /// It fails, for this reason.
    Fails(EcoString),
}

/// Where resource types are found.
pub trait ResourceTypes: Sync {
    /// The type of that name (in lower case, such as `file`).
    fn find(&self, name: &str) -> Option<Arc<ResourceTypeInfo>>;

    /// Runs the file of a type whose text does not describe it completely; `None` if files cannot be run.
    fn load(&self, _name: &str) -> Option<LoadedType> {
        None
    }

    /// Whether a type of that name (in lower case) is a part of the program, so that manifests cannot define it anew.
    fn is_built_in(&self, _name: &str) -> bool {
        false
    }

    /// The file of a module that defines the type of that name (in lower case) for a provider in another process.
    fn file_of(&self, _name: &str) -> Option<EcoString> {
        None
    }

    /// The names of the types, as far as they are known, for hints about misspelt ones.
    fn names(&self) -> Vec<EcoString> {
        Vec::new()
    }
}

/// No types at all.
pub struct NoResourceTypes;

impl ResourceTypes for NoResourceTypes {
    fn find(&self, _name: &str) -> Option<Arc<ResourceTypeInfo>> {
        None
    }
}
