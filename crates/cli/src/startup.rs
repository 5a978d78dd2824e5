//! The common start of all commands that take Puppet's options.

use std::{
    ffi::OsString,
    sync::{Arc, atomic::AtomicBool},
};

use engine::{Settings, Strictness, transaction::ConversionError};
use resource_api::{
    Failure,
    context::SettingsView,
    log::{Level, Log},
};
use settings::{ConfigWarning, table};

use crate::{
    arguments::Program,
    clock::LocalClock,
    configuration::Loaded,
    console::{self, LogSources, Output, Screen},
    crash,
    options::{CommandOption, OptionError, Options},
    output,
};

/// The version of Puppet whose behaviour this program implements.
pub(crate) const PUPPET_VERSION: &str = "8.11.0";

pub(crate) struct Usage {
    /// Its options, in addition to the common ones.
    pub(crate) options: &'static [CommandOption],
    /// Options that it has in common with other commands.
    pub(crate) shared: &'static [&'static [CommandOption]],
    /// The part of the help text before the options; its first line is the summary. `{program}` stands for the name of
    /// the program.
    pub(crate) introduction: &'static str,
    /// The part of the help text after the options.
    pub(crate) examples: &'static str,
}

/// Why a command ended early. It is logged, and the exit code is 1.
pub(crate) enum Refusal {
    /// Logged as it is.
    Line(String),
    /// Logged as a command that could not be run.
    Failure(Failure),
}

impl Refusal {
    /// The error for an action that a command does not have, or for none.
    pub(crate) fn no_action(program: &Program<'_>, command: &str, action: Option<&str>) -> Refusal {
        let action = action.map_or_else(|| String::from("default"), |action| format!("'{action}'"));
        Refusal::Line(format!("'{command}' has no {action} action.  See `{} help {command}`.", program.name))
    }

    /// Logs it and returns the exit code.
    pub(crate) fn log(self, context: &CommandContext) -> u8 {
        match self {
            Refusal::Line(line) => context.log.line(Level::Err, &line),
            Refusal::Failure(failure) => {
                let message = error_message(&context.options, &failure);
                context.log.line(Level::Err, &format!("Could not run: {message}"));
            }
        }
        1
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal::Failure(failure)
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Refusal {
        Refusal::Line(error.to_string())
    }
}

/// Parses the command line of a command, which `fill` completes with settings. The error is an exit code: help was printed,
/// or a problem logged.
pub(crate) fn begin(
    program: &Program<'_>,
    usage: &Usage,
    arguments: &[OsString],
    fill: impl FnOnce(&mut Options) -> Result<Loaded, OptionError>,
) -> Result<CommandContext, u8> {
    let command = [&[usage.options], usage.shared].concat();
    let read = Options::read(&command, arguments);
    let context = read.and_then(|mut options| {
        let (settings, complaints) = fill(&mut options)?;
        Ok((CommandContext::new(options, settings)?, complaints))
    });
    let context = match context {
        Ok((context, complaints)) => {
            log_complaints(&context.log, &complaints);
            context
        }
        Err(error) => {
            let log = console::simple(requested_colour(arguments));
            log.line(Level::Err, &error.to_string());
            return Err(1);
        }
    };
    let options = &context.options;
    if options.has("help") {
        let text =
            format!("{}\n\nOptions:\n{}\n\n{}", usage.introduction, crate::options::help(&command), usage.examples);
        output::print_line(&text.replace("{program}", program.name));
        return Err(0);
    }
    if options.has("version") {
        output::print_line(version(program));
        return Err(0);
    }
    Ok(context)
}

/// Logs the problems in the files that settings come from.
pub(crate) fn log_complaints(log: &Log, complaints: &[ConfigWarning]) {
    for complaint in complaints {
        let level = if complaint.is_warning() { Level::Warning } else { Level::Err };
        log.line(level, &complaint.to_string());
    }
}

/// What every command works with.
#[derive(Clone)]
pub(crate) struct CommandContext {
    /// The options of the command line.
    pub(crate) options: Options,
    /// The settings, some of which are also options.
    pub(crate) settings: settings::Settings,
    pub(crate) log: Log,
    /// The console, if the log writes to it.
    pub(crate) screen: Option<Arc<Screen>>,
    /// The resources that log lines come from.
    pub(crate) log_sources: Arc<LogSources>,
    pub(crate) clock: Arc<LocalClock>,
    /// Where text that is not part of the log is printed.
    pub(crate) output: Output,
    /// Whether a signal asked the command to stop.
    pub(crate) stop: Arc<AtomicBool>,
}

impl CommandContext {
    fn new(options: Options, settings: settings::Settings) -> Result<CommandContext, OptionError> {
        let clock = Arc::new(LocalClock::default());
        let log_sources = Arc::new(LogSources::default());
        let (log, screen) = console::log(&options, &clock, &log_sources)?;
        keep_secret(&options, &log);
        publish_paths(&options, &settings, &log);
        crash::keep_secret(log.scrubber());
        Ok(CommandContext {
            options,
            settings,
            log,
            screen,
            log_sources,
            clock,
            output: Output::default(),
            stop: Arc::default(),
        })
    }
}

/// Registers passwords among the settings as secrets of the log.
fn keep_secret(options: &Options, log: &Log) {
    let is_secret = |name: &str| table::find(name).is_some_and(|setting| setting.is_secret());
    for (_, value) in options.settings().filter(|(name, _)| is_secret(name)) {
        log.scrubber().learn_text(value);
        // Of a header the value is the secret, and it may appear on its own.
        let values = value.split(',').filter_map(|header| header.split_once(':'));
        values.for_each(|(_, value)| log.scrubber().learn_text(value.trim()));
    }
}

/// The settings with paths of files.
const PATHS: [&str; 8] =
    ["basemodulepath", "codedir", "confdir", "environmentpath", "libdir", "modulepath", "vardir", "vendormoduledir"];

/// Declares paths and names of the command line to be public, in case a secret has the same text.
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

/// The text of `--version`.
pub(crate) fn version(program: &Program<'_>) -> &'static str {
    if program.name == "puppet" { PUPPET_VERSION } else { concat!("bunraku ", env!("CARGO_PKG_VERSION")) }
}

/// The settings of the engine that the options ask for.
pub(crate) fn settings(options: &Options) -> Result<Settings, OptionError> {
    let strict = match options.value("strict") {
        None => Strictness::default(),
        Some(word) => word
            .parse()
            .map_err(|error: engine::settings::UnknownStrictness| OptionError::Setting(error.to_string()))?,
    };
    Ok(Settings { strict, noop: options.has("noop"), trace: options.has("trace"), ..Settings::default() })
}

/// The settings, as providers see them.
pub(crate) fn values(settings: &settings::Settings) -> Arc<dyn SettingsView> {
    let settings = settings.clone();
    Arc::new(move |name: &str| settings.text(name).ok())
}

/// The failure with Puppet's wording if the program was called as `puppet`.
pub(crate) fn in_dialect(program: &Program<'_>, failure: Failure) -> Failure {
    let error: Option<&ConversionError> = failure.downcast_ref().filter(|_| program.name == "puppet");
    match error.and_then(|error| error.in_puppets_words.as_ref()) {
        Some(words) => Failure::new(words.as_str()).with_kind(failure.kind()),
        None => failure,
    }
}

/// The message of a failure, with `--trace` including its causes.
pub(crate) fn error_message(options: &Options, failure: &Failure) -> String {
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

/// The colours that a command line asks for, even if it is invalid.
fn requested_colour(arguments: &[OsString]) -> resource_api::log::Colour {
    let requested =
        arguments.iter().filter(|argument| argument.to_str().is_some_and(|text| text.starts_with("--color=")));
    let requested: Vec<OsString> = requested.cloned().collect();
    Options::read(&[], &requested).map_or_else(|_| console::default_colour(), |options| console::colour(&options))
}
