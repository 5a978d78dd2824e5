//! Tells providers what will have its turn while the rest of the catalog is still being made ready.

use resource_api::State;
use rustc_hash::FxHashMap;

use super::{convert::Managed, sessions::Sessions};

/// How many resources a provider is told of at once.
const SHARE: usize = 256;

/// What providers have not been told of yet.
#[derive(Default)]
pub(super) struct Foresight {
    /// What resources should be, by the places of their sessions.
    targets: FxHashMap<usize, Vec<State>>,
}

impl Foresight {
    /// Takes a resource that will have its turn.
    pub(super) fn add(&mut self, sessions: &mut Sessions<'_>, managed: &Managed) {
        let session = sessions.get(managed.session);
        if !session.looks_ahead() {
            return;
        }
        let targets = self.targets.entry(managed.session).or_default();
        targets.push(managed.resource.should().clone());
        if targets.len() == SHARE {
            session.foresee(&std::mem::take(targets));
        }
    }

    /// Tells of what is left.
    pub(super) fn tell_rest(self, sessions: &mut Sessions<'_>) {
        self.targets.iter().for_each(|(session, targets)| sessions.get(*session).foresee(targets));
    }
}
