//! The settings that hold on this machine: `puppet.conf` of the user who runs the program, and the command line.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use compiler::input;
use settings::{Complaint, Files, Layout, Machine, RunMode, SettingError, Settings};

use crate::options::{OptionError, Options};

/// The settings, and what is wrong with the files that they come from.
pub(crate) type Loaded = (Settings, Vec<Complaint>);

/// Reads `puppet.conf` for a command.
pub(crate) fn load(command: &str, options: &Options) -> Result<Loaded, OptionError> {
    load_with(command, options.settings())
}

/// Reads `puppet.conf` for a command; some settings are given by somebody else.
pub(crate) fn load_with<'s>(
    command: &str,
    given: impl Iterator<Item = (&'static str, &'s str)>,
) -> Result<Loaded, OptionError> {
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Ok(Settings::load(machine(command)?, RunMode::User, given, &Disk))
}

/// Adds what `puppet.conf` says to what the command line says.
pub(crate) fn fill(command: &str, options: &mut Options) -> Result<Loaded, OptionError> {
    let (settings, complaints) = load(command, options)?;
    settings.check().map_err(|error| OptionError::Setting(error.to_string()))?;
    for setting in settings.written() {
        let value = settings.text(setting.name);
        options.add(setting.name, value.map_err(|error: SettingError| OptionError::Preparation(error.to_string()))?);
    }
    Ok((settings, complaints))
}

/// What defaults depend on.
fn machine(command: &str) -> Result<Machine, OptionError> {
    Ok(Machine {
        layout: Layout::AllInOne,
        home: if rustix::process::geteuid().is_root() { None } else { Some(home()?) },
        host_name: host_name(),
        command: command.to_owned(),
        ..Machine::default()
    })
}

/// The home directory of the user, whose settings and state are in it. Without a variable it is that of the account. A path
/// that depends on the current directory would put them where somebody else may have prepared them.
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

/// The name of the machine, with the domain that its resolver adds to names.
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
