//! Types in Ruby and what becomes of them: those of our test modules, and all that Debian has.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod census;
mod definitions;
mod legacy;

use std::{
    fs,
    path::{Path, PathBuf},
};

use diagnostics::Source;

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// All Ruby files below a folder whose path has `lib/puppet/type` in it.
fn type_files(folder: &Path) -> Vec<PathBuf> {
    let (mut waiting, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rb")
                && path.to_string_lossy().contains("/puppet/type/")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn source(path: &Path) -> Source {
    let name = path.strip_prefix(root()).unwrap_or(path);
    Source::new(name.to_string_lossy(), fs::read_to_string(path).unwrap())
}
