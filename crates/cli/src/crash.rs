//! What is said when the program has a fault: where, and why, but never a secret. Faults that are not its own do not end it.
//!
//! Rust's own words hold whatever the fault is about, and a core file holds all that the process knows. Providers and
//! transports fail with a message of their own in addition, and the run goes on.

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

/// Who knows the secrets of the run.
static SCRUBBER: Mutex<Weak<Scrubber>> = Mutex::new(Weak::new());

/// What stands for words that may hold a secret.
const WITHHELD: &str = "(what it is about is not told: it may hold a secret)";

/// Tells of faults in a way that gives nothing away, from now on.
pub(crate) fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // A system that cannot do this writes core files only if somebody asked for them.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        panic::set_hook(Box::new(tell));
        // A file that becomes larger than `ulimit -f` allows fails whoever writes it (EFBIG), and does not end the process.
        // A process that we start does not inherit this.
        let _ = flag::register(SIGXFSZ, Arc::default());
    });
}

/// Says who knows the secrets of the run, so that a fault can be told without them.
pub(crate) fn keep_secret(scrubber: &Arc<Scrubber>) {
    *SCRUBBER.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(scrubber);
}

fn tell(fault: &PanicHookInfo<'_>) {
    let place = fault.location().map(ToString::to_string).unwrap_or_default();
    let about = about(fault.payload());
    let backtrace = Backtrace::capture();
    let backtrace = match backtrace.status() {
        BacktraceStatus::Captured => format!("\n{backtrace}"),
        _ => String::new(),
    };
    let _ = writeln!(io::stderr(), "Error: the program has a fault at {place}: {about}{backtrace}");
}

/// What a fault is about: words of the program as they are, and what was made of values without secrets.
fn about(payload: &(dyn Any + Send)) -> Cow<'_, str> {
    if let Some(words) = payload.downcast_ref::<&'static str>() {
        return Cow::Borrowed(words);
    }
    let Some(text) = payload.downcast_ref::<String>() else { return Cow::Borrowed("no reason given") };
    // The fault may be in what is needed here.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_program_are_told_and_values_only_without_secrets() {
        assert_eq!(about(&"there is always one"), "there is always one");
        let formatted: Box<dyn Any + Send> = Box::new(String::from("no hunter2"));
        keep_secret(&Arc::default());
        // Nobody knows the secrets any more.
        assert_eq!(about(&*formatted), WITHHELD);
        let scrubber = Arc::new(Scrubber::default());
        scrubber.learn_text("hunter2");
        keep_secret(&scrubber);
        assert_eq!(about(&*formatted), "no [redacted]");
        assert_eq!(about(&7), "no reason given");
    }
}
