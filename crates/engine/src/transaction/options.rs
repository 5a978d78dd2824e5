//! The settings of a run.

use std::sync::Arc;

use ecow::EcoString;
use resource_api::transport::Device;

use crate::Settings;

/// The number of resources of one type that may be purged in one run by default.
pub const PURGE_LIMIT: usize = 1000;

/// The settings of the run of a catalog.
#[derive(Clone, Debug)]
pub struct Options {
    /// The settings of every session.
    pub settings: Settings,
    /// Whether this is the catalog of a host, and not one that was made for a few resources. Only such a catalog has tags
    /// and schedules, and only such a run can be stopped.
    pub host: bool,
    /// The device that is managed, if it is not this machine. Providers reach it through their context.
    pub device: Option<Arc<Device>>,
    /// If there are any, only resources with one of these tags are evaluated.
    pub tags: Vec<EcoString>,
    /// Resources with one of these tags are skipped.
    pub skip_tags: Vec<EcoString>,
    /// Whether schedules are ignored.
    pub ignore_schedules: bool,
    /// Whether the default schedules exist: `hourly`, `daily` and others.
    pub default_schedules: bool,
    /// Whether failed dependencies are reported once for a class, and not for each of its resources.
    pub merge_dependency_warnings: bool,
    /// Whether the beginning and the end of every evaluation are logged.
    pub trace_evaluation: bool,
    /// The number of resources of one type that may be purged in one run; with more, none is purged.
    pub purge_limit: Option<usize>,
    /// Users with a uid up to this one are system users, and are not purged.
    pub system_user_limit: i64,
    /// Whether resources that others generated while they were evaluated have a status even if they are unchanged. There
    /// may be many, and reports omit them by default.
    pub keep_unchanged: bool,
    /// The number of sessions that may evaluate resources at the same time.
    pub parallel: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            settings: Settings::default(),
            host: true,
            device: None,
            tags: Vec::new(),
            skip_tags: Vec::new(),
            ignore_schedules: false,
            default_schedules: true,
            merge_dependency_warnings: false,
            trace_evaluation: false,
            purge_limit: Some(PURGE_LIMIT),
            system_user_limit: 999,
            keep_unchanged: true,
            parallel: 1,
        }
    }
}
