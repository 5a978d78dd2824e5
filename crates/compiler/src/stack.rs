//! A stack that is deep enough for what the limits allow.

use std::{io, panic, thread};

use crate::budget::Limits;

/// Does some work on a thread whose stack holds an evaluation as deep as the limits allow, and waits for it.
///
/// Every evaluation belongs in here: on the stack of a usual thread, a function that calls itself would end the process
/// before it meets its limit.
pub fn with_stack<T: Send>(limits: &Limits, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("evaluation".into()).stack_size(limits.stack_size());
        match thread.spawn_scoped(scope, work)?.join() {
            Ok(result) => Ok(result),
            Err(panic) => panic::resume_unwind(panic),
        }
    })
}
