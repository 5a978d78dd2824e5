//! Hiera 5: data for manifests, from files that a hierarchy names.
//!
//! Three layers are searched in order, each with its own `hiera.yaml` ([`config`]): the global one, that of the
//! environment, and that of the module whose name the key begins with. An entry of a hierarchy has locations
//! ([`locations`]) and a way to read them ([`data`]). A [`search::Search`] goes through all of them for one key, joins
//! what it finds ([`merging`]), and puts values into its texts ([`interpolation`]). What the data says about keys
//! (`lookup_options`) is handled by [`options`]; [`explain`] records the steps for `--explain`.
//!
//! Files are read, and never more than once; nothing else of the machine is touched.

mod config;
mod custom;
mod data;
mod deep_merge;
mod explain;
mod eyaml;
mod glob;
mod interpolation;
mod key;
mod locations;
mod lookup_error;
mod memo;
mod merging;
mod options;
mod providers;
mod search;
mod validation;

#[cfg(test)]
mod tests;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use diagnostics::Source;
use ecow::EcoString;
use pcore::keyed::HashMap;
use pcore::{Hash, Type, Value};

pub use self::explain::Explanation;
use self::{
    config::Config, custom::Origin, data::DataFile, explain::Explainer, eyaml::PrivateKey, locations::Resolved,
    lookup_error::LookupError, memo::Memo, options::KeyOptions, search::Search,
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    lookup::{Block, DataLookup, Merge, Query, checked, missing},
    scope::Scopes,
};

/// The data of an environment and its modules, for one compilation.
///
/// ```
/// use compiler::Hiera;
///
/// // The second layer and the third are found by the environment of the compilation.
/// let data = Hiera::new("/etc/puppetlabs/puppet/hiera.yaml");
/// # drop(data);
/// ```
pub struct Hiera {
    /// The `hiera.yaml` of the global layer, which need not exist.
    global: PathBuf,
    found: Found,
    memory: Mutex<Memory>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Layer {
    Global,
    Environment,
    Module(EcoString),
}

/// What was read and need not be read again.
#[derive(Default)]
struct Found {
    configs: Memo<Layer, Option<Arc<Config>>>,
    files: Memo<PathBuf, Arc<DataFile>>,
    /// What the global layer says about keys, and what the environment does with that.
    layer_options: Memo<Layer, Option<Arc<Hash>>>,
    default_options: Memo<EcoString, Arc<KeyOptions>>,
    /// All data of an origin, from functions that give it at once.
    hashes: Memo<Origin, Arc<Hash>>,
    /// What functions made of files.
    file_values: Memo<PathBuf, Value>,
    private_keys: Memo<PathBuf, Arc<PrivateKey>>,
    /// Values in clear, by their files and keys.
    decrypted: Memo<(PathBuf, EcoString), Value>,
}

/// What changes while lookups go on.
#[derive(Default)]
struct Memory {
    resolved: HashMap<Layer, Arc<Resolved>>,
    /// What functions of modules and environments gave.
    functions: custom::Functions,
    /// What the data says about keys, by module.
    options: HashMap<Option<EcoString>, Arc<KeyOptions>>,
    /// The keys that are being looked up, to notice circles even through functions that call `lookup`.
    names: Vec<EcoString>,
}

/// A request of `bunraku lookup`.
#[derive(Default)]
pub struct Request<'r> {
    /// The keys; the first that is found counts.
    pub keys: &'r [String],
    /// The type that the value must have.
    pub value_type: Option<Type>,
    /// What to do with several values: a name, or a hash with `strategy`; `undef` to let the data say it.
    pub merge: Value,
    /// The value when no data has one.
    pub default: Option<Value>,
    /// What to explain.
    pub explain: Explain,
}

/// What to explain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Explain {
    /// Nothing.
    #[default]
    Nothing,
    /// Where the value comes from.
    Data,
    /// Where `lookup_options` come from, and nothing else.
    Options,
}

impl Hiera {
    /// Data whose global layer is described by the file at a path: the setting `hiera_config`.
    pub fn new(global: impl Into<PathBuf>) -> Hiera {
        Hiera { global: global.into(), found: Found::default(), memory: Mutex::default() }
    }

    /// Looks up keys from the top scope, as the command `lookup` does, and explains it if wanted.
    ///
    /// If there is no value, the explanation ends with the reason.
    pub fn answer(
        &self,
        compilation: &mut Compilation<'_>,
        request: &Request<'_>,
    ) -> (Outcome<Value>, Option<Explanation>) {
        let frame = Frame { scope: Scopes::TOP, source: Arc::new(Source::new("", "")), module: None };
        let explainer = match request.explain {
            Explain::Nothing => None,
            Explain::Data => Some(Explainer::new(false)),
            Explain::Options => Some(Explainer::new(true)),
        };
        let empty = Hash::default();
        let mut search = Search::new(self, compilation, &frame, &empty, &empty);
        search.explainer = explainer;
        let answer = search.first(request);
        let explained = search.explainer.take();
        let explanation = explained.map(|mut explainer| {
            if let Err(Interrupt::Failure(failure)) = &answer {
                explainer.text(failure.to_string());
            }
            explainer.finish()
        });
        (answer, explanation)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DataLookup for Hiera {
    fn find(&self, compilation: &mut Compilation<'_>, frame: &Frame, query: &Query<'_>) -> Outcome<Option<Value>> {
        let mut search = Search::new(self, compilation, frame, query.overrides, query.defaults);
        if query.legacy && !search.has_environment()? {
            search.global_only = true;
        }
        search.look_up(query.key, query.merge).map_err(LookupError::into_interrupt)
    }

    fn context_method(
        &self,
        compilation: &mut Compilation<'_>,
        frame: &Frame,
        name: &str,
        arguments: &[Value],
        block: Option<Block<'_>>,
    ) -> Option<Outcome> {
        self.answer_context(compilation, frame, name, arguments, block)
    }
}

impl Search<'_, '_> {
    /// The first key that has a value.
    fn first(&mut self, request: &Request<'_>) -> Outcome<Value> {
        let merge = Merge::read(&request.merge)?;
        let value_type = request.value_type.as_ref();
        for key in request.keys {
            if let Some(value) = self.look_up(key, merge.as_ref()).map_err(LookupError::into_interrupt)? {
                return checked("Found value", value_type, value);
            }
        }
        match &request.default {
            Some(default) => checked("Default value", value_type, default.clone()),
            None => {
                let names: Vec<Value> = request.keys.iter().map(|key| Value::from(key.as_str())).collect();
                Err(missing(&names))
            }
        }
    }
}
