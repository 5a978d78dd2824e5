//! The arguments of a command, and how messages show them.

use std::{ffi::OsString, os::unix::ffi::OsStrExt};

use super::{CommandError, Text};
use crate::secret::{REDACTED, Scrubber};

/// Shorter secrets occur in arguments by chance, so they are refused only as a separate word. Those that are [too short
/// to be scrubbed](crate::secret::MIN_SCRUBBED_LENGTH) are refused only if they are wrapped in `Sensitive`.
pub const MIN_REFUSED_LENGTH: usize = 8;

/// The arguments of one execution.
///
/// Can be created from an array, a slice or a `Vec` of texts of one type, from a tuple of different ones, or from `()`:
///
/// ```
/// use std::path::Path;
/// use resource_api::command::Arguments;
///
/// let none: Arguments = ().into();
/// let some: Arguments = ["--list", "--all"].into();
/// let mixed: Arguments = ("--import", Path::new("/tmp/key"), 4).into();
/// assert_eq!((none.len(), some.len(), mixed.len()), (0, 2, 3));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Arguments(Vec<Text>);

impl Arguments {
    /// The number of arguments.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an argument.
    pub fn push(&mut self, argument: impl Into<Text>) {
        self.0.push(argument.into());
    }

    /// Returns the arguments for the process, and the forms that may be shown.
    pub(super) fn check(&self, command: &str, scrubber: &Scrubber, expose: bool) -> Result<Checked, CommandError> {
        let mut checked = Checked::default();
        for (index, argument) in self.0.iter().enumerate() {
            let position = index + 1;
            let revealed = argument.reveal().map_err(|found| {
                CommandError::InvalidArgument(format!("argument {position} of '{command}' must be a text, got {found}"))
            })?;
            if revealed.text.as_bytes().contains(&0) {
                return Err(CommandError::InvalidArgument(format!(
                    "argument {position} of '{command}' contains a NUL byte, which cannot be passed to a process"
                )));
            }
            let shown = revealed.text.to_string_lossy();
            // The name of a resource in a manifest is public, even if the same word is a password elsewhere.
            let secret =
                revealed.secret || (!scrubber.is_public(&shown) && holds_secret(revealed.text.as_bytes(), scrubber));
            if secret && !expose {
                return Err(CommandError::SecretInArguments { command: command.to_owned(), position });
            }
            revealed.teach(scrubber);
            if revealed.secret {
                checked.shown.push(REDACTED.to_owned());
            } else {
                checked.shown.push(scrubber.scrub(&shown).into_owned());
            }
            checked.revealed.push(revealed.text);
        }
        Ok(checked)
    }
}

/// Whether an argument contains a secret, other than by chance.
fn holds_secret(argument: &[u8], scrubber: &Scrubber) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let is_word = |start: usize, end: usize| {
        let begins = match &argument[..start] {
            // The value of an option may directly follow its letter.
            [b'-', letter] => letter.is_ascii_alphabetic(),
            before => !before.last().is_some_and(is_letter),
        };
        begins && !argument.get(end).is_some_and(is_letter)
    };
    scrubber
        .find_secrets(argument)
        .iter()
        .any(|found| found.len() >= MIN_REFUSED_LENGTH || is_word(found.start, found.end))
}

/// Arguments that may be passed to a process.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) revealed: Vec<OsString>,
    pub(super) shown: Vec<String>,
}

/// Joins a command and its arguments for messages. All of them have been scrubbed.
///
/// An argument that could be mistaken for two arguments or two lines is quoted.
pub(super) fn command_line(command: &str, arguments: &[String]) -> String {
    let mut line = quoted(command);
    for argument in arguments {
        line.push(' ');
        line.push_str(&quoted(argument));
    }
    line
}

fn quoted(text: &str) -> String {
    // The scrubber's mark contains no whitespace, so it is never quoted.
    let plain = |character: char| !character.is_whitespace() && !character.is_control() && !"\"'\\".contains(character);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => quoted.extend(control.escape_default()),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

impl<T: Into<Text>> FromIterator<T> for Arguments {
    fn from_iter<I: IntoIterator<Item = T>>(arguments: I) -> Arguments {
        Arguments(arguments.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Text>> Extend<T> for Arguments {
    fn extend<I: IntoIterator<Item = T>>(&mut self, arguments: I) {
        self.0.extend(arguments.into_iter().map(Into::into));
    }
}

impl From<()> for Arguments {
    fn from((): ()) -> Arguments {
        Arguments::default()
    }
}

impl<T: Into<Text>, const N: usize> From<[T; N]> for Arguments {
    fn from(arguments: [T; N]) -> Arguments {
        arguments.into_iter().collect()
    }
}

impl<T: Into<Text>> From<Vec<T>> for Arguments {
    fn from(arguments: Vec<T>) -> Arguments {
        arguments.into_iter().collect()
    }
}

impl<'a, T> From<&'a [T]> for Arguments
where
    &'a T: Into<Text>,
{
    fn from(arguments: &'a [T]) -> Arguments {
        arguments.iter().collect()
    }
}

impl<'a, T> From<&'a Vec<T>> for Arguments
where
    &'a T: Into<Text>,
{
    fn from(arguments: &'a Vec<T>) -> Arguments {
        arguments.iter().collect()
    }
}

macro_rules! arguments_from_tuple {
    ($($($name:ident)+;)*) => {
        $(impl<$($name: Into<Text>),+> From<($($name,)+)> for Arguments {
            #[allow(non_snake_case, reason = "the variables are named like their types")]
            fn from(($($name,)+): ($($name,)+)) -> Arguments {
                Arguments(vec![$($name.into()),+])
            }
        })*
    };
}

arguments_from_tuple! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}
