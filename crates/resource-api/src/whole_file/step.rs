//! The steps in which a file gets to its place. Tests stop at each of them; nobody else notices them.

use std::io;

/// What was just done, or is about to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// There is an empty file.
    Opened,
    /// It has its owner.
    Owned,
    /// It has its mode.
    Dressed,
    /// It is on the disk.
    Synced,
    /// It is about to get a name.
    Naming,
    /// It has a name beside its place.
    Named,
    /// It is in its place.
    Placed,
    /// Its name is on the disk.
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

    /// Does something while a function is told of each step, and may let it fail.
    pub(in super::super) fn with_hook<T>(
        hook: impl FnMut(Step) -> io::Result<()> + 'static,
        action: impl FnOnce() -> T,
    ) -> T {
        HOOK.set(Some(Box::new(hook)));
        let done = action();
        HOOK.set(None);
        done
    }
}
