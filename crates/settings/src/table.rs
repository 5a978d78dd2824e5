//! All settings: a line each, in a file for each subject.

mod certificates;
mod language;
mod logs;
mod network;
mod places;
mod runs;

#[cfg(test)]
mod tests;

use crate::kind::Kind;

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// Its value when nobody says anything.
    pub default: Default,
    /// What it is about.
    pub summary: &'static str,
}

impl Setting {
    /// Whether its value is told to nobody but who asks for the setting: a password, or headers, which may hold one.
    ///
    /// ```
    /// let is_secret = |name: &str| settings::table::find(name).is_some_and(|setting| setting.is_secret());
    /// assert!(is_secret("http_proxy_password") && !is_secret("http_proxy_host"));
    /// ```
    pub fn is_secret(&self) -> bool {
        self.kind == Kind::Headers || self.name.ends_with("password")
    }
}

/// The value of a setting when nobody says anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Default {
    /// There is none.
    Nothing,
    /// As if this were written in a file: other settings may be in it.
    Text(&'static str),
    /// The value of another setting.
    Alias(&'static str),
    /// A place, which depends on the machine.
    Place(Place),
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

/// A place that depends on the machine and its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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
    /// What everybody may read.
    Public,
    /// What belongs to running processes.
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
        places::SETTINGS,
        runs::SETTINGS,
    ];
    subjects.into_iter().flatten()
}

/// The setting of that name.
pub fn find(name: &str) -> Option<&'static Setting> {
    all().find(|setting| setting.name == name)
}
