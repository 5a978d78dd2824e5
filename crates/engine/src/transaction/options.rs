//! What an operator can set for the run of a catalog.

use std::sync::Arc;

use ecow::EcoString;
use resource_api::transport::Device;

use crate::Settings;

/// How many resources of one type may be purged in one run, unless the operator says otherwise.
pub const PURGE_LIMIT: usize = 1000;

/// The settings of the run of a catalog.
#[derive(Clone, Debug)]
pub struct Options {
    /// What holds for every resource.
    pub settings: Settings,
    /// Whether this is the catalog of a machine, and not one that was made for a few resources. Only such a catalog
    /// knows tags and schedules, and only such a run can be stopped.
    pub host: bool,
    /// The device that is managed, if it is not this machine. Providers reach it through their context.
    pub device: Option<Arc<Device>>,
    /// If there are any, only resources that have one of these tags have a turn.
    pub tags: Vec<EcoString>,
    /// Resources that have one of these tags have no turn.
    pub skip_tags: Vec<EcoString>,
    /// Whether resources have their turns whatever their schedules say.
    pub ignore_schedules: bool,
    /// Whether there are schedules that nobody declared: `hourly`, `daily` and others.
    pub default_schedules: bool,
    /// Whether dependencies that failed are told once for a class, and not for each of its resources.
    pub merge_dependency_warnings: bool,
    /// Whether the beginning and the end of every turn are logged.
    pub trace_evaluation: bool,
    /// How many resources of one type may be purged in one run; more are a failure, and none of them is taken away.
    pub purge_limit: Option<usize>,
    /// Users with a number up to this one belong to the system, and are not purged.
    pub system_user_limit: i64,
    /// Whether even those resources have a status that others brought along and that are as they should be. There may be
    /// many, and reports leave them out by default.
    pub keep_unchanged: bool,
    /// How many resources may have their turns at the same time.
    pub parallel: usize,
    /// Whether the process ends when the run is over. Then what the run was made of is left in memory, because taking
    /// thousands of small things apart takes longer than to make some of them.
    pub is_last: bool,
    /// Whether providers may look at what will have its turn while the run is being prepared. They take care that
    /// nothing comes of what is changed until then.
    pub looks_ahead: bool,
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
            is_last: false,
            looks_ahead: false,
        }
    }
}
