//! The table of file systems, and what the kernel has mounted.

use std::fs;

use pcore::{Value, keyed::IndexSet};
use resource_api::{
    State,
    line_file::{Line, LineFormat},
    render::interpolate,
};

use crate::{parsed::RecordType, subject::absent};

/// The format of `/etc/fstab`.
#[derive(Clone, Copy)]
pub(super) struct TableLines;

/// The columns of a line.
const COLUMNS: [&str; 6] = ["device", "name", "fstype", "options", "dump", "pass"];

impl LineFormat for TableLines {
    type Record = State;

    fn parse(&self, line: &str) -> Line<State> {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            return Line::Other;
        }
        let words: Vec<&str> = trimmed.split_whitespace().collect();
        if words.len() < 2 {
            return Line::Bad("expected a device and a mount point".into());
        }
        let mut state = State::new();
        for (index, column) in COLUMNS.iter().enumerate() {
            let value = match (words.get(index), *column) {
                (None, _) => absent(),
                (Some(word), "name") => without_slashes(&unescaped(word)).into(),
                (Some(word), "device") => unescaped(word).into(),
                // Further columns are kept as a part of the last one.
                (Some(_), "pass") => words[index..].join("\t").into(),
                (Some(word), _) => Value::from(*word),
            };
            state.insert(*column, value);
        }
        Line::Record(state)
    }

    fn print(&self, record: &State) -> String {
        let word = |column: &str| match record.known(column) {
            None if column == "options" => "defaults".to_owned(),
            None | Some(Value::Symbol(_)) => String::new(),
            Some(value) if matches!(column, "device" | "name") => escaped(&interpolate(value)),
            Some(value) => interpolate(value),
        };
        COLUMNS.map(word).join("\t")
    }
}

impl RecordType for TableLines {
    const TYPE_NAME: &'static str = "mount";
    const DEFAULT_TARGET: &'static str = "/etc/fstab";
    const FIELDS: &'static [&'static str] = &["device", "fstype", "options", "dump", "pass"];

    fn check(&self, record: &State) -> Result<(), String> {
        let is_given = |field: &str| record.known(field).is_some_and(|value| !matches!(value, Value::Symbol(_)));
        if !is_given("fstype") {
            let name = record.text("name").unwrap_or_default();
            return Err(format!("Mount[{name}]: Field 'fstype' is required"));
        }
        if is_given("device") { Ok(()) } else { Err("Field 'device' is required".into()) }
    }
}

/// The mount points in use.
pub(super) fn mounted() -> IndexSet<String> {
    let table = fs::read("/proc/self/mounts").unwrap_or_default();
    let table = String::from_utf8_lossy(&table);
    table.lines().filter_map(|line| line.split(' ').nth(1)).map(unescaped).collect()
}

/// Replaces escapes such as `\040`.
fn unescaped(word: &str) -> String {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while let Some((first, remainder)) = rest.split_first() {
        match escape(rest) {
            Some(byte) => {
                bytes.push(byte);
                rest = remainder.get(3..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = remainder;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The character of the escape at the beginning of a text.
fn escape(text: &[u8]) -> Option<u8> {
    let [b'\\', digits @ ..] = text.get(..4)? else { return None };
    let number = digits
        .iter()
        .try_fold(0_u32, |number, digit| (b'0'..=b'7').contains(digit).then(|| number * 8 + u32::from(digit - b'0')))?;
    u8::try_from(number).ok()
}

/// Escapes whitespace, and what would look like an escape.
fn escaped(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for (index, letter) in text.char_indices() {
        match letter {
            ' ' => word.push_str("\\040"),
            '\t' => word.push_str("\\011"),
            '\\' if escape(&text.as_bytes()[index..]).is_some() => word.push_str("\\134"),
            other => word.push(other),
        }
    }
    word
}

/// A path without trailing slashes.
pub(super) fn without_slashes(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" => path.get(..1).unwrap_or_default(),
        trimmed => trimmed,
    }
}
