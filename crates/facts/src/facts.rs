//! The facts of a machine, from all their sources: core facts, legacy facts, external facts.

use std::{path::PathBuf, time::Duration};

use pcore::{Hash, Value, never};

use crate::{
    cache::{self, Cache},
    configuration::Configuration,
    core::{Core, FACTS},
    external, legacy,
    root::Root,
};

/// What is read, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether to include legacy facts: `osfamily`, `ipaddress_eth0`.
    pub legacy: bool,
    /// Whether what `facter.conf` blocks is left out.
    pub block: bool,
    /// Whether facts are cached as configured in `facter.conf`.
    pub cache: bool,
    /// Directories of external facts, before the usual ones.
    pub external: Vec<PathBuf>,
    /// `facter.conf`, if not the usual one.
    pub configuration: Option<PathBuf>,
    /// How long a command that prints facts may take.
    pub deadline: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            legacy: false,
            block: true,
            cache: true,
            external: Vec::new(),
            configuration: None,
            deadline: Duration::from_secs(300),
        }
    }
}

/// The facts of a machine.
#[derive(Clone, Debug)]
pub struct Facts {
    values: Hash,
    warnings: Vec<String>,
}

impl Facts {
    /// Reads the facts.
    pub fn read(root: &Root) -> Facts {
        Facts::read_with(root, &Options::default())
    }

    /// Reads the facts as the options say.
    pub fn read_with(root: &Root, options: &Options) -> Facts {
        let mut warnings = Vec::new();
        let mut configuration = Configuration::read(root, options.configuration.as_ref(), &mut warnings);
        if !options.block {
            configuration.blocked.clear();
            configuration.blocks_legacy = false;
        }
        let mut cache = Cache::new(root, &configuration, options.cache);
        let core = Core::new(root);
        let mut values = Hash::default();
        for (name, read) in FACTS {
            if let Some(value) = core_fact(name, || read(&core), &configuration, &mut cache) {
                values.insert((*name).into(), value);
            }
        }
        if configuration.legacy.unwrap_or_default() || options.legacy {
            let flat = legacy::facts(&core, &values).into_iter().filter(|(name, _)| !configuration.blocks_flat(name));
            for (name, value) in flat {
                values.insert(name.into(), value);
            }
        }
        let external = external::facts(root, options, &configuration, &mut cache, &mut warnings);
        cache.finish(&mut warnings);
        for (name, value) in external.iter() {
            let name = name.as_str().unwrap_or_else(|| never!("names of external facts are texts", ""));
            if configuration.blocks(name) {
                continue;
            }
            match name.split_once('.').filter(|_| configuration.dots) {
                None => {
                    values.insert(name.into(), value.clone());
                }
                Some((first, rest)) => {
                    let whole = values.get_str(first).cloned().unwrap_or_default();
                    if !matches!(whole, Value::Undef | Value::Hash(_)) {
                        warnings
                            .push(format!("fact `{name}` cannot be added: there is a fact `{first}` that is no hash"));
                        continue;
                    }
                    values.insert(first.into(), cache::put(whole, rest, value.clone()));
                }
            }
        }
        let mut sorted: Vec<(Value, Value)> =
            values.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        sorted.sort_by(|(left, _), (right, _)| left.as_str().cmp(&right.as_str()));
        Facts { values: sorted.into_iter().collect(), warnings }
    }

    /// All facts by their names, and in the order of these.
    pub fn hash(&self) -> &Hash {
        &self.values
    }

    /// What could not be read, as messages for the operator.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// A fact, or a part of one: `os.release.major`, `processors.models.0`.
    pub fn get(&self, query: &str) -> Option<&Value> {
        find(&self.values, query)
    }
}

/// Whether a fact of that name is one of ours, and not of a file or a program.
pub fn is_built_in(name: &str) -> bool {
    FACTS.iter().any(|(known, _)| *known == name) || legacy::is_known(name)
}

/// A fact, or a part of one, among facts.
pub fn find<'h>(facts: &'h Hash, query: &str) -> Option<&'h Value> {
    facts.get_str(query).or_else(|| part(facts, query))
}

/// A core fact, unless it is blocked: cached, or resolved now.
fn core_fact(
    name: &str,
    read: impl Fn() -> Option<Value>,
    configuration: &Configuration,
    cache: &mut Cache<'_>,
) -> Option<Value> {
    if configuration.blocks(name) {
        return None;
    }
    let mut fact = match cache.fact(name) {
        Some(kept) => kept,
        None => {
            let fact = read()?;
            cache.put_fact(name, &fact);
            fact
        }
    };
    for path in configuration.blocked_parts(name) {
        fact = without(&fact, path)?;
    }
    Some(fact)
}

/// A structure without the value at a path; `None` if nothing is left.
fn without(structure: &Value, path: &str) -> Option<Value> {
    let Value::Hash(hash) = structure else { return Some(structure.clone()) };
    let mut hash = (**hash).clone();
    match path.split_once('.') {
        None => {
            hash.remove(&path.into());
        }
        Some((first, rest)) => {
            let inner = hash.get_str(first).map(|inner| without(inner, rest));
            match inner {
                Some(Some(inner)) => drop(hash.insert(first.into(), inner)),
                Some(None) => drop(hash.remove(&first.into())),
                None => {}
            }
        }
    }
    (!hash.is_empty()).then(|| hash.into())
}

/// A part of a structure: `release.major`.
pub(crate) fn part<'h>(hash: &'h Hash, path: &str) -> Option<&'h Value> {
    let mut parts = path.split('.');
    let mut value = hash.get_str(parts.next()?)?;
    for part in parts {
        value = match value {
            Value::Hash(hash) => hash.get_str(part)?,
            Value::Array(items) => items.get(part.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(value)
}
