//! Where runs keep what they leave, as settings say.

#[cfg(test)]
mod tests;

use std::{path::PathBuf, time::Duration};

use crate::{SettingError, Settings, Value};

/// The places of what runs leave, and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// When resources had their turns: `statefile`.
    pub state: PathBuf,
    /// How long a resource that is gone is remembered, if not for ever: `statettl`.
    pub state_ttl: Option<Duration>,
    /// What resources were after the last run: `transactionstorefile`.
    pub transactions: PathBuf,
    /// The last report: `lastrunreport`.
    pub report: PathBuf,
    /// Its numbers: `lastrunfile`.
    pub summary: PathBuf,
    /// The classes of the last catalog: `classfile`.
    pub classes: PathBuf,
    /// The resources of the last catalog: `resourcefile`.
    pub resources: PathBuf,
    /// What keeps two runs apart: `agent_catalog_run_lockfile`.
    pub lock: PathBuf,
    /// The directory of all reports: `reportdir`.
    pub reports: PathBuf,
    /// The directory of graphs: `graphdir`.
    pub graphs: PathBuf,
}

impl Settings {
    /// Where runs keep what they leave.
    ///
    /// Puppet's `publicdir` stays where it is when `vardir` is moved. Whoever keeps everything somewhere else means this,
    /// too, so it moves along here, unless somebody says where it is.
    pub fn places(&self) -> Result<Places, SettingError> {
        let mut settings = self.clone();
        if self.is_written("vardir") && !self.is_written("publicdir") {
            settings.given.push((String::from("publicdir"), String::from("$vardir/public")));
        }
        let at = |name: &str| settings.text(name).map(PathBuf::from);
        Ok(Places {
            state: at("statefile")?,
            state_ttl: match settings.value("statettl")? {
                // Puppet takes nothing at all for ever, too.
                Value::Seconds(0) | Value::Unlimited => None,
                Value::Seconds(seconds) => Some(Duration::from_secs(seconds)),
                _ => None,
            },
            transactions: at("transactionstorefile")?,
            report: at("lastrunreport")?,
            summary: at("lastrunfile")?,
            classes: at("classfile")?,
            resources: at("resourcefile")?,
            lock: at("agent_catalog_run_lockfile")?,
            reports: at("reportdir")?,
            graphs: at("graphdir")?,
        })
    }
}
