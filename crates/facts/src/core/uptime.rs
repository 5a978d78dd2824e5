//! `system_uptime`: how long the machine has been running, or in a container its first process.

use pcore::Value;

use super::containers::Container;
use crate::{
    record::{number, record, text},
    root::Root,
};

/// How many of the kernel's ticks a second has; the kernel promises it to programs.
const TICKS: u64 = 100;

pub(super) fn fact(root: &Root, container: Option<&Container>) -> Option<Value> {
    let table = root.text("/proc/uptime")?;
    let machine: u64 = table.split(['.', ' ']).next()?.parse().ok()?;
    let in_docker = container.is_some_and(|container| container.kind == "docker");
    let seconds = if in_docker { machine.saturating_sub(start_of_first(root).unwrap_or_default()) } else { machine };
    let (hours, days) = (seconds / 3600, seconds / 86_400);
    let words = match days {
        0 => format!("{hours}:{:02} hours", seconds / 60 % 60),
        1 => String::from("1 day"),
        days => format!("{days} days"),
    };
    record([
        ("days", Some(number(days))),
        ("hours", Some(number(hours))),
        ("seconds", Some(number(seconds))),
        ("uptime", text(Some(words))),
    ])
}

/// When the first process was started, in seconds since the machine was.
fn start_of_first(root: &Root) -> Option<u64> {
    let line = root.text("/proc/1/stat")?;
    // The name of the process may have spaces, and ends with the last parenthesis.
    let (_, rest) = line.rsplit_once(')')?;
    let ticks: u64 = rest.split_whitespace().nth(19)?.parse().ok()?;
    Some(ticks / TICKS)
}
