//! The options of the commands that Puppet has, too: `--option value`, `--option=value`, `--[no-]switch`, `-dv`.
//!
//! Every setting is an option. Names may be abbreviated, and a hyphen in them is the same as an underscore. What is
//! wrong is told in the words that operators know.

#[cfg(test)]
mod tests;

use std::{ffi::OsString, fmt};

use settings::table;

/// An option of a command, beside the settings.
pub(crate) struct CommandOption {
    /// The name behind the two hyphens.
    pub(crate) name: &'static str,
    /// The letter behind one hyphen.
    pub(crate) letter: Option<char>,
    /// What the value is called in the help text; nothing for an option without one.
    pub(crate) value: Option<&'static str>,
    /// What it does.
    pub(crate) help: &'static str,
}

impl CommandOption {
    /// An option that is given or not.
    pub(crate) const fn flag(name: &'static str, letter: Option<char>, help: &'static str) -> CommandOption {
        CommandOption { name, letter, value: None, help }
    }

    /// An option with a value.
    pub(crate) const fn valued(name: &'static str, value: &'static str, help: &'static str) -> CommandOption {
        CommandOption { name, letter: None, value: Some(value), help }
    }

    /// This option with a letter.
    pub(crate) const fn or(mut self, letter: char) -> CommandOption {
        self.letter = Some(letter);
        self
    }
}

/// Options that every command has.
pub(crate) const COMMON: &[CommandOption] = &[
    CommandOption::flag("debug", Some('d'), "Shows everything that is logged"),
    CommandOption::flag("help", Some('h'), "Prints this help"),
    CommandOption::flag("verbose", Some('v'), "Shows information as well"),
    CommandOption::flag("version", Some('V'), "Prints the version"),
];

/// Why options cannot be used. Exit code 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OptionError {
    /// An option of the command.
    Command(String),
    /// A setting.
    Setting(String),
    /// A setting that the command needs later.
    Preparation(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Command(reason) => write!(formatter, "Could not parse application options: {reason}"),
            OptionError::Setting(reason) => {
                write!(formatter, "Could not initialize global default settings: {reason}")
            }
            OptionError::Preparation(reason) => write!(formatter, "Could not prepare for execution: {reason}"),
        }
    }
}

/// What was said on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// Options with their values, in the order in which they were given. A switch has the value `true` or `false`.
    given: Vec<(&'static str, String)>,
    /// What is no option.
    pub(crate) words: Vec<String>,
}

impl Options {
    /// Reads a command line.
    pub(crate) fn read(command: &[CommandOption], arguments: &[OsString]) -> Result<Options, OptionError> {
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

    /// Whether a flag was given, or a setting was switched on.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.value(name) == Some("true")
    }

    /// The value of an option; the last one counts.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.values(name).last()
    }

    /// All values of an option.
    pub(crate) fn values<'o>(&'o self, name: &str) -> impl DoubleEndedIterator<Item = &'o str> {
        self.given.iter().filter(move |(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The settings that were given.
    pub(crate) fn settings(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let settings = self.given.iter().filter(|(name, _)| table::find(name).is_some());
        settings.map(|(name, value)| (*name, value.as_str()))
    }

    /// Adds the value of a setting that nobody gave.
    pub(crate) fn add(&mut self, name: &'static str, value: String) {
        if self.value(name).is_none() {
            self.given.push((name, value));
        }
    }

    /// Gives an option another value, whatever was said before.
    pub(crate) fn replace(&mut self, name: &'static str, value: impl Into<String>) {
        self.remove(name);
        self.given.push((name, value.into()));
    }

    /// Forgets that an option was given.
    pub(crate) fn remove(&mut self, name: &str) {
        self.given.retain(|(known, _)| *known != name);
    }

    fn read_long<'a>(
        &mut self,
        command: &[CommandOption],
        argument: &str,
        long: &str,
        next: &mut dyn FnMut() -> Option<&'a str>,
    ) -> Result<bool, OptionError> {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        let known = find(command, &name.replace('-', "_")).map_err(|ambiguous| {
            let word = if ambiguous { "ambiguous" } else { "invalid" };
            OptionError::Command(format!("{word} option: {argument}"))
        })?;
        match (known, value) {
            (Known::Switch(_, _), Some(_)) => Err(OptionError::Command(format!("needless argument: {argument}"))),
            (Known::Switch(name, on), None) => {
                self.given.push((name, on.to_string()));
                Ok(false)
            }
            (Known::Valued(name), Some(value)) | (Known::Setting(name), Some(value)) => {
                self.given.push((name, value.to_owned()));
                Ok(false)
            }
            (Known::Valued(name), None) => match next() {
                Some(value) => {
                    self.given.push((name, value.to_owned()));
                    Ok(true)
                }
                None => Err(OptionError::Command(format!("missing argument: {argument}"))),
            },
            (Known::Setting(name), None) => match next() {
                Some(value) if !value.starts_with("--") => {
                    self.given.push((name, value.to_owned()));
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
        command: &[CommandOption],
        letters: &str,
        next: &mut dyn FnMut() -> Option<&'a str>,
    ) -> Result<bool, OptionError> {
        for (place, letter) in letters.char_indices() {
            let option = all(command).find(|option| option.letter == Some(letter));
            let option = option.ok_or_else(|| OptionError::Command(format!("invalid option: -{letter}")))?;
            if option.value.is_none() {
                self.given.push((option.name, true.to_string()));
                continue;
            }
            let rest = &letters[place + letter.len_utf8()..];
            let (value, took_next) = if rest.is_empty() { (next(), true) } else { (Some(rest), false) };
            let value = value.ok_or_else(|| OptionError::Command(format!("missing argument: -{letter}")))?;
            self.given.push((option.name, value.to_owned()));
            return Ok(took_next);
        }
        Ok(false)
    }
}

/// What an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Switch(&'static str, bool),
    Valued(&'static str),
    Setting(&'static str),
}

/// Finds an option by its name or the beginning of it; fails with whether several begin so.
fn find(command: &[CommandOption], name: &str) -> Result<Known, bool> {
    let names = || {
        let options = all(command).map(|option| match option.value {
            Some(_) => (option.name, Known::Valued(option.name)),
            None => (option.name, Known::Switch(option.name, true)),
        });
        let settings = table::all().map(|setting| match setting.kind.is_switch() {
            true => (setting.name, Known::Switch(setting.name, true)),
            false => (setting.name, Known::Setting(setting.name)),
        });
        options.chain(settings)
    };
    let by_name = |wanted: &str| {
        let same = |known: &str| known.len() == wanted.len() && begins(known, wanted);
        names().find(|(known, _)| same(known)).map(|(_, known)| known)
    };
    if let Some(known) = by_name(name) {
        return Ok(known);
    }
    if let Some(Known::Switch(name, _)) = name.strip_prefix("no_").and_then(by_name) {
        return Ok(Known::Switch(name, false));
    }
    let mut beginning: Vec<Known> = names().filter(|(known, _)| begins(known, name)).map(|(_, known)| known).collect();
    // The options of a command hide the settings, which are as many as nobody can remember.
    if beginning.iter().any(|known| is_of(command, *known)) {
        beginning.retain(|known| is_of(command, *known));
    }
    match beginning[..] {
        [only] => Ok(only),
        [] => Err(false),
        _ => Err(true),
    }
}

/// Whether a name begins so, where a hyphen is the same as an underscore.
fn begins(name: &str, beginning: &str) -> bool {
    let normal = |byte: u8| if byte == b'-' { b'_' } else { byte };
    name.len() >= beginning.len() && name.bytes().zip(beginning.bytes()).all(|(left, right)| normal(left) == right)
}

fn is_of(command: &[CommandOption], known: Known) -> bool {
    let (Known::Switch(name, _) | Known::Valued(name) | Known::Setting(name)) = known;
    all(command).any(|option| option.name == name)
}

fn all(command: &[CommandOption]) -> impl Iterator<Item = &CommandOption> {
    command.iter().chain(COMMON)
}

/// The options as a help text has them.
pub(crate) fn help(command: &[CommandOption]) -> String {
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
