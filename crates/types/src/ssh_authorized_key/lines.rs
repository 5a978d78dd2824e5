//! The format of a file of keys: options, type, key, comment.

use std::path::Path;

use pcore::Value;
use resource_api::{
    State,
    line_file::{Line, LineFile, LineFormat, RecordId},
};

use crate::{
    parsed::RecordType,
    subject::{absent, joined},
};

/// The key types.
pub(super) const TYPES: [&str; 14] = [
    "ssh-dss",
    "ssh-rsa",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "ssh-ed25519",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "sk-ssh-ed25519@openssh.com",
    "ssh-rsa-cert-v01@openssh.com",
    "ssh-ed25519-cert-v01@openssh.com",
    "ssh-dss-cert-v01@openssh.com",
    "ecdsa-sha2-nistp256-cert-v01@openssh.com",
    "ecdsa-sha2-nistp384-cert-v01@openssh.com",
    "ecdsa-sha2-nistp521-cert-v01@openssh.com",
];

/// Marks the record of a key without a comment.
pub(super) const UNNAMED: &str = "nameless";

/// The format of `~/.ssh/authorized_keys`.
#[derive(Clone, Copy, Default)]
pub(super) struct KeyLines;

impl LineFormat for KeyLines {
    type Record = State;

    fn parse(&self, line: &str) -> Line<State> {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') || is_of_version_1(trimmed) {
            return Line::Other;
        }
        // A comment may contain a key type, too, so the first one counts.
        let found = words(trimmed).into_iter().find(|(_, word)| TYPES.contains(word));
        let Some((start, kind)) = found else { return Line::Bad("no key found".into()) };
        let (options, rest) = (trimmed[..start].trim(), trimmed[start + kind.len()..].trim_start());
        let (key, name) = match rest.split_once(char::is_whitespace) {
            Some((key, name)) => (key, name.trim()),
            None => (rest, ""),
        };
        if key.is_empty() {
            return Line::Bad("no key found".into());
        }
        let options = if options.is_empty() { absent() } else { split_options(options).collect() };
        Line::Record(State::new().with("name", name).with("type", kind).with("key", key).with("options", options))
    }

    fn print(&self, record: &State) -> String {
        let text = |name: &str| record.text(name).unwrap_or_default().to_owned();
        let mut words = Vec::new();
        if let Some(Value::Array(options)) = record.get("options") {
            words.push(joined(options, ","));
        }
        words.extend([text("type"), text("key")]);
        words.push(if record.get(UNNAMED).is_some() { String::new() } else { text("name") });
        words.join(" ")
    }
}

impl RecordType for KeyLines {
    const TYPE_NAME: &'static str = "ssh_authorized_key";
    const DEFAULT_TARGET: &'static str = "";
    const FIELDS: &'static [&'static str] = &["type", "key", "options"];
    /// Users write these files: a name in one of them says nothing about the keys of another user.
    const ONLY_OWN_TARGET: bool = true;

    fn check(&self, record: &State) -> Result<(), String> {
        match ["type", "key"].iter().find(|field| record.text(field).is_none()) {
            Some(field) => Err(format!("Field '{field}' is required")),
            None => Ok(()),
        }
    }

    /// A key without a comment is named after its file and its number there.
    fn name(&self, target: &Path, records: &mut [(RecordId, State)]) {
        let nameless = records.iter_mut().map(|(_, record)| record).filter(|record| record.text("name") == Some(""));
        for (index, record) in nameless.enumerate() {
            record.insert("name", format!("{}:unnamed-{}", target.display(), index + 1));
            record.insert(UNNAMED, true);
        }
    }
}

/// The names of the keys in a file with this content.
pub(super) fn names(target: &Path, text: &str) -> Vec<String> {
    let file = LineFile::parse(KeyLines, text.as_bytes());
    let mut keys: Vec<(RecordId, State)> = file.records().map(|(id, key)| (id, key.clone())).collect();
    KeyLines.name(target, &mut keys);
    keys.iter().filter_map(|(_, key)| key.text("name").map(str::to_owned)).collect()
}

/// Whether it is an option: a word, possibly with a quoted value.
pub(super) fn is_option(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let (word, value) = match text.split_once('=') {
        Some((word, value)) => (word, Some(value)),
        None => (text, None),
    };
    let is_quoted = |value: &str| value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
    !word.is_empty() && word.chars().all(is_letter) && value.is_none_or(is_quoted) && !text.contains('\n')
}

/// Splits options at commas outside of quotes.
fn split_options(text: &str) -> impl Iterator<Item = Value> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let parts = text.split(move |letter: char| {
        let ends = letter == ',' && !is_quoted;
        if letter == '"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = letter == '\\' && !is_escaped;
        ends
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).map(Value::from).collect::<Vec<_>>().into_iter()
}

/// Keys of protocol version 1 are three numbers. They stay as they are.
fn is_of_version_1(line: &str) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_digit());
    line.split(' ').collect::<Vec<_>>().windows(3).any(|words| words.iter().all(|word| is_number(word)))
        && !TYPES.iter().any(|kind| line.contains(kind))
}

/// The words outside of quotes, with their positions.
fn words(line: &str) -> Vec<(usize, &str)> {
    let (mut words, mut start, mut is_quoted, mut is_escaped) = (Vec::new(), None, false, false);
    for (index, letter) in line.char_indices() {
        if letter.is_whitespace() && !is_quoted {
            if let Some(start) = start.take() {
                words.push((start, &line[start..index]));
            }
        } else if start.is_none() {
            start = Some(index);
        }
        if letter == '"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    words.extend(start.map(|start| (start, &line[start..])));
    words
}
