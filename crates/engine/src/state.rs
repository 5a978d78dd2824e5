//! What runs leave on disk, and the lock that keeps two runs apart.
//!
//! All that the engine writes, it writes here. Whoever starts a run says where the files are ([`Files`]); nothing here
//! knows a path of its own. Files are replaced as a whole (`state/replace.rs`): whoever reads one finds the old or the
//! new content, never a part of it.

mod early;
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
    early::EarlyHistory,
    lock::{LockError, RunLock},
    replace::{FILE_MODE, replace, replace_with},
    uuid::new_uuid,
};
use crate::{
    report::{Report, ReportError},
    transaction::History,
};

/// How many bytes a file may have in which earlier runs left what they know: some eight million resources.
const MAX_HISTORY: u64 = 512 * 1024 * 1024;

/// Where the files of runs are. What has no path is neither read nor written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// When resources had their turns, and what audits found: `state.yaml`.
    pub state: Option<PathBuf>,
    /// What properties were when a run left them: `transactionstore.yaml`. Only the agent has it.
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
        /// Where it should be.
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
    /// What is known of resources is not readable, and could not be put aside either.
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
    /// Reads what earlier runs know.
    ///
    /// A file that cannot be understood is put aside with `.bad` behind its name, as Puppet does, and what it should say
    /// is unknown; the texts tell that, and whoever runs logs them as errors.
    pub fn read_history(&self) -> Result<(History, Vec<String>), StateError> {
        let mut problems = Vec::new();
        let records = match &self.state {
            Some(path) => read_or_put_aside(path, "Checksumfile", history::read, &mut problems)?,
            None => None,
        };
        let system_values = match &self.transaction_store {
            Some(path) => {
                Some(read_or_put_aside(path, "Transaction store file", store::read, &mut problems)?.unwrap_or_default())
            }
            None => None,
        };
        Ok((History { records: records.unwrap_or_default(), system_values }, problems))
    }

    /// Writes what the next run should know. Resources that had no turn for longer than `ttl` are forgotten.
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

    /// Writes the names of the classes of a catalog, and the references of its resources, one in a line.
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

/// Lines as Ruby's `puts` writes them: one line end, even where there is nothing.
fn lines(lines: impl Iterator<Item = String>) -> String {
    let mut text = lines.collect::<Vec<_>>().join("\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// How many bytes a report may have that is read.
const MAX_REPORT: u64 = 256 << 20;

fn read(path: &Path) -> Result<Option<String>, StateError> {
    read_within(path, u64::MAX)
}

/// Reads a file that may have so many bytes at most: what a person names may be endless.
fn read_within(path: &Path, most: u64) -> Result<Option<String>, StateError> {
    let read = || {
        let mut bytes = Vec::new();
        File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            let message = format!("it is longer than the limit of {most} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        Ok(bytes)
    };
    match read() {
        // What is no UTF-8 is no YAML either, and is told as such.
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

fn read_or_put_aside<T>(
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
            let mut aside = path.as_os_str().to_owned();
            aside.push(".bad");
            std::fs::rename(path, aside).map_err(|error| StateError::Corrupt { path: path.into(), error })?;
            Ok(None)
        }
    }
}
