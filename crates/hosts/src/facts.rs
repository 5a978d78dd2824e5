//! Facts that only running code can give: those of Ruby modules.

use std::path::PathBuf;

use pcore::{TypeNames, Value};
use protocol::calls::{self, CollectedFacts, FactsCollect};
use resource_api::{Outcome, log::Log};

use crate::{Host, HostError};

/// A fact of a module.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleFact {
    /// Its name, in small letters.
    pub name: String,
    /// What it is.
    pub value: Value,
    /// How much it weighs against other facts of that name.
    pub weight: f64,
}

impl Host {
    /// Runs these files and returns the facts that they add. An error in one is logged, and the others are still found.
    pub fn collect_facts(&self, files: &[PathBuf], names: &dyn TypeNames, log: &Log) -> Outcome<Vec<ModuleFact>> {
        let paths = files.iter().map(|file| file.to_string_lossy()).collect();
        let collected = self.call(calls::FACTS_COLLECT, &FactsCollect { paths }, log, None);
        let CollectedFacts { facts, weights } = collected.map_err(HostError::into_failure)?;
        let mut found = Vec::with_capacity(facts.len());
        for (name, value) in facts {
            let value = value.value(names).map_err(|error| resource_api::Failure::developer(error.to_string()))?;
            let weight = weights.get(&name).copied().unwrap_or_default();
            found.push(ModuleFact { name, value, weight });
        }
        Ok(found)
    }
}
