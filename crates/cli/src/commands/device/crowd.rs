//! Several devices side by side, up to a limit.
//!
//! Each of them is alone: what goes wrong with one is told, and the others go on. What they say is heard in their order.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU8, AtomicUsize, Ordering},
    },
    thread,
};

use devices::Target;
use resource_api::log::Level;

use super::managing::Managing;
use crate::{commands::apply::Signals, console::Groups, startup::Begun};

/// How much room the calls of one device may take: as much as those of a process.
const STACK: usize = 8 << 20;

/// Manages all of them, and returns their exit codes together.
pub(super) fn manage(managing: &Managing<'_>, targets: &[Target], concurrency: usize) -> u8 {
    let begun = managing.begun;
    if let [target] = targets {
        return alone(managing, target, begun.clone());
    }
    let groups = Groups::new(targets.len(), &begun.log);
    let (next, code) = (AtomicUsize::new(0), AtomicU8::new(0));
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(target) = targets.get(place) else { return };
            let (log, outlet) = (groups.log(place), groups.outlet(place));
            if managing.signals.and_then(Signals::caught).is_some() {
                code.fetch_or(1, Ordering::Relaxed);
            } else {
                // How far each of them is nobody could follow.
                let own = Begun { log, outlet, screen: None, ..begun.clone() };
                code.fetch_or(alone(managing, target, own), Ordering::Relaxed);
            }
            groups.finish(place);
        }
    };
    let unstarted = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..concurrency.min(targets.len()) {
            if let Err(error) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                *unstarted.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                break;
            }
        }
    });
    if let Some(error) = unstarted.into_inner().unwrap_or_else(PoisonError::into_inner) {
        begun.log.line(Level::Warning, &format!("fewer devices than wanted were managed at the same time: {error}"));
        // There may have been nobody at all.
        work();
    }
    code.into_inner()
}

/// Manages one of them. Whatever happens is its own.
fn alone(managing: &Managing<'_>, target: &Target, begun: Begun) -> u8 {
    let log = begun.log.clone();
    catch_unwind(AssertUnwindSafe(|| managing.manage(target, begun))).unwrap_or_else(|_| {
        log.line(Level::Err, &format!("the device '{}' could not be managed: the program has a fault", target.name));
        1
    })
}
