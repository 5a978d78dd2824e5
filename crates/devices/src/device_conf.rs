//! `device.conf`: sections with a name, and in each the kind and the address of a device.
//!
//! ```text
//! [fw.example.com]
//! type panorama
//! url file:///etc/puppetlabs/puppet/devices/fw.conf
//! ```
//!
//! The texts are Puppet's. Its line numbers count only comments and empty lines; ours are those of the file. Errors do not quote
//! passwords.

#[cfg(test)]
mod tests;

use std::{collections::HashMap, path::Path, sync::Arc};

use ecow::EcoString;
use pcore::uri::{REDACTED, Uri, Url};

use crate::{FileError, FileLine, Source, Target, file};

/// Why a `device.conf` cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceConfError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Two sections have the same name.
    #[error("Duplicate device found at (line: {line}), already found at (line: {before})")]
    Duplicate {
        /// The line of the second one.
        line: usize,
        /// The line of the first one.
        before: usize,
    },
    /// An invalid line.
    #[error("Invalid entry at (line: {line}): {text}")]
    Invalid {
        /// The line.
        line: usize,
        /// Its text, without secrets.
        text: String,
    },
    /// An invalid address.
    #[error("{url} is an invalid url")]
    Url {
        /// The address without its password.
        url: String,
    },
}

/// Reads a file. A missing file counts as empty.
pub fn read(path: &Path) -> Result<Vec<Target>, DeviceConfError> {
    match file::read(path) {
        Ok(text) => parse(&text, path),
        Err(FileError::Missing(_)) => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

/// Reads the text of a file.
///
/// ```
/// let targets = devices::device_conf::parse("# all of them\n[sw]\ntype nexus\nurl file:///sw.conf\n", "d.conf".as_ref())?;
/// assert_eq!((targets[0].name.as_str(), targets[0].kind.as_str(), targets[0].location.line), ("sw", "nexus", 2));
/// # Ok::<(), devices::device_conf::DeviceConfError>(())
/// ```
pub fn parse(text: &str, path: &Path) -> Result<Vec<Target>, DeviceConfError> {
    let file: Arc<Path> = path.into();
    let mut targets: Vec<Target> = Vec::new();
    let mut known: HashMap<EcoString, usize> = HashMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words = line.trim();
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        if let Some(name) = section(line) {
            if let Some(before) = known.insert(name.into(), number) {
                return Err(DeviceConfError::Duplicate { line: number, before });
            }
            targets.push(Target {
                name: name.into(),
                aliases: Vec::new(),
                kind: EcoString::new(),
                source: Source::Url(EcoString::new()),
                debug: false,
                run_on: None,
                location: FileLine { file: file.clone(), line: number },
            });
            continue;
        }
        let (word, value) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let value = value.trim();
        match (word, targets.last_mut()) {
            ("type", Some(target)) => target.kind = value.into(),
            ("url", Some(target)) => {
                if Uri::parse(value).is_err() {
                    return Err(DeviceConfError::Url { url: Url::split(value).redacted().into_owned() });
                }
                target.source = Source::Url(value.into());
            }
            ("debug", Some(target)) => target.debug = true,
            _ => return Err(DeviceConfError::Invalid { line: number, text: shown(words) }),
        }
    }
    Ok(targets)
}

/// The name in a section header.
fn section(line: &str) -> Option<&str> {
    let name = line.trim_end().strip_prefix('[')?.strip_suffix(']')?;
    let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    // Names are used as directories, and these two have other meanings.
    let is_name = !name.is_empty() && name.bytes().all(is_usual) && !matches!(name, "." | "..");
    is_name.then_some(name)
}

/// A line without secrets: the password of an address, and values with secret names.
fn shown(line: &str) -> String {
    let word = line.split(|letter: char| letter.is_whitespace() || matches!(letter, ':' | '=')).next().unwrap_or(line);
    if word.len() < line.len() && crate::credentials::is_secret_name(word) {
        return format!("{word} {REDACTED}");
    }
    line.split(' ').map(|word| Url::split(word).redacted()).collect::<Vec<_>>().join(" ")
}
