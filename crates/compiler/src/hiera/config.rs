//! `hiera.yaml`: what a layer says about its hierarchy.

use std::{
    io,
    path::{Path, PathBuf},
};

use ecow::EcoString;
use pcore::{Hash, Value};

use super::{Layer, data, lookup_error::LookupError, validation};
use crate::{error::Interrupt, input};

/// The name of the file in environments and modules.
pub(super) const FILE_NAME: &str = "hiera.yaml";

/// The hierarchy of a layer.
#[derive(Debug)]
pub(super) struct Config {
    /// The file; none where the layer has none, and data is where it is by default.
    pub path: Option<PathBuf>,
    /// The directory that data directories are relative to.
    pub root: PathBuf,
    pub hierarchy: Vec<Entry>,
    /// What is asked after all layers; only modules have it.
    pub default_hierarchy: Option<Vec<Entry>>,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub name: EcoString,
    pub kind: Kind,
    pub function: EcoString,
    pub datadir: EcoString,
    pub locations: EntryLocations,
    pub options: Hash,
}

/// What kind of function gives the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// All data at once.
    DataHash,
    /// The value of a key.
    LookupKey,
    /// The value at the end of steps.
    DataDig,
}

/// Where the data of an entry is, as it was written.
#[derive(Debug)]
pub(super) enum EntryLocations {
    None,
    Paths(Vec<EcoString>),
    Globs(Vec<EcoString>),
    Uris(Vec<EcoString>),
    /// A variable with many values, a name for one of them, and a path with that name in it.
    Mapped {
        variable: EcoString,
        name: EcoString,
        path: EcoString,
    },
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::DataHash, Kind::LookupKey, Kind::DataDig];

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::DataHash => "data_hash",
            Kind::LookupKey => "lookup_key",
            Kind::DataDig => "data_dig",
        }
    }
}

impl Config {
    /// Reads a file. The global layer is asked as part of a lookup; what is wrong with the others is wrong with the
    /// expression that asks.
    pub(super) fn read(path: &Path, layer: &Layer) -> Result<Config, LookupError> {
        Config::read_file(path, layer).map_err(|problem| match problem {
            LookupError::Data { message, complete: false } if *layer != Layer::Global => {
                Interrupt::unplaced(message).into()
            }
            problem => problem,
        })
    }

    fn read_file(path: &Path, layer: &Layer) -> Result<Config, LookupError> {
        let root = path.parent().unwrap_or(Path::new("/")).to_path_buf();
        let text = match input::read_found_text(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let hierarchy = vec![Entry::common(None)];
                return Ok(Config { path: None, root, hierarchy, default_hierarchy: None });
            }
            Err(error) => return Err(LookupError::new(format!("Could not read {}: {error}", path.display()))),
        };
        let read = data::parse_yaml(&text, path).map_err(LookupError::new)?;
        let Value::Hash(read) = data::with_text_keys(read) else {
            return Err(LookupError::in_file("hiera.yaml does not contain a valid YAML hash", Some(path), None));
        };
        validation::check_version(&read, path, layer)?;
        validation::check(&read, &text, path, layer)?;
        let defaults = read.get_str("defaults").and_then(Value::as_hash);
        let entries = |name: &str| -> Option<Vec<Entry>> {
            let entries = read.get_str(name)?.as_array()?.iter();
            Some(entries.filter_map(Value::as_hash).map(|entry| Entry::new(entry, defaults)).collect())
        };
        let hierarchy = entries("hierarchy").unwrap_or_else(|| vec![Entry::common(defaults)]);
        Ok(Config { path: Some(path.to_path_buf()), root, hierarchy, default_hierarchy: entries("default_hierarchy") })
    }
}

impl Entry {
    /// What counts without a hierarchy: `data/common.yaml`.
    fn common(defaults: Option<&Hash>) -> Entry {
        let common = Hash::from_iter([("name".into(), "Common".into()), ("path".into(), "common.yaml".into())]);
        Entry::new(&common, defaults)
    }

    /// What an entry says, or else the defaults; both were checked.
    fn new(entry: &Hash, defaults: Option<&Hash>) -> Entry {
        let text = |hash: &Hash, name: &str| match hash.get_str(name) {
            Some(Value::String(text)) => Some(text.clone()),
            _ => None,
        };
        let texts = |name: &str| -> Option<Vec<EcoString>> {
            let items = entry.get_str(name)?.as_array()?.iter();
            Some(items.map(|item| item.as_str().unwrap_or_default().into()).collect())
        };
        let function_of = |hash: &Hash| Kind::ALL.iter().find_map(|kind| Some((*kind, text(hash, kind.name())?)));
        let function = function_of(entry).or_else(|| function_of(defaults?));
        // Without defaults there is a default of them.
        let (kind, function) = function.unwrap_or((Kind::DataHash, "yaml_data".into()));
        let one_or_many = |one: &str, many: &str| text(entry, one).map(|one| vec![one]).or_else(|| texts(many));
        let locations = if let Some(paths) = one_or_many("path", "paths") {
            EntryLocations::Paths(paths)
        } else if let Some(globs) = one_or_many("glob", "globs") {
            EntryLocations::Globs(globs)
        } else if let Some(uris) = one_or_many("uri", "uris") {
            EntryLocations::Uris(uris)
        } else if let Some(Ok([variable, name, path])) = texts("mapped_paths").map(<[EcoString; 3]>::try_from) {
            EntryLocations::Mapped { variable, name, path }
        } else {
            EntryLocations::None
        };
        let datadir = text(entry, "datadir").or_else(|| text(defaults?, "datadir"));
        let options = entry.get_str("options").or_else(|| defaults?.get_str("options"));
        Entry {
            name: text(entry, "name").unwrap_or_default(),
            kind,
            function,
            datadir: datadir.unwrap_or_else(|| "data".into()),
            locations,
            options: options.and_then(Value::as_hash).cloned().unwrap_or_default(),
        }
    }
}
