//! An inventory of Bolt, version 2, as a source of targets.
//!
//! Only *remote* targets count: those whose transport is `remote`, and which a transport named by `remote-transport` reaches.
//! Targets of other transports (`ssh`, `winrm`) are machines, and are left out. Configuration is inherited: what a target
//! says counts most, then what its groups say, inner ones first and of two side by side the earlier one; maps are
//! merged. What an inventory says beside that (`vars`, `facts`, `features`) has no meaning here.

mod collect;
mod merge;
mod places;

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
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

/// Why an inventory cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InventoryError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is no YAML.
    #[error("{}:{line}:{column}: {problem}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: u64,
        /// What is wrong there, in words that hold nothing of it.
        problem: String,
    },
    /// It has another version.
    #[error("{}: expected an inventory of version 2, found version {found}", .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version.
        found: String,
    },
    /// Something is not what it should be.
    #[error("{}: {place}: expected {expected}", .path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// What it is, by its place in the file.
        place: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A value is to be asked of a plugin of Bolt.
    #[error("{}: {place}: plugins of Bolt ('_plugin') are not supported: write the value itself", .path.display())]
    Plugin {
        /// The file.
        path: PathBuf,
        /// What it is, by its place in the file.
        place: String,
    },
    /// A name means two things.
    #[error("{}: '{name}' is the name of two things: {first} and {second}", .path.display())]
    Ambiguous {
        /// The file.
        path: PathBuf,
        /// The name.
        name: EcoString,
        /// What it means first.
        first: &'static str,
        /// What else it means.
        second: &'static str,
    },
    /// Groups are nested too deep.
    #[error("{}: groups are nested more than {} levels deep", .path.display(), collect::DEEPEST)]
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
        let (line, column, problem) = credentials::told(&error);
        InventoryError::Syntax { path: path.to_owned(), line, column, problem }
    };
    let value = yaml::parse(text).map_err(wrong)?;
    let lines = places::of_targets(&yaml::first_document(text).map_err(wrong)?);
    collect::targets(&value, &lines, path)
}
