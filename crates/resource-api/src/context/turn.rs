//! The resource that a provider is called for, as the log knows it.

use ecow::EcoString;

use super::Context;
use crate::log::Level;

/// How the log speaks of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What its lines name as their source, such as `/Stage[main]/Main/Notify[hello]`.
    pub path: EcoString,
    /// Its title, by which messages call it.
    pub title: EcoString,
    /// The level of lines about its changes.
    pub level: Level,
    /// Where the resource is declared, as messages say it: ` (file: F, line: N)`, or nothing.
    pub place: EcoString,
}

impl Context {
    /// The resource that is being compared or changed; nothing while several are changed in one call.
    pub fn turn(&self) -> Option<Turn> {
        self.turn.borrow().clone()
    }

    /// Says which resource is being changed from now on.
    pub fn set_turn(&self, turn: Option<Turn>) {
        *self.turn.borrow_mut() = turn;
    }

    /// Whether the resource that is being compared may not be changed. Some things are no failure then: a file that another
    /// resource would have made may be missing.
    pub fn is_dry_turn(&self) -> bool {
        self.dry_turn.get()
    }

    /// Says whether the resource that is being compared from now on may not be changed.
    pub fn set_dry_turn(&self, dry: bool) {
        self.dry_turn.set(dry);
    }
}
