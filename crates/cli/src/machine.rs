//! The facts of this machine, with those that Puppet adds.

use std::path::{Path, PathBuf};

use compiler::{Environment, Loader};
use facts::{Facts, Root};
use pcore::{Hash, Value};
use resource_api::{
    Outcome,
    log::{Level, Log},
};
use settings::Settings;

use syntax::Strictness;

use crate::startup::PUPPET_VERSION;

/// The facts that manifests see.
pub(crate) fn facts(settings: &Settings, log: &Log) -> Outcome<Hash> {
    let legacy = settings.is_on("include_legacy_facts")?;
    let options = facts::Options { legacy, external: external(settings)?, ..facts::Options::default() };
    let mut values = read(log, &options);
    add_client(&mut values, &settings.text("certname")?, settings)?;
    Ok(values)
}

/// Adds the facts about the client that Puppet adds.
pub(crate) fn add_client(facts: &mut Hash, certname: &str, settings: &Settings) -> Outcome {
    facts.insert("clientcert".into(), certname.into());
    facts.insert("clientversion".into(), PUPPET_VERSION.into());
    facts.insert("clientnoop".into(), settings.is_on("noop")?.into());
    Ok(())
}

/// The facts of Facter with the version of Puppet, which is a fact, too. What cannot be read is logged.
pub(crate) fn read(log: &Log, options: &facts::Options) -> Hash {
    let facts = Facts::read_with(&Root::machine(), options);
    for warning in facts.warnings() {
        log.line(Level::Warning, warning);
    }
    let mut values: Hash = facts.hash().iter().map(|(name, value)| (name.clone(), sanitized(value))).collect();
    values.insert("puppetversion".into(), PUPPET_VERSION.into());
    values
}

/// A fact as Puppet passes it on: with an empty string for undef.
pub(crate) fn sanitized(value: &Value) -> Value {
    match value {
        Value::Undef => Value::from(""),
        Value::Array(items) => items.iter().map(sanitized).collect(),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (key.clone(), sanitized(value)))),
        other => other.clone(),
    }
}

/// Directories with external facts: those of the modules of the environment, and the one for facts sent by a server.
pub(crate) fn external(settings: &Settings) -> Outcome<Vec<PathBuf>> {
    let environment = Environment::from_settings(settings)?;
    let loader = Loader::new(environment, Strictness::Off);
    let mut directories: Vec<PathBuf> = loader.modules().map(|(_, directory)| directory.join("facts.d")).collect();
    directories.push(Path::new(&settings.text("pluginfactdest")?).to_owned());
    directories.retain(|directory| directory.is_dir());
    Ok(directories)
}
