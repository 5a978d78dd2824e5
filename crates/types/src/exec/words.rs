//! Parses commands: which program they run, and which words they have.

use pcore::Value;
use resource_api::render::interpolate;

use crate::subject::unwrap_sensitive;

/// The program of a command, as far as it is known without a shell.
pub(super) fn program(command: &Value) -> Option<String> {
    match unwrap_sensitive(command) {
        Value::Array(words) => words.first().map(|word| interpolate(unwrap_sensitive(word))),
        text => program_of_text(&interpolate(text)).map(str::to_owned),
    }
}

fn program_of_text(text: &str) -> Option<&str> {
    // A quoted name may be at the beginning of any line.
    let mut quoted = text.split('\n').filter_map(|line| {
        let (name, _) = ['"', '\''].iter().find_map(|quote| line.strip_prefix(*quote)?.split_once(*quote))?;
        Some(name).filter(|name| !name.is_empty())
    });
    quoted.next().or_else(|| text.split(' ').next().filter(|_| text.contains(|character| character != ' ')))
}

/// The arguments of a command in an array, flattened.
pub(super) fn flattened(command: &Value, words: &mut Vec<String>) {
    match unwrap_sensitive(command) {
        Value::Array(several) => several.iter().for_each(|word| flattened(word, words)),
        word => words.push(interpolate(word)),
    }
}

/// The name and the value of a variable, possibly after other lines.
pub(super) fn setting(text: &str) -> Option<(&str, &str)> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(newline, _)| newline + 1));
    starts
        .filter_map(|start| text.get(start..)?.split_once('='))
        .find(|(name, _)| !name.is_empty() && name.bytes().all(is_word))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
