//! `bunraku apply`: brings the machine to the state that a manifest or a catalog describes.

mod cycles;
mod hooks;
mod outcome;
mod signals;
mod summary;
mod wrong_target;

pub(super) use self::{signals::Signals, summary::text as summary_text};

use std::{
    fmt::Display,
    io,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use catalog::{Catalog, CatalogError, Declared};
use ecow::EcoString;
use engine::{
    Transaction,
    report::ReportLog,
    state::{LockError, RunLock},
    transaction::{History, Options as RunOptions},
};
use pcore::NoNames;
use resource_api::{
    Failure, Outcome,
    log::{Level, Log},
};

use self::{outcome::FinishedRun, wrong_target::WrongTarget};
use super::Command;
use crate::{
    arguments::Program,
    compiling::{self, Compiled, Manifest, NotCompiled, Request},
    console::{self, LogSource, Screen},
    limits,
    modules::{self, LoadedTypes},
    options::{CommandOption, OptionError, Options},
    startup::{self, CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: Command = Command::puppet("apply", &USAGE, run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("catalog", "FILE", "Apply a catalog in JSON; - reads it from stdin"),
        CommandOption::flag("detailed-exitcodes", None, "Report what happened in the exit code: 2 changes, 4 failures"),
        CommandOption::valued("execute", "CODE", "Apply this code").or('e'),
        CommandOption::valued("facts", "FILE", "Use these facts (JSON or YAML) instead of those of the machine"),
        CommandOption::flag("loadclasses", Some('L'), "Accepted for compatibility; has no effect"),
        CommandOption::valued("logdest", "DEST", "Send log lines to console, syslog or a file").or('l'),
        CommandOption::valued("parallel", "N", "Manage up to N independent resources at the same time"),
        CommandOption::valued("purge_limit", "N", "Purge at most N resources of a type in one run; default 1000"),
        CommandOption::flag("test", Some('t'), "Same as --verbose --detailed-exitcodes --show_diff"),
    ],
    shared: &[limits::OPTIONS, limits::OPTIONS_OF_CATALOGS, modules::OPTIONS],
    introduction: "Apply a manifest or a catalog to this machine

Usage: {program} apply [OPTIONS] <FILE | DIR>...
       {program} apply [OPTIONS] -e <CODE>
       {program} apply [OPTIONS] --catalog <FILE>

Without a file, the manifest is read from stdin. Of a directory, all .pp files are applied, sorted by name.
--modulepath sets the directories with modules, --environmentpath and --environment choose an environment, and
--certname sets the name of the machine. Every setting is an option, too: --noop only reports what would change,
--tags and --skip_tags select resources, and --summarize prints counts, changes and failures at the end. Runs write
their files to --statedir and --publicdir, both of which are below --vardir; '{program} report' shows the last report.",
    examples: "Exit codes: 0, even if resources failed; 1 if the manifest does not compile, the catalog cannot be applied, or the run
was stopped. With --detailed-exitcodes: 0 no changes, 2 changes, 4 failures, 6 both. Changes that --noop only reports
do not count.

Examples:
  {program} apply site.pp --noop
  {program} apply -e \"notify { 'hello': }\"
  {program} apply --catalog - --detailed-exitcodes --tags nginx < web1.json",
};

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    let run_options = run_options(context)?;
    let loaded = LoadedTypes::new(program, context)?;
    Ok(apply(&loaded.program(program), context, run_options)?)
}

/// The options of the run that the command line asks for.
pub(super) fn run_options(context: &CommandContext) -> Result<RunOptions, OptionError> {
    let mut run_options = read_options(&context.options)?;
    let values = startup::values(&context.settings);
    let is_test = context.options.has("test");
    run_options.settings.values = Some(Arc::new(move |name: &str| match name {
        "show_diff" if is_test => Some(String::from("true")),
        name => values.text(name),
    }));
    Ok(run_options)
}

fn read_options(options: &Options) -> Result<RunOptions, OptionError> {
    let words = |name: &str| -> Vec<EcoString> {
        let words = options.values(name).flat_map(|words| words.split(','));
        words.map(|word| EcoString::from(word.trim())).filter(|word| !word.is_empty()).collect()
    };
    let parallel = match options.value("parallel") {
        None => 1,
        Some(number) => number.parse().ok().filter(|number| *number > 0).ok_or_else(|| {
            OptionError::Command(format!("invalid argument: --parallel {number} (expected a number from 1)"))
        })?,
    };
    let defaults = RunOptions::default();
    let purge_limit = match options.value("purge_limit") {
        None => defaults.purge_limit,
        Some(number) => Some(number.parse().map_err(|_| {
            OptionError::Command(format!("invalid argument: --purge_limit {number} (expected a number)"))
        })?),
    };
    let system_user_limit = std::fs::read_to_string("/etc/login.defs")
        .ok()
        .and_then(|text| least_user_number(&text))
        .map_or(defaults.system_user_limit, |least| least.saturating_sub(1));
    Ok(RunOptions {
        settings: startup::settings(options)?,
        tags: words("tags"),
        skip_tags: words("skip_tags"),
        ignore_schedules: options.has("ignoreschedules"),
        default_schedules: options.value("default_schedules") != Some("false"),
        merge_dependency_warnings: options.has("merge_dependency_warnings"),
        trace_evaluation: options.has("evaltrace"),
        keep_unchanged: options.value("exclude_unchanged_resources") == Some("false"),
        parallel,
        purge_limit,
        system_user_limit,
        ..defaults
    })
}

/// The lowest uid of a regular user according to `/etc/login.defs`.
fn least_user_number(text: &str) -> Option<i64> {
    text.lines().find_map(|line| {
        let mut words = line.split('#').next()?.split_whitespace();
        let is_meant = words.next() == Some("UID_MIN");
        words.next().filter(|_| is_meant && words.next().is_none())?.parse().ok()
    })
}

/// A catalog, and how long it took to get it.
pub(super) struct PreparedCatalog {
    pub(super) compiled: Compiled,
    pub(super) time: Duration,
    /// When the run began.
    pub(super) started: (Instant, SystemTime),
}

/// Applies the catalog that the command line names. The error tells why the run could not start.
fn apply(program: &Program<'_>, context: &CommandContext, run_options: RunOptions) -> Outcome<u8> {
    let started = (Instant::now(), SystemTime::now());
    let (compiled, time) = match context.options.value("catalog") {
        // A given catalog takes no time to retrieve.
        Some(name) => {
            match compiling::resolve_deferred(program, context, read_bounded_catalog(name, &context.options)?)? {
                Ok(catalog) => (Compiled { catalog, types: Vec::new() }, Duration::ZERO),
                Err(NotCompiled) => return Ok(1),
            }
        }
        None => match compile(program, context)? {
            Ok(compiled) => (compiled, started.0.elapsed()),
            Err(NotCompiled) => return Ok(1),
        },
    };
    perform(program, context, run_options, PreparedCatalog { compiled, time, started }, None)
}

/// Applies a catalog to this machine, or to the device in the options of the run. The error tells why the run could
/// not start. A caller that performs several runs passes its own signal handler.
pub(super) fn perform(
    program: &Program<'_>,
    context: &CommandContext,
    run_options: RunOptions,
    prepared: PreparedCatalog,
    signals: Option<&Signals>,
) -> Outcome<u8> {
    let CommandContext { options, settings, log, screen, log_sources, clock, .. } = context;
    let PreparedCatalog { compiled: Compiled { catalog, types }, time: retrieval_time, started } = prepared;
    let types = program.loaded.map(|loaded| loaded.with_language(&types));
    let program = &Program { types: types.as_deref().unwrap_or(program.types), ..*program };
    let device = run_options.device.clone();
    let paths = settings.run_paths()?;
    let _lock = match RunLock::acquire(&paths.lock) {
        Ok(lock) => lock,
        Err(held @ LockError::Locked { .. }) => {
            log.line(Level::Notice, &held.to_string());
            return Ok(1);
        }
        Err(failed) => return Err(failed.into()),
    };
    let report_log = Arc::new(ReportLog::new(console::level(options).unwrap_or(Level::Notice), clock.clone()));
    let log = console::with_sink(log, report_log.clone());
    let files = outcome::files(&paths, device.is_some());
    let own_signals = if signals.is_none() { Some(Signals::listen(&context.stop)?) } else { None };
    let signals = signals.or(own_signals.as_ref());
    if !catalog.environment.is_empty() {
        log.line(Level::Info, &format!("Using environment '{}'", catalog.environment));
    }

    let about = outcome::about(&catalog, options, started.1, &**clock);
    let classes = catalog.classes.clone();
    let history = history_or_default(files.read_history(), &log);
    let transaction = match Transaction::new(catalog, program.types, run_options, log.clone()) {
        Ok(transaction) => transaction,
        // The compiler reports the same error without a prefix.
        Err(failure) if options.value("catalog").is_none() => {
            log.line(Level::Err, &startup::error_message(options, &startup::in_dialect(program, failure)));
            return Ok(1);
        }
        Err(failure) => return Err(failure),
    };
    if !hooks::run(settings, "prerun_command", &log) {
        hooks::run(settings, "postrun_command", &log);
        return Ok(1);
    }
    // Unlike the agent, this command writes the lists only on request.
    let lists = options.has("write_catalog_summary").then(|| (classes, transaction.managed().cloned().collect()));
    log_sources.register(transaction.declared().map(|(path, declared)| {
        let Declared { tags, file, line, .. } = declared;
        let tags = tags.iter().map(|tag| log.scrubber().scrub_name(tag).into()).collect();
        (path.clone(), LogSource { tags, file: file.clone(), line: *line })
    }));
    let applying_since = Instant::now();
    let watch = screen.as_ref().and_then(Screen::watch);
    let transaction = match options.has("graph") {
        true => transaction.drawn_by(|name, text| outcome::save_graph(&paths.graphs.join(name), text, &log)),
        false => transaction,
    };
    let applied = transaction
        .with_history(history)
        .with_clock(clock.clone())
        .stopped_by(signals.map(Signals::stop).unwrap_or_default())
        .watched_by(|step| {
            if let Some(screen) = screen {
                screen.progress(step.number, step.total, step.source);
            }
        })
        .run();
    drop(watch);
    if program.name != "puppet" && screen.is_some() && options.value("catalog").is_none() {
        cycles::show(&applied.statuses);
    }

    let application_time = applying_since.elapsed();
    let wrong_target = WrongTarget::find(program, &applied.statuses, device.as_deref());
    wrong_target.report(program, device.as_deref(), &log);
    let finished = FinishedRun { applied, about, lists, started: started.0, retrieval_time, application_time };
    let stopped_by = signals.and_then(Signals::caught);
    let code = outcome::conclude(finished, context, &log, &report_log, &paths, &files, stopped_by);
    let is_detailed = options.has("detailed-exitcodes") || options.has("test");
    Ok(wrong_target.exit_code(program, device.as_deref(), code, is_detailed))
}

/// The history of earlier runs. A run does not fail if it cannot be read.
fn history_or_default<E: Display>(read: Result<(History, Vec<String>), E>, log: &Log) -> History {
    match read {
        Ok((history, problems)) => {
            problems.iter().for_each(|problem| log.line(Level::Err, problem));
            history
        }
        Err(error) => {
            log.line(Level::Err, &error.to_string());
            History::default()
        }
    }
}

/// Compiles the manifest that the command line names.
fn compile(program: &Program<'_>, context: &CommandContext) -> Outcome<Result<Compiled, NotCompiled>> {
    let options = &context.options;
    let manifest = match options.value("execute") {
        Some(code) => Manifest::Code(code.to_owned()),
        None if options.words.is_empty() => compiling::from_stdin()?,
        None => Manifest::Paths(options.words.iter().map(PathBuf::from).collect()),
    };
    let facts = options.value("facts").map(compiling::read_facts).transpose()?;
    compiling::compile(program, context, Request { manifest, node: None, facts, is_applied_here: true })
}

/// Reads a catalog, which may have as many resources as a compiled one.
fn read_bounded_catalog(name: &str, options: &Options) -> Outcome<Catalog> {
    let limit = limits::of(options)?.resources;
    let catalog = read_catalog(name)?;
    if catalog.resources.len() > limit {
        return Err(Failure::new(format!(
            "The limit of {limit} resources in a catalog is exceeded; if it really needs more, raise it with \
             --max_resources"
        )));
    }
    Ok(catalog)
}

fn read_catalog(name: &str) -> Outcome<Catalog> {
    let read = match name {
        "-" => Catalog::from_reader(io::stdin().lock(), &NoNames),
        name => super::catalog::read(name),
    };
    read.map_err(|error| match error {
        CatalogError::Input { kind: io::ErrorKind::NotFound, .. } => {
            Failure::new(format!("No such file or directory @ rb_sysopen - {name}"))
        }
        CatalogError::Input { reason, .. } => Failure::new(format!("cannot read the catalog {name}: {reason}")),
        error => {
            let format = "rich_data_json";
            Failure::new(format!(
                "Could not deserialize catalog from {format}: Could not intern from {format}: {error}"
            ))
        }
    })
}
