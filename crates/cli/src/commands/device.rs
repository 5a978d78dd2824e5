//! `bunraku device`: brings devices to the state that a manifest describes, and shows what they are.
//!
//! Which devices there are is read from `device.conf` and from inventories (`sources`). Each of them is managed on its own
//! (`managing`), several side by side (`crowd`).

mod crowd;
mod managing;
mod places;
mod sources;

#[cfg(test)]
mod tests;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use resource_api::{Failure, Outcome, log::Level};

use self::managing::Managing;
use crate::{
    arguments::Program,
    commands::apply::Signals,
    configuration, limits, modules,
    options::{CommandOption, Options},
    startup::{self, Begun, Usage},
};

/// How many devices are managed side by side when nobody says.
const USUAL_CONCURRENCY: usize = 10;

/// How many devices can be managed side by side.
const MOST_CONCURRENCY: usize = 1000;

/// Where the log of the system is written to.
const SYSTEM_LOG: &str = "/dev/log";

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("apply", "FILE", "The manifest to apply to the device that --target names"),
        CommandOption::flag("centrallogging", None, "Accepted for the sake of scripts; has no meaning here"),
        CommandOption::valued("concurrency", "N", "How many devices are managed at the same time, 10 unless given"),
        CommandOption::flag("detailed-exitcodes", None, "Says with the exit code what happened: 2 changes, 4 failures"),
        CommandOption::flag("facts", Some('f'), "Prints the facts of the device"),
        CommandOption::valued("inventory", "FILE", "An inventory of Bolt, whose remote targets are devices, too"),
        CommandOption::valued("logdest", "DEST", "Where log lines go: console, syslog or a file").or('l'),
        limits::MAX_DEPTH,
        limits::MAX_MEMORY,
        limits::MAX_RESOURCES,
        limits::MAX_VALUE_DEPTH,
        limits::MAX_SIZE,
        limits::MAX_STEPS,
        CommandOption::valued("port", "PORT", "Accepted for the sake of scripts; has no meaning here").or('p'),
        modules::PROVIDERS,
        CommandOption::flag("resource", Some('r'), "Lists resources of the device, shows one, or changes it"),
        modules::RUBY_HOST,
        CommandOption::valued("target", "NAME", "The device").or('t'),
        CommandOption::flag("to_yaml", Some('y'), "Writes resources as YAML"),
        CommandOption::valued("waitforcert", "SECONDS", "Accepted for the sake of scripts; has no meaning here").or('w'),
    ],
    introduction: "Brings devices to the state that a manifest describes, and shows what they are

Usage: {program} device [OPTIONS]
       {program} device [OPTIONS] --target <NAME> --apply <FILE>
       {program} device [OPTIONS] --target <NAME> --facts
       {program} device [OPTIONS] --target <NAME> --resource <TYPE> [TITLE [ATTRIBUTE=VALUE]...]

Devices stand in --deviceconfig, which is device.conf in --confdir, and in --inventory. Without --apply, --facts and
--resource the manifest of the environment is compiled for each device, with the name of the device as that of the node and
with its facts, and applied; --target restricts that to one of them. Then lines go to the log of the system, unless
--verbose, --debug or --logdest is given. --modulepath and --libdir say where types and transports are. What runs
leave of each device is in a folder of its own in --devicedir.",
    examples: "Exit codes: 0; 1 when a device could not be reached, its manifest does not compile or has nothing for a device, or the
command could not be run.
With --detailed-exitcodes, and without --apply, the codes of all devices together: 2 something changed, 4 something
failed, 6 both.

Examples:
  {program} device --verbose
  {program} device --target fw.example.com --facts
  {program} device --target fw.example.com --resource panorama_address web
  {program} device --target fw.example.com --apply addresses.pp --noop
  {program} device --inventory inventory.yaml --concurrency 50 --detailed-exitcodes",
};

/// What is done with a device.
enum Task {
    /// Resources are listed, one is shown, or changed.
    Resource,
    /// Its facts are printed.
    Facts,
    /// A manifest is applied to it.
    Apply(PathBuf),
    /// What the environment has for it is applied to it.
    Run,
}

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = startup::begin_with(program, &USAGE, arguments, |options| {
        let loaded = configuration::fill(program.name, options)?;
        if is_quiet(options) && Path::new(SYSTEM_LOG).exists() {
            options.add("logdest", String::from("syslog"));
        }
        Ok(loaded)
    });
    let begun = match begun {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    match manage(program, &begun) {
        Ok(code) => code,
        Err(failure) => startup::could_not_run(&begun.log, &begun.options, &failure),
    }
}

/// Whether nobody sits there to read.
fn is_quiet(options: &Options) -> bool {
    let is_asked = ["help", "version", "verbose", "debug", "resource", "facts"].iter().any(|name| options.has(name));
    !is_asked && options.value("apply").is_none()
}

fn manage(program: &Program<'_>, begun: &Begun) -> Outcome<u8> {
    let options = &begun.options;
    let task = Task::of(options)?;
    let concurrency = concurrency(options)?;
    let asked = options.value("target");
    let mut found = sources::read(begun)?;
    if let Some(name) = asked {
        found.targets.retain(|target| target.is_called(name));
    }
    match (found.targets.is_empty(), asked) {
        (true, Some(name)) => {
            let files = found.files;
            return Err(Failure::new(format!("Target device / certificate '{name}' not found in {files}")));
        }
        (true, None) => {
            begun.log.line(Level::Err, &format!("No device found in {}", found.files));
            return Ok(1);
        }
        (false, _) => {}
    }
    let signals = match task {
        Task::Apply(_) | Task::Run => Some(Signals::listen(&begun.stop)?),
        Task::Resource | Task::Facts => None,
    };
    let managing = Managing {
        name: program.name,
        types: program.types,
        transports: program.transports,
        begun,
        task: &task,
        signals: signals.as_ref(),
    };
    Ok(crowd::manage(&managing, &found.targets, concurrency))
}

impl Task {
    /// What the command line asks for.
    fn of(options: &Options) -> Outcome<Task> {
        let has_target = options.value("target").is_some();
        if options.has("resource") && !has_target {
            return Err(Failure::new("resource command requires target"));
        }
        if options.has("facts") && !has_target {
            return Err(Failure::new("facts command requires target"));
        }
        let manifest = options.value("apply").map(PathBuf::from);
        if let Some(manifest) = &manifest {
            if !has_target {
                return Err(Failure::new("missing argument: --target is required when using --apply"));
            }
            if !manifest.is_file() {
                return Err(Failure::new(format!("{} does not exist, cannot apply", manifest.display())));
            }
        }
        Ok(match manifest {
            _ if options.has("resource") => Task::Resource,
            _ if options.has("facts") => Task::Facts,
            Some(manifest) => Task::Apply(manifest),
            None => Task::Run,
        })
    }
}

fn concurrency(options: &Options) -> Outcome<usize> {
    let Some(given) = options.value("concurrency") else { return Ok(USUAL_CONCURRENCY) };
    let number = given.parse().ok().filter(|number| (1..=MOST_CONCURRENCY).contains(number));
    number.ok_or_else(|| {
        Failure::new(format!("--concurrency is a number from 1 to {MOST_CONCURRENCY}, but '{given}' was given"))
    })
}
