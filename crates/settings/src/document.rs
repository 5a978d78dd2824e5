//! A `puppet.conf`: sections with `name = value`, comments, and any other lines.
//!
//! A document keeps every line as it was written, so that editing one setting leaves the rest alone. Settings before the
//! first section are in `[main]`. A section may occur several times; the first of several values counts.

#[cfg(test)]
mod tests;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use crate::kind::Raw;

/// The valid sections.
pub const SECTIONS: &[&str] = &["main", "server", "master", "agent", "user"];

/// The section of settings before the first heading.
pub const MAIN: &str = "main";

/// The text of a file with settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    lines: Vec<Line>,
}

#[derive(Clone, PartialEq, Eq)]
enum Line {
    Section { text: String, name: String },
    Setting { before: String, name: String, between: String, value: String, after: String },
    Other(String),
}

/// Omits values: one may be a password.
impl fmt::Debug for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Section { name, .. } => write!(formatter, "[{name}]"),
            Line::Setting { name, .. } => write!(formatter, "{name} = .."),
            Line::Other(_) => formatter.write_str(".."),
        }
    }
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DocumentError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong, and in which line.
    pub message: String,
}

/// A line as error messages name it.
fn location(file: &Path, line: usize) -> String {
    format!("(file: {}, line: {line})", file.display())
}

/// Why an edit is refused: the document could not be read afterwards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// A name with characters other than letters, digits and underscores.
    #[error("Invalid setting name '{0}': expected letters, digits and underscores")]
    Name(String),
    /// A value of several lines.
    #[error("Invalid value for setting '{0}': it has a line break")]
    Value(String),
    /// A section that does not exist.
    #[error("Illegal section '{name}'. The only valid puppet.conf sections are: [{}]", SECTIONS.join(", "))]
    Section {
        /// The section.
        name: String,
    },
}

impl Document {
    /// Splits a text into lines. This never fails: see [`Document::check`].
    pub fn parse(text: &str) -> Document {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Document { lines: text.split_inclusive('\n').map(line).collect() }
    }

    /// Fails with the first mistake. The path is for the message.
    pub fn check(&self, file: &Path) -> Result<(), DocumentError> {
        // Puppet reports a wrong section before a wrong line above it.
        for (line, content) in self.numbered() {
            if let Line::Section { name, .. } = content
                && !SECTIONS.contains(&name.as_str())
            {
                let message = format!(
                    "Illegal section '{name}' in config file at {}. \
                     The only valid puppet.conf sections are: [{}]. \
                     Please use the directory environments feature to specify environments. \
                     (See https://puppet.com/docs/puppet/latest/environments_about.html)",
                    location(file, line),
                    SECTIONS.join(", ")
                );
                return Err(DocumentError { file: file.to_owned(), message });
            }
        }
        self.check_lines(file)
    }

    pub(crate) fn check_lines(&self, file: &Path) -> Result<(), DocumentError> {
        for (line, content) in self.numbered() {
            let checked = match content {
                Line::Other(text) if !is_blank_or_comment(text) => Err(format!("Could not match line {text}")),
                Line::Setting { value, .. } => translate(value).map(drop),
                Line::Section { .. } | Line::Other(_) => Ok(()),
            };
            checked.map_err(|mistake| {
                let message = format!("{mistake} {}", location(file, line));
                DocumentError { file: file.to_owned(), message }
            })?;
        }
        Ok(())
    }

    /// The value of a setting in a section, as it is written.
    ///
    /// ```
    /// let document = settings::Document::parse("noop = true\n[agent]\nserver = 'a' # b\n");
    /// assert_eq!(document.get("main", "noop"), Some("true"));
    /// assert_eq!(document.get("agent", "server"), Some("'a' # b"));
    /// ```
    pub fn get(&self, section: &str, name: &str) -> Option<&str> {
        self.settings().find(|(within, known, _)| *within == section && *known == name).map(|(_, _, value)| value)
    }

    /// All settings, as section, name and value.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        let mut section = MAIN;
        self.lines.iter().filter_map(move |line| match line {
            Line::Section { name, .. } => {
                section = name;
                None
            }
            Line::Setting { name, value, .. } => Some((section, name.as_str(), value.as_str())),
            Line::Other(_) => None,
        })
    }

    /// The names of the sections that are written.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| match line {
            Line::Section { name, .. } => Some(name.as_str()),
            Line::Setting { .. } | Line::Other(_) => None,
        })
    }

    pub(crate) fn raw(&self, section: &str, name: &str) -> Option<Raw> {
        self.get(section, name).map(|value| translate(value).unwrap_or_else(|_| Raw::Text(value.to_owned())))
    }

    /// Sets a value: in its line, or in a new one after the last setting of the section, which is created if needed.
    pub fn set(&mut self, section: &str, name: &str, value: &str) -> Result<(), EditError> {
        if name.is_empty() || !name.chars().all(is_word) {
            return Err(EditError::Name(name.to_owned()));
        }
        if value.contains(['\n', '\r']) {
            return Err(EditError::Value(name.to_owned()));
        }
        if !SECTIONS.contains(&section) {
            return Err(EditError::Section { name: section.to_owned() });
        }
        if let Some(index) = self.find(section, name) {
            if let Some(Line::Setting { value: old, between, .. }) = self.lines.get_mut(index) {
                value.clone_into(old);
                if between.ends_with('=') && value.starts_with(char::is_whitespace) {
                    between.push(' ');
                }
            }
            return Ok(());
        }
        let index = match self.end_of(section) {
            Some(index) => index,
            None => {
                self.lines.push(Line::Section { text: format!("[{section}]\n"), name: section.to_owned() });
                self.lines.len()
            }
        };
        let new = Line::Setting {
            before: String::new(),
            name: name.to_owned(),
            between: String::from(" = "),
            value: value.to_owned(),
            after: String::from("\n"),
        };
        self.lines.insert(index, new);
        Ok(())
    }

    /// Deletes a setting, and returns its line.
    pub fn delete(&mut self, section: &str, name: &str) -> Option<String> {
        let index = self.find(section, name)?;
        Some(self.lines.remove(index).to_string().trim().to_owned())
    }

    /// The index of the first setting with that name.
    fn find(&self, section: &str, name: &str) -> Option<usize> {
        let mut within = MAIN;
        self.lines.iter().position(|line| match line {
            Line::Section { name, .. } => {
                within = name;
                false
            }
            Line::Setting { name: known, .. } => within == section && known == name,
            Line::Other(_) => false,
        })
    }

    /// The index for a new setting of the section: after its last one, or after its heading.
    fn end_of(&self, section: &str) -> Option<usize> {
        let (mut within, mut heading, mut last) = (MAIN, None, None);
        for (index, line) in self.lines.iter().enumerate() {
            match line {
                Line::Section { name, .. } => {
                    within = name;
                    if name == section {
                        heading.get_or_insert(index + 1);
                    }
                }
                Line::Setting { .. } if within == section => last = Some(index + 1),
                Line::Setting { .. } | Line::Other(_) => {}
            }
        }
        last.or(heading)
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &Line)> {
        self.lines.iter().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// The text. Settings before the first section get a `[main]` heading, unless there is one further down.
impl fmt::Display for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_main = self.sections().any(|name| name == MAIN);
        if !has_main && self.settings().any(|(section, ..)| section == MAIN) {
            formatter.write_str("[main]\n")?;
        }
        for line in &self.lines {
            let text = line.to_string();
            formatter.write_str(&text)?;
            if !text.ends_with('\n') {
                formatter.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Section { text, .. } | Line::Other(text) => formatter.write_str(text),
            Line::Setting { before, name, between, value, after } => {
                write!(formatter, "{before}{name}{between}{value}{after}")
            }
        }
    }
}

fn line(text: &str) -> Line {
    section(text).or_else(|| setting(text)).unwrap_or_else(|| Line::Other(text.to_owned()))
}

fn section(text: &str) -> Option<Line> {
    let name = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let valid = !name.is_empty() && name.chars().all(is_word);
    valid.then(|| Line::Section { text: text.to_owned(), name: name.to_owned() })
}

fn setting(text: &str) -> Option<Line> {
    let (left, right) = text.split_once('=')?;
    let name = left.trim();
    if name.is_empty() || !name.chars().all(is_word) {
        return None;
    }
    let before = &left[..left.len() - left.trim_start().len()];
    let value = right.trim();
    // An empty value: white space after the equals sign belongs to the separator, except for the line break.
    let value_start = if value.is_empty() {
        right.trim_end_matches(['\n', '\r']).len()
    } else {
        right.len() - right.trim_start().len()
    };
    let between = format!("{}={}", &left[before.len() + name.len()..], &right[..value_start]);
    let after = &right[value_start + value.len()..];
    Some(Line::Setting {
        before: before.to_owned(),
        name: name.to_owned(),
        between,
        value: value.to_owned(),
        after: after.to_owned(),
    })
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn is_blank_or_comment(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with('#')
}

/// The meaning of a value: `true` and `false` in any case, or a text without surrounding quotes and without the owner,
/// group and mode that may follow a path.
fn translate(written: &str) -> Result<Raw, String> {
    if written.eq_ignore_ascii_case("true") || written.eq_ignore_ascii_case("false") {
        return Ok(Raw::Boolean(written.eq_ignore_ascii_case("true")));
    }
    // Puppet removes a quote at either end, whether or not there is one at the other.
    let value = written.strip_prefix(['"', '\'']).unwrap_or(written);
    let value = value.strip_suffix(['"', '\'']).unwrap_or(value).trim_end();
    without_braces(value, written).map(Raw::Text)
}

fn without_braces(value: &str, written: &str) -> Result<String, String> {
    let Some((start, end)) = braces(value) else { return Ok(value.to_owned()) };
    let malformed = || format!("Could not parse '{written}'");
    for option in value[start + 1..end].split(',') {
        let (name, content) = option.split_once('=').ok_or_else(malformed)?;
        let (name, content) = (name.trim(), content.trim());
        let is_plain = |text: &str| !text.is_empty() && text.chars().all(is_word);
        if !is_plain(name) || !is_plain(content) {
            return Err(malformed());
        }
        if !["owner", "group", "mode"].contains(&name) {
            return Err(format!("Invalid file option '{name}'"));
        }
        if name == "mode" && !content.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(String::from("File modes must be numbers"));
        }
    }
    Ok(format!("{}{}", &value[..start], &value[end + 1..]).trim_end().to_owned())
}

/// The first pair of braces that is not that of a variable.
fn braces(value: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(start) = value[from..].find('{').map(|offset| from + offset) {
        let end = start + value[start..].find('}')?;
        if !value[..start].ends_with('$') && end > start + 1 {
            return Some((start, end));
        }
        from = end + 1;
    }
    None
}
