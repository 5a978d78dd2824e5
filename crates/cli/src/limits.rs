//! The limits of an evaluation: their options, and how the memory in use is measured.

use std::fs;

use compiler::{Limits, MemoryLimit};
use resource_api::{Failure, Outcome};

use crate::options::{CommandOption, Options};

/// The options of commands that evaluate manifests.
pub(crate) const OPTIONS: &[CommandOption] = &[
    CommandOption::valued("max_evaluation_depth", "N", "Limit the depth of calls in a manifest"),
    CommandOption::valued("max_evaluation_steps", "N", "Limit the number of expressions that a manifest evaluates"),
    CommandOption::valued("max_memory", "N", "Limit the memory for compiling, in megabytes"),
    CommandOption::valued("max_value_depth", "N", "Limit the depth of arrays and hashes"),
    CommandOption::valued("max_value_size", "N", "Limit the size of a value, in bytes or elements"),
];

/// The options of commands that compile catalogs, in addition to those of an evaluation.
pub(crate) const OPTIONS_OF_CATALOGS: &[CommandOption] =
    &[CommandOption::valued("max_resources", "N", "Limit the number of resources in a catalog")];

/// The default memory limit: enough for hundreds of thousands of resources.
const DEFAULT_MEGABYTES: u64 = 4096;

/// The maximum depth of values. They are also handled by code that has only a stack of the usual size.
const MAX_VALUE_DEPTH_LIMIT: u32 = 3_000;

/// The limits that the options ask for.
pub(crate) fn of(options: &Options) -> Outcome<Limits> {
    let default = Limits::default();
    let value_depth = limit(options, "max_value_depth", default.value_depth)?;
    if value_depth > MAX_VALUE_DEPTH_LIMIT {
        return Err(Failure::new(format!(
            "--max_value_depth must be at most {MAX_VALUE_DEPTH_LIMIT}, got {value_depth}"
        )));
    }
    let megabytes = limit(options, "max_memory", default_megabytes())?;
    Ok(Limits {
        steps: limit(options, "max_evaluation_steps", default.steps)?,
        depth: limit(options, "max_evaluation_depth", default.depth)?,
        resources: limit(options, "max_resources", default.resources)?,
        size: limit(options, "max_value_size", default.size)?,
        value_depth,
        memory: Some(MemoryLimit { bytes: megabytes.saturating_mul(1 << 20), used: memory_in_use }),
    })
}

fn limit<T: std::str::FromStr>(options: &Options, name: &str, default: T) -> Outcome<T> {
    let Some(text) = options.value(name) else { return Ok(default) };
    text.parse().map_err(|_| Failure::new(format!("--{name} must be a whole number, got '{text}'")))
}

/// At most half of the memory of the machine, to leave room for other programs.
fn default_megabytes() -> u64 {
    let total = kilobytes("/proc/meminfo", "MemTotal:");
    total.map_or(DEFAULT_MEGABYTES, |kilobytes| (kilobytes / 1024 / 2).clamp(256, DEFAULT_MEGABYTES))
}

/// How many bytes of memory the process uses.
fn memory_in_use() -> Option<u64> {
    Some(kilobytes("/proc/self/status", "VmRSS:")?.saturating_mul(1024))
}

/// The number that follows a key in a file of the kernel.
fn kilobytes(path: &str, word: &str) -> Option<u64> {
    let about = fs::read_to_string(path).ok()?;
    about.lines().find_map(|line| line.strip_prefix(word)?.trim().strip_suffix("kB")?.trim().parse().ok())
}
