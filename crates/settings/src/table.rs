//! All settings, one line each, in one file per subject.

mod certificates;
mod language;
mod logs;
mod network;
mod paths;
mod runs;

#[cfg(test)]
mod tests;

use crate::kind::Kind;

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in files and, after two hyphens, on command lines.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// Its value unless one is set.
    pub default: Default,
    /// What it is about, in a phrase.
    pub summary: &'static str,
}

impl Setting {
    /// Whether its value is shown only to those who ask for the setting: a password, or headers, which may contain one.
    ///
    /// ```
    /// let is_secret = |name: &str| settings::table::find(name).is_some_and(|setting| setting.is_secret());
    /// assert!(is_secret("http_proxy_password") && !is_secret("http_proxy_host"));
    /// ```
    pub fn is_secret(&self) -> bool {
        self.kind == Kind::Headers || self.name.ends_with("password")
    }
}

/// The value of a setting unless one is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Default {
    /// There is none.
    Nothing,
    /// Read as if it were written in a file: it may refer to other settings.
    Text(&'static str),
    /// The value of another setting.
    Alias(&'static str),
    /// A path that depends on the machine and its user.
    Machine(MachinePath),
    /// The name of the machine, in lower case.
    Certname,
    /// The domain of the machine.
    Domain,
    /// The name and version of the program.
    UserAgent,
    /// The name of the command that runs.
    Command,
    /// The module directories of the environment.
    EnvironmentModules,
    /// The manifest of the environment.
    EnvironmentManifest,
}

/// A path that depends on the machine and its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachinePath {
    /// The authority's directory.
    Authority,
    /// Certificates.
    Certificates,
    /// Manifests, modules and data.
    Code,
    /// Configuration.
    Configuration,
    /// Data that grows.
    Data,
    /// Logs.
    Logs,
    /// Modules for every environment.
    Modules,
    /// World-readable files.
    Public,
    /// Files of running processes.
    Running,
    /// Modules that come with the program.
    VendorModules,
}

/// All settings, subject by subject.
///
/// ```
/// assert!(settings::table::all().any(|setting| setting.name == "vardir"));
/// ```
pub fn all() -> impl Iterator<Item = &'static Setting> {
    let subjects = [
        certificates::SETTINGS,
        language::SETTINGS,
        logs::SETTINGS,
        network::SETTINGS,
        paths::SETTINGS,
        runs::SETTINGS,
    ];
    subjects.into_iter().flatten()
}

/// The setting with that name.
pub fn find(name: &str) -> Option<&'static Setting> {
    all().find(|setting| setting.name == name)
}

const fn setting(name: &'static str, kind: Kind, default: Default, summary: &'static str) -> Setting {
    Setting { name, kind, default, summary }
}

const fn unset(name: &'static str, kind: Kind, summary: &'static str) -> Setting {
    setting(name, kind, Default::Nothing, summary)
}

const fn boolean(name: &'static str, default: bool, summary: &'static str) -> Setting {
    setting(name, Kind::Boolean, Default::Text(if default { "true" } else { "false" }), summary)
}

/// Constructors of settings of one kind, each with a default as it would be written in a file.
macro_rules! constructors {
    ($($name:ident: $kind:ident),+) => {
        $(const fn $name(name: &'static str, default: &'static str, summary: &'static str) -> Setting {
            setting(name, Kind::$kind, Default::Text(default), summary)
        })+
    };
}

constructors!(
    duration: Duration, integer: Integer, list: List, path: Path, paths: Paths, port: Port, text: Text,
    time_to_live: TimeToLive
);
