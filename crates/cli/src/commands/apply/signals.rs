//! What somebody wants who sends a signal: that the run ends after the resource in progress.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use process::groups;
use resource_api::Outcome;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag, iterator, low_level,
};

/// The signals that end a run, with their names in the log.
const ENDING: [(i32, &str); 2] = [(SIGINT, "INT"), (SIGTERM, "TERM")];

/// Listens to signals, from now until the process ends.
pub(in crate::commands) struct Signals {
    stop: Arc<AtomicBool>,
    caught: Vec<(&'static str, Arc<AtomicBool>)>,
}

impl Signals {
    /// Begins to listen. From the first signal on `stop` is true; a second one ends the process at once, and with it the
    /// commands and providers that are at work.
    pub(in crate::commands) fn listen(stop: &Arc<AtomicBool>) -> Outcome<Signals> {
        let ends_others = end_at_second_signal().is_ok();
        let mut caught = Vec::new();
        for (signal, name) in ENDING {
            let this = Arc::new(AtomicBool::new(false));
            if !ends_others {
                // There is no thread or pipe to be had: at least the process itself ends.
                flag::register_conditional_shutdown(signal, 128 + signal, stop.clone())?;
            }
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

/// Waits in another thread for the second signal: the one that runs resources may be waiting for a command.
fn end_at_second_signal() -> io::Result<()> {
    let mut signals = iterator::Signals::new(ENDING.map(|(signal, _)| signal))?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(second) = signals.forever().nth(1) {
            groups::terminate_all();
            low_level::exit(128 + second);
        }
    })?;
    Ok(())
}
