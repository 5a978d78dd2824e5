//! Where else log lines go: files, as text or JSON, and the system's log.

use std::{
    env,
    fs::{self, File, OpenOptions},
    io::Write as _,
    os::unix::net::UnixDatagram,
    path::Path,
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

use pcore::{Hash, Value, json, time::Timestamp};
use resource_api::log::{Level, LogEntry, LogSink};

/// What speaks when nothing else does.
const NOBODY: &str = "Puppet";

/// A destination of log lines that is not the console.
pub(super) enum Destination {
    /// Lines of text in a file.
    Text(Mutex<File>),
    /// JSON objects in a file: in an array that is never closed, so that lines can be added, or one a line.
    Json {
        /// The file.
        file: Mutex<File>,
        /// Whether they are elements of an array.
        in_array: bool,
    },
    /// The log of the system.
    Syslog(UnixDatagram),
}

impl Destination {
    /// Opens a destination by its name: `syslog`, or the absolute path of a file.
    pub(super) fn open(name: &str) -> Result<Destination, String> {
        if name == "syslog" {
            let socket = UnixDatagram::unbound().and_then(|socket| socket.connect("/dev/log").map(|()| socket));
            return socket.map(Destination::Syslog).map_err(|error| format!("cannot reach the system's log: {error}"));
        }
        let path = Path::new(name);
        if !path.is_absolute() {
            return Err(format!("Unknown destination type {name}"));
        }
        let opened = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| OpenOptions::new().create(true).append(true).open(path));
        let file = opened.map_err(|error| format!("cannot write to {name}: {error}"))?;
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension {
            Some("jsonl") => Ok(Destination::Json { file: Mutex::new(file), in_array: false }),
            Some("json") => Ok(Destination::Json { file: Mutex::new(file), in_array: true }),
            _ => Ok(Destination::Text(Mutex::new(file))),
        }
    }
}

impl LogSink for Destination {
    fn write(&self, entry: &LogEntry) {
        let now = Timestamp::from_nanoseconds(
            SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128),
        )
        .unwrap_or(Timestamp::from_seconds(0));
        let source = entry.source.as_deref().unwrap_or(NOBODY);
        // Nobody is left to be told that a log cannot be written.
        let _ = match self {
            Destination::Text(file) => {
                let time = now.format("%F %T %z", None).unwrap_or_default();
                let message = entry.message.strip_suffix('\n').unwrap_or(&entry.message);
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.write_all(format!("{time} {source} ({}): {message}\n", entry.level.name()).as_bytes())
            }
            Destination::Json { file, in_array } => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let is_empty = file.metadata().map(|metadata| metadata.len() == 0).unwrap_or_default();
                let before = match (in_array, is_empty) {
                    (true, true) => "[\n",
                    (true, false) => ",\n",
                    (false, _) => "",
                };
                let record = record(entry, source, &now.format("%FT%T.%9N%:z", None).unwrap_or_default());
                file.write_all(format!("{before}{record}\n").as_bytes())
            }
            Destination::Syslog(socket) => {
                let program = env::args_os().next();
                let program =
                    program.as_deref().map(Path::new).and_then(Path::file_name).and_then(|name| name.to_str());
                let line = format!(
                    "<{}>{}[{}]: {}{}",
                    DAEMON + severity(entry.level),
                    program.unwrap_or("bunraku"),
                    std::process::id(),
                    if source == NOBODY { String::new() } else { format!("({source}) ") },
                    entry.message
                );
                socket.send(line.as_bytes()).map(drop)
            }
        };
    }
}

fn record(entry: &LogEntry, source: &str, time: &str) -> String {
    let level = entry.level.name();
    let record = Hash::from_iter([
        ("level".into(), level.into()),
        ("message".into(), entry.message.as_str().into()),
        ("source".into(), source.into()),
        ("tags".into(), Value::array([level.into()])),
        ("time".into(), time.into()),
    ]);
    json::write(&record.into()).unwrap_or_default()
}

/// The facility `daemon` of the system's log.
const DAEMON: u8 = 3 << 3;

fn severity(level: Level) -> u8 {
    match level {
        Level::Debug => 7,
        Level::Info => 6,
        Level::Notice => 5,
        Level::Warning => 4,
        Level::Err => 3,
        Level::Critical => 2,
        Level::Alert => 1,
        Level::Emergency => 0,
    }
}
