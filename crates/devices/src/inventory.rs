//! A Bolt inventory, version 2, as a source of targets.
//!
//! Only *remote* targets count: those whose transport is `remote`, and which a transport named by `remote-transport` reaches.
//! Targets of other transports (`ssh`, `winrm`) are machines, and are left out. Configuration is inherited: that of a target
//! takes precedence, then that of its groups, inner ones first and earlier ones before later ones; maps are merged.
//! Other keys of an inventory (`vars`, `facts`, `features`) are ignored.

mod collect;
mod lines;
mod merge;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use ecow::EcoString;
use pcore::yaml;

use crate::{FileError, Target, credentials, file};

/// The targets of an inventory.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The remote ones, in the order in which they are first named in the file.
    pub targets: Vec<Target>,
    /// Messages about targets and keys that are ignored.
    pub ignored: Vec<String>,
}

/// Why an inventory cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InventoryError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Invalid YAML.
    #[error("{}:{line}:{column}: {problem}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: u64,
        /// The error, without quoting the file.
        problem: String,
    },
    /// An unsupported version.
    #[error("{}: expected an inventory of version 2, found version {found}", .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version.
        found: String,
    },
    /// An element of the wrong type.
    #[error("{}: {element}: expected {expected}", .path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// The element.
        element: String,
        /// The expected type.
        expected: &'static str,
    },
    /// A value comes from a Bolt plugin.
    #[error("{}: {element}: Bolt plugins ('_plugin') are not supported; write the value itself", .path.display())]
    Plugin {
        /// The file.
        path: PathBuf,
        /// The element.
        element: String,
    },
    /// A duplicate name.
    #[error("{}: '{name}' is the name of two things: {first} and {second}", .path.display())]
    Ambiguous {
        /// The file.
        path: PathBuf,
        /// The name.
        name: EcoString,
        /// Its first use.
        first: &'static str,
        /// Its second use.
        second: &'static str,
    },
    /// Groups are nested too deep.
    #[error("{}: groups are nested more than {} levels deep", .path.display(), collect::MAX_DEPTH)]
    TooDeep {
        /// The file.
        path: PathBuf,
    },
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Inventory, InventoryError> {
    parse(&file::read(path)?, path)
}

/// Reads the text of a file.
pub fn parse(text: &str, path: &Path) -> Result<Inventory, InventoryError> {
    let wrong = |error: yaml::YamlError| {
        let (line, column, problem) = credentials::describe(&error);
        InventoryError::Syntax { path: path.to_owned(), line, column, problem }
    };
    let value = yaml::parse(text).map_err(wrong)?;
    let lines = lines::of_targets(&yaml::first_document(text).map_err(wrong)?);
    collect::targets(&value, &lines, path)
}
