//! The facts of this machine, with what Puppet adds to them.

use std::path::{Path, PathBuf};

use compiler::{Environment, Loader};
use facts::{Facts, Root};
use pcore::{Hash, Value};
use resource_api::{
    Failure, Outcome,
    log::{Level, Log},
};
use settings::Settings;

use syntax::Strictness;

use crate::startup::PUPPET_VERSION;

/// The facts that a manifest sees.
pub(crate) fn facts(settings: &Settings, log: &Log) -> Outcome<Hash> {
    let unusable = |error: settings::SettingError| Failure::new(error.to_string());
    let legacy = settings.is_on("include_legacy_facts").map_err(unusable)?;
    let options = facts::Options { legacy, external: external(settings)?, ..facts::Options::default() };
    let mut values = read(log, &options);
    let certname = settings.text("certname").map_err(unusable)?;
    let noop = settings.is_on("noop").map_err(unusable)?;
    for (name, value) in
        [("clientcert", Value::from(certname)), ("clientversion", PUPPET_VERSION.into()), ("clientnoop", noop.into())]
    {
        values.insert(name.into(), value);
    }
    Ok(values)
}

/// The facts of Facter, and the version of Puppet, which is a fact as well. What could not be read is told.
pub(crate) fn read(log: &Log, options: &facts::Options) -> Hash {
    let facts = Facts::read_with(&Root::machine(), options);
    for warning in facts.warnings() {
        log.line(Level::Warning, &warning.to_string());
    }
    let mut values: Hash = facts.hash().iter().map(|(name, value)| (name.clone(), sanitized(value))).collect();
    values.insert("puppetversion".into(), PUPPET_VERSION.into());
    values
}

/// A fact as Puppet hands it on: without anything that is nothing.
pub(crate) fn sanitized(value: &Value) -> Value {
    match value {
        Value::Undef => Value::from(""),
        Value::Array(items) => items.iter().map(sanitized).collect(),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (key.clone(), sanitized(value)))),
        other => other.clone(),
    }
}

/// Folders with external facts: of the modules of the environment, and of those that a server sent.
pub(crate) fn external(settings: &Settings) -> Outcome<Vec<PathBuf>> {
    let unusable = |error: settings::SettingError| Failure::new(error.to_string());
    let environment = Environment::from_settings(settings).map_err(unusable)?;
    let loader = Loader::new(environment, Strictness::Off);
    let mut folders: Vec<PathBuf> = loader.modules().map(|(_, folder)| folder.join("facts.d")).collect();
    folders.push(Path::new(&settings.text("pluginfactdest").map_err(unusable)?).to_owned());
    folders.retain(|folder| folder.is_dir());
    Ok(folders)
}
