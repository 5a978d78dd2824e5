//! A large stack for recursion over trees: in unoptimized builds a tree of the maximum height overflows the stack of an
//! ordinary thread.

use std::{
    panic,
    sync::{Mutex, PoisonError},
    thread,
};

/// Enough for [`crate::xml::MAX_DEPTH`] nested elements. Only the part that is used takes memory.
const STACK_SIZE: usize = 64 << 20;

/// Runs a function on a large stack, or on the current one if no thread can be started.
pub(crate) fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let work = Mutex::new(Some(work));
    let take = || work.lock().unwrap_or_else(PoisonError::into_inner).take().map(|work| work());
    let result = thread::scope(|scope| match thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, take) {
        Ok(thread) => thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload)),
        Err(_) => None,
    });
    match result.or_else(take) {
        Some(result) => result,
        None => unreachable!("the work is taken once, and what took it has its result"),
    }
}
