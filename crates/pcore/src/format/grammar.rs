//! The grammar of a format: `%<flags><width>.<precision><letter>`.

use super::{FormatError, number::Layout};

/// The limit on the width and the precision of a format.
pub const MAX_WIDTH: usize = 10_000;

/// A parsed format, such as `%-10s` or `%#h`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// The conversion; its meaning depends on the value.
    pub(super) letter: char,
    /// The brackets of a container, if the flags select some.
    pub(super) delimiters: Option<(&'static str, &'static str)>,
    layout: Layout,
    /// The first flag that Ruby's own `format` does not support.
    foreign_flag: Option<char>,
}

impl Format {
    /// Parses a format.
    pub(super) fn parse(text: &str) -> Result<Format, FormatError> {
        let invalid = || FormatError::Invalid(text.into());
        let directive = text.strip_prefix('%').ok_or_else(invalid)?;
        let (flags, rest) = split_while(directive, is_flag);
        let (width, rest) = split_while(rest, |character| character.is_ascii_digit());
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (digits, rest) = split_while(rest, |character| character.is_ascii_digit());
                (Some(digits).filter(|digits| !digits.is_empty()).ok_or_else(invalid)?, rest)
            }
            None => ("", rest),
        };
        let mut letters = rest.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic).ok_or_else(invalid)?;
        if letters.next().is_some() {
            return Err(invalid());
        }
        if has_repetition(flags) {
            return Err(FormatError::RepeatedFlag(text.into()));
        }
        let number = |digits: &str| match digits.parse() {
            Ok(number) if number <= MAX_WIDTH => Ok(number),
            _ => Err(FormatError::TooWide(text.into())),
        };
        let layout = Layout {
            left: flags.contains('-'),
            plus: flags.contains('+'),
            space: flags.contains(' '),
            alternate: flags.contains('#'),
            zero: flags.contains('0'),
            width: if width.is_empty() { None } else { Some(number(width)?) },
            precision: if precision.is_empty() { None } else { Some(number(precision)?) },
        };
        Ok(Format {
            letter,
            delimiters: delimiters(flags).map_err(|()| FormatError::SeveralDelimiters(text.into()))?,
            layout,
            foreign_flag: flags.chars().find(|flag| !"-+ #0".contains(*flag)),
        })
    }

    /// Returns the layout for Ruby's `format`, which refuses the flags for containers.
    pub(super) fn layout(&self) -> Result<&Layout, FormatError> {
        match self.foreign_flag {
            None => Ok(&self.layout),
            Some('<' | '{') => Err(FormatError::MalformedName),
            Some(other) => Err(FormatError::MalformedDirective(other)),
        }
    }

    /// Returns the width and precision of a text that ignores all other flags.
    pub(super) fn text_layout(&self) -> Layout {
        let Layout { left, width, precision, .. } = self.layout;
        Layout { left, width, precision, ..Layout::default() }
    }

    /// Returns whether the flag `#` is set.
    pub(super) fn alternate(&self) -> bool {
        self.layout.alternate
    }

    /// Returns the width, if there is one.
    pub(super) fn width(&self) -> Option<usize> {
        self.layout.width
    }

    /// Returns the brackets of a container: those of the flags, none for the flag blank, or the default ones.
    pub(super) fn delimiters_or(&self, default: (&'static str, &'static str)) -> (&'static str, &'static str) {
        match self.delimiters {
            Some(selected) => selected,
            None if self.layout.space => ("", ""),
            None => default,
        }
    }

    /// Returns the error for a letter that is not valid for a kind of value.
    pub(super) fn illegal(&self, kind: &'static str, expected: &'static str) -> FormatError {
        FormatError::IllegalLetter { letter: self.letter, kind, expected }
    }
}

fn is_flag(character: char) -> bool {
    matches!(character, '[' | '+' | '#' | '0' | '{' | '<' | '(' | '|' | '-' | ' ' | '\t'..='\r')
}

fn split_while(text: &str, accepts: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|character| !accepts(character)).unwrap_or(text.len()))
}

fn has_repetition(flags: &str) -> bool {
    flags.char_indices().any(|(index, flag)| flags.chars().take(index).any(|earlier| earlier == flag))
}

/// Returns the brackets that the flags select; fails if they select more than one kind.
fn delimiters(flags: &str) -> Result<Option<(&'static str, &'static str)>, ()> {
    let mut selected = flags.chars().filter_map(|flag| match flag {
        '[' => Some(("[", "]")),
        '{' => Some(("{", "}")),
        '(' => Some(("(", ")")),
        '<' => Some(("<", ">")),
        '|' => Some(("|", "|")),
        _ => None,
    });
    match (selected.next(), selected.next()) {
        (_, Some(_)) => Err(()),
        (first, None) => Ok(first),
    }
}
