//! Whether a run is to end.

use std::{
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// A flag that is set when the run is to end. By default it never is.
///
/// ```
/// use std::{io::Read, sync::{Arc, atomic::{AtomicBool, Ordering}}};
/// use resource_api::context::StopFlag;
///
/// let signal = Arc::new(AtomicBool::new(false));
/// let mut endless = StopFlag::new(signal.clone()).reader(std::io::repeat(0));
/// let mut buffer = [1; 8];
/// assert_eq!(endless.read(&mut buffer)?, 8);
/// signal.store(true, Ordering::Relaxed);
/// assert_eq!(endless.read(&mut buffer).unwrap_err().to_string(), "the run was stopped");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Option<Arc<AtomicBool>>);

impl StopFlag {
    /// A flag that a signal handler sets.
    pub fn new(flag: Arc<AtomicBool>) -> StopFlag {
        StopFlag(Some(flag))
    }

    /// Whether the run is to end.
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// A reader that fails once the flag is set. For content that may be so large that reading it takes hours.
    pub fn reader<R: Read>(&self, reader: R) -> Stoppable<R> {
        Stoppable { reader, stop: self.clone() }
    }
}

/// A reader that fails once the run is to end.
#[derive(Debug)]
pub struct Stoppable<R> {
    reader: R,
    stop: StopFlag,
}

impl<R: Read> Read for Stoppable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_set() {
            return Err(io::Error::other("the run was stopped"));
        }
        self.reader.read(buffer)
    }
}
