//! Log destinations other than the console: files, as text or JSON, and the system log.

use std::{
    borrow::Cow,
    env,
    fs::File,
    io::Write as _,
    os::unix::net::UnixDatagram,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use ecow::EcoString;
use engine::transaction::WallClock as _;
use pcore::{Hash, Value, json, time::Timestamp};
use resource_api::{
    log::{Level, LogEntry, LogSink},
    whole_file::{DirectoryEntry, MODE_OF_NEW_FILES, create_own_directories},
};

use super::{guard::guarded, log_sources::LogSources};
use crate::clock::LocalClock;

/// The source of lines that have none.
const DEFAULT_SOURCE: &str = "Puppet";

/// A log destination other than the console.
pub(super) struct Destination {
    form: Form,
    clock: Arc<LocalClock>,
    log_sources: Arc<LogSources>,
}

/// The kind of a destination.
pub(super) enum Form {
    Text(Mutex<File>),
    /// A file with JSON objects: elements of an array that is never closed, so that lines can be appended, or one
    /// object per line.
    Json {
        file: Mutex<File>,
        /// Whether the objects are elements of an array.
        in_array: bool,
    },
    Syslog(UnixDatagram),
}

impl Form {
    /// Opens a destination by its name: `syslog`, or the absolute path of a file.
    fn open(name: &str) -> Result<Form, String> {
        if name == "syslog" {
            let socket = UnixDatagram::unbound().and_then(|socket| socket.connect("/dev/log").map(|()| socket));
            return socket.map(Form::Syslog).map_err(|error| format!("cannot reach the system's log: {error}"));
        }
        let path = Path::new(name);
        if !path.is_absolute() {
            return Err(format!("Unknown destination type {name}"));
        }
        let opened =
            path.parent().map_or(Ok(()), create_own_directories).and_then(|()| match is_own_descriptor(path) {
                true => File::options().append(true).open(path),
                false => DirectoryEntry::followed(path)?.open_append(MODE_OF_NEW_FILES),
            });
        let file = opened.map_err(|error| format!("cannot write to {name}: {error}"))?;
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension {
            Some("jsonl") => Ok(Form::Json { file: Mutex::new(file), in_array: false }),
            Some("json") => Ok(Form::Json { file: Mutex::new(file), in_array: true }),
            _ => Ok(Form::Text(Mutex::new(file))),
        }
    }
}

/// Whether a path leads to a descriptor of this process, such as `/dev/stdout`.
fn is_own_descriptor(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"].iter().any(|own| path.starts_with(own))
}

impl Destination {
    /// Opens a destination by its name.
    pub(super) fn open(
        name: &str,
        clock: &Arc<LocalClock>,
        log_sources: &Arc<LogSources>,
    ) -> Result<Destination, String> {
        let form = Form::open(name)?;
        if let Form::Json { .. } = form {
            log_sources.enable();
        }
        Ok(Destination::new(form, clock, log_sources))
    }

    pub(super) fn new(form: Form, clock: &Arc<LocalClock>, log_sources: &Arc<LogSources>) -> Destination {
        Destination { form, clock: clock.clone(), log_sources: log_sources.clone() }
    }

    /// The current time in a `strftime` format.
    fn now(&self, format: &str) -> String {
        let now = self.clock.now();
        Timestamp::from(now).format_at(format, self.clock.offset(now))
    }

    /// A line as an object, with what is known about its source.
    fn record(&self, entry: &LogEntry, source: &str) -> String {
        let level = entry.level.name();
        let log_source = self.log_sources.find(source);
        let tags = log_source.map_or(&[][..], |log_source| &log_source.tags);
        let tags = std::iter::once(level).chain(tags.iter().map(EcoString::as_str));
        let mut record = Hash::from_iter([
            ("level".into(), level.into()),
            ("message".into(), entry.message.as_str().into()),
            ("source".into(), source.into()),
            ("tags".into(), Value::array(tags.map(Value::from))),
            ("time".into(), self.now("%FT%T.%9N%:z").as_str().into()),
        ]);
        if let Some(file) = log_source.and_then(|log_source| log_source.file.as_deref()) {
            record.insert("file".into(), file.into());
        }
        if let Some(line) = log_source.and_then(|log_source| log_source.line) {
            record.insert("line".into(), line.into());
        }
        json::write(&record.into()).unwrap_or_default()
    }
}

impl LogSink for Destination {
    fn write(&self, entry: &LogEntry) {
        // JSON escapes control characters, and its lines cannot be forged.
        let entry = match &self.form {
            Form::Json { .. } => Cow::Borrowed(entry),
            Form::Text(_) | Form::Syslog(_) => guarded(entry),
        };
        let source = entry.source.as_deref().unwrap_or(DEFAULT_SOURCE);
        // An error cannot be logged: this is the log.
        let _ = match &self.form {
            Form::Text(file) => {
                let time = self.now("%F %T %z");
                let message = entry.message.strip_suffix('\n').unwrap_or(&entry.message);
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.write_all(format!("{time} {source} ({}): {message}\n", entry.level.name()).as_bytes())
            }
            Form::Json { file, in_array } => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let is_empty = file.metadata().map(|metadata| metadata.len() == 0).unwrap_or_default();
                let before = match (in_array, is_empty) {
                    (true, true) => "[\n",
                    (true, false) => ",\n",
                    (false, _) => "",
                };
                file.write_all(format!("{before}{}\n", self.record(&entry, source)).as_bytes())
            }
            Form::Syslog(socket) => {
                let program = env::args_os().next();
                let program =
                    program.as_deref().map(Path::new).and_then(Path::file_name).and_then(|name| name.to_str());
                let line = format!(
                    "<{}>{}[{}]: {}{}",
                    DAEMON + severity(entry.level),
                    program.unwrap_or("bunraku"),
                    std::process::id(),
                    if source == DEFAULT_SOURCE { String::new() } else { format!("({source}) ") },
                    entry.message
                );
                socket.send(line.as_bytes()).map(drop)
            }
        };
    }
}

/// The facility `daemon` of the system log.
const DAEMON: u8 = 3 << 3;

/// The severity in the system log, which counts down.
fn severity(level: Level) -> u8 {
    Level::Emergency as u8 - level as u8
}
