//! The providers of data: the layers, the entries of their hierarchies, and their locations.

use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
};

use ecow::EcoString;
use pcore::Value;
use resource_api::log::Level;

use super::{
    Layer,
    config::{Config, Entry, FILE_NAME, Kind},
    custom,
    data::{self, Format},
    explain::{Branch, Event},
    key::{Key, LOOKUP_OPTIONS},
    locations::{ResolvedEntry, ResolvedLocation, Target},
    lookup_error::{LookupError, LookupResult},
    search::Search,
};
use crate::{
    error::{Interrupt, Outcome},
    lookup::Merge,
};

/// An entry of a layer, for one search, at one of its locations if it has any.
#[derive(Clone, Copy)]
pub(super) struct Provider<'p> {
    pub layer: &'p Layer,
    pub config: &'p Config,
    pub entry: &'p Entry,
    pub resolved: &'p ResolvedEntry,
    pub location: Option<&'p ResolvedLocation>,
}

impl Provider<'_> {
    /// The function and the location, for messages.
    pub(super) fn described(&self) -> String {
        let function = format!("{} function '{}'", self.entry.kind.name(), self.entry.function);
        match self.location {
            Some(location) => format!("{function}, when using location '{}',", location.shown()),
            None => function,
        }
    }

    /// The file that the function reads, if the location is one.
    pub(super) fn file(&self) -> Option<&Path> {
        match &self.location?.target {
            Target::File { path, .. } => Some(path),
            Target::Uri(_) => None,
        }
    }
}

impl Search<'_, '_> {
    /// Whether the environment has data of its own.
    pub(super) fn has_environment(&mut self) -> Outcome<bool> {
        Ok(self.config(&Layer::Environment).map_err(LookupError::into_interrupt)?.is_some())
    }

    /// What a layer says about its hierarchy; nothing where it has none.
    fn config(&mut self, layer: &Layer) -> LookupResult<Arc<Config>> {
        let loader = &self.compilation.loader;
        self.hiera.found.configs.get(layer, || {
            let path = match layer {
                Layer::Global => Some(self.hiera.global.clone()),
                Layer::Environment => loader.environment.root.as_ref().map(|root| root.join(FILE_NAME)),
                Layer::Module(name) => loader.module(name).map(|directory| directory.join(FILE_NAME)),
            };
            let path = path.filter(|path| *layer == Layer::Global || path.exists());
            Ok(path.map(|path| Config::read(&path, layer)).transpose()?.map(Arc::new))
        })
    }

    /// The value of a key in a layer.
    pub(super) fn in_layer(&mut self, layer: &Layer, key: &Key, merge: &Merge) -> LookupResult {
        match layer {
            Layer::Module(name) if name.is_empty() => return Ok(None),
            Layer::Module(_) | Layer::Environment => {}
            Layer::Global => {
                let found = self.in_config(layer, key, merge);
                return found.map_err(|problem| problem.in_global_layer(&self.key));
            }
        }
        if self.config(layer)?.is_none() {
            if let Layer::Module(name) = layer {
                let exists = self.compilation.loader.module(name).is_some();
                self.explain(|explainer| explainer.add(Branch::Module { name: name.clone(), exists }));
            }
            return Ok(None);
        }
        self.in_config(layer, key, merge)
    }

    fn in_config(&mut self, layer: &Layer, key: &Key, merge: &Merge) -> LookupResult {
        self.guard_recursion(&key.text, |search| {
            let Some(config) = search.config(layer)? else { return Ok(None) };
            search.explained(
                || layer_branch(layer, &config),
                |search| {
                    let resolved = search.resolved(layer, &config)?;
                    search.in_entries(layer, &config, &config.hierarchy, &resolved.entries, key, merge)
                },
            )
        })
    }

    /// The value of a key in the default hierarchy of its module.
    pub(super) fn in_default_hierarchy(&mut self, key: &Key) -> LookupResult {
        let Some(module) = self.module.clone() else { return Ok(None) };
        let config = self.config(&Layer::Module(module.clone()))?;
        if config.is_none_or(|config| config.default_hierarchy.is_none()) {
            return Ok(None);
        }
        self.explained(
            || Branch::Scope(format!("Searching default_hierarchy of module \"{module}\"")),
            |search| {
                let options = search.default_options(&module)?;
                let merge = options.of(&key.root).and_then(|options| options.get_str("merge"));
                let merge = Merge::read(merge.unwrap_or(&Value::Undef))?.unwrap_or_default();
                search.explained(
                    || Branch::Scope(format!("Searching for \"{}\"", key.text)),
                    |search| search.in_default_entries(&module, key, &merge),
                )
            },
        )
    }

    pub(super) fn in_default_entries(&mut self, module: &EcoString, key: &Key, merge: &Merge) -> LookupResult {
        let layer = Layer::Module(module.clone());
        let Some(config) = self.config(&layer)? else { return Ok(None) };
        let entries = config.default_hierarchy.as_deref().unwrap_or_default();
        let resolved = self.resolved(&layer, &config)?;
        if resolved.default_entries.is_empty() {
            self.explain(|explainer| explainer.event(Event::of(&key.text, None)));
            return Ok(None);
        }
        self.guard_recursion(&key.text, |search| {
            search.explained(
                || layer_branch(&layer, &config),
                |search| search.in_entries(&layer, &config, entries, &resolved.default_entries, key, merge),
            )
        })
    }

    fn in_entries(
        &mut self,
        layer: &Layer,
        config: &Config,
        entries: &[Entry],
        resolved: &[ResolvedEntry],
        key: &Key,
        merge: &Merge,
    ) -> LookupResult {
        if resolved.is_empty() {
            self.explain(|explainer| explainer.event(Event::of(&key.text, None)));
            return Ok(None);
        }
        self.merged(merge, resolved, |search, resolved| {
            let Some(entry) = entries.get(resolved.index) else { return Ok(None) };
            search.in_entry(&Provider { layer, config, entry, resolved, location: None }, key, merge)
        })
    }

    fn in_entry(&mut self, provider: &Provider<'_>, key: &Key, merge: &Merge) -> LookupResult {
        let name = || Branch::Provider {
            name: format!("Hierarchy entry \"{}\"", provider.entry.name),
            configuration: None,
            module: None,
        };
        self.explained(name, |search| match &provider.resolved.locations {
            None => search.merged(merge, &[()], |search, ()| search.at(provider, key)),
            Some(locations) => {
                search.merged(merge, locations, |search, location| search.at_location(provider, location, key))
            }
        })
    }

    fn at_location(&mut self, provider: &Provider<'_>, location: &ResolvedLocation, key: &Key) -> LookupResult {
        let branch = || Branch::Location {
            original: location.original.clone(),
            resolved: location.shown(),
            is_uri: matches!(location.target, Target::Uri(_)),
        };
        self.explained(branch, |search| {
            if !location.exists() {
                search.explain(|explainer| explainer.event(Event::LocationNotFound));
                return Ok(None);
            }
            search.at(&Provider { location: Some(location), ..*provider }, key)
        })
    }

    /// The value of a key at a location.
    fn at(&mut self, provider: &Provider<'_>, key: &Key) -> LookupResult {
        let name = if provider.entry.kind == Kind::DataDig { &key.text } else { &key.root };
        let found = match (provider.entry.kind, provider.entry.function.as_str()) {
            (Kind::DataHash, function) => match Format::of(function) {
                Some(format) => self.in_file(provider, format, key)?,
                None => self.in_custom_hash(provider, key)?,
            },
            (Kind::LookupKey, "eyaml_lookup_key") => self.in_encrypted_file(provider, key)?,
            (Kind::LookupKey | Kind::DataDig, _) => self.by_custom_key(provider, key)?,
        };
        self.explain(|explainer| explainer.event(Event::of(name, found.as_ref())));
        match found {
            Some(value) if provider.entry.kind == Kind::DataDig => Ok(Some(custom::nest_under(&key.steps, value))),
            found => Ok(found),
        }
    }

    fn in_file(&mut self, provider: &Provider<'_>, format: Format, key: &Key) -> LookupResult {
        // The functions that read files accept no other options; Puppet reports that with the same message.
        let Some(path) = provider.file().filter(|_| provider.resolved.options.is_empty()) else {
            return Err(Interrupt::unplaced(format!(
                "'{}' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when \
                 using this data_hash function",
                provider.entry.function
            ))
            .into());
        };
        let file = self.file(path, format)?;
        if !file.checked.swap(true, Ordering::Relaxed) {
            self.check_namespace(provider, file.data.keys());
        }
        let Some(value) = file.data.get_str(&key.root) else { return Ok(None) };
        if file.has_symbols && data::has_symbol(value) {
            return Err(wrong_value(
                &format!("Value for key '{}', in hash returned from {}", key.root, provider.described()),
                value,
            ));
        }
        self.interpolate(value, true).map(Some)
    }

    /// Warns about keys in the data of a module that are not its own.
    pub(super) fn check_namespace<'k>(&mut self, provider: &Provider<'_>, keys: impl Iterator<Item = &'k Value>) {
        let Layer::Module(module) = provider.layer else { return };
        let described = provider.described();
        let prefix = format!("{module}::");
        let foreign = keys.filter(|key| match key.as_str() {
            Some(key) => key != LOOKUP_OPTIONS && !key.starts_with(&prefix),
            None => true,
        });
        for _ in foreign {
            let message = format!(
                "Module '{module}': Value returned from {described} must use keys qualified with the name of the module"
            );
            self.compilation.log.line(Level::Warning, &message);
        }
    }
}

/// A value that no data can be.
fn wrong_value(subject: &str, value: &Value) -> LookupError {
    let found = pcore::infer::detailed(value);
    LookupError::new(format!("{subject} has wrong type, expects Puppet::LookupValue, got {found}"))
}

fn layer_branch(layer: &Layer, config: &Config) -> Branch {
    let (prefix, module) = match layer {
        Layer::Global => ("Global ".to_owned(), None),
        Layer::Environment => ("Environment ".to_owned(), None),
        Layer::Module(name) => (format!("Module \"{name}\" "), Some(name.clone())),
    };
    Branch::Provider {
        name: format!("{prefix}Data Provider (hiera configuration version 5)"),
        configuration: config.path.as_ref().map(|path| path.to_string_lossy().into_owned()),
        module,
    }
}
