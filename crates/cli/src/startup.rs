//! How every command begins that takes Puppet's options.

use std::{ffi::OsString, sync::Arc};

use engine::{Settings, Strictness};
use resource_api::{
    Failure,
    log::{Level, Log, Verbosity},
};
use settings::Complaint;

use crate::{
    arguments::Program,
    configuration,
    console::{self, Screen},
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
    fill: impl FnOnce(&mut Options) -> Result<Vec<Complaint>, OptionError>,
) -> Result<Begun, u8> {
    let read = Options::read(usage.options, arguments);
    let begun = match read.and_then(|mut options| Ok((fill(&mut options)?, Begun::new(options)?))) {
        Ok((complaints, begun)) => {
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
pub(crate) struct Begun {
    /// What was said on the command line.
    pub(crate) options: Options,
    /// Where it speaks.
    pub(crate) log: Log,
    /// The console, if it speaks there.
    pub(crate) screen: Option<Arc<Screen>>,
}

impl Begun {
    fn new(options: Options) -> Result<Begun, OptionError> {
        let (log, screen) = console::log(&options)?;
        Ok(Begun { options, log, screen })
    }
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
    Ok(Settings { strict, noop: options.has("noop"), ..Settings::default() })
}

/// Says that a command could not be run, with `--trace` also what is behind it, and returns the exit code.
pub(crate) fn could_not_run(log: &Log, options: &Options, failure: &Failure) -> u8 {
    log.line(Level::Err, &format!("Could not run: {}", told(options, failure)));
    1
}

/// A failure, with `--trace` also what is behind it.
pub(crate) fn told(options: &Options, failure: &Failure) -> String {
    let mut text = failure.to_string();
    if options.has("trace") {
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
