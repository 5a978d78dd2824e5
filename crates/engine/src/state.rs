//! The files of runs, and the lock that prevents two runs at the same time.
//!
//! The engine writes nothing elsewhere. The caller provides the paths ([`Files`]). Files are replaced as a whole
//! (`state/replace.rs`): a reader gets the old or the new content, never a part of it.

mod history;
mod lock;
mod replace;
mod store;
mod uuid;

use std::{
    fmt::Display,
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use ecow::EcoString;

pub use self::{
    lock::{LockError, RunLock},
    replace::{FILE_MODE, replace, replace_with},
    uuid::new_uuid,
};
use crate::{report::Report, transaction::History};

/// The size of a file with the records of earlier runs in bytes: about eight million resources.
const MAX_HISTORY: u64 = 512 * 1024 * 1024;

/// The paths of the files of runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// When resources were evaluated, and what audits found: `state.yaml`.
    pub state: PathBuf,
    /// The values of properties after a run, if they are kept: `transactionstore.yaml`. Only the agent has it.
    pub transaction_store: Option<PathBuf>,
    /// The last report: `last_run_report.yaml`.
    pub report: PathBuf,
    /// Its numbers: `last_run_summary.yaml`.
    pub summary: PathBuf,
    /// The classes of the last catalog: `classes.txt`.
    pub classes: PathBuf,
    /// The resources of the last catalog: `resources.txt`.
    pub resources: PathBuf,
}

/// Why a file of a run could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// A file could not be used, for this reason.
    #[error("{0}")]
    File(String),
    /// There is no report yet.
    #[error("there is no report in {}: nothing has been run yet, or reports are kept elsewhere", .path.display())]
    NoReport {
        /// The path where it should be.
        path: PathBuf,
    },
}

impl StateError {
    fn unwritable(path: &Path, reason: &dyn Display) -> StateError {
        StateError::File(format!("Could not write {}: {reason}", path.display()))
    }
}

impl Files {
    /// Reads what earlier runs recorded.
    ///
    /// A corrupt file is renamed with the suffix `.bad`, as Puppet does, and its records are lost; the returned messages
    /// report that, and the caller logs them as errors.
    pub fn read_history(&self) -> Result<(History, Vec<String>), StateError> {
        let mut problems = Vec::new();
        let records = read_or_rename(&self.state, "Checksumfile", history::read, &mut problems)?;
        let system_values = match &self.transaction_store {
            Some(path) => {
                Some(read_or_rename(path, "Transaction store file", store::read, &mut problems)?.unwrap_or_default())
            }
            None => None,
        };
        Ok((History { records: records.unwrap_or_default(), system_values }, problems))
    }

    /// Writes the records for the next run. Resources that were not evaluated for longer than `ttl` are dropped.
    pub fn write_history(
        &self,
        history: &History,
        now: SystemTime,
        ttl: Option<Duration>,
        offset: i32,
    ) -> Result<(), StateError> {
        write(&self.state, history::write(&history.records, now, ttl, offset))?;
        if let (Some(path), Some(values)) = (&self.transaction_store, &history.system_values) {
            write(path, store::write(values))?;
        }
        Ok(())
    }

    /// Writes a report and its summary.
    pub fn write_report(&self, report: &Report, now: SystemTime) -> Result<(), StateError> {
        write(&self.summary, report.summary_yaml(now))?;
        replace_with(&self.report, FILE_MODE, &|file| report.write_yaml(file))
            .map_err(|error| StateError::unwritable(&self.report, &error))
    }

    /// Reads the last report.
    pub fn read_report(&self) -> Result<Report, StateError> {
        let path = &self.report;
        let text = read_within(path, MAX_REPORT)?.ok_or_else(|| StateError::NoReport { path: path.clone() })?;
        let is_json = text.trim_start().starts_with('{');
        let report = if is_json { Report::from_json(&text) } else { Report::from_yaml(&text) };
        report.map_err(|error| StateError::File(format!("{}: {error}", path.display())))
    }

    /// Writes the names of the classes of a catalog, and the references of its resources, one per line.
    pub fn write_lists(&self, classes: &[EcoString], resources: &[EcoString]) -> Result<(), StateError> {
        write(&self.classes, Ok::<_, String>(lines(classes)))?;
        write(&self.resources, Ok::<_, String>(lines(resources).to_lowercase()))
    }
}

/// Lines as Ruby's `puts` writes them: with one line end, even without lines.
fn lines(lines: &[EcoString]) -> String {
    let mut text = lines.join("\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// The size of a report in bytes.
const MAX_REPORT: u64 = 256 << 20;

/// Reads a file of limited size, because a user may name an endless one.
fn read_within(path: &Path, max: u64) -> Result<Option<String>, StateError> {
    let read = || {
        let mut bytes = Vec::new();
        File::open(path)?.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > max {
            let message = format!("it is longer than the limit of {max} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        Ok(bytes)
    };
    match read() {
        // Invalid UTF-8 is reported as invalid YAML.
        Ok(bytes) => {
            let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            Ok(Some(String::from_utf8(bytes).unwrap_or_else(|error| lossy(error.as_bytes()))))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StateError::File(format!("Could not read {}: {error}", path.display()))),
    }
}

fn write<E: Display>(path: &Path, content: Result<String, E>) -> Result<(), StateError> {
    let content = content.map_err(|error| StateError::unwritable(path, &error))?;
    replace(path, content.as_bytes(), FILE_MODE).map_err(|error| StateError::unwritable(path, &error))
}

fn read_or_rename<T>(
    path: &Path,
    what: &str,
    parse: impl Fn(&str) -> Result<T, String>,
    problems: &mut Vec<String>,
) -> Result<Option<T>, StateError> {
    if path.exists() && !path.is_file() {
        problems.push(format!("{what} {} is not a file, ignoring", path.display()));
        return Ok(None);
    }
    let is_too_large = std::fs::metadata(path).is_ok_and(|found| found.len() > MAX_HISTORY);
    let parsed = match is_too_large {
        true => Err(format!("it has more than {MAX_HISTORY} bytes")),
        false => match read_within(path, u64::MAX)? {
            Some(text) => parse(&text),
            None => return Ok(None),
        },
    };
    match parsed {
        Ok(parsed) => Ok(Some(parsed)),
        Err(detail) => {
            problems.push(format!("{what} {} is corrupt ({detail}); replacing", path.display()));
            let mut renamed = path.as_os_str().to_owned();
            renamed.push(".bad");
            std::fs::rename(path, renamed).map_err(|_| {
                StateError::File(format!("Could not rename corrupt {}; remove manually", path.display()))
            })?;
            Ok(None)
        }
    }
}
