//! The steps of replacing a file. Tests can stop or fail at each of them; otherwise they have no effect.

use std::io;

/// A step that was just completed, or is about to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An empty file was created.
    Opened,
    /// The owner was set.
    Owned,
    /// The mode was set.
    OwnershipSet,
    /// The content was synced.
    Synced,
    /// The file is about to get a name.
    Naming,
    /// The file has a temporary name.
    Named,
    /// The target was replaced.
    Committed,
    /// The directory was synced.
    Done,
}

#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "tests let it fail")]
pub(super) fn reached(_: Step) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
pub(super) use self::hook::{reached, with_hook};

#[cfg(test)]
mod hook {
    use std::cell::RefCell;

    use super::{Step, io};

    type Hook = Box<dyn FnMut(Step) -> io::Result<()>>;

    thread_local! {
        static HOOK: RefCell<Option<Hook>> = const { RefCell::new(None) };
    }

    pub(in super::super) fn reached(step: Step) -> io::Result<()> {
        HOOK.with_borrow_mut(|hook| hook.as_mut().map_or(Ok(()), |hook| hook(step)))
    }

    /// Runs an action with a hook that is called for each step and may return an error.
    pub(in super::super) fn with_hook<T>(
        hook: impl FnMut(Step) -> io::Result<()> + 'static,
        action: impl FnOnce() -> T,
    ) -> T {
        HOOK.set(Some(Box::new(hook)));
        let result = action();
        HOOK.set(None);
        result
    }
}
