//! A device that can be reached, as an operator wrote it down.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use ecow::EcoString;
use pcore::Hash;

/// A device that can be reached.
#[derive(Clone, Debug)]
pub struct Target {
    /// What it is called, which is also the name of the node that its catalog is for.
    pub name: EcoString,
    /// Other names that it may be asked for by.
    pub aliases: Vec<EcoString>,
    /// The kind of transport that reaches it; empty where nobody said it, which [`Target::check`] tells.
    pub kind: EcoString,
    /// What the transport needs to know.
    pub source: Source,
    /// Whether the transport shall tell more than usual.
    pub debug: bool,
    /// The machine from which it must be reached, where that is not this one.
    pub run_on: Option<EcoString>,
    /// Where it was written down.
    pub place: Place,
}

/// Where a transport finds what it needs to know.
#[derive(Clone)]
pub enum Source {
    /// An address: that of a file with credentials, or of the device itself. Empty where nobody said it.
    Url(EcoString),
    /// The data itself.
    Info(Hash),
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: Arc<Path>,
    /// The line, from 1.
    pub line: usize,
}

/// Why a device cannot be reached as it was written down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// It has no kind.
    #[error("the device '{name}' has no type: add a line 'type NAME' to its section ({place})")]
    NoKind {
        /// Its name.
        name: EcoString,
        /// Where it was written down.
        place: Place,
    },
    /// It has no address.
    #[error("the device '{name}' has no url: add a line 'url file:///PATH' to its section ({place})")]
    NoUrl {
        /// Its name.
        name: EcoString,
        /// Where it was written down.
        place: Place,
    },
    /// An inventory says nothing about how it is reached.
    #[error(
        "the target '{name}' has no transport: add 'remote-transport: NAME' to 'remote' of its configuration ({place})"
    )]
    NoTransport {
        /// Its name.
        name: EcoString,
        /// Where it was written down.
        place: Place,
    },
    /// It is reached from another machine.
    #[error(
        "the target '{name}' is reached from '{run_on}' ('run-on', {place}), and not from here: run the command there"
    )]
    Elsewhere {
        /// Its name.
        name: EcoString,
        /// The other machine.
        run_on: EcoString,
        /// Where it was written down.
        place: Place,
    },
}

impl Target {
    /// Whether it was asked for by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// Says what is missing to reach it.
    pub fn check(&self) -> Result<(), TargetError> {
        let (name, place) = (self.name.clone(), self.place.clone());
        match &self.source {
            Source::Url(_) if self.kind.is_empty() => Err(TargetError::NoKind { name, place }),
            Source::Url(url) if url.is_empty() => Err(TargetError::NoUrl { name, place }),
            Source::Info(_) if self.kind.is_empty() => Err(TargetError::NoTransport { name, place }),
            Source::Url(_) | Source::Info(_) => match &self.run_on {
                Some(run_on) => Err(TargetError::Elsewhere { name, run_on: run_on.clone(), place }),
                None => Ok(()),
            },
        }
    }

    /// The name of the folder that is its own: its name, without what would lead elsewhere.
    pub fn folder(&self) -> PathBuf {
        let is_usual = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | '@' | ':');
        let is_safe = self.name.chars().all(is_usual)
            && !self.name.is_empty()
            && !self.name.starts_with('.')
            && self.name.len() <= 200;
        if is_safe {
            return PathBuf::from(self.name.as_str());
        }
        // Two names must not share a folder, so what is left out is told by a number.
        let mut folder: String =
            self.name.chars().take(100).map(|letter| if is_usual(letter) { letter } else { '_' }).collect();
        let number = self
            .name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |number, byte| (number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        folder.insert(0, '_');
        PathBuf::from(format!("{folder}_{number:016x}"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.file.display(), self.line)
    }
}

/// Shows no value: it may be a password.
impl fmt::Debug for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Url(url) => formatter.debug_tuple("Url").field(&crate::url::shown(url)).finish(),
            Source::Info(info) => {
                formatter.write_str("Info")?;
                formatter.debug_set().entries(info.iter().map(|(key, _)| key)).finish()
            }
        }
    }
}
