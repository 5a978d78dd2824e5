//! What somebody wants who sends a signal: that the run ends after the resource in progress.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use resource_api::Outcome;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};

/// Listens to signals, from now until the process ends.
pub(in crate::commands) struct Signals {
    stop: Arc<AtomicBool>,
    caught: Vec<(&'static str, Arc<AtomicBool>)>,
}

impl Signals {
    /// Begins to listen. From the first signal on `stop` is true; a second one ends the process at once.
    pub(in crate::commands) fn listen(stop: &Arc<AtomicBool>) -> Outcome<Signals> {
        let mut caught = Vec::new();
        for (signal, name) in [(SIGINT, "INT"), (SIGTERM, "TERM")] {
            let this = Arc::new(AtomicBool::new(false));
            flag::register_conditional_shutdown(signal, 128 + signal, stop.clone())?;
            flag::register(signal, stop.clone())?;
            flag::register(signal, this.clone())?;
            caught.push((name, this));
        }
        Ok(Signals { stop: stop.clone(), caught })
    }

    /// Is true from the first signal on.
    pub(super) fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// The signal that was caught, if one was.
    pub(in crate::commands) fn caught(&self) -> Option<&'static str> {
        self.caught.iter().find(|(_, caught)| caught.load(Ordering::Relaxed)).map(|(name, _)| *name)
    }
}
