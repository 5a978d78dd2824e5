//! The locations of the data of a hierarchy, with all variables interpolated.
//!
//! They are cached until one of the variables changes.

use std::{
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use ecow::EcoString;
use pcore::keyed::IndexMap;
use pcore::{Hash, Value};

use super::{
    Layer,
    config::{Config, Entry, EntryLocations},
    glob, key,
    lookup_error::LookupError,
    search::Search,
};
use crate::evaluate::pairs;

#[derive(Debug)]
pub(super) struct Resolved {
    /// For each entry, in order.
    pub entries: Vec<ResolvedEntry>,
    pub default_entries: Vec<ResolvedEntry>,
    /// The variables that were interpolated.
    used: Collected,
}

#[derive(Debug)]
pub(super) struct ResolvedEntry {
    /// Its index in the hierarchy.
    pub index: usize,
    /// `None` if the entry declares no locations.
    pub locations: Option<Vec<ResolvedLocation>>,
    pub options: Hash,
}

#[derive(Clone, Debug)]
pub(super) struct ResolvedLocation {
    pub original: EcoString,
    pub target: Target,
}

/// The file or URI of a location.
#[derive(Clone, Debug)]
pub(super) enum Target {
    File { path: PathBuf, exists: bool },
    Uri(EcoString),
}

impl ResolvedLocation {
    fn file(original: EcoString, path: PathBuf) -> ResolvedLocation {
        let exists = path.exists();
        ResolvedLocation { original, target: Target::File { path, exists } }
    }

    pub(super) fn exists(&self) -> bool {
        !matches!(self.target, Target::File { exists: false, .. })
    }

    /// The location as messages name it.
    pub(super) fn shown(&self) -> EcoString {
        match &self.target {
            Target::File { path, .. } => path.to_string_lossy().into(),
            Target::Uri(uri) => uri.clone(),
        }
    }
}

/// The variables that were used while resolving locations.
#[derive(Debug, Default)]
pub(super) struct Collected(IndexMap<EcoString, Option<Value>>);

impl Collected {
    pub(super) fn add(&mut self, key: &str, value: Option<&Value>) {
        // What the top scope has never changes.
        let constant = value.is_some() && key.starts_with("::");
        if !constant {
            self.0.entry(key.into()).or_insert_with(|| value.cloned());
        }
    }
}

impl Search<'_, '_> {
    /// The locations of a layer, as they are now.
    pub(super) fn resolved(&mut self, layer: &Layer, config: &Config) -> Result<Arc<Resolved>, LookupError> {
        let known = self.hiera.memory().resolved.get(layer).cloned();
        if let Some(known) = known {
            if self.is_stable(&known) {
                return Ok(known);
            }
            self.text(|| {
                "Hiera configuration recreated due to change of scope variables used in interpolation expressions"
                    .to_owned()
            });
        }
        let outer = self.collected.replace(Collected::default());
        let explainer = self.explainer.take();
        // A complete message still needs the file.
        let resolved = self.resolve_all(config, &config.hierarchy).and_then(|entries| {
            Ok((entries, self.resolve_all(config, config.default_hierarchy.as_deref().unwrap_or_default())?))
        });
        let resolved = resolved.map_err(|problem| match problem {
            LookupError::Data { message, complete: true } => {
                LookupError::in_file(message, config.path.as_deref(), None)
            }
            problem => problem,
        });
        self.explainer = explainer;
        let used = std::mem::replace(&mut self.collected, outer).unwrap_or_default();
        let (entries, default_entries) = resolved?;
        let resolved = Arc::new(Resolved { entries, default_entries, used });
        self.hiera.memory().resolved.insert(layer.clone(), resolved.clone());
        Ok(resolved)
    }

    fn is_stable(&mut self, resolved: &Resolved) -> bool {
        let explainer = self.explainer.take();
        let stable = resolved.used.0.iter().all(|(key, old)| {
            let value = key::split(key).and_then(|(root, steps)| {
                let value = self.compilation.variable_for(self.scope, &root, key::element(&steps))?.clone();
                self.dig(key, &steps, value).ok().flatten()
            });
            value.filter(|value| !value.is_undef()) == *old
        });
        self.explainer = explainer;
        stable
    }

    fn resolve_all(&mut self, config: &Config, entries: &[Entry]) -> Result<Vec<ResolvedEntry>, LookupError> {
        let mut resolved = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let datadir = joined(&config.root, &entry.datadir);
            let datadir = PathBuf::from(self.interpolated_text(&datadir.to_string_lossy())?.as_str());
            let mut locations = self.locations(entry, &datadir)?;
            if config.path.is_none() {
                // Missing default files are not reported.
                let found = locations.take().into_iter().flatten().filter(|location| location.exists());
                let found: Vec<ResolvedLocation> = found.collect();
                if found.is_empty() {
                    continue;
                }
                locations = Some(found);
            }
            let options = match self.interpolate(&Value::from(entry.options.clone()), false)? {
                Value::Hash(options) => (*options).clone(),
                _ => Hash::default(),
            };
            resolved.push(ResolvedEntry { index, locations, options });
        }
        Ok(resolved)
    }

    fn locations(&mut self, entry: &Entry, datadir: &Path) -> Result<Option<Vec<ResolvedLocation>>, LookupError> {
        let mut found = Vec::new();
        match &entry.locations {
            EntryLocations::None => return Ok(None),
            EntryLocations::Paths(paths) => {
                for original in paths {
                    let path = joined(datadir, &self.interpolated_text(original)?);
                    found.push(ResolvedLocation::file(original.clone(), path));
                }
            }
            EntryLocations::Globs(globs) => {
                for declared in globs {
                    let pattern = joined(datadir, &self.interpolated_text(declared)?);
                    let pattern = pattern.to_string_lossy();
                    let files = glob::files(&pattern).map_err(|problem| {
                        LookupError::new(format!("the glob '{pattern}' cannot be used: {problem}"))
                    })?;
                    let original = EcoString::from(&*pattern);
                    found.extend(files.into_iter().map(|path| ResolvedLocation {
                        original: original.clone(),
                        target: Target::File { path, exists: true },
                    }));
                }
            }
            EntryLocations::Uris(uris) => {
                for original in uris {
                    let uri = self.interpolated_text(original)?;
                    found.push(ResolvedLocation { original: original.clone(), target: Target::Uri(uri) });
                }
            }
            EntryLocations::Mapped { variable, name, path } => {
                for value in self.mapped_values(variable)? {
                    self.locals.push((name.clone(), value));
                    let interpolated = self.interpolated_text(path);
                    self.locals.pop();
                    found.push(ResolvedLocation::file(path.clone(), joined(datadir, &interpolated?)));
                }
            }
        }
        Ok(Some(found))
    }

    /// The values that a variable of a mapped path has.
    fn mapped_values(&mut self, variable: &str) -> Result<Vec<Value>, LookupError> {
        Ok(match self.scope_value(variable, "mapped_path[0]")? {
            None | Some(Value::Undef) => Vec::new(),
            Some(Value::String(text)) if text.is_empty() => Vec::new(),
            Some(Value::Array(items)) => items.to_vec(),
            Some(Value::Hash(entries)) => pairs(&entries).collect(),
            Some(one) => vec![one],
        })
    }

    /// A text of a `hiera.yaml` with its variables.
    fn interpolated_text(&mut self, text: &str) -> Result<EcoString, LookupError> {
        match self.interpolate_text(text, false)? {
            Value::String(text) => Ok(text),
            other => Ok(crate::functions::ruby::text::to_s(&other).into()),
        }
    }
}

/// A path relative to a directory, with leading `..` resolved; an absolute path is unchanged.
fn joined(directory: &Path, path: &str) -> PathBuf {
    let mut result = directory.to_path_buf();
    let mut rest = Path::new(path).components().peekable();
    while let Some(component) = rest.peek() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                result.pop();
            }
            _ => break,
        }
        rest.next();
    }
    result.push(rest.collect::<PathBuf>());
    result
}
