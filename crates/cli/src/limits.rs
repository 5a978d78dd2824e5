//! How far a manifest may go: the options that say it, and how much memory the process has.

use std::fs;

use compiler::{Limits, MemoryLimit};
use resource_api::{Failure, Outcome};

use crate::options::{CommandOption, Options};

/// How many expressions may be evaluated.
pub(crate) const MAX_STEPS: CommandOption =
    CommandOption::valued("max_evaluation_steps", "N", "How many expressions a manifest may evaluate");

/// How deep calls may be nested.
pub(crate) const MAX_DEPTH: CommandOption =
    CommandOption::valued("max_evaluation_depth", "N", "How deep calls in a manifest may be nested");

/// How much memory may be used.
pub(crate) const MAX_MEMORY: CommandOption =
    CommandOption::valued("max_memory", "N", "How many megabytes of memory compiling may take");

/// How large a value may be.
pub(crate) const MAX_SIZE: CommandOption =
    CommandOption::valued("max_value_size", "N", "How many bytes or elements a value may have");

/// How deep values may be nested.
pub(crate) const MAX_VALUE_DEPTH: CommandOption =
    CommandOption::valued("max_value_depth", "N", "How deep arrays and hashes may be nested");

/// How many resources there may be.
pub(crate) const MAX_RESOURCES: CommandOption =
    CommandOption::valued("max_resources", "N", "How many resources a catalog may have");

/// How much memory may be used when nobody says: enough for hundreds of thousands of resources.
const USUAL_MEGABYTES: u64 = 4096;

/// How deep values may be nested at most: they are handed on to what has a usual stack.
const DEEPEST: u32 = 3_000;

/// What the options of a command say.
pub(crate) fn of(options: &Options) -> Outcome<Limits> {
    let default = Limits::default();
    let value_depth = limit(options, "max_value_depth", default.value_depth)?;
    if value_depth > DEEPEST {
        return Err(Failure::new(format!("--max_value_depth is at most {DEEPEST}, but {value_depth} was given")));
    }
    let megabytes = limit(options, "max_memory", usual_megabytes())?;
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
    text.parse().map_err(|_| Failure::new(format!("--{name} is a whole number, but '{text}' was given")))
}

/// At most half of what the machine has, so that others get along.
fn usual_megabytes() -> u64 {
    let total = kilobytes("/proc/meminfo", "MemTotal:");
    total.map_or(USUAL_MEGABYTES, |kilobytes| (kilobytes / 1024 / 2).clamp(256, USUAL_MEGABYTES))
}

/// How many bytes of memory the process uses now.
fn memory_in_use() -> Option<u64> {
    Some(kilobytes("/proc/self/status", "VmRSS:")?.saturating_mul(1024))
}

/// A number that a file of the system has behind a word.
fn kilobytes(path: &str, word: &str) -> Option<u64> {
    let about = fs::read_to_string(path).ok()?;
    about.lines().find_map(|line| line.strip_prefix(word)?.trim().strip_suffix("kB")?.trim().parse().ok())
}
