//! Manages several devices at the same time, up to a limit.
//!
//! Devices are independent of each other: an error is logged, and the others go on. Their output appears in the order
//! of the devices.

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

use super::manager::DeviceManager;
use crate::{commands::apply::Signals, console::Groups, startup::CommandContext};

/// The stack size for one device: the same as that of a process.
const STACK: usize = 8 << 20;

/// Manages all devices and returns their combined exit codes.
pub(super) fn manage(manager: &DeviceManager<'_>, targets: &[Target], concurrency: usize) -> u8 {
    let context = manager.context;
    if let [target] = targets {
        return manage_one(manager, target, context.clone());
    }
    let groups = Groups::new(targets.len(), &context.log);
    let (next, code) = (AtomicUsize::new(0), AtomicU8::new(0));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(target) = targets.get(index) else { return };
            let (log, output) = (groups.log(index), groups.output(index));
            if manager.signals.and_then(Signals::caught).is_some() {
                code.fetch_or(1, Ordering::Relaxed);
            } else {
                // The progress of several devices at once would be unreadable.
                let own = CommandContext { log, output, screen: None, ..context.clone() };
                code.fetch_or(manage_one(manager, target, own), Ordering::Relaxed);
            }
            groups.finish(index);
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
        context
            .log
            .line(Level::Warning, &format!("fewer devices than requested were managed at the same time: {error}"));
        // There may be no worker thread at all.
        work();
    }
    code.into_inner()
}

/// Manages one device. Its errors and panics do not affect the others.
fn manage_one(manager: &DeviceManager<'_>, target: &Target, context: CommandContext) -> u8 {
    let log = context.log.clone();
    catch_unwind(AssertUnwindSafe(|| manager.manage(target, context))).unwrap_or_else(|_| {
        log.line(
            Level::Err,
            &format!("the device '{}' could not be managed because of an internal error", target.name),
        );
        1
    })
}
