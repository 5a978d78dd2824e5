//! The options of commands that Puppet has, too: `--option value`, `--option=value`, `--[no-]switch`, `-dv`.
//!
//! Every setting is an option. Names may be abbreviated, and hyphens equal underscores. Errors have Puppet's wording.

#[cfg(test)]
mod tests;

use std::ffi::OsString;

use settings::table;

/// An option of a command, in addition to the settings.
pub(crate) struct CommandOption {
    /// The name after the two hyphens.
    pub(crate) name: &'static str,
    /// The letter after a single hyphen.
    pub(crate) letter: Option<char>,
    /// The placeholder for the value in the help text; `None` for a flag.
    pub(crate) value: Option<&'static str>,
    pub(crate) help: &'static str,
}

impl CommandOption {
    /// An option without a value.
    pub(crate) const fn flag(name: &'static str, letter: Option<char>, help: &'static str) -> CommandOption {
        CommandOption { name, letter, value: None, help }
    }

    /// An option with a value.
    pub(crate) const fn valued(name: &'static str, value: &'static str, help: &'static str) -> CommandOption {
        CommandOption { name, letter: None, value: Some(value), help }
    }

    /// Adds a short form.
    pub(crate) const fn or(mut self, letter: char) -> CommandOption {
        self.letter = Some(letter);
        self
    }
}

/// The options of every command.
pub(crate) const COMMON: &[CommandOption] = &[
    CommandOption::flag("debug", Some('d'), "Show all log lines, including debug messages"),
    CommandOption::flag("help", Some('h'), "Print help"),
    CommandOption::flag("verbose", Some('v'), "Show informational log lines, too"),
    CommandOption::flag("version", Some('V'), "Print the version"),
];

/// Why options are invalid. Exit code 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OptionError {
    /// An invalid option of the command.
    #[error("Could not parse application options: {0}")]
    Command(String),
    /// An invalid setting.
    #[error("Could not initialize global default settings: {0}")]
    Setting(String),
    /// An invalid setting that the command needs later.
    #[error("Could not prepare for execution: {0}")]
    Preparation(String),
}

/// The options and operands of a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// Options with their values, in the order of the command line. A switch has the value `true` or `false`.
    entries: Vec<(&'static str, String)>,
    /// The operands.
    pub(crate) words: Vec<String>,
}

impl Options {
    /// Parses a command line.
    pub(crate) fn read(command: &[&[CommandOption]], arguments: &[OsString]) -> Result<Options, OptionError> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let argument = argument.to_str().ok_or_else(|| {
                OptionError::Command(format!("invalid byte sequence in UTF-8: {}", argument.to_string_lossy()))
            })?;
            let mut next = || rest.as_slice().first().and_then(|next| next.to_str());
            let mut took_next = false;
            if argument == "--" {
                let words = rest.by_ref().map(|word| word.to_string_lossy().into_owned());
                options.words.extend(words);
            } else if let Some(long) = argument.strip_prefix("--") {
                took_next = options.read_long(command, argument, long, &mut next)?;
            } else if argument.len() > 1 && argument.starts_with('-') {
                took_next = options.read_letters(command, &argument[1..], &mut next)?;
            } else {
                options.words.push(argument.to_owned());
            }
            if took_next {
                rest.next();
            }
        }
        Ok(options)
    }

    /// Whether a flag is set or a setting is on.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.value(name) == Some("true")
    }

    /// The value of an option; the last one wins.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.values(name).last()
    }

    /// All values of an option.
    pub(crate) fn values<'o>(&'o self, name: &str) -> impl DoubleEndedIterator<Item = &'o str> {
        self.entries.iter().filter(move |(matched, _)| *matched == name).map(|(_, value)| value.as_str())
    }

    /// The settings of the command line.
    pub(crate) fn settings(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let settings = self.entries.iter().filter(|(name, _)| table::find(name).is_some());
        settings.map(|(name, value)| (*name, value.as_str()))
    }

    /// Adds the value of a setting that the command line does not have.
    pub(crate) fn add(&mut self, name: &'static str, value: String) {
        if self.value(name).is_none() {
            self.entries.push((name, value));
        }
    }

    /// Sets the value of an option and drops all earlier ones.
    pub(crate) fn replace(&mut self, name: &'static str, value: impl Into<String>) {
        self.remove(name);
        self.entries.push((name, value.into()));
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.entries.retain(|(matched, _)| *matched != name);
    }

    fn read_long<'a>(
        &mut self,
        command: &[&[CommandOption]],
        argument: &str,
        long: &str,
        next: &mut dyn FnMut() -> Option<&'a str>,
    ) -> Result<bool, OptionError> {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        let matched = find(command, &name.replace('-', "_")).map_err(|ambiguous| {
            let word = if ambiguous { "ambiguous" } else { "invalid" };
            OptionError::Command(format!("{word} option: {argument}"))
        })?;
        match (matched, value) {
            (Match::Switch(_, _), Some(_)) => Err(OptionError::Command(format!("needless argument: {argument}"))),
            (Match::Switch(name, on), None) => {
                self.entries.push((name, on.to_string()));
                Ok(false)
            }
            (Match::Valued(name), Some(value)) | (Match::Setting(name), Some(value)) => {
                self.entries.push((name, value.to_owned()));
                Ok(false)
            }
            (Match::Valued(name), None) => match next() {
                Some(value) => {
                    self.entries.push((name, value.to_owned()));
                    Ok(true)
                }
                None => Err(OptionError::Command(format!("missing argument: {argument}"))),
            },
            (Match::Setting(name), None) => match next() {
                Some(value) if !value.starts_with("--") => {
                    self.entries.push((name, value.to_owned()));
                    Ok(true)
                }
                _ => Err(OptionError::Setting(format!(
                    "Error parsing arguments\nWrapped exception:\noption '{argument}' needs a parameter"
                ))),
            },
        }
    }

    fn read_letters<'a>(
        &mut self,
        command: &[&[CommandOption]],
        letters: &str,
        next: &mut dyn FnMut() -> Option<&'a str>,
    ) -> Result<bool, OptionError> {
        for (index, letter) in letters.char_indices() {
            let option = all(command).find(|option| option.letter == Some(letter));
            let option = option.ok_or_else(|| OptionError::Command(format!("invalid option: -{letter}")))?;
            if option.value.is_none() {
                self.entries.push((option.name, true.to_string()));
                continue;
            }
            let rest = &letters[index + letter.len_utf8()..];
            let (value, took_next) = if rest.is_empty() { (next(), true) } else { (Some(rest), false) };
            let value = value.ok_or_else(|| OptionError::Command(format!("missing argument: -{letter}")))?;
            self.entries.push((option.name, value.to_owned()));
            return Ok(took_next);
        }
        Ok(false)
    }
}

/// An option that a name matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    Switch(&'static str, bool),
    Valued(&'static str),
    Setting(&'static str),
}

/// Finds an option by its name or an abbreviation of it. The error is whether the name is ambiguous.
fn find(command: &[&[CommandOption]], name: &str) -> Result<Match, bool> {
    let names = || {
        let options = all(command).map(|option| match option.value {
            Some(_) => (option.name, Match::Valued(option.name)),
            None => (option.name, Match::Switch(option.name, true)),
        });
        let settings = table::all().map(|setting| match setting.kind.is_switch() {
            true => (setting.name, Match::Switch(setting.name, true)),
            false => (setting.name, Match::Setting(setting.name)),
        });
        options.chain(settings)
    };
    let by_name = |full_name: &str| {
        let same = |matched: &str| matched.len() == full_name.len() && begins(matched, full_name);
        names().find(|(matched, _)| same(matched)).map(|(_, matched)| matched)
    };
    if let Some(matched) = by_name(name) {
        return Ok(matched);
    }
    if let Some(Match::Switch(name, _)) = name.strip_prefix("no_").and_then(by_name) {
        return Ok(Match::Switch(name, false));
    }
    let mut beginning: Vec<Match> =
        names().filter(|(matched, _)| begins(matched, name)).map(|(_, matched)| matched).collect();
    // Options of a command take precedence over the settings, of which there are hundreds.
    if beginning.iter().any(|matched| is_of(command, *matched)) {
        beginning.retain(|matched| is_of(command, *matched));
    }
    match beginning[..] {
        [only] => Ok(only),
        [] => Err(false),
        _ => Err(true),
    }
}

/// Whether a name begins with a text; hyphens equal underscores.
fn begins(name: &str, beginning: &str) -> bool {
    let normal = |byte: u8| if byte == b'-' { b'_' } else { byte };
    name.len() >= beginning.len() && name.bytes().zip(beginning.bytes()).all(|(left, right)| normal(left) == right)
}

fn is_of(command: &[&[CommandOption]], matched: Match) -> bool {
    let (Match::Switch(name, _) | Match::Valued(name) | Match::Setting(name)) = matched;
    all(command).any(|option| option.name == name)
}

fn all<'c>(command: &[&'c [CommandOption]]) -> impl Iterator<Item = &'c CommandOption> {
    command.iter().copied().chain([COMMON]).flatten()
}

/// The options as they are listed in a help text.
pub(crate) fn help(command: &[&[CommandOption]]) -> String {
    let mut options: Vec<&CommandOption> = all(command).collect();
    options.sort_by_key(|option| option.name);
    let heads: Vec<String> = options.iter().map(|option| head(option)).collect();
    let width = heads.iter().map(String::len).max().unwrap_or_default();
    let lines = heads.iter().zip(&options).map(|(head, option)| format!("  {head:width$}  {}", option.help));
    lines.collect::<Vec<_>>().join("\n")
}

fn head(option: &CommandOption) -> String {
    let letter = option.letter.map_or("    ".to_owned(), |letter| format!("-{letter}, "));
    let value = option.value.map(|value| format!(" <{value}>")).unwrap_or_default();
    format!("{letter}--{}{value}", option.name)
}
