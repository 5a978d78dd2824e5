//! The settings of this machine: `puppet.conf` of the user who runs the program, and the command line.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use compiler::input;
use settings::{ConfigWarning, Files, Layout, Machine, SettingError, Settings, Value};

use crate::options::{OptionError, Options};

/// The settings, and the problems in the files that they come from.
pub(crate) type Loaded = (Settings, Vec<ConfigWarning>);

/// Reads `puppet.conf` for a command.
pub(crate) fn load(command: &str, options: &Options) -> Result<Loaded, OptionError> {
    load_with(command, options.settings())
}

/// Reads `puppet.conf` for a command, with the given settings in place of those of the command line.
pub(crate) fn load_with<'s>(
    command: &str,
    overrides: impl Iterator<Item = (&'static str, &'s str)>,
) -> Result<Loaded, OptionError> {
    let overrides = overrides.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Ok(Settings::load(machine(command)?, "user", overrides, &Disk))
}

/// Adds the settings of `puppet.conf` to the options of the command line.
pub(crate) fn fill(command: &str, options: &mut Options) -> Result<Loaded, OptionError> {
    let (settings, complaints) = load(command, options)?;
    settings.check().map_err(|error| OptionError::Setting(error.to_string()))?;
    for setting in settings.written() {
        let value = settings.text(setting.name);
        options.add(setting.name, value.map_err(|error: SettingError| OptionError::Preparation(error.to_string()))?);
    }
    Ok((settings, complaints))
}

/// The time limit that a setting has; none for 0.
pub(crate) fn time_limit(settings: &Settings, name: &str) -> Result<Option<Duration>, SettingError> {
    match settings.value(name)? {
        Value::Seconds(seconds) if seconds > 0 => Ok(Some(Duration::from_secs(seconds))),
        _ => Ok(None),
    }
}

/// The facts about the machine that default values depend on.
fn machine(command: &str) -> Result<Machine, OptionError> {
    Ok(Machine {
        layout: Layout::AllInOne,
        home: if rustix::process::geteuid().is_root() { None } else { Some(home()?) },
        host_name: host_name(),
        command: command.to_owned(),
        ..Machine::default()
    })
}

/// The home directory of the user, which holds the settings and the state. Without the variable `HOME` it is that of
/// the account. A relative path is refused: it would use files of whatever directory the program is started in, which
/// another user may have prepared.
fn home() -> Result<PathBuf, OptionError> {
    match env::var_os("HOME").map(PathBuf::from) {
        Some(home) if home.is_absolute() => Ok(home),
        Some(home) => Err(OptionError::Setting(format!(
            "non-absolute home '{}'; set the variable HOME to an absolute path",
            home.display()
        ))),
        None => Ok(env::home_dir().unwrap_or_else(|| PathBuf::from("/"))),
    }
}

/// The name of the machine, with the domain of its resolver.
fn host_name() -> String {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    if name.contains('.') {
        return name;
    }
    let resolver = fs::read_to_string("/etc/resolv.conf").unwrap_or_default();
    let entry = |key: &str| {
        let mut entries = resolver.lines().filter_map(|line| line.strip_prefix(key)?.split_whitespace().next());
        entries.next().map(str::to_owned)
    };
    let domain = entry("domain ").or_else(|| entry("search ")).map(|domain| domain.trim_end_matches('.').to_owned());
    match domain {
        Some(domain) if !domain.is_empty() => format!("{name}.{domain}"),
        _ => name,
    }
}

/// The files of this machine.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        match input::read_found_text(path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn is_directory(&self, path: &Path) -> bool {
        path.is_dir()
    }
}
