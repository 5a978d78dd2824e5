//! Signals: the first one ends the run after the current resource.

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

/// Handles signals from now until the process ends.
pub(in crate::commands) struct Signals {
    stop: Arc<AtomicBool>,
    caught: Vec<(&'static str, Arc<AtomicBool>)>,
}

impl Signals {
    /// Starts to handle signals. From the first signal on, `stop` is true; a second one ends the process at once, with
    /// its running commands and providers.
    pub(in crate::commands) fn listen(stop: &Arc<AtomicBool>) -> Outcome<Signals> {
        let ends_others = end_at_second_signal().is_ok();
        let mut caught = Vec::new();
        for (signal, name) in ENDING {
            let this = Arc::new(AtomicBool::new(false));
            if !ends_others {
                // Without a thread or a pipe, only the process itself is ended.
                flag::register_conditional_shutdown(signal, 128 + signal, stop.clone())?;
            }
            flag::register(signal, stop.clone())?;
            flag::register(signal, this.clone())?;
            caught.push((name, this));
        }
        Ok(Signals { stop: stop.clone(), caught })
    }

    /// The flag that is true from the first signal on.
    pub(super) fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// The name of the signal that was caught.
    pub(in crate::commands) fn caught(&self) -> Option<&'static str> {
        self.caught.iter().find(|(_, caught)| caught.load(Ordering::Relaxed)).map(|(name, _)| *name)
    }
}

/// Waits for the second signal in another thread, because the main thread may be waiting for a command.
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
