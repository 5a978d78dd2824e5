//! A stack that is deep enough for what the limits allow.

use std::{cell::Cell, io, panic, thread};

use crate::budget::Limits;

thread_local! {
    /// How deep the stack of this thread is, while nearly nothing is on it.
    static ROOM: Cell<usize> = const { Cell::new(0) };
}

/// Does some work on a thread whose stack holds an evaluation as deep as the limits allow, and waits for it.
///
/// Every evaluation belongs in here: on the stack of a usual thread, a function that calls itself would end the process
/// before it meets its limit. A thread that was made [`with_room`] does it itself.
pub fn with_stack<T: Send>(limits: &Limits, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    let room = ROOM.get();
    if room >= limits.stack_size() {
        // Whatever is evaluated by an evaluation needs room of its own.
        let _after = Room::leaving(0);
        return Ok(work());
    }
    on_thread(limits, 0, work)
}

/// Does some work on a thread that can evaluate as well: what one of them frees, the other one uses again, which memory of
/// another thread would not be.
pub fn with_room<T: Send>(limits: &Limits, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    // What is done before an evaluation takes some of the stack, too.
    on_thread(limits, 1 << 20, || {
        ROOM.set(limits.stack_size());
        work()
    })
}

fn on_thread<T: Send>(limits: &Limits, more: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let size = limits.stack_size().saturating_add(more);
        match thread::Builder::new().name("evaluation".into()).stack_size(size).spawn_scoped(scope, work)?.join() {
            Ok(result) => Ok(result),
            Err(panic) => panic::resume_unwind(panic),
        }
    })
}

/// Brings back what a thread had, also when its work ends in a panic.
struct Room(usize);

impl Room {
    fn leaving(room: usize) -> Room {
        Room(ROOM.replace(room))
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        ROOM.set(self.0);
    }
}
