//! Reports panics with their location and reason, but without secrets. A panic of a provider does not end the run.
//!
//! The default panic message contains whatever values the panic is about, and a core file contains the memory of the
//! process: both may hold secrets. Providers and transports also fail with a message of their own, and the run goes
//! on.

#[cfg(test)]
mod tests;

use std::{
    any::Any,
    backtrace::{Backtrace, BacktraceStatus},
    borrow::Cow,
    io::{self, Write as _},
    panic::{self, PanicHookInfo},
    sync::{Arc, Mutex, Once, PoisonError, TryLockError, Weak},
};

use resource_api::secret::Scrubber;
use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use signal_hook::{consts::SIGXFSZ, flag};

/// The scrubber that knows the secrets of the run.
static SCRUBBER: Mutex<Weak<Scrubber>> = Mutex::new(Weak::new());

/// Replaces a message that may hold a secret.
const WITHHELD: &str = "(message withheld: it may contain a secret)";

/// Installs the hooks for panics and for cases that cannot happen, and switches off core files.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where this is not supported, core files are only written if the operator enabled them.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        panic::set_hook(Box::new(report));
        diagnostics::on_broken_assumption(|assumption, location| {
            let _ = writeln!(io::stderr(), "Warning: internal error at {location} (please report it): {assumption}");
        });
        // Without a handler, a write beyond the limit of `ulimit -f` would kill the process; with one it fails with
        // EFBIG. Child processes do not inherit the handler.
        let _ = flag::register(SIGXFSZ, Arc::default());
        process::wait_for_children();
    });
}

/// Sets the scrubber that removes the secrets of the run from panic messages.
pub(crate) fn keep_secret(scrubber: &Arc<Scrubber>) {
    *SCRUBBER.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(scrubber);
}

fn report(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map(ToString::to_string).unwrap_or_default();
    // That one is caught, and reported as an error in the file that was read.
    if location.contains(pcore::yaml::PARSER) {
        return;
    }
    let message = describe(panic.payload());
    let backtrace = Backtrace::capture();
    let backtrace = match backtrace.status() {
        BacktraceStatus::Captured => format!("\n{backtrace}"),
        _ => String::new(),
    };
    let _ = writeln!(io::stderr(), "Error: internal error at {location} (please report it): {message}{backtrace}");
}

/// The message of a panic: a literal as it is, formatted text without secrets.
fn describe(payload: &(dyn Any + Send)) -> Cow<'_, str> {
    if let Some(words) = payload.downcast_ref::<&'static str>() {
        return Cow::Borrowed(words);
    }
    let Some(text) = payload.downcast_ref::<String>() else { return Cow::Borrowed("no message") };
    // The panic may have happened while the lock was held.
    let scrubber = match SCRUBBER.try_lock() {
        Ok(scrubber) => scrubber.upgrade(),
        Err(TryLockError::Poisoned(scrubber)) => scrubber.into_inner().upgrade(),
        Err(TryLockError::WouldBlock) => None,
    };
    match scrubber.and_then(|scrubber| scrubber.scrub_if_free(text).map(Cow::into_owned)) {
        Some(text) => Cow::Owned(text),
        None => Cow::Borrowed(WITHHELD),
    }
}
