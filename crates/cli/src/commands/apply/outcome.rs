//! What is logged and saved at the end of a run.

use std::{
    fs::{DirBuilder, File},
    io::{self, Write},
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use catalog::Catalog;
use ecow::EcoString;
use engine::{
    report::{About, Report, ReportLog},
    state::{FILE_MODE, Files, new_uuid, replace, replace_with},
    transaction::{Applied, WallClock},
};
use pcore::time::Timestamp;
use resource_api::{
    failure::FailureKind,
    log::{Level, Log},
    whole_file::create_own_directories,
};
use settings::RunPaths;

use super::{hooks, summary};
use crate::{
    options::Options,
    startup::{self, CommandContext, PUPPET_VERSION},
};

pub(super) struct FinishedRun {
    pub(super) applied: Applied,
    pub(super) about: About,
    /// The classes of the catalog and the resources that it manages, if the lists are requested.
    pub(super) lists: Option<(Vec<EcoString>, Vec<EcoString>)>,
    pub(super) started: Instant,
    /// How long it took to get the catalog; zero for a given one.
    pub(super) retrieval_time: Duration,
    pub(super) application_time: Duration,
}

/// What is known about a run before it starts.
pub(super) fn about(catalog: &Catalog, options: &Options, started: SystemTime, clock: &dyn WallClock) -> About {
    About {
        host: catalog.name.clone(),
        started: started.into(),
        offset: clock.offset(started),
        configuration_version: catalog.version.clone(),
        transaction_uuid: new_uuid().ok().map(EcoString::from),
        puppet_version: PUPPET_VERSION.into(),
        environment: catalog.environment.clone(),
        initial_environment: catalog.environment.clone(),
        run_mode: "user".into(),
        noop: options.has("noop"),
        catalog_uuid: catalog.uuid.clone(),
        code_id: catalog.code_id.clone(),
        cached_catalog_status: Some("not_used".into()),
        exclude_unchanged_resources: options.value("exclude_unchanged_resources") != Some("false"),
        ..About::default()
    }
}

/// The files of a run. The values of resources are stored for devices only; on machines the agent does that.
pub(super) fn files(paths: &RunPaths, keeps_values: bool) -> Files {
    Files {
        state: paths.state.clone(),
        transaction_store: keeps_values.then(|| paths.transactions.clone()),
        report: paths.report.clone(),
        summary: paths.summary.clone(),
        classes: paths.classes.clone(),
        resources: paths.resources.clone(),
    }
}

/// Logs how the run ended, saves its report and returns the exit code.
pub(super) fn conclude(
    finished: FinishedRun,
    context: &CommandContext,
    log: &Log,
    report_log: &ReportLog,
    paths: &RunPaths,
    files: &Files,
    stopped_by: Option<&str>,
) -> u8 {
    let CommandContext { options, screen, .. } = context;
    let FinishedRun { applied, about, lists, started, retrieval_time, application_time } = finished;
    if applied.failure.is_none() && !files.state.exists() {
        log.line(Level::Info, &format!("Creating state file {}", files.state.display()));
    }
    let could_run = match &applied.failure {
        None => {
            let seconds = application_time.as_secs_f64();
            log.line(Level::Notice, &format!("Applied catalog in {seconds:.2} seconds"));
            true
        }
        Some(failure) => {
            let what = if failure.kind() == FailureKind::Fatal { "run" } else { "apply catalog" };
            let begins = if failure.kind() == FailureKind::Fatal { "Could not" } else { "Failed to" };
            log.line(Level::Err, &format!("{begins} {what}: {}", startup::error_message(options, failure)));
            false
        }
    };
    if let Some(signal) = stopped_by {
        log.line(Level::Notice, &format!("Caught {signal}; exiting"));
    }
    let went_well = hooks::run(&context.settings, "postrun_command", log);

    let now = SystemTime::now();
    let saved = files.write_history(&applied.history, now, paths.state_ttl, about.offset);
    log_failure(log, "state", saved);
    if let Some((classes, resources)) = lists {
        log_failure(log, "classes and resources", files.write_lists(&classes, &resources));
    }
    let times = [
        ("config_retrieval".into(), retrieval_time),
        ("transaction_evaluation".into(), applied.evaluation_time),
        ("catalog_application".into(), application_time),
        ("total".into(), started.elapsed()),
    ];
    let report = Report::new(about, applied, report_log.take(), &times, log.scrubber());
    let written = files.write_report(&report, now);
    let is_written = written.is_ok();
    log_failure(log, "last run local report", written);
    if options.value("reports").unwrap_or("store").split(',').any(|name| name.trim() == "store") {
        let copied = is_written.then_some(&*files.report);
        log_failure(log, "report", store(&report, copied, &paths.reports, now));
    }

    let summarize = options.has("summarize");
    if summarize {
        context.output.print_line(report.summary_text(now).trim_end());
    }
    let is_read = screen.as_ref().is_some_and(|screen| screen.has_terminal());
    if summarize || (is_read && report.exit_status() >= 4) {
        context.output.print_stderr_line(&summary::text(&report));
    }
    let wants_details = options.has("detailed-exitcodes") || options.has("test");
    let exit_status = report.exit_status();
    match () {
        () if !could_run || !went_well || stopped_by.is_some() => 1,
        () if wants_details => exit_status,
        () => 0,
    }
}

/// Logs that something could not be saved. The run is over, so it does not fail.
fn log_failure<E: std::fmt::Display>(log: &Log, what: &str, saved: Result<(), E>) {
    if let Err(error) = saved {
        log.line(Level::Err, &format!("Could not save {what}: {error}"));
    }
}

/// Saves a drawing of the graph and returns its path.
pub(super) fn save_graph(path: &Path, text: &str, log: &Log) -> Option<PathBuf> {
    let report_log = replace(path, text.as_bytes(), FILE_MODE).map_err(|error| format!("{}: {error}", path.display()));
    let is_saved = report_log.is_ok();
    log_failure(log, "graph", report_log);
    is_saved.then(|| path.to_owned())
}

/// Stores a report in the directory of reports. If it has been written to a file already, that is copied.
fn store(report: &Report, written: Option<&Path>, directory: &Path, now: SystemTime) -> Result<(), String> {
    // Names are in UTC, so that they are in order even when a local clock is set back.
    let name = Timestamp::from(now).format_at("%Y%m%d%H%M", 0);
    let host: String =
        report.about.host.chars().map(|letter| if matches!(letter, '/' | '\0') { '_' } else { letter }).collect();
    let host = if matches!(host.as_str(), "" | "." | "..") { "unknown" } else { host.as_str() };
    let path: PathBuf = directory.join(host).join(format!("{name}.yaml"));
    let content = |file: &mut dyn Write| match written {
        Some(written) => io::copy(&mut File::open(written)?, file).map(drop),
        None => report.write_yaml(file),
    };
    let made = create_own_directories(directory).and_then(|()| create_for_group(&directory.join(host)));
    let stored = made.and_then(|()| replace_with(&path, FILE_MODE, &content));
    stored.map_err(|error| format!("{}: {error}", path.display()))
}

/// Creates the directory for the reports of a machine with the same permissions as Puppet: for the owner and the group
/// only.
fn create_for_group(directory: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o750).create(directory) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}
