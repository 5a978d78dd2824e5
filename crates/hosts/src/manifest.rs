//! `providers/<name>.yaml` (or `.json`): what processes there are, for which types, and when they are used.
//!
//! Everything that is known before a process starts is in the manifest, so compiling, documentation and editors start
//! none. Errors have line and column.

mod read;
mod register;

#[cfg(test)]
mod tests;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use ecow::EcoString;
use pcore::{TypeNames, Value};
use protocol::calls;
use resource_api::{
    TypeDefinition,
    definition::document::{DocumentError, Format, MAX_BYTES},
    transport::Schema,
};
use rustc_hash::FxHashMap;

use crate::{
    Launch, Mode, Timeouts,
    launch::{CLOSE_TIMEOUT, DEFAULT_TIMEOUT},
};
pub use resource_api::definition::document::Source;

/// A provider in another language.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// What the provider is called: the name of the file.
    pub name: EcoString,
    /// The file.
    pub path: PathBuf,
    /// The program and its arguments.
    pub exec: Vec<String>,
    /// How long a process lives.
    pub mode: Mode,
    /// When the provider can be used.
    pub suitable: Conditions,
    /// Whether requests for different types may be served at the same time.
    pub concurrency: Concurrency,
    /// Types of others that it implements, too.
    pub provides: Vec<EcoString>,
    /// Facts under which it is chosen among several providers of a type: each has one of these values.
    pub default_for: Vec<(EcoString, Vec<Value>)>,
    /// Whether one `set` may carry several resources.
    pub batch: bool,
    /// How long requests may take.
    pub timeouts: Timeouts,
    /// The types that it defines.
    pub types: Vec<TypeDefinition>,
    /// The transports that it has.
    pub transports: Vec<Schema>,
    /// Kinds of devices for whose resources it is preferred to providers of any device.
    pub devices: Vec<EcoString>,
    /// What there is to say although it can be used.
    pub warnings: Vec<String>,
}

/// When a provider can be used: all must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conditions {
    /// Programs that must be there.
    pub commands: Vec<EcoString>,
    /// Facts that must have one of these values.
    pub facts: Vec<(EcoString, Vec<Value>)>,
}

/// Which requests may be served at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Concurrency {
    /// One request at a time.
    #[default]
    None,
    /// One request at a time, concurrently with those to other providers.
    Type,
    /// Those that change different resources.
    Free,
}

/// Why a manifest cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Its content is not valid.
    #[error(transparent)]
    Wrong(#[from] Box<DocumentError>),
}

impl Manifest {
    /// Reads a manifest. `names` knows the data types that its types may use.
    ///
    /// ```
    /// use std::path::Path;
    /// use hosts::manifest::{Manifest, Source};
    ///
    /// let source = Source::new("/modules/colors/providers/colors.yaml", "protocol: 1\nexec: [./colors.py]\nbatch: maybe\n");
    /// let error = Manifest::parse(&source, &pcore::NoNames).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "/modules/colors/providers/colors.yaml:3:8: `batch` must be true or false, not `String`"
    /// );
    /// ```
    pub fn parse(source: &Source, names: &dyn TypeNames) -> Result<Manifest, DocumentError> {
        read::read(source, format_of(Path::new(&source.name)), names)
    }

    /// Reads the manifest of a file.
    pub fn open(path: &Path, names: &dyn TypeNames) -> Result<Manifest, ManifestError> {
        let unreadable = |error| ManifestError::Unreadable { path: path.to_owned(), error };
        let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        let file = fs::File::open(path).map_err(unreadable)?;
        let text = io::read_to_string(io::Read::take(file, limit)).map_err(unreadable)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let source = Source::new(path.to_string_lossy(), text);
        Manifest::parse(&source, names).map_err(|error| ManifestError::Wrong(Box::new(error)))
    }

    /// The process.
    pub fn launch(&self) -> Launch {
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let program = self.exec.first().map(String::as_str).unwrap_or_default();
        // A path begins at the manifest, a bare name is looked for in PATH.
        let program = if program.contains('/') { folder.join(program) } else { PathBuf::from(program) };
        let mut launch = Launch::new(self.name.clone(), program);
        launch.arguments = self.exec.iter().skip(1).map(Into::into).collect();
        launch.folder = Some(folder);
        launch.mode = self.mode;
        launch.timeouts = self.timeouts.clone();
        launch
    }
}

/// The manifests in a directory, sorted by name. A missing directory has none.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let is_manifest = |path: &PathBuf| {
        matches!(path.extension().and_then(|ending| ending.to_str()), Some("yaml" | "yml" | "json")) && path.is_file()
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_manifest).collect();
    files.sort();
    files
}

fn format_of(path: &Path) -> Format {
    if path.extension().is_some_and(|ending| ending == "json") { Format::Json } else { Format::Yaml }
}

/// Deadlines by their methods, in seconds.
fn timeouts(seconds: Vec<(EcoString, Duration)>) -> Timeouts {
    let mut methods: FxHashMap<EcoString, Duration> = seconds.into_iter().collect();
    // Nobody needs what comes after the end of a connection.
    methods.entry(calls::TRANSPORT_CLOSE.into()).or_insert(CLOSE_TIMEOUT);
    Timeouts { methods, others: Some(DEFAULT_TIMEOUT) }
}
