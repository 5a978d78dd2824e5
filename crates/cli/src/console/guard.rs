//! Keeps what a log line is about from being taken for something else.
//!
//! Names come from providers and messages from servers. What would steer a terminal is replaced; and since messages may have
//! several lines, as Puppet's have, a line of a message that looks like one of the log is indented.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use resource_api::log::{Level, LogEntry};

use crate::output::harmless;

/// What stands before a line of a message that looks like one of the log.
const INDENT: &str = "  ";

const LEVELS: [Level; 8] = [
    Level::Debug,
    Level::Info,
    Level::Notice,
    Level::Warning,
    Level::Err,
    Level::Critical,
    Level::Alert,
    Level::Emergency,
];

/// A line of the log as it may be written where people read it.
pub(super) fn guarded(entry: &LogEntry) -> Cow<'_, LogEntry> {
    let source = entry.source.as_deref().map(guarded_text);
    let message = guarded_text(&entry.message);
    if matches!((&source, &message), (None | Some(Cow::Borrowed(_)), Cow::Borrowed(_))) {
        return Cow::Borrowed(entry);
    }
    Cow::Owned(LogEntry {
        level: entry.level,
        source: source.map(|source| source.as_ref().into()),
        message: message.as_ref().into(),
    })
}

fn guarded_text(text: &str) -> Cow<'_, str> {
    let harmless = harmless(text);
    let mut lines = harmless.split_inclusive('\n').skip(1);
    if !lines.any(looks_like_log) {
        return harmless;
    }
    let mut guarded = String::with_capacity(harmless.len() + INDENT.len());
    for (number, line) in harmless.split_inclusive('\n').enumerate() {
        if number > 0 && looks_like_log(line) {
            guarded.push_str(INDENT);
        }
        guarded.push_str(line);
    }
    Cow::Owned(guarded)
}

/// Whether a line begins as one of the console does, or as one of a file: `Notice: `, `2026-11-18 13:04:19 +0000 `.
fn looks_like_log(line: &str) -> bool {
    let is_level = |level: &Level| line.strip_prefix(level.word()).is_some_and(|rest| rest.starts_with(':'));
    let shape = b"dddd-dd-dd dd:dd:dd ";
    let is_time = line.len() >= shape.len()
        && line
            .bytes()
            .zip(shape)
            .all(|(byte, shape)| if *shape == b'd' { byte.is_ascii_digit() } else { byte == *shape });
    is_time || LEVELS.iter().any(is_level)
}
