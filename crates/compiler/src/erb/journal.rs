//! What a program in Ruby did to the manifest around it, so that nothing of it is done twice.
//!
//! A program that comes upon something that only Ruby itself can do is run again by Ruby, from its beginning. Up to that
//! point it asks for the same things in the same order: these answers are given once more, and nothing happens. What it
//! changed of the variables around it is as it was before, so that it can change it again.

use std::collections::VecDeque;

use ecow::EcoString;
use pcore::Value;
use resource_api::log::Level;
use rustc_hash::FxHashMap;

/// How much is remembered. A program that did more than that before it needed Ruby does it again.
const MAX_DEEDS: usize = 100_000;

/// What was done so far, or is still to be done again.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    deeds: VecDeque<(Deed, Result<Value, String>)>,
    /// Whether a program is run again, and answered from here.
    repeats: bool,
    /// Whether there was more than is remembered.
    is_full: bool,
    /// Variables whose values were replaced, with those from before, the last one at the end.
    pub(super) replaced: Vec<(EcoString, Value)>,
    /// How many lines of each level are in the log, or would be there a second time.
    lines: FxHashMap<Level, usize>,
}

/// Something that can be told from outside.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Deed {
    /// A function was called; the last part is whether it was handed the block.
    Call(EcoString, Vec<Value>, bool),
    /// The block was called.
    Block(Vec<Value>),
    /// A variable was set.
    Set(EcoString, Value),
}

impl Journal {
    /// The answers of a program that is run again.
    pub(crate) fn repeating(self) -> Journal {
        let deeds = if self.is_full { VecDeque::new() } else { self.deeds };
        Journal { deeds, repeats: true, lines: self.lines, ..Journal::default() }
    }

    /// The answer to something that was done before. The first other thing ends the repetition: from there on, everything is
    /// done.
    pub(super) fn answer(&mut self, deed: &Deed) -> Option<Result<Value, String>> {
        if !self.repeats {
            return None;
        }
        match self.deeds.pop_front() {
            Some((done, answer)) if done == *deed => Some(answer),
            _ => {
                self.deeds.clear();
                None
            }
        }
    }

    /// Takes a line for the log, and returns whether it belongs there: it does not when it is said once more. Only how many
    /// there were counts, since a text may tell the time.
    pub(super) fn says(&mut self, level: Level) -> bool {
        let said = self.lines.entry(level).or_default();
        if !self.repeats {
            *said += 1;
            return true;
        }
        let is_new = *said == 0;
        *said = said.saturating_sub(1);
        is_new
    }

    /// Takes what was done.
    pub(super) fn add(&mut self, deed: Deed, answer: &Result<Value, String>) {
        if self.repeats || self.is_full {
            return;
        }
        self.is_full = self.deeds.len() >= MAX_DEEDS;
        self.deeds.push_back((deed, answer.clone()));
    }
}
