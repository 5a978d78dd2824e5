//! The command that must accept new content before it replaces the old one.

use std::{path::Path, time::Duration};

use resource_api::{
    CommandError, Context, Failure, Outcome,
    command::{Command, Destination},
    log::Level,
};

use crate::{program::quoted, subject::log};

/// The setting that limits the time of the command.
const TIMEOUT_SETTING: &str = "runtimeout";

/// Where these begin, a shell interprets quotes differently.
const NESTED: [&str; 6] = ["`", "$(", "${", "$'", "<<", "#"];

/// A shell command line, and the placeholder for the file in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Validation<'v> {
    pub(super) command: &'v str,
    pub(super) replacement: &'v str,
}

/// Runs the command, which must accept the content of a file.
pub(super) fn validate(context: &Context, validation: &Validation<'_>, file: &Path) -> Outcome {
    let command = validation.line(&file.to_string_lossy())?;
    let mut execution = Command::new("/bin/sh")
        .run(context, ["-c", command.as_str()])
        .stdout(Destination::Store)
        .stderr(Destination::MergeToStdout)
        .ignore_exit_code();
    if let Some(limit) = time_limit(context) {
        execution = execution.timeout(limit);
    }
    let answer = execution.execute().map_err(|error| match error {
        CommandError::TimedOut { after, .. } => Failure::new(format!(
            "Execution of '{command}' did not end within {} seconds and was stopped; the setting {TIMEOUT_SETTING} is \
             its limit",
            after.as_secs()
        )),
        other => other.into(),
    })?;
    let output = answer.stdout_text();
    if !answer.is_success() {
        let code = answer.exit_code.map_or_else(String::new, |code| code.to_string());
        return Err(Failure::new(format!("Execution of '{command}' returned {code}: {output}")));
    }
    output.lines().for_each(|line| log(context, Level::Debug, None, line));
    Ok(())
}

/// The time limit of the command, if there is one.
fn time_limit(context: &Context) -> Option<Duration> {
    let seconds = context.setting(TIMEOUT_SETTING)?.parse().ok().filter(|seconds| *seconds > 0)?;
    Some(Duration::from_secs(seconds))
}

/// How a shell interprets the next character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    None,
    Single,
    Double,
}

impl Validation<'_> {
    /// The command with the path of a file, which the shell reads as one word, whatever it contains and wherever it is.
    fn line(&self, file: &str) -> Outcome<String> {
        let is_plain = file.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-+,:@%=".contains(&byte));
        if is_plain || self.replacement.is_empty() || !self.command.contains(self.replacement) {
            return Ok(match self.replacement {
                "" => self.command.to_owned(),
                replacement => self.command.replace(replacement, file),
            });
        }
        if let Some(nested) = NESTED.iter().find(|nested| self.command.contains(**nested)) {
            return Err(Failure::new(format!(
                "cannot run validate_cmd '{}' for '{file}': the path contains shell metacharacters, which cannot be \
                 quoted in a command with '{nested}'; put the command into a script that takes the path as its \
                 argument",
                self.command
            )));
        }
        let (mut line, mut quotes, mut rest) = (String::new(), Quotes::None, self.command);
        while let Some(character) = rest.chars().next() {
            if let Some(after) = rest.strip_prefix(self.replacement) {
                line.push_str(&as_word(file, quotes));
                rest = after;
                continue;
            }
            rest = &rest[character.len_utf8()..];
            line.push(character);
            quotes = match (quotes, character) {
                (Quotes::None, '\'') => Quotes::Single,
                (Quotes::None, '"') => Quotes::Double,
                (Quotes::Single, '\'') | (Quotes::Double, '"') => Quotes::None,
                (Quotes::None | Quotes::Double, '\\') => {
                    // The next character is literal, unless the path begins there.
                    if let Some(escaped) = rest.chars().next().filter(|_| !rest.starts_with(self.replacement)) {
                        rest = &rest[escaped.len_utf8()..];
                        line.push(escaped);
                    } else {
                        line.push('\\');
                    }
                    quotes
                }
                (quotes, _) => quotes,
            };
        }
        Ok(line)
    }
}

/// Quotes a text for the shell, inside of the given quotes.
fn as_word(text: &str, quotes: Quotes) -> String {
    match quotes {
        Quotes::None => quoted(text),
        Quotes::Single => text.replace('\'', "'\\''"),
        Quotes::Double => {
            let escaped = |character: char| if "\\$`\"".contains(character) { Some('\\') } else { None };
            text.chars().flat_map(|character| escaped(character).into_iter().chain([character])).collect()
        }
    }
}

#[cfg(test)]
mod tests;
