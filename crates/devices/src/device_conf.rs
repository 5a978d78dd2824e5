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

use crate::{DeviceError, FileLine, Source, Target, file};

/// Reads a file. A missing file counts as empty.
pub fn read(path: &Path) -> Result<Vec<Target>, DeviceError> {
    match file::read(path) {
        Ok(text) => parse(&text, path),
        Err(DeviceError::Missing(_)) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Reads the text of a file.
///
/// ```
/// let targets = devices::device_conf::parse("# all of them\n[sw]\ntype nexus\nurl file:///sw.conf\n", "d.conf".as_ref())?;
/// assert_eq!((targets[0].name.as_str(), targets[0].kind.as_str(), targets[0].location.line), ("sw", "nexus", 2));
/// # Ok::<(), devices::DeviceError>(())
/// ```
pub fn parse(text: &str, path: &Path) -> Result<Vec<Target>, DeviceError> {
    let wrong = |message: String| Err(DeviceError::Wrong(message));
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
                return wrong(format!("Duplicate device found at (line: {number}), already found at (line: {before})"));
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
                    return wrong(format!("{} is an invalid url", Url::split(value).redacted()));
                }
                target.source = Source::Url(value.into());
            }
            ("debug", Some(target)) => target.debug = true,
            _ => return wrong(format!("Invalid entry at (line: {number}): {}", shown(words))),
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
