//! The operations of a packaging system.

use pcore::Value;
use resource_api::{Context, Failure, Identity, Outcome, State};

use super::target::{Ensure, Mark, PackageTarget};

/// A packaging system.
pub(super) trait PackageManager: Send {
    /// The status of a package. It is called repeatedly, and should cache its answers.
    fn find(&mut self, context: &Context, target: &PackageTarget<'_>) -> Outcome<PackageStatus>;

    /// Everything that is installed.
    fn all(&mut self, context: &Context) -> Outcome<Vec<State>>;

    /// The latest available version, if any.
    fn latest(&mut self, context: &Context, target: &PackageTarget<'_>) -> Outcome<Option<String>>;

    /// Whether an installed version is in a desired version or range.
    fn includes(&self, target: &str, status: &PackageStatus) -> bool;

    /// Performs tasks, and returns the result of each.
    fn change(&mut self, context: &Context, tasks: &[Task<'_>]) -> Vec<Outcome>;

    /// Announces the packages that are evaluated next, so that they can be queried together.
    fn prefetch(&mut self, _names: Vec<&str>) {}
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackageStatus {
    pub(super) presence: Presence,
    /// Its mark, if the system has marks.
    pub(super) mark: Option<Mark>,
}

/// Whether a package is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// Nothing is left of it, not even configuration files.
    Purged,
    /// It is not installed, but configuration files may be left.
    Absent,
    /// It is installed in this version.
    Version(String),
    /// It is installed in these versions, the latest first.
    Versions(Vec<String>),
}

impl PackageStatus {
    pub(super) fn unmarked(presence: Presence) -> PackageStatus {
        PackageStatus { presence, mark: None }
    }

    pub(super) fn is_installed(&self) -> bool {
        matches!(self.presence, Presence::Version(_) | Presence::Versions(_))
    }

    /// The versions that are installed.
    pub(super) fn versions(&self) -> &[String] {
        match &self.presence {
            Presence::Purged | Presence::Absent => &[],
            Presence::Version(version) => std::slice::from_ref(version),
            Presence::Versions(versions) => versions,
        }
    }

    /// Whether it is installed in exactly this version.
    pub(super) fn has(&self, version: &str) -> bool {
        self.versions().iter().any(|known| known == version)
    }

    /// The value of `ensure`.
    pub(super) fn value(&self) -> Value {
        match &self.presence {
            Presence::Purged => "purged".into(),
            Presence::Absent => "absent".into(),
            Presence::Version(version) => version.as_str().into(),
            Presence::Versions(versions) => versions.iter().map(|version| Value::from(version.as_str())).collect(),
        }
    }

    /// The state that is listed.
    pub(super) fn state(&self, name: &str) -> State {
        let state = State::new().with("name", name).with("ensure", self.value());
        match self.mark.filter(|_| self.is_installed()) {
            Some(mark) => state.with("mark", mark.word()),
            None => state,
        }
    }
}

/// What to do with a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Action {
    Install,
    /// Updates it to the latest version.
    Update,
    Remove,
    Purge,
    Mark(Mark),
}

/// What to do with one package.
pub(super) struct Task<'t> {
    pub(super) identity: &'t Identity,
    pub(super) target: PackageTarget<'t>,
    pub(super) status: PackageStatus,
    pub(super) action: Action,
}

impl Task<'_> {
    /// Adds to a failure that it happened during an update.
    pub(super) fn describe(&self, failure: Failure) -> Failure {
        let is_update = matches!(self.action, Action::Install | Action::Update);
        match self.target.ensure {
            Ensure::Latest | Ensure::Version(_) if is_update => Failure::new(format!("Could not update: {failure}")),
            _ => failure,
        }
    }
}
