//! Where runs store their state, reports and locks.

#[cfg(test)]
mod tests;

use std::{path::PathBuf, time::Duration};

use crate::{SettingError, Settings, Value};

/// Where runs store their files, and how long entries of the state file live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPaths {
    /// When resources were last checked: `statefile`.
    pub state: PathBuf,
    /// How long to remember a resource that is gone, or `None` for ever: `statettl`.
    pub state_ttl: Option<Duration>,
    /// The state of resources after the last run: `transactionstorefile`.
    pub transactions: PathBuf,
    /// The last report: `lastrunreport`.
    pub report: PathBuf,
    /// Its summary: `lastrunfile`.
    pub summary: PathBuf,
    /// The classes of the last catalog: `classfile`.
    pub classes: PathBuf,
    /// The resources of the last catalog: `resourcefile`.
    pub resources: PathBuf,
    /// The lock that prevents concurrent runs: `agent_catalog_run_lockfile`.
    pub lock: PathBuf,
    /// The directory of all reports: `reportdir`.
    pub reports: PathBuf,
    /// The directory of graphs: `graphdir`.
    pub graphs: PathBuf,
}

impl Settings {
    /// Where runs store their files.
    ///
    /// Puppet's `publicdir` does not follow `vardir`. A user who moves `vardir` means to move everything, so here it does,
    /// unless it is set.
    pub fn run_paths(&self) -> Result<RunPaths, SettingError> {
        let mut settings = self.clone();
        if self.is_written("vardir") && !self.is_written("publicdir") {
            settings.given.push((String::from("publicdir"), String::from("$vardir/public")));
        }
        let path = |name: &str| settings.text(name).map(PathBuf::from);
        Ok(RunPaths {
            state: path("statefile")?,
            state_ttl: match settings.value("statettl")? {
                // Puppet reads 0 as unlimited, too.
                Value::Seconds(0) | Value::Unlimited => None,
                Value::Seconds(seconds) => Some(Duration::from_secs(seconds)),
                _ => None,
            },
            transactions: path("transactionstorefile")?,
            report: path("lastrunreport")?,
            summary: path("lastrunfile")?,
            classes: path("classfile")?,
            resources: path("resourcefile")?,
            lock: path("agent_catalog_run_lockfile")?,
            reports: path("reportdir")?,
            graphs: path("graphdir")?,
        })
    }
}
