//! The packages that dpkg has installed, read from its files.
//!
//! Reading everything once is much faster than running `dpkg-query` per package. The file is read again when dpkg has
//! replaced it; what dpkg did since it last wrote the file is in a directory next to it.

use pcore::keyed::HashMap;
use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use resource_api::whole_file::Stamp;

use super::{
    manager::{PackageStatus, Presence},
    target::Mark,
};

/// The directory of dpkg, unless the environment sets another one.
const DIRECTORY: &str = "/var/lib/dpkg";

/// A package in dpkg's database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    version: String,
    architecture: String,
    /// The desired action, the error flag and the state: `install ok installed`.
    status: String,
    /// The virtual packages that it provides.
    provides: Vec<String>,
}

/// All packages in dpkg's database.
#[derive(Default)]
pub(super) struct Database {
    entries: Vec<Entry>,
    /// The entries with a name.
    indices: HashMap<String, Vec<usize>>,
    /// What changes with every change of the files.
    stamp: Option<(Stamp, Stamp)>,
}

impl Database {
    /// Reads the files again if they changed.
    pub(super) fn refresh(&mut self) -> io::Result<()> {
        let directory = env::var_os("DPKG_ADMINDIR").map_or_else(|| PathBuf::from(DIRECTORY), PathBuf::from);
        let stamp = Stamp::of(&directory.join("status")).zip(Stamp::of(&directory.join("updates")));
        if self.stamp.is_some() && self.stamp == stamp {
            return Ok(());
        }
        let mut database = Database { stamp, ..Database::default() };
        database.read(&text(&directory.join("status"))?);
        let mut updates: Vec<PathBuf> = match fs::read_dir(directory.join("updates")) {
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

    /// Reads a file; the last entry of a package counts.
    pub(super) fn read(&mut self, text: &str) {
        for paragraph in text.split("\n\n") {
            let entry = Entry::read(paragraph);
            if entry.name.is_empty() {
                continue;
            }
            let indices = self.indices.entry(entry.name.clone()).or_default();
            let known = indices
                .iter()
                .find(|index| self.entries.get(**index).is_some_and(|known| known.architecture == entry.architecture));
            match known.and_then(|index| self.entries.get_mut(*index)) {
                Some(known) => *known = entry,
                None => {
                    indices.push(self.entries.len());
                    self.entries.push(entry);
                }
            }
        }
    }

    /// Finds a package by name, or by name and architecture.
    pub(super) fn find(&self, name: &str) -> Option<&Entry> {
        let (name, architecture) = match name.split_once(':') {
            Some((name, architecture)) => (name, Some(architecture)),
            None => (name, None),
        };
        let mut known = self.indices.get(name)?.iter().filter_map(|index| self.entries.get(*index));
        known.find(|entry| architecture.is_none_or(|architecture| entry.architecture == architecture))
    }

    /// The package that provides a virtual package.
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

    pub(super) fn package_status(&self) -> PackageStatus {
        let mut words = self.status.split_whitespace();
        let (want, _, state) = (words.next(), words.next(), words.next());
        let presence = match state {
            Some("not-installed") | None => Presence::Purged,
            Some("config-files" | "half-installed" | "unpacked" | "half-configured") => Presence::Absent,
            Some(_) => Presence::Version(self.version.clone()),
        };
        let mark = if want == Some("hold") { Mark::Hold } else { Mark::None };
        PackageStatus { presence, mark: Some(mark) }
    }
}

/// Which of these packages were installed automatically, and could be removed together with others.
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
