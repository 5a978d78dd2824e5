//! The directories that code and data come from, and the files of the main manifest.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use diagnostics::Source;
use ecow::EcoString;

use crate::input;

/// The directories that code and data come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Its name, such as `production`.
    pub name: EcoString,
    /// Its directory, if it has one.
    pub root: Option<PathBuf>,
    /// The directories of modules; of two modules with one name the first is taken.
    pub modulepath: Vec<PathBuf>,
}

/// Why the main manifest cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// There is no such file.
    #[error("Could not find file {}", .0.display())]
    Missing(PathBuf),
    /// It is not UTF-8.
    #[error("{} is not UTF-8 at byte {offset}; manifests are written in UTF-8", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The first byte that does not belong to a text.
        offset: usize,
    },
    /// The system does not let us.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
}

/// How deep directories of manifests may be nested.
const MAX_DEPTH: usize = 100;

impl Environment {
    /// The environment that settings describe: a directory with an `environment.conf`, or none.
    pub fn from_settings(settings: &settings::Settings) -> Result<Environment, settings::SettingError> {
        Ok(Environment {
            name: settings.text("environment")?.into(),
            root: settings.environment_directory().map(Path::to_path_buf),
            modulepath: Environment::split_path(&settings.text("modulepath")?),
        })
    }

    /// Reads a list of directories as settings write it: separated by colons, with `*` for any names.
    pub fn split_path(path: &str) -> Vec<PathBuf> {
        path.split(':').filter(|directory| !directory.is_empty()).flat_map(expand).collect()
    }

    /// Reads the main manifest: a file, or all files named `*.pp` in a folder and those below it, sorted by path.
    pub fn manifests(path: &Path) -> Result<Vec<Arc<Source>>, ManifestError> {
        let mut files = Vec::new();
        if path.is_dir() {
            let unreadable = |error| ManifestError::Unreadable { path: path.to_path_buf(), error };
            collect(path, 0, &mut files).map_err(unreadable)?;
            files.sort_by(|one, two| one.as_os_str().cmp(two.as_os_str()));
        } else {
            files.push(path.to_path_buf());
        }
        let read = if path.is_dir() { input::read_found } else { input::read_named };
        files.iter().map(|file| read_with(file, read).map(Arc::new)).collect()
    }
}

/// Reads a text under the name of its file.
pub(super) fn read_source(path: &Path) -> Result<Source, ManifestError> {
    read_with(path, input::read_found)
}

fn read_with(path: &Path, read: fn(&Path, u64) -> io::Result<Vec<u8>>) -> Result<Source, ManifestError> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => ManifestError::Missing(path.to_path_buf()),
        _ => ManifestError::Unreadable { path: path.to_path_buf(), error },
    };
    let name = std::path::absolute(path).map_err(unreadable)?.to_string_lossy().into_owned();
    let text = String::from_utf8(read(path, input::MAX_TEXT).map_err(unreadable)?).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        ManifestError::NotText { path: path.to_path_buf(), offset }
    })?;
    Ok(Source::new(name, text))
}

/// Finds the manifests below a directory. Like the shell's `**`, it does not follow links to directories.
fn collect(directory: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if depth < MAX_DEPTH {
                collect(&path, depth + 1, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "pp") && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// Expands `*` in the parts of a path, sorted by name.
fn expand(path: &str) -> Vec<PathBuf> {
    if !path.contains('*') {
        return vec![PathBuf::from(path)];
    }
    let mut found = vec![PathBuf::from(if path.starts_with('/') { "/" } else { "" })];
    for part in path.split('/').filter(|part| !part.is_empty()) {
        found = found.iter().flat_map(|directory| matching(directory, part)).collect();
    }
    found
}

fn matching(directory: &Path, pattern: &str) -> Vec<PathBuf> {
    if !pattern.contains('*') {
        let path = directory.join(pattern);
        return if path.exists() { vec![path] } else { Vec::new() };
    }
    let entries = fs::read_dir(if directory.as_os_str().is_empty() { Path::new(".") } else { directory });
    let mut names: Vec<String> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.') && fits(name, pattern))
        .collect();
    names.sort();
    names.into_iter().map(|name| directory.join(name)).collect()
}

/// Whether a name fits a pattern with `*`: its pieces must follow each other.
fn fits(name: &str, pattern: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        match rest.find(piece) {
            Some(offset) => rest = rest.get(offset + piece.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.is_empty()
}
