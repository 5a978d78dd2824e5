//! A Bolt inventory, version 2, as a source of targets.
//!
//! Only *remote* targets count: those whose transport is `remote`, and which a transport named by `remote-transport` reaches.
//! Targets of other transports (`ssh`, `winrm`) are machines, and are left out. Configuration is inherited: that of a target
//! takes precedence, then that of its groups, inner ones first and earlier ones before later ones; maps are merged.
//! Other keys of an inventory (`vars`, `facts`, `features`) are ignored.

mod collect;
mod lines;

#[cfg(test)]
mod tests;

use std::path::Path;

use pcore::yaml;

use crate::{DeviceError, Target, credentials, file};

/// The targets of an inventory.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The remote ones, in the order in which they are first named in the file.
    pub targets: Vec<Target>,
    /// Messages about targets and keys that are ignored.
    pub ignored: Vec<String>,
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Inventory, DeviceError> {
    parse(&file::read(path)?, path)
}

/// Reads the text of a file.
pub fn parse(text: &str, path: &Path) -> Result<Inventory, DeviceError> {
    let wrong = |error| credentials::of_yaml(path, &error);
    let value = yaml::parse(text).map_err(wrong)?;
    let lines = lines::of_targets(&yaml::first_document(text).map_err(wrong)?);
    collect::targets(&value, &lines, path)
}
