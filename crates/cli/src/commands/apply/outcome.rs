//! What is said and kept when a run is over.

use std::{
    path::PathBuf,
    time::{Duration, Instant, SystemTime},
};

use ecow::EcoString;
use engine::{
    catalog::Catalog,
    report::{About, Report, ReportLog},
    state::{FILE_MODE, Files, new_uuid, replace},
    transaction::Applied,
};
use pcore::time::Timestamp;
use resource_api::{
    failure::FailureKind,
    log::{Level, Log},
};

use super::summary;
use crate::{
    directories::Directories,
    options::Options,
    output,
    startup::{self, Begun, PUPPET_VERSION},
};

/// How long what is known of a resource is kept.
const STATE_TTL: Duration = Duration::from_secs(32 * 24 * 60 * 60);

/// A run that is over.
pub(super) struct Finished {
    pub(super) applied: Applied,
    pub(super) about: About,
    /// The classes and the resources of the catalog.
    pub(super) lists: (Vec<EcoString>, Vec<String>),
    pub(super) started: Instant,
    pub(super) application_time: Duration,
}

/// What is known of a run before it begins.
pub(super) fn about(catalog: &Catalog, options: &Options, started: SystemTime) -> About {
    About {
        host: catalog.name.clone(),
        started,
        configuration_version: catalog.version.clone(),
        transaction_uuid: new_uuid().ok().map(EcoString::from),
        puppet_version: PUPPET_VERSION.into(),
        environment: catalog.environment.clone(),
        initial_environment: catalog.environment.clone(),
        noop: options.has("noop"),
        catalog_uuid: catalog.uuid.clone(),
        code_id: catalog.code_id.clone(),
        cached_catalog_status: Some("not_used".into()),
        exclude_unchanged_resources: options.value("exclude_unchanged_resources") != Some("false"),
        ..About::default()
    }
}

/// The classes and the resources of a catalog.
pub(super) fn lists(catalog: &Catalog) -> (Vec<EcoString>, Vec<String>) {
    let is_container = |type_name: &str| matches!(type_name, "Class" | "Stage");
    let resources = catalog.resources.iter().filter(|declared| !is_container(&declared.type_name));
    (catalog.classes.clone(), resources.map(ToString::to_string).collect())
}

/// Says how the run ended, keeps its report, and returns the exit code.
pub(super) fn conclude(
    finished: Finished,
    begun: &Begun,
    log: &Log,
    kept: &ReportLog,
    directories: &Directories,
    files: &Files,
    stopped_by: Option<&str>,
) -> u8 {
    let Begun { options, screen, .. } = begun;
    let Finished { applied, about, lists, started, application_time } = finished;
    let could_run = match &applied.failure {
        None => {
            let seconds = application_time.as_secs_f64();
            log.line(Level::Notice, &format!("Applied catalog in {seconds:.2} seconds"));
            true
        }
        Some(failure) => {
            let what = if failure.kind() == FailureKind::Fatal { "run" } else { "apply catalog" };
            let begins = if failure.kind() == FailureKind::Fatal { "Could not" } else { "Failed to" };
            log.line(Level::Err, &format!("{begins} {what}: {}", startup::told(options, failure)));
            false
        }
    };
    if let Some(signal) = stopped_by {
        log.line(Level::Notice, &format!("Caught {signal}; exiting"));
    }

    let now = SystemTime::now();
    let saved = files.write_history(&applied.history, now, Some(STATE_TTL), about.offset);
    tell(log, "state", saved);
    tell(log, "classes and resources", files.write_lists(&lists.0, &lists.1));
    let times = [
        ("transaction_evaluation".into(), applied.evaluation_time),
        ("catalog_application".into(), application_time),
        ("total".into(), started.elapsed()),
    ];
    let report = Report::new(about, applied, kept.take(), &times, log.scrubber());
    tell(log, "last run local report", files.write_report(&report, now));
    if options.value("reports").unwrap_or("store").split(',').any(|name| name.trim() == "store") {
        tell(log, "report", store(&report, directories, now));
    }

    let summarize = options.has("summarize");
    if summarize {
        output::say(report.summary_text(now).trim_end());
    }
    let is_read = screen.as_ref().is_some_and(|screen| screen.has_reader());
    if summarize || (is_read && report.exit_status() >= 4) {
        output::say_aside(&summary::text(&report));
    }
    let wants_details = options.has("detailed-exitcodes") || options.has("test");
    match () {
        () if !could_run || stopped_by.is_some() => 1,
        () if wants_details && !report.about.noop => report.exit_status(),
        () => 0,
    }
}

/// Says that something could not be kept. The run is over, so that is all.
fn tell<E: std::fmt::Display>(log: &Log, what: &str, saved: Result<(), E>) {
    if let Err(error) = saved {
        log.line(Level::Err, &format!("Could not save {what}: {error}"));
    }
}

/// Keeps a report beside those of earlier runs.
fn store(report: &Report, directories: &Directories, now: SystemTime) -> Result<(), String> {
    let seconds = now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let time = Timestamp::from_seconds(i64::try_from(seconds).unwrap_or_default());
    let name = time.format("%Y%m%d%H%M", None).map_err(|error| error.to_string())?;
    let host: String =
        report.about.host.chars().map(|letter| if matches!(letter, '/' | '\0') { '_' } else { letter }).collect();
    let host = if matches!(host.as_str(), "" | "." | "..") { "unknown" } else { host.as_str() };
    let path: PathBuf = directories.reportdir.join(host).join(format!("{name}.yaml"));
    let text = report.to_yaml().map_err(|error| error.to_string())?;
    replace(&path, text.as_bytes(), FILE_MODE).map_err(|error| format!("{}: {error}", path.display()))
}
