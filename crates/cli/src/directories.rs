//! Where files are kept, as options or the defaults of Puppet say.

use std::{
    env,
    path::{Path, PathBuf},
};

use engine::state::Files;

use crate::options::Options;

/// The directories of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Directories {
    /// What changes from run to run.
    pub(crate) vardir: PathBuf,
    /// What one run leaves for the next.
    pub(crate) statedir: PathBuf,
    /// What everybody may read.
    pub(crate) publicdir: PathBuf,
    /// All reports.
    pub(crate) reportdir: PathBuf,
}

impl Directories {
    /// The directories that options ask for.
    pub(crate) fn new(options: &Options) -> Directories {
        Directories::of(|name| options.value(name), rustix::process::geteuid().is_root())
    }

    /// The directories that settings ask for: the system's for root, and those of a home for everybody else.
    pub(crate) fn of<'s>(setting: impl Fn(&str) -> Option<&'s str>, is_root: bool) -> Directories {
        let chosen = |name: &str| setting(name).map(PathBuf::from);
        let own = if is_root {
            PathBuf::from("/opt/puppetlabs/puppet")
        } else {
            PathBuf::from(env::var_os("HOME").unwrap_or_else(|| "/".into())).join(".puppetlabs/opt/puppet")
        };
        let vardir = chosen("vardir");
        // Whoever keeps everything somewhere else means this, too.
        let public = vardir.as_ref().map_or_else(|| own.join("public"), |vardir| vardir.join("public"));
        let vardir = vardir.unwrap_or_else(|| own.join("cache"));
        Directories {
            statedir: chosen("statedir").unwrap_or_else(|| vardir.join("state")),
            publicdir: chosen("publicdir").unwrap_or(public),
            reportdir: chosen("reportdir").unwrap_or_else(|| vardir.join("reports")),
            vardir,
        }
    }

    /// The files of runs, of which some may have places of their own.
    pub(crate) fn files<'s>(&self, setting: impl Fn(&str) -> Option<&'s str>) -> Files {
        let at = |name: &str, directory: &Path, file: &str| {
            Some(setting(name).map_or_else(|| directory.join(file), PathBuf::from))
        };
        Files {
            state: at("statefile", &self.statedir, "state.yaml"),
            transaction_store: None,
            report: at("lastrunreport", &self.statedir, "last_run_report.yaml"),
            summary: at("lastrunfile", &self.publicdir, "last_run_summary.yaml"),
            classes: at("classfile", &self.statedir, "classes.txt"),
            resources: at("resourcefile", &self.statedir, "resources.txt"),
        }
    }

    /// The lock that keeps two runs apart.
    pub(crate) fn lock<'s>(&self, setting: impl Fn(&str) -> Option<&'s str>) -> PathBuf {
        let chosen = setting("agent_catalog_run_lockfile").map(PathBuf::from);
        chosen.unwrap_or_else(|| self.statedir.join("agent_catalog_run.lock"))
    }
}
