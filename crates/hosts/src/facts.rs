//! Facts that only running code can give: those of Ruby modules.

use std::path::PathBuf;

use pcore::{TypeNames, Value};
use protocol::calls::{self, CollectedFacts, FactsCollect};
use resource_api::{Outcome, log::Log};

use crate::{Host, HostError, provider::Call};

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
        let params = FactsCollect { paths };
        let asked = self.ask(&Call::new(calls::FACTS_COLLECT, &params), log, None);
        let (answer, talk) = asked.map_err(HostError::into_failure)?;
        let faulty = |fault| self.faulty(calls::FACTS_COLLECT, fault, &talk).into_failure();
        let CollectedFacts { facts, weights } = answer.read().map_err(faulty)?;
        let mut found = Vec::with_capacity(facts.len());
        for (name, value) in facts {
            let value = value.value(names).map_err(|error| resource_api::Failure::developer(error.to_string()))?;
            let weight = weights.get(&name).copied().unwrap_or_default();
            found.push(ModuleFact { name, value, weight });
        }
        Ok(found)
    }
}
