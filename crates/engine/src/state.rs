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
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

pub use self::{
    lock::{LockError, RunLock},
    replace::{FILE_MODE, replace, replace_with},
    uuid::new_uuid,
};
use crate::{
    report::{Report, ReportError},
    transaction::History,
};

/// The size of a file with the records of earlier runs in bytes: about eight million resources.
const MAX_HISTORY: u64 = 512 * 1024 * 1024;

/// The paths of the files of runs. A file without a path is neither read nor written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// When resources were evaluated, and what audits found: `state.yaml`.
    pub state: Option<PathBuf>,
    /// The values of properties after a run: `transactionstore.yaml`. Only the agent has it.
    pub transaction_store: Option<PathBuf>,
    /// The last report: `last_run_report.yaml`.
    pub report: Option<PathBuf>,
    /// Its numbers: `last_run_summary.yaml`.
    pub summary: Option<PathBuf>,
    /// The classes of the last catalog: `classes.txt`.
    pub classes: Option<PathBuf>,
    /// The resources of the last catalog: `resources.txt`.
    pub resources: Option<PathBuf>,
}

/// Why a file of a run could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The file cannot be read.
    #[error("Could not read {}: {error}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The file cannot be written.
    #[error("Could not write {}: {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The content has no text form.
    #[error("Could not write {}: {reason}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// There is no report yet.
    #[error("there is no report in {}: nothing has been run yet, or reports are kept elsewhere", .path.display())]
    NoReport {
        /// The path where it should be.
        path: PathBuf,
    },
    /// The report cannot be read.
    #[error("{}: {error}", .path.display())]
    Report {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: ReportError,
    },
    /// A corrupt file could not be renamed.
    #[error("Could not rename corrupt {}; remove manually", .path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
}

impl Files {
    /// Reads what earlier runs recorded.
    ///
    /// A corrupt file is renamed with the suffix `.bad`, as Puppet does, and its records are lost; the returned messages
    /// report that, and the caller logs them as errors.
    pub fn read_history(&self) -> Result<(History, Vec<String>), StateError> {
        let mut problems = Vec::new();
        let records = match &self.state {
            Some(path) => read_or_rename(path, "Checksumfile", history::read, &mut problems)?,
            None => None,
        };
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
        if let Some(path) = &self.state {
            write(path, history::write(&history.records, now, ttl, offset))?;
        }
        if let (Some(path), Some(values)) = (&self.transaction_store, &history.system_values) {
            write(path, store::write(values))?;
        }
        Ok(())
    }

    /// Writes a report and its summary.
    pub fn write_report(&self, report: &Report, now: SystemTime) -> Result<(), StateError> {
        if let Some(path) = &self.summary {
            write(path, report.summary_yaml(now))?;
        }
        if let Some(path) = &self.report {
            replace_with(path, FILE_MODE, &|file| report.write_yaml(file))
                .map_err(|error| StateError::Write { path: path.clone(), error })?;
        }
        Ok(())
    }

    /// Reads the last report.
    pub fn read_report(&self) -> Result<Option<Report>, StateError> {
        let Some(path) = &self.report else { return Ok(None) };
        let text = read_within(path, MAX_REPORT)?.ok_or_else(|| StateError::NoReport { path: path.clone() })?;
        let is_json = text.trim_start().starts_with('{');
        let report = if is_json { Report::from_json(&text) } else { Report::from_yaml(&text) };
        report.map(Some).map_err(|error| StateError::Report { path: path.clone(), error })
    }

    /// Writes the names of the classes of a catalog, and the references of its resources, one per line.
    pub fn write_lists<C: AsRef<str>, R: AsRef<str>>(
        &self,
        classes: impl IntoIterator<Item = C>,
        resources: impl IntoIterator<Item = R>,
    ) -> Result<(), StateError> {
        if let Some(path) = &self.classes {
            write(path, Ok::<_, String>(lines(classes.into_iter().map(|class| class.as_ref().to_owned()))))?;
        }
        if let Some(path) = &self.resources {
            write(
                path,
                Ok::<_, String>(lines(resources.into_iter().map(|reference| reference.as_ref().to_lowercase()))),
            )?;
        }
        Ok(())
    }
}

/// Lines as Ruby's `puts` writes them: with one line end, even without lines.
fn lines(lines: impl Iterator<Item = String>) -> String {
    let mut text = lines.collect::<Vec<_>>().join("\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// The size of a report in bytes.
const MAX_REPORT: u64 = 256 << 20;

fn read(path: &Path) -> Result<Option<String>, StateError> {
    read_within(path, u64::MAX)
}

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
        Err(error) => Err(StateError::Read { path: path.into(), error }),
    }
}

fn write<E: ToString>(path: &Path, content: Result<impl AsRef<str>, E>) -> Result<(), StateError> {
    let content = content.map_err(|error| StateError::Content { path: path.into(), reason: error.to_string() })?;
    replace(path, content.as_ref().as_bytes(), FILE_MODE)
        .map_err(|error| StateError::Write { path: path.into(), error })
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
        false => match read(path)? {
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
            std::fs::rename(path, renamed).map_err(|error| StateError::Corrupt { path: path.into(), error })?;
            Ok(None)
        }
    }
}
