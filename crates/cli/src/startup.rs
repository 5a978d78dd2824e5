//! How every command begins that takes Puppet's options.

use std::{
    ffi::OsString,
    sync::{Arc, atomic::AtomicBool},
};

use engine::{Settings, Strictness, transaction::ConversionError};
use resource_api::{
    Failure,
    context::SettingsView,
    log::{Level, Log, Verbosity},
};
use settings::{Complaint, table};

use crate::{
    arguments::Program,
    clock::LocalClock,
    configuration::{self, Loaded},
    console::{self, Outlet, Screen, Speakers},
    crash,
    options::{CommandOption, OptionError, Options},
    output,
};

/// The version of Puppet whose behaviour this program has.
pub(crate) const PUPPET_VERSION: &str = "8.11.0";

/// A command of this kind.
pub(crate) struct Usage {
    /// Its options, beside those of all commands.
    pub(crate) options: &'static [CommandOption],
    /// What stands before the options in the help text; `{program}` is the name of the program.
    pub(crate) introduction: &'static str,
    /// What stands behind them.
    pub(crate) examples: &'static str,
}

/// Reads the command line of a command, and `puppet.conf`. The error is the exit code: there is nothing more to do.
pub(crate) fn begin(program: &Program<'_>, usage: &Usage, arguments: &[OsString]) -> Result<Begun, u8> {
    begin_with(program, usage, arguments, |options| configuration::fill(program.name, options))
}

/// Reads the command line of a command, and what else counts.
pub(crate) fn begin_with(
    program: &Program<'_>,
    usage: &Usage,
    arguments: &[OsString],
    fill: impl FnOnce(&mut Options) -> Result<Loaded, OptionError>,
) -> Result<Begun, u8> {
    let read = Options::read(usage.options, arguments);
    let begun = read.and_then(|mut options| {
        let (settings, complaints) = fill(&mut options)?;
        Ok((Begun::new(options, settings)?, complaints))
    });
    let begun = match begun {
        Ok((begun, complaints)) => {
            complain(&begun.log, &complaints);
            begun
        }
        Err(error) => {
            let log = console::simple(Verbosity::Normal, asked_colour(arguments));
            log.line(Level::Err, &error.to_string());
            return Err(1);
        }
    };
    let options = &begun.options;
    if options.has("help") {
        let text = format!(
            "{}\n\nOptions:\n{}\n\n{}",
            usage.introduction,
            crate::options::help(usage.options),
            usage.examples
        );
        output::say(&text.replace("{program}", program.name));
        return Err(0);
    }
    if options.has("version") {
        output::say(version(program));
        return Err(0);
    }
    Ok(begun)
}

/// Says what is wrong with files that settings come from.
pub(crate) fn complain(log: &Log, complaints: &[Complaint]) {
    for complaint in complaints {
        let level = if complaint.is_warning() { Level::Warning } else { Level::Err };
        log.line(level, &complaint.to_string());
    }
}

/// What every command begins with.
#[derive(Clone)]
pub(crate) struct Begun {
    /// What was said on the command line.
    pub(crate) options: Options,
    /// The settings, of which some are among the options.
    pub(crate) settings: settings::Settings,
    /// Where it speaks.
    pub(crate) log: Log,
    /// The console, if it speaks there.
    pub(crate) screen: Option<Arc<Screen>>,
    /// Who speaks there.
    pub(crate) speakers: Arc<Speakers>,
    /// What time it is.
    pub(crate) clock: Arc<LocalClock>,
    /// Where it prints what is no line of the log.
    pub(crate) outlet: Outlet,
    /// Whether somebody wants it to stop, as far as it listens to signals.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Begun {
    fn new(options: Options, settings: settings::Settings) -> Result<Begun, OptionError> {
        let clock = Arc::new(LocalClock::default());
        let speakers = Arc::new(Speakers::default());
        let (log, screen) = console::log(&options, &clock, &speakers)?;
        keep_secret(&options, &log);
        publish_paths(&options, &settings, &log);
        crash::keep_secret(log.scrubber());
        Ok(Begun { options, settings, log, screen, speakers, clock, outlet: Outlet::default(), stop: Arc::default() })
    }
}

/// Keeps passwords out of everything that is logged from now on.
fn keep_secret(options: &Options, log: &Log) {
    let is_secret = |name: &str| table::find(name).is_some_and(|setting| setting.is_secret());
    for (_, value) in options.settings().filter(|(name, _)| is_secret(name)) {
        log.scrubber().learn_text(value);
        // Of a header it is the value that is secret, and it may well stand alone.
        let values = value.split(',').filter_map(|header| header.split_once(':'));
        values.for_each(|(_, value)| log.scrubber().learn_text(value.trim()));
    }
}

/// The settings that say where files are.
const PATHS: [&str; 8] =
    ["basemodulepath", "codedir", "confdir", "environmentpath", "libdir", "modulepath", "vardir", "vendormoduledir"];

/// Lets paths and names from the command line be read although a secret may have the same text.
fn publish_paths(options: &Options, settings: &settings::Settings, log: &Log) {
    let publish = |name: &str| {
        log.scrubber().publish(name);
        if let Ok(path) = std::path::absolute(name) {
            log.scrubber().publish(&path.to_string_lossy());
        }
    };
    for paths in PATHS.iter().filter_map(|name| settings.text(name).ok()) {
        paths.split(':').filter(|path| !path.is_empty()).for_each(publish);
    }
    options.words.iter().filter(|argument| !argument.contains('=')).for_each(|argument| publish(argument));
}

/// What `--version` says.
pub(crate) fn version(program: &Program<'_>) -> &'static str {
    if program.name == "puppet" { PUPPET_VERSION } else { concat!("bunraku ", env!("CARGO_PKG_VERSION")) }
}

/// What options say about resources.
pub(crate) fn settings(options: &Options) -> Result<Settings, OptionError> {
    let strict = match options.value("strict") {
        None => Strictness::default(),
        Some(word) => word
            .parse()
            .map_err(|error: engine::settings::UnknownStrictness| OptionError::Setting(error.to_string()))?,
    };
    Ok(Settings { strict, noop: options.has("noop"), trace: options.has("trace"), ..Settings::default() })
}

/// The settings for providers to look at.
pub(crate) fn values(settings: &settings::Settings) -> Arc<dyn SettingsView> {
    let settings = settings.clone();
    Arc::new(move |name: &str| settings.text(name).ok())
}

/// Says that a command could not be run, with `--trace` also what is behind it, and returns the exit code.
pub(crate) fn could_not_run(log: &Log, options: &Options, failure: &Failure) -> u8 {
    log.line(Level::Err, &format!("Could not run: {}", told(options, failure)));
    1
}

/// A failure in the words of Puppet, for whoever calls this program so.
pub(crate) fn as_named(program: &Program<'_>, failure: Failure) -> Failure {
    let error: Option<&ConversionError> = failure.downcast_ref().filter(|_| program.name == "puppet");
    match error.and_then(|error| error.in_puppets_words.as_ref()) {
        Some(words) => Failure::new(words.as_str()).with_kind(failure.kind()),
        None => failure,
    }
}

/// A failure, with `--trace` also what is behind it.
pub(crate) fn told(options: &Options, failure: &Failure) -> String {
    let mut text = failure.to_string();
    if options.has("trace") {
        text = failure.traced();
        for cause in failure.causes() {
            text.push_str("\nCaused by: ");
            text.push_str(&cause);
        }
    }
    text
}

/// The colours that somebody asked for in a command line that cannot be read.
fn asked_colour(arguments: &[OsString]) -> resource_api::log::Colour {
    let asked = arguments.iter().filter(|argument| argument.to_str().is_some_and(|text| text.starts_with("--color=")));
    let asked: Vec<OsString> = asked.cloned().collect();
    Options::read(&[], &asked).map_or_else(|_| console::default_colour(), |options| console::colour(&options))
}
