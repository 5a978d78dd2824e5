//! Room for trees that are as high as they may be: what goes through them goes as deep as they do, and the stack of a
//! usual thread is too small for that where nothing is optimized.

use std::{
    panic,
    sync::{Mutex, PoisonError},
    thread,
};

/// Enough for [`crate::xml::MAX_DEPTH`] elements in each other. Only what is used becomes memory.
const STACK: usize = 64 << 20;

/// Does something on a stack that is deep enough; where there can be no thread, on the one that there is.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let work = Mutex::new(Some(work));
    let take = || work.lock().unwrap_or_else(PoisonError::into_inner).take().map(|work| work());
    let done = thread::scope(|scope| match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, take) {
        Ok(thread) => thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload)),
        Err(_) => None,
    });
    match done.or_else(take) {
        Some(done) => done,
        None => unreachable!("the work is taken once, and what took it has its result"),
    }
}
