//! A device, as an operator configured it.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use ecow::EcoString;
use pcore::Hash;

use crate::DeviceError;

/// A device that can be reached.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its name, which is also the name of its node.
    pub name: EcoString,
    /// Its other names.
    pub aliases: Vec<EcoString>,
    /// The kind of its transport; empty if missing, which [`Target::check`] reports.
    pub kind: EcoString,
    /// The connection data for the transport.
    pub source: Source,
    /// Whether the transport should log debug messages.
    pub debug: bool,
    /// The machine that must connect to it, if it is not this one.
    pub run_on: Option<EcoString>,
    /// Where it is configured.
    pub location: FileLine,
}

/// The source of the connection data.
#[derive(Clone)]
pub enum Source {
    /// An address: that of a file with credentials, or of the device itself. Empty if missing.
    Url(EcoString),
    /// The data itself.
    Info(Hash),
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLine {
    /// The file.
    pub file: Arc<Path>,
    /// The line, from 1.
    pub line: usize,
}

impl Target {
    /// Whether this is its name or an alias.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// Checks that the configuration is complete.
    pub fn check(&self) -> Result<(), DeviceError> {
        let Target { name, kind, run_on, location, .. } = self;
        Err(DeviceError::Wrong(match (&self.source, run_on) {
            (Source::Url(_), _) if kind.is_empty() => {
                format!("the device '{name}' has no type: add a line 'type NAME' to its section ({location})")
            }
            (Source::Url(url), _) if url.is_empty() => {
                format!("the device '{name}' has no url: add a line 'url file:///PATH' to its section ({location})")
            }
            (Source::Info(_), _) if kind.is_empty() => format!(
                "the target '{name}' has no transport: add 'remote-transport: NAME' to 'remote' of its configuration \
                 ({location})"
            ),
            (_, Some(run_on)) => format!(
                "the target '{name}' must be reached from '{run_on}' ('run-on', {location}): run the command there"
            ),
            (_, None) => return Ok(()),
        }))
    }

    /// The name of its own directory: its name, made safe as a path.
    pub fn directory(&self) -> PathBuf {
        let is_usual = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | '@' | ':');
        let is_safe = self.name.chars().all(is_usual)
            && !self.name.is_empty()
            && !self.name.starts_with('.')
            && self.name.len() <= 200;
        if is_safe {
            return PathBuf::from(self.name.as_str());
        }
        // Two names must not share a directory, so a hash replaces what is left out.
        let mut directory: String =
            self.name.chars().take(100).map(|letter| if is_usual(letter) { letter } else { '_' }).collect();
        let number = self
            .name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |number, byte| (number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        directory.insert(0, '_');
        PathBuf::from(format!("{directory}_{number:016x}"))
    }
}

impl fmt::Display for FileLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.file.display(), self.line)
    }
}

/// Omits values: they may be passwords.
impl fmt::Debug for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Url(url) => formatter.debug_tuple("Url").field(&pcore::uri::Url::split(url).redacted()).finish(),
            Source::Info(info) => {
                formatter.write_str("Info")?;
                formatter.debug_set().entries(info.iter().map(|(key, _)| key)).finish()
            }
        }
    }
}
