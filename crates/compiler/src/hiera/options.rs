//! `lookup_options`: what the data says about keys.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Hash, Value, regexp::Regexp};

use super::{
    Layer,
    explain::{Branch, Event},
    key::{Key, LOOKUP_OPTIONS},
    lookup_error::{LookupError, LookupResult},
    merging::Merger,
    search::Search,
};
use crate::lookup::{Merge, Strategy};

/// Options of keys: by name, and by pattern.
#[derive(Debug, Default)]
pub(super) struct KeyOptions {
    by_name: Hash,
    patterns: Vec<(Regexp, Hash)>,
}

impl KeyOptions {
    fn new(options: Option<&Hash>) -> Result<KeyOptions, LookupError> {
        let mut read = KeyOptions::default();
        for (key, value) in options.into_iter().flat_map(Hash::iter) {
            let (Some(name), Value::Hash(options)) = (key.as_str(), value) else { continue };
            if name.starts_with('^') {
                let pattern = Regexp::new(name).map_err(|error| {
                    LookupError::new(format!("the pattern '{name}' of {LOOKUP_OPTIONS} cannot be used: {error}"))
                })?;
                read.patterns.push((pattern, (**options).clone()));
            } else {
                read.by_name.insert(key.clone(), value.clone());
            }
        }
        Ok(read)
    }

    /// The options of a key; its name takes precedence over patterns.
    pub(super) fn of(&self, key: &str) -> Option<&Hash> {
        let by_pattern =
            || self.patterns.iter().find(|(pattern, _)| pattern.is_match(key).unwrap_or(false)).map(|(_, found)| found);
        self.by_name.get_str(key).and_then(Value::as_hash).or_else(by_pattern)
    }
}

pub(super) fn by_hash() -> Merge {
    Merge { strategy: Strategy::Hash, options: Hash::default() }
}

impl Search<'_, '_> {
    pub(super) fn options_of(&mut self, key: &Key) -> LookupResult<Hash> {
        let module = key.module().filter(|_| !self.global_only);
        let known = self.hiera.memory().options.get(&module).cloned();
        let options = match known {
            // A search of the global layer alone may not know what the others say.
            Some(known) if !self.global_only => known,
            _ => self.read_options(module.as_ref())?,
        };
        Ok(options.of(&key.root).cloned())
    }

    fn read_options(&mut self, module: Option<&EcoString>) -> Result<Arc<KeyOptions>, LookupError> {
        let outer = std::mem::replace(&mut self.key, LOOKUP_OPTIONS.into());
        let read = self.explained(
            || Branch::Meta(LOOKUP_OPTIONS.into()),
            |search| {
                if search.global_only {
                    return Ok(Arc::new(KeyOptions::new(search.global_options()?.as_deref())?));
                }
                let environment = search.environment_options()?;
                let without_module = Arc::new(KeyOptions::new(environment.as_deref())?);
                search.hiera.memory().options.entry(None).or_insert_with(|| without_module.clone());
                let Some(module) = module else { return Ok(without_module) };
                let layer = Layer::Module(module.clone());
                let own = validated(search.in_layer(&layer, &Key::options(), &by_hash())?, Some(module))?;
                let options = match (environment, own) {
                    (Some(environment), Some(own)) => Some(search.joined_options(module, &environment, &own)?),
                    (environment, own) => own.or(environment),
                };
                let options = Arc::new(KeyOptions::new(options.as_deref())?);
                search.hiera.memory().options.insert(Some(module.clone()), options.clone());
                Ok(options)
            },
        );
        self.key = outer;
        read
    }

    fn joined_options(
        &mut self,
        module: &str,
        environment: &Arc<Hash>,
        own: &Arc<Hash>,
    ) -> Result<Arc<Hash>, LookupError> {
        let variants = [("Global and Environment".to_owned(), environment), (format!("Module {module}"), own)];
        let joined = self.merged(&by_hash(), &variants, |search, (name, options)| {
            let value = Value::Hash(Arc::clone(options));
            search.explained(
                || Branch::Scope(name.clone()),
                |search| search.explain(|explainer| explainer.event(Event::of(LOOKUP_OPTIONS, Some(&value)))),
            );
            Ok(Some(value))
        })?;
        Ok(match joined {
            Some(Value::Hash(joined)) => joined,
            _ => Arc::default(),
        })
    }

    fn global_options(&mut self) -> LookupResult<Arc<Hash>> {
        self.hiera
            .found
            .layer_options
            .get(&Layer::Global, || validated(self.in_layer(&Layer::Global, &Key::options(), &by_hash())?, None))
    }

    /// What the global layer and the environment say.
    fn environment_options(&mut self) -> LookupResult<Arc<Hash>> {
        self.hiera.found.layer_options.get(&Layer::Environment, || {
            let global = self.global_options()?;
            let own = validated(self.in_layer(&Layer::Environment, &Key::options(), &by_hash())?, None)?;
            let (Some(global), Some(own)) = (&global, &own) else { return Ok(global.or(own)) };
            let mut joined = Merger::new(&by_hash())?;
            joined.add(Value::Hash(Arc::clone(global)))?;
            joined.add(Value::Hash(Arc::clone(own)))?;
            Ok(match joined.finish() {
                Some(Value::Hash(joined)) => Some(joined),
                _ => None,
            })
        })
    }

    /// What the default hierarchy of a module says about its keys.
    pub(super) fn default_options(&mut self, module: &EcoString) -> Result<Arc<KeyOptions>, LookupError> {
        self.hiera.found.default_options.get(module, || {
            let found = self.explained(
                || Branch::Scope(format!("Searching for \"{LOOKUP_OPTIONS}\"")),
                |search| search.in_default_entries(module, &Key::options(), &by_hash()),
            )?;
            Ok(Arc::new(KeyOptions::new(validated(found, Some(module))?.as_deref())?))
        })
    }
}

/// Options are a hash; those of a module are about its own keys.
fn validated(found: Option<Value>, module: Option<&EcoString>) -> LookupResult<Arc<Hash>> {
    let options = match found {
        None | Some(Value::Undef) => return Ok(None),
        Some(Value::Hash(options)) => options,
        Some(_) => return Err(LookupError::new(format!("value of {LOOKUP_OPTIONS} must be a hash"))),
    };
    let Some(module) = module else { return Ok(Some(options)) };
    let prefix = format!("{module}::");
    for key in options.keys().filter_map(Value::as_str) {
        let rule = match key.strip_prefix('^') {
            Some(pattern) if !pattern.starts_with(&prefix) => "patterns must match a key starting",
            None if !key.starts_with(&prefix) => "keys must start",
            _ => continue,
        };
        return Err(LookupError::new(format!("all {LOOKUP_OPTIONS} {rule} with module name '{module}'")));
    }
    Ok(Some(options))
}
