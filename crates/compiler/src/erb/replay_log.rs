//! The side effects of a Ruby program, so that none happens twice.
//!
//! A program that needs real Ruby halfway through is run again from its beginning. Up to that point it makes the same
//! calls in the same order, which are answered from the log. Variables that it changed are reset first, so that it can
//! change them again.

use std::collections::VecDeque;

use ecow::EcoString;
use pcore::Value;
use resource_api::log::Level;
use rustc_hash::FxHashMap;

/// The size limit. A program that exceeds it before it needs Ruby repeats all of its side effects.
const MAX_EFFECTS: usize = 100_000;

/// The side effects so far, or those that are left to replay.
#[derive(Debug, Default)]
pub(crate) struct ReplayLog {
    effects: VecDeque<(SideEffect, Result<Value, String>)>,
    /// Whether this is the second run, answered from the log.
    is_replaying: bool,
    /// Whether the log is incomplete.
    is_full: bool,
    /// The previous values of replaced variables, in order.
    pub(super) replaced: Vec<(EcoString, Value)>,
    /// The number of logged lines per level; when replaying, those to skip.
    lines: FxHashMap<Level, usize>,
}

/// An action that is visible outside of the program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SideEffect {
    /// A function call; the flag is whether the block was passed.
    Call(EcoString, Vec<Value>, bool),
    /// A call of the block.
    Block(Vec<Value>),
    /// An assignment.
    Set(EcoString, Value),
}

impl ReplayLog {
    /// The log for the second run.
    pub(crate) fn replay(self) -> ReplayLog {
        let effects = if self.is_full { VecDeque::new() } else { self.effects };
        ReplayLog { effects, is_replaying: true, lines: self.lines, ..ReplayLog::default() }
    }

    /// The recorded answer to a side effect. The first difference ends the replay.
    pub(super) fn next_answer(&mut self, effect: &SideEffect) -> Option<Result<Value, String>> {
        if !self.is_replaying {
            return None;
        }
        match self.effects.pop_front() {
            Some((done, answer)) if done == *effect => Some(answer),
            _ => {
                self.effects.clear();
                None
            }
        }
    }

    /// Whether a line should be logged: not if the first run logged it. Lines are counted rather than compared, since a
    /// text may contain the time.
    pub(super) fn should_log(&mut self, level: Level) -> bool {
        let logged = self.lines.entry(level).or_default();
        if !self.is_replaying {
            *logged += 1;
            return true;
        }
        let is_new = *logged == 0;
        *logged = logged.saturating_sub(1);
        is_new
    }

    /// Records a side effect and its answer.
    pub(super) fn add(&mut self, effect: SideEffect, answer: &Result<Value, String>) {
        if self.is_replaying || self.is_full {
            return;
        }
        self.is_full = self.effects.len() >= MAX_EFFECTS;
        self.effects.push_back((effect, answer.clone()));
    }
}
