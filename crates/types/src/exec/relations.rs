//! What a command requires automatically: its directory, the files that it and its checks execute, and its user.

use pcore::Value;
use resource_api::{State, definition::relations::Relation, render::interpolate};

use super::spec::several;
use crate::subject::unwrap_sensitive;

pub(super) fn relations(should: &State, _: &dyn Fn(&str, &str) -> bool) -> Vec<Relation> {
    let mut files: Vec<String> = should.text("cwd").map(str::to_owned).into_iter().collect();
    let command = first_words(should.get("command").unwrap_or(&Value::Undef));
    files.extend(absolute(&command));
    files.extend(quoted(&command));
    for check in ["onlyif", "unless"] {
        for command in several(should.get(check)).iter() {
            files.extend(absolute(&first_words(command)));
        }
    }
    let mut relations: Vec<Relation> = files.into_iter().map(|file| Relation::autorequire("file", file)).collect();
    let user = should.known("user").map(interpolate);
    let is_named = |user: &&String| !user.bytes().all(|byte| byte.is_ascii_digit());
    relations.extend(user.filter(|user| is_named(&user)).map(|user| Relation::autorequire("user", user)));
    relations
}

/// The text of a command, or the program of an array.
fn first_words(command: &Value) -> String {
    match unwrap_sensitive(command) {
        Value::Array(words) => words.first().map(|word| interpolate(unwrap_sensitive(word))).unwrap_or_default(),
        text => interpolate(text),
    }
}

/// The absolute paths at the beginning of lines.
fn absolute(text: &str) -> impl Iterator<Item = String> {
    let begins = |line: &&str| line.starts_with('/') && line.len() > 1;
    let path = |line: &str| line.split(char::is_whitespace).next().unwrap_or_default().to_owned();
    text.split('\n').filter(begins).map(path).filter(|path| path.len() > 1).collect::<Vec<_>>().into_iter()
}

/// The quoted texts at the beginning of lines.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    let quoted = |line: &str| Some(line.strip_prefix('"')?.split_once('"')?.0.to_owned());
    text.split('\n').filter_map(quoted).collect::<Vec<_>>().into_iter()
}
