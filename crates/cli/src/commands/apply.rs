//! `bunraku apply`: brings the machine to the state that a manifest or a catalog describes.

mod cycles;
mod hooks;
mod outcome;
mod signals;
mod summary;
mod wrong_target;

pub(super) use self::{signals::Signals, summary::text as summary_text};

use std::{
    ffi::OsString,
    fmt::Display,
    fs::File,
    io::{self, Read as _},
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant, SystemTime},
};

use compiler::{Limits, input};
use ecow::EcoString;
use engine::{
    Transaction,
    catalog::{Catalog, Declared},
    report::ReportLog,
    state::{EarlyHistory, LockError, RunLock},
    transaction::{History, Options as RunOptions},
};
use pcore::NoNames;
use resource_api::{
    Failure, Outcome,
    log::{Level, Log},
};

use self::{outcome::Finished, wrong_target::WrongTarget};
use crate::{
    arguments::Program,
    compiling::{self, Compiled, Manifest, NotCompiled, Request},
    console::{self, Screen, Speaker},
    limits, memory,
    modules::{self, Known},
    options::{CommandOption, OptionError, Options},
    startup::{self, Begun, Usage},
};

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("catalog", "FILE", "The catalog to apply, in JSON; - reads it from stdin"),
        CommandOption::flag("detailed-exitcodes", None, "Says with the exit code what happened: 2 changes, 4 failures"),
        CommandOption::valued("execute", "CODE", "A manifest to apply").or('e'),
        CommandOption::valued("facts", "FILE", "The facts of the machine, in JSON or YAML, instead of its own"),
        CommandOption::flag("loadclasses", Some('L'), "Accepted for the sake of scripts; has no meaning here"),
        CommandOption::valued("logdest", "DEST", "Where log lines go: console, syslog or a file").or('l'),
        limits::MAX_DEPTH,
        limits::MAX_MEMORY,
        limits::MAX_RESOURCES,
        limits::MAX_VALUE_DEPTH,
        limits::MAX_SIZE,
        limits::MAX_STEPS,
        CommandOption::valued("parallel", "N", "How many independent resources may be managed at the same time"),
        modules::PROVIDERS,
        modules::RUBY_HOST,
        CommandOption::valued("purge_limit", "N", "How many resources of one type may be purged in one run, 1000 unless given"),
        CommandOption::flag("test", Some('t'), "The same as --verbose --detailed-exitcodes --show_diff"),
    ],
    introduction: "Brings the machine to the state that a manifest describes

Usage: {program} apply [OPTIONS] <FILE | FOLDER>...
       {program} apply [OPTIONS] -e <CODE>
       {program} apply [OPTIONS] --catalog <FILE>

Without a file the manifest is read from stdin; of a folder all .pp files are applied, sorted by name. --modulepath says
where modules are; --environmentpath and --environment choose an environment; --certname says how the machine is called.
Every setting is an option, too: --noop says what would be changed; --tags and --skip_tags choose resources; --summarize
tells at the end what was counted, and what changed and failed. What a run leaves is in --statedir and --publicdir, which
--vardir moves together: {program} report shows it.",
    examples: "Exit codes: 0, also where resources failed; 1 when the manifest does not compile, when the catalog could not be applied,
or when the run was stopped. With --detailed-exitcodes: 0 nothing changed, 2 something changed, 4
something failed, 6 both. What --noop only tells of is no change.

Examples:
  {program} apply site.pp --noop
  {program} apply -e \"notify { 'hello': }\"
  {program} apply --catalog - --detailed-exitcodes --tags nginx < web1.json",
};

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let here = || run_here(program, arguments);
    // Where there is no room for such a thread, whoever compiles will ask for one, and say so.
    compiler::with_room(&Limits::default(), here).unwrap_or_else(|_| here())
}

fn run_here(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin(program, &USAGE, arguments) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let run_options = match run_options(&begun) {
        Ok(run_options) => run_options,
        Err(error) => {
            begun.log.line(Level::Err, &error.to_string());
            return 1;
        }
    };
    let known = match Known::new(program, &begun) {
        Ok(known) => known,
        Err(failure) => return startup::could_not_run(&begun.log, &begun.options, &failure),
    };
    match apply(&known.program(program), &begun, run_options) {
        Ok(code) => code,
        Err(failure) => startup::could_not_run(&begun.log, &begun.options, &failure),
    }
}

/// What the command line says about the run.
pub(super) fn run_options(begun: &Begun) -> Result<RunOptions, OptionError> {
    let mut run_options = read_options(&begun.options)?;
    let values = startup::values(&begun.settings);
    let is_test = begun.options.has("test");
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
            OptionError::Command(format!("invalid argument: --parallel {number} (it is a number from 1 on)"))
        })?,
    };
    let defaults = RunOptions::default();
    let purge_limit =
        match options.value("purge_limit") {
            None => defaults.purge_limit,
            Some(number) => Some(number.parse().map_err(|_| {
                OptionError::Command(format!("invalid argument: --purge_limit {number} (it is a number)"))
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

/// The least number of a user who does not belong to the system, as `/etc/login.defs` tells it.
fn least_user_number(text: &str) -> Option<i64> {
    text.lines().find_map(|line| {
        let mut words = line.split('#').next()?.split_whitespace();
        let is_meant = words.next() == Some("UID_MIN");
        words.next().filter(|_| is_meant && words.next().is_none())?.parse().ok()
    })
}

/// A catalog, and how long it took to get it.
pub(super) struct Obtained {
    pub(super) compiled: Compiled,
    pub(super) time: Duration,
    /// When the run began.
    pub(super) started: (Instant, SystemTime),
    /// What earlier runs know, where somebody is reading it already.
    pub(super) history: Option<JoinHandle<Option<EarlyHistory>>>,
}

/// Begins to read what earlier runs know, if that is much.
fn begin_reading(begun: &Begun) -> Option<JoinHandle<Option<EarlyHistory>>> {
    let files = outcome::files(&begun.settings.places().ok()?, false);
    if !files.has_much_history() {
        return None;
    }
    thread::Builder::new().name("history".to_owned()).spawn(move || files.read_history_early()).ok()
}

/// Applies the catalog that the command line names. The failure is why it could not be begun.
fn apply(program: &Program<'_>, begun: &Begun, run_options: RunOptions) -> Outcome<u8> {
    let started = (Instant::now(), SystemTime::now());
    let history = begin_reading(begun);
    let (compiled, time) = match begun.options.value("catalog") {
        // It was there already.
        Some(name) => match compiling::resolved(program, begun, read_bounded_catalog(name, &begun.options)?)? {
            Ok(catalog) => (Compiled { catalog, types: Vec::new() }, Duration::ZERO),
            Err(NotCompiled) => return Ok(1),
        },
        None => match compile(program, begun)? {
            Ok(compiled) => (compiled, started.0.elapsed()),
            Err(NotCompiled) => return Ok(1),
        },
    };
    let run_options = RunOptions { is_last: true, looks_ahead: true, ..run_options };
    perform(program, begun, run_options, Obtained { compiled, time, started, history }, None)
}

/// Applies a catalog to this machine, or to the device that the options of the run name. The failure is why it could not
/// be begun. Whoever listens to signals for several runs passes that on.
pub(super) fn perform(
    program: &Program<'_>,
    begun: &Begun,
    run_options: RunOptions,
    obtained: Obtained,
    signals: Option<&Signals>,
) -> Outcome<u8> {
    let Begun { options, settings, log, screen, speakers, clock, .. } = begun;
    let Obtained { compiled: Compiled { catalog, types }, time: retrieval_time, started, history } = obtained;
    let types = program.known.map(|known| known.with_language(&types));
    let program = &Program { types: types.as_deref().unwrap_or(program.types), ..*program };
    let (device, is_last) = (run_options.device.clone(), run_options.is_last);
    let places = settings.places()?;
    let _lock = match RunLock::acquire(&places.lock) {
        Ok(lock) => lock,
        Err(held @ LockError::Held { .. }) => {
            log.line(Level::Notice, &held.to_string());
            return Ok(1);
        }
        Err(failed) => return Err(failed.into()),
    };
    let kept = Arc::new(ReportLog::new(console::level(options).unwrap_or(Level::Notice), clock.clone()));
    let log = console::with_sink(log, kept.clone());
    let files = outcome::files(&places, device.is_some());
    let own_signals = if signals.is_none() { Some(Signals::listen(&begun.stop)?) } else { None };
    let signals = signals.or(own_signals.as_ref());
    if !catalog.environment.is_empty() {
        log.line(Level::Info, &format!("Using environment '{}'", catalog.environment));
    }

    let about = outcome::about(&catalog, options, started.1, &**clock);
    let classes = catalog.classes.clone();
    let early = history.and_then(|reading| reading.join().unwrap_or_else(|panic| resume_unwind(panic)));
    let early = early.and_then(|early| early.if_it_holds(&files));
    let history = early.unwrap_or_else(|| told_history(files.read_history(), &log));
    let transaction = match Transaction::new(catalog, program.types, run_options, log.clone()) {
        Ok(transaction) => transaction,
        // What was compiled is converted by who compiled it, who has no more to say than that.
        Err(failure) if options.value("catalog").is_none() => {
            log.line(Level::Err, &startup::told(options, &startup::as_named(program, failure)));
            return Ok(1);
        }
        Err(failure) => return Err(failure),
    };
    if !hooks::run(settings, "prerun_command", &log) {
        hooks::run(settings, "postrun_command", &log);
        return Ok(1);
    }
    // Unlike the agent, this command leaves such lists only to who asks for them.
    let lists = options.has("write_catalog_summary").then(|| (classes, transaction.managed().cloned().collect()));
    speakers.introduce(transaction.declared().map(|(path, declared)| {
        let Declared { tags, file, line, .. } = declared;
        let tags = tags.iter().map(|tag| log.scrubber().scrub_name(tag).into()).collect();
        (path.clone(), Speaker { tags, file: file.clone(), line: *line })
    }));
    let begun_applying = Instant::now();
    let watch = screen.as_ref().and_then(Screen::watch);
    let transaction = match options.has("graph") {
        true => transaction.drawn_by(|name, text| outcome::keep_picture(&places.graphs.join(name), text, &log)),
        false => transaction,
    };
    let applied = transaction
        .with_history(history)
        .with_clock(clock.clone())
        .stopped_by(signals.map(Signals::stop).unwrap_or_default())
        .watched_by(|turn| {
            if let Some(screen) = screen {
                screen.progress(turn.number, turn.total, turn.source);
            }
        })
        .run();
    drop(watch);
    if program.name != "puppet" && screen.is_some() && options.value("catalog").is_none() {
        cycles::show(&applied.statuses);
    }

    let application_time = begun_applying.elapsed();
    let wrong_target = WrongTarget::find(program, &applied.statuses, device.as_deref());
    wrong_target.report(program, device.as_deref(), &log);
    let finished = Finished { applied, about, lists, started: started.0, retrieval_time, application_time, is_last };
    let stopped_by = signals.and_then(Signals::caught);
    let code = outcome::conclude(finished, begun, &log, &kept, &places, &files, stopped_by);
    let is_detailed = options.has("detailed-exitcodes") || options.has("test");
    Ok(wrong_target.exit_code(program, device.as_deref(), code, is_detailed))
}

/// What earlier runs left. A run does not fail for want of it.
fn told_history<E: Display>(read: Result<(History, Vec<String>), E>, log: &Log) -> History {
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

/// Compiles what the command line names.
fn compile(program: &Program<'_>, begun: &Begun) -> Outcome<Result<Compiled, NotCompiled>> {
    let options = &begun.options;
    let manifest = match options.value("execute") {
        Some(code) => Manifest::Code(code.to_owned()),
        None if options.words.is_empty() => compiling::from_stdin()?,
        None => Manifest::Paths(options.words.iter().map(PathBuf::from).collect()),
    };
    let facts = options.value("facts").map(compiling::facts_from).transpose()?;
    compiling::compile(program, begun, Request { manifest, node: None, facts, is_for_here: true })
}

/// The catalog of a file, unless there is anything to say about it. What is no file can be read but once.
fn read_orderly_catalog(path: &Path) -> Option<Catalog> {
    let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|found| found.is_file()))?;
    Catalog::from_orderly_json(file.take(compiling::MAX_CATALOG), &NoNames).ok()?
}

/// Reads a catalog, which may have as many resources as one that is compiled.
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
    if name != "-" {
        memory::prepare_for_file(Path::new(name));
        if let Some(catalog) = read_orderly_catalog(Path::new(name)) {
            return Ok(catalog);
        }
    }
    let read = match name {
        "-" => input::read_all(io::stdin().lock(), compiling::MAX_CATALOG_TEXT),
        name => input::read_named(Path::new(name), compiling::MAX_CATALOG_TEXT),
    };
    let bytes = read.map_err(|error| match error.kind() {
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
