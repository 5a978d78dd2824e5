//! Requests within requests.
//!
//! A provider may ask the runtime something while it serves a request, and the answer may need a provider again: the same
//! one, or another one that asks back. What is under way is noted here for all processes of a run, by the thread that
//! waits for it, so that such a chain has an end: it cannot be longer than [`MAX_NESTING`], a type is not listed while it
//! is being listed, and threads that would wait for each other for ever are refused instead.

#[cfg(test)]
mod tests;

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    thread::{self, ThreadId},
};

use ecow::EcoString;
use rustc_hash::FxHashMap;

/// How many questions may be within each other. Each level takes room on the stack of this process and of the provider.
pub(crate) const MAX_NESTING: usize = 16;

/// What is under way in the processes of a run.
#[derive(Debug, Default)]
pub(crate) struct Nesting {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    threads: FxHashMap<ThreadId, Open>,
    /// The threads that talk to processes, by the numbers of these.
    owners: FxHashMap<usize, ThreadId>,
    /// How many processes have a number.
    processes: usize,
}

/// What a thread waits for.
#[derive(Debug, Default)]
struct Open {
    /// How many questions of providers it is answering.
    questions: usize,
    /// How many requests it has made that change something.
    changing: usize,
    /// The types that it lists.
    listed: Vec<EcoString>,
    /// The process that it waits for, which another thread talks to.
    waits_for: Option<usize>,
}

impl Open {
    fn is_idle(&self) -> bool {
        self.questions == 0 && self.changing == 0 && self.listed.is_empty() && self.waits_for.is_none()
    }
}

/// Something that is under way until the value is dropped.
#[derive(Debug)]
#[must_use = "it counts as done when the value is dropped"]
pub(crate) struct UnderWay<'n> {
    nesting: &'n Nesting,
    /// Takes it away from what the thread has under way.
    end: fn(&mut Open),
}

impl Nesting {
    /// A number for one more process.
    pub(crate) fn new_process(&self) -> usize {
        let mut state = self.state();
        state.processes += 1;
        state.processes
    }

    /// Begins to answer a question; nothing when too many are being answered already.
    pub(crate) fn question(&self) -> Option<UnderWay<'_>> {
        self.with_open(|open| {
            let fits = open.questions < MAX_NESTING;
            open.questions += usize::from(fits);
            fits
        })
        .then(|| UnderWay { nesting: self, end: |open| open.questions = open.questions.saturating_sub(1) })
    }

    /// Begins a request that changes something.
    pub(crate) fn change(&self) -> UnderWay<'_> {
        self.with_open(|open| open.changing += 1);
        UnderWay { nesting: self, end: |open| open.changing = open.changing.saturating_sub(1) }
    }

    /// Begins to list all resources of a type.
    pub(crate) fn listing(&self, type_name: &EcoString) -> UnderWay<'_> {
        self.with_open(|open| open.listed.push(type_name.clone()));
        UnderWay { nesting: self, end: |open| drop(open.listed.pop()) }
    }

    /// Whether this thread waits for something to be changed. Who is interrupted then leaves it half done.
    pub(crate) fn is_changing(&self) -> bool {
        self.with_open(|open| open.changing > 0)
    }

    /// Whether this thread lists the resources of a type.
    pub(crate) fn is_listing(&self, type_name: &str) -> bool {
        self.with_open(|open| open.listed.iter().any(|listed| listed.eq_ignore_ascii_case(type_name)))
    }

    /// Takes that this thread waits for a process; false if it would wait for ever, because the thread that talks to that
    /// process waits for one that this thread talks to.
    pub(crate) fn wait_for(&self, process: usize) -> bool {
        let this = thread::current().id();
        let mut state = self.state();
        let mut next = Some(process);
        // Each thread waits for one process at most, and there has been no cycle so far, so the walk ends.
        while let Some(owner) = next.and_then(|process| state.owners.get(&process)) {
            if *owner == this {
                return false;
            }
            next = state.threads.get(owner).and_then(|open| open.waits_for);
        }
        state.threads.entry(this).or_default().waits_for = Some(process);
        true
    }

    /// Takes that this thread talks to a process.
    pub(crate) fn own(&self, process: usize) {
        self.with_open(|open| open.waits_for = None);
        self.state().owners.insert(process, thread::current().id());
    }

    /// Records that a process is no longer in use.
    pub(crate) fn release(&self, process: usize) {
        self.state().owners.remove(&process);
    }

    /// Looks at what this thread has under way. Nothing is kept of threads that have nothing.
    fn with_open<T>(&self, look: impl FnOnce(&mut Open) -> T) -> T {
        let this = thread::current().id();
        let mut state = self.state();
        let open = state.threads.entry(this).or_default();
        let result = look(open);
        if open.is_idle() {
            state.threads.remove(&this);
        }
        result
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.nesting.with_open(self.end);
    }
}
