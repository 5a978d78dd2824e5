//! `bunraku apply`: brings the machine to the state that a catalog describes.

mod outcome;
mod signals;
mod summary;

pub(super) use self::summary::text as summary_text;

use std::{
    ffi::OsString,
    fs,
    io::{self, Read as _},
    sync::Arc,
    time::{Instant, SystemTime},
};

use ecow::EcoString;
use engine::{
    Transaction,
    catalog::Catalog,
    report::ReportLog,
    state::{Files, LockError, RunLock},
    transaction::{Options as RunOptions, UtcClock},
};
use pcore::NoNames;
use resource_api::{Failure, Outcome, Types, log::Level};

use self::{outcome::Finished, signals::Signals};
use crate::{
    arguments::Program,
    console::{self, Screen},
    directories::Directories,
    options::{CommandOption, OptionError, Options},
    startup::{self, Begun, Usage},
};

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("catalog", "FILE", "The catalog to apply, in JSON; - reads it from stdin"),
        CommandOption::flag("detailed-exitcodes", None, "Says with the exit code what happened: 2 changes, 4 failures"),
        CommandOption::valued("execute", "CODE", "A manifest to apply").or('e'),
        CommandOption::flag("loadclasses", Some('L'), "Accepted for the sake of scripts; has no meaning here"),
        CommandOption::valued("logdest", "DEST", "Where log lines go: console, syslog or a file").or('l'),
        CommandOption::valued("parallel", "N", "How many independent resources may be managed at the same time"),
        CommandOption::flag("test", Some('t'), "The same as --verbose --detailed-exitcodes --show_diff"),
    ],
    introduction: "Brings the machine to the state that a catalog describes

Usage: {program} apply [OPTIONS] --catalog <FILE>

Every setting is an option, too: --noop says what would be changed; --tags and --skip_tags choose resources; --summarize
tells at the end what was counted, and what changed and failed. What a run leaves is in --statedir and --publicdir, which
--vardir moves together: {program} report shows it.",
    examples: "Exit codes: 0; 1 when the catalog could not be applied or the run was stopped. With --detailed-exitcodes: 0 nothing
changed, 2 something changed, 4 something failed, 6 both; 0 with --noop.

Examples:
  {program} apply --catalog web1.json --noop
  {program} apply --catalog - --detailed-exitcodes --tags nginx < web1.json",
};

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin(program, &USAGE, arguments) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let run_options = match run_options(&begun.options) {
        Ok(run_options) => run_options,
        Err(error) => {
            begun.log.line(Level::Err, &error.to_string());
            return 1;
        }
    };
    match apply(program.types, &begun, run_options) {
        Ok(code) => code,
        Err(failure) => startup::could_not_run(&begun.log, &begun.options, &failure),
    }
}

/// What options say about the run.
fn run_options(options: &Options) -> Result<RunOptions, OptionError> {
    let words = |name: &str| -> Vec<EcoString> {
        let words = options.values(name).flat_map(|words| words.split(','));
        words.map(|word| EcoString::from(word.trim())).filter(|word| !word.is_empty()).collect()
    };
    let parallel = match options.value("parallel") {
        None => 1,
        Some(number) => number.parse().ok().filter(|number| *number > 0).ok_or_else(|| {
            OptionError::Command(format!("invalid argument: --parallel {number} (it is a number from 1 on)"))
        })?,
    };
    Ok(RunOptions {
        settings: startup::settings(options)?,
        tags: words("tags"),
        skip_tags: words("skip_tags"),
        ignore_schedules: options.has("ignoreschedules"),
        default_schedules: options.value("default_schedules") != Some("false"),
        merge_dependency_warnings: options.has("merge_dependency_warnings"),
        trace_evaluation: options.has("evaltrace"),
        parallel,
        ..RunOptions::default()
    })
}

/// Applies a catalog. The failure is why it could not be begun.
fn apply(types: &Types, begun: &Begun, run_options: RunOptions) -> Outcome<u8> {
    let Begun { options, log, screen } = begun;
    let started = (Instant::now(), SystemTime::now());
    let catalog = read_catalog(options)?;
    let (directories, setting) = (Directories::new(options), |name: &str| options.value(name));
    let _lock = match RunLock::acquire(&directories.lock(setting)) {
        Ok(lock) => lock,
        Err(held @ LockError::Held { .. }) => {
            log.line(Level::Notice, &held.to_string());
            return Ok(1);
        }
        Err(failed) => return Err(failed.into()),
    };
    let kept = Arc::new(ReportLog::new(console::level(options).unwrap_or(Level::Notice), Arc::new(UtcClock)));
    let log = console::with_sink(log, kept.clone());
    let files = directories.files(setting);
    let history = read_history(&files, &log);
    let signals = Signals::listen()?;
    if !catalog.environment.is_empty() {
        log.line(Level::Info, &format!("Using environment '{}'", catalog.environment));
    }

    let about = outcome::about(&catalog, options, started.1);
    let lists = outcome::lists(&catalog);
    let transaction = Transaction::new(catalog, types, run_options, log.clone())?;
    let begun_applying = Instant::now();
    let watch = screen.as_ref().and_then(Screen::watch);
    let applied = transaction
        .with_history(history)
        .stopped_by(signals.stop())
        .watched_by(|turn| {
            if let Some(screen) = screen {
                screen.progress(turn.number, turn.total, turn.source);
            }
        })
        .run();
    drop(watch);

    let finished = Finished { applied, about, lists, started: started.0, application_time: begun_applying.elapsed() };
    let stopped_by = signals.caught();
    Ok(outcome::conclude(finished, begun, &log, &kept, &directories, &files, stopped_by))
}

/// Reads what earlier runs left. A run does not fail for want of it.
fn read_history(files: &Files, log: &resource_api::log::Log) -> engine::transaction::History {
    match files.read_history() {
        Ok((history, problems)) => {
            problems.iter().for_each(|problem| log.line(Level::Err, problem));
            history
        }
        Err(error) => {
            log.line(Level::Err, &error.to_string());
            engine::transaction::History::default()
        }
    }
}

fn read_catalog(options: &Options) -> Outcome<Catalog> {
    let Some(name) = options.value("catalog") else {
        return Err(Failure::new("manifests cannot be compiled yet; give a catalog with --catalog FILE"));
    };
    let mut bytes = Vec::new();
    let read = match name {
        "-" => io::stdin().lock().read_to_end(&mut bytes).map(drop),
        name => fs::read(name).map(|content| bytes = content),
    };
    read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::new(format!("No such file or directory @ rb_sysopen - {name}")),
        _ => Failure::new(format!("cannot read the catalog {name}: {error}")),
    })?;
    let unreadable = |reason: String| {
        let format = "rich_data_json";
        Failure::new(format!("Could not deserialize catalog from {format}: Could not intern from {format}: {reason}"))
    };
    let text = String::from_utf8(bytes)
        .map_err(|error| unreadable(format!("it is not UTF-8 at byte {}", error.utf8_error().valid_up_to())))?;
    Catalog::from_json(&text, &NoNames).map_err(|error| unreadable(error.to_string()))
}
