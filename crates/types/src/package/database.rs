//! What dpkg knows: which packages are installed, read from its files.
//!
//! To start `dpkg-query` for each package takes much longer than to read everything once. The file is read again whenever
//! dpkg has replaced it; what dpkg did since it last wrote the file is in a folder beside it.

use std::{
    env, fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use rustc_hash::FxHashMap;

use super::{
    system::{Found, Presence},
    wanted::Mark,
};

/// Where dpkg keeps what it knows, unless the environment says otherwise.
const FOLDER: &str = "/var/lib/dpkg";

/// A package that dpkg knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    version: String,
    architecture: String,
    /// What is wanted, whether all is well, and what it is: `install ok installed`.
    status: String,
    /// The names that it provides beside its own.
    provides: Vec<String>,
}

/// All packages that dpkg knows.
#[derive(Default)]
pub(super) struct Database {
    entries: Vec<Entry>,
    /// Where the entries of a name are.
    places: FxHashMap<String, Vec<usize>>,
    stamp: Option<Stamp>,
}

/// What changes with every change of the files.
type Stamp = Vec<(u64, i64, i64, u64)>;

impl Database {
    /// Reads what changed since it was last read.
    pub(super) fn refresh(&mut self) -> io::Result<()> {
        let folder = env::var_os("DPKG_ADMINDIR").map_or_else(|| PathBuf::from(FOLDER), PathBuf::from);
        let stamp = stamp(&folder);
        if self.stamp.is_some() && self.stamp == stamp {
            return Ok(());
        }
        let mut database = Database { stamp, ..Database::default() };
        database.read(&text(&folder.join("status"))?);
        let mut updates: Vec<PathBuf> = match fs::read_dir(folder.join("updates")) {
            Ok(files) => files.filter_map(|file| Some(file.ok()?.path())).collect(),
            Err(_) => Vec::new(),
        };
        let is_numbered = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.as_encoded_bytes().iter().all(u8::is_ascii_digit))
        };
        updates.retain(is_numbered);
        updates.sort();
        for update in updates {
            database.read(&text(&update)?);
        }
        *self = database;
        Ok(())
    }

    /// Takes what a file says; of one package the last word counts.
    pub(super) fn read(&mut self, text: &str) {
        for paragraph in text.split("\n\n") {
            let entry = Entry::read(paragraph);
            if entry.name.is_empty() {
                continue;
            }
            let places = self.places.entry(entry.name.clone()).or_default();
            let known = places
                .iter()
                .find(|place| self.entries.get(**place).is_some_and(|known| known.architecture == entry.architecture));
            match known.and_then(|place| self.entries.get_mut(*place)) {
                Some(known) => *known = entry,
                None => {
                    places.push(self.entries.len());
                    self.entries.push(entry);
                }
            }
        }
    }

    /// A package by its name, or by its name and architecture.
    pub(super) fn find(&self, name: &str) -> Option<&Entry> {
        let (name, architecture) = match name.split_once(':') {
            Some((name, architecture)) => (name, Some(architecture)),
            None => (name, None),
        };
        let mut known = self.places.get(name)?.iter().filter_map(|place| self.entries.get(*place));
        known.find(|entry| architecture.is_none_or(|architecture| entry.architecture == architecture))
    }

    /// The package that provides a name.
    pub(super) fn provider(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.provides.iter().any(|provided| provided == name))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }
}

impl Entry {
    fn read(paragraph: &str) -> Entry {
        let mut entry = Entry::default();
        for line in paragraph.lines() {
            let Some((field, value)) = line.split_once(':').filter(|_| !line.starts_with([' ', '\t'])) else {
                continue;
            };
            let value = value.trim();
            match field {
                "Package" => entry.name = value.to_owned(),
                "Version" => entry.version = value.to_owned(),
                "Architecture" => entry.architecture = value.to_owned(),
                "Status" => entry.status = value.to_owned(),
                "Provides" => {
                    let name = |provided: &str| provided.split_whitespace().next().map(str::to_owned);
                    entry.provides = value.split(',').filter_map(name).collect();
                }
                _ => {}
            }
        }
        entry
    }

    /// What there is of the package.
    pub(super) fn found(&self) -> Found {
        let mut words = self.status.split_whitespace();
        let (want, _, status) = (words.next(), words.next(), words.next());
        let presence = match status {
            Some("not-installed") | None => Presence::Purged,
            Some("config-files" | "half-installed" | "unpacked" | "half-configured") => Presence::Absent,
            Some(_) => Presence::Version(self.version.clone()),
        };
        let mark = if want == Some("hold") { Mark::Hold } else { Mark::None };
        Found { presence, mark: Some(mark) }
    }
}

/// Which of these packages came with others, and would go with them.
pub(super) fn automatic(names: &[&str]) -> Vec<String> {
    let Ok(text) = text(Path::new("/var/lib/apt/extended_states")) else { return Vec::new() };
    let mut automatic = Vec::new();
    for paragraph in text.split("\n\n") {
        let field = |name: &str| paragraph.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        if field("Auto-Installed:") == Some("1")
            && let Some(name) = field("Package:").filter(|name| names.contains(name))
        {
            automatic.push(name.to_owned());
        }
    }
    automatic
}

fn text(path: &Path) -> io::Result<String> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

fn stamp(folder: &Path) -> Option<Stamp> {
    let stamp = |path: PathBuf| {
        let metadata = fs::metadata(path).ok()?;
        Some((metadata.ino(), metadata.mtime(), metadata.mtime_nsec(), metadata.len()))
    };
    Some(vec![stamp(folder.join("status"))?, stamp(folder.join("updates"))?])
}
