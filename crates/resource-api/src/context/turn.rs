//! The resource that a provider is called for, as the log knows it.

use ecow::EcoString;

use super::Context;
use crate::log::Level;

/// How the log speaks of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What its lines name as their source, such as `/Stage[main]/Main/Notify[hello]`.
    pub path: EcoString,
    /// The level of lines about its changes.
    pub level: Level,
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
}
