//! Keeps parts of a log line from being mistaken for something else.
//!
//! Names come from providers and messages from servers. Control characters are replaced; and since messages may have
//! several lines, a line that looks like a log line is indented.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use resource_api::log::{Level, LogEntry};

use crate::output::harmless;

/// Indents a line of a message that looks like a log line.
const INDENT: &str = "  ";

/// A log entry that is safe to show to people.
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

/// Whether a line looks like one on the console or in a log file: `Notice: `, `2026-11-18 13:04:19 +0000 `.
fn looks_like_log(line: &str) -> bool {
    let is_level = |level: &Level| line.strip_prefix(level.word()).is_some_and(|rest| rest.starts_with(':'));
    let shape = b"dddd-dd-dd dd:dd:dd ";
    let is_time = line.len() >= shape.len()
        && line
            .bytes()
            .zip(shape)
            .all(|(byte, shape)| if *shape == b'd' { byte.is_ascii_digit() } else { byte == *shape });
    is_time || Level::ALL.iter().any(is_level)
}
