//! What a packaging system can do, and what is asked of it.

use pcore::Value;
use resource_api::{Context, Failure, Identity, Outcome, State};

use super::wanted::{Ensure, Mark, Wanted};

/// A packaging system.
pub(super) trait System: Send {
    /// What there is of a package. It may be asked several times, and is to know the answer then.
    fn find(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Found>;

    /// Everything that is installed.
    fn all(&mut self, context: &Context) -> Outcome<Vec<State>>;

    /// The newest version that could be installed, if anybody has one.
    fn latest(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Option<String>>;

    /// Whether a version that is wanted, or a range, is meant by what there is.
    fn includes(&self, wanted: &str, found: &Found) -> bool;

    /// Does what is to be done, and returns what became of each task.
    fn change(&mut self, context: &Context, tasks: &[Task<'_>]) -> Vec<Outcome>;

    /// Says which packages are asked for next, so that they can be asked for together.
    fn look_at(&mut self, _names: Vec<&str>) {}
}

/// What there is of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) presence: Presence,
    /// How it is marked, where packages are.
    pub(super) mark: Option<Mark>,
}

/// Whether a package is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// There is nothing of it, not even settings.
    Purged,
    /// It is not installed, though something may be left of it.
    Absent,
    /// It is installed in a version.
    Version(String),
    /// It is installed in these versions, the newest first.
    Versions(Vec<String>),
}

impl Found {
    pub(super) fn unmarked(presence: Presence) -> Found {
        Found { presence, mark: None }
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

    /// What `ensure` is.
    pub(super) fn value(&self) -> Value {
        match &self.presence {
            Presence::Purged => "purged".into(),
            Presence::Absent => "absent".into(),
            Presence::Version(version) => version.as_str().into(),
            Presence::Versions(versions) => versions.iter().map(|version| Value::from(version.as_str())).collect(),
        }
    }

    /// The package as a listing shows it.
    pub(super) fn state(&self, name: &str) -> State {
        let state = State::new().with("name", name).with("ensure", self.value());
        match self.mark.filter(|_| self.is_installed()) {
            Some(mark) => state.with("mark", mark.word()),
            None => state,
        }
    }
}

/// What is to be done with a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Action {
    Install,
    /// Brings it to the newest version.
    Update,
    Remove,
    Purge,
    Mark(Mark),
}

/// What is to be done with one package.
pub(super) struct Task<'t> {
    pub(super) identity: &'t Identity,
    pub(super) wanted: Wanted<'t>,
    pub(super) found: Found,
    pub(super) action: Action,
}

impl Task<'_> {
    /// A failure as it is told: that of an update says that it was one.
    pub(super) fn told(&self, failure: Failure) -> Failure {
        let is_update = matches!(self.action, Action::Install | Action::Update);
        match self.wanted.ensure {
            Ensure::Latest | Ensure::Version(_) if is_update => Failure::new(format!("Could not update: {failure}")),
            _ => failure,
        }
    }
}
