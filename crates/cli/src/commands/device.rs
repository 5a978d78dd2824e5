//! `bunraku device`: manages devices and shows their facts and resources.
//!
//! The devices are listed in `device.conf` and in inventories (`sources`). Each is managed on its own (`manager`),
//! several at the same time (`concurrent`).

mod concurrent;
mod manager;
mod run_paths;
mod sources;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use resource_api::{Failure, Outcome};

use self::manager::DeviceManager;
use super::Command;
use crate::{
    arguments::Program,
    commands::apply::Signals,
    configuration::{self, Loaded},
    limits, modules,
    options::{CommandOption, OptionError, Options},
    startup::{CommandContext, Refusal, Usage},
};

/// How many devices are managed at the same time by default.
const DEFAULT_CONCURRENCY: usize = 10;

/// The maximum number of devices that are managed at the same time.
const MAX_CONCURRENCY: usize = 1000;

/// The socket of the system log.
const SYSTEM_LOG: &str = "/dev/log";

pub(super) const COMMAND: Command = Command::puppet_with("device", &USAGE, fill, run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("apply", "FILE", "Apply this manifest to the device that --target names"),
        CommandOption::flag("centrallogging", None, "Accepted for compatibility; has no effect"),
        CommandOption::valued("concurrency", "N", "Manage up to N devices at the same time; default 10"),
        CommandOption::flag("detailed-exitcodes", None, "Report what happened in the exit code: 2 changes, 4 failures"),
        CommandOption::flag("facts", Some('f'), "Print the facts of the device"),
        CommandOption::valued("inventory", "FILE", "Add the remote targets of a Bolt inventory as devices"),
        CommandOption::valued("logdest", "DEST", "Send log lines to console, syslog or a file").or('l'),
        CommandOption::valued("port", "PORT", "Accepted for compatibility; has no effect").or('p'),
        CommandOption::flag("resource", Some('r'), "List resources of the device, show one, or change it"),
        CommandOption::valued("target", "NAME", "Manage only this device").or('t'),
        CommandOption::flag("to_yaml", Some('y'), "Print resources as YAML"),
        CommandOption::valued("waitforcert", "SECONDS", "Accepted for compatibility; has no effect").or('w'),
    ],
    shared: &[limits::OPTIONS, limits::OPTIONS_OF_CATALOGS, modules::OPTIONS],
    introduction: "Manage devices, and show their facts and resources

Usage: {program} device [OPTIONS]
       {program} device [OPTIONS] --target <NAME> --apply <FILE>
       {program} device [OPTIONS] --target <NAME> --facts
       {program} device [OPTIONS] --target <NAME> --resource <TYPE> [TITLE [ATTRIBUTE=VALUE]...]

Devices are listed in --deviceconfig, by default device.conf in --confdir, and in --inventory. Without --apply,
--facts and --resource, the manifest of the environment is compiled and applied for each device, with the name of the
device as node name and with its facts; --target selects a single device. Log lines then go to the system log, unless
--verbose, --debug or --logdest is used. Types and transports are searched in --modulepath and --libdir. Runs write
the files of each device to a directory of its own in --devicedir.",
    examples: "Exit codes: 0 on success; 1 if a device cannot be reached, its manifest does not compile or contains nothing for a
device, or the command could not be run. With --detailed-exitcodes, and without --apply, the combined codes of all
devices: 2 changes, 4 failures, 6 both.

Examples:
  {program} device --verbose
  {program} device --target fw.example.com --facts
  {program} device --target fw.example.com --resource panorama_address web
  {program} device --target fw.example.com --apply addresses.pp --noop
  {program} device --inventory inventory.yaml --concurrency 50 --detailed-exitcodes",
};

/// What to do with a device.
enum Task {
    /// List resources, show one, or change it.
    Resource,
    /// Print its facts.
    Facts,
    /// Apply a manifest.
    Apply(PathBuf),
    /// Apply the manifest of the environment.
    Run,
}

/// Reads settings, and chooses the log.
fn fill(program: &Program<'_>, options: &mut Options) -> Result<Loaded, OptionError> {
    let loaded = configuration::fill(program.name, options)?;
    if is_quiet(options) && Path::new(SYSTEM_LOG).exists() {
        options.add("logdest", String::from("syslog"));
    }
    Ok(loaded)
}

/// Whether log lines are not shown on the terminal by default.
fn is_quiet(options: &Options) -> bool {
    let is_asked = ["help", "version", "verbose", "debug", "resource", "facts"].iter().any(|name| options.has(name));
    !is_asked && options.value("apply").is_none()
}

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    let options = &context.options;
    let task = Task::of(options)?;
    let concurrency = concurrency(options)?;
    let requested = options.value("target");
    let mut found = sources::read(context)?;
    if let Some(name) = requested {
        found.targets.retain(|target| target.is_called(name));
    }
    match (found.targets.is_empty(), requested) {
        (true, Some(name)) => {
            let files = found.files;
            return Err(Failure::new(format!("Target device / certificate '{name}' not found in {files}")).into());
        }
        (true, None) => return Err(Refusal::Line(format!("No device found in {}", found.files))),
        (false, _) => {}
    }
    let signals = match task {
        Task::Apply(_) | Task::Run => Some(Signals::listen(&context.stop)?),
        Task::Resource | Task::Facts => None,
    };
    let manager = DeviceManager {
        name: program.name,
        types: program.types,
        transports: program.transports,
        context,
        task: &task,
        signals: signals.as_ref(),
    };
    Ok(concurrent::manage(&manager, &found.targets, concurrency))
}

impl Task {
    /// The task that the command line asks for.
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
    let Some(text) = options.value("concurrency") else { return Ok(DEFAULT_CONCURRENCY) };
    let number = text.parse().ok().filter(|number| (1..=MAX_CONCURRENCY).contains(number));
    number.ok_or_else(|| {
        Failure::new(format!("--concurrency must be a number from 1 to {MAX_CONCURRENCY}, got '{text}'"))
    })
}
