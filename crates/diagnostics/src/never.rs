//! Cases that the code around them rules out.

use std::{
    panic::Location,
    sync::{Once, OnceLock},
};

/// What [`on_broken_assumption`] calls with the assumption and the line that made it.
type Hook = fn(&'static str, &'static Location<'static>);

static HOOK: OnceLock<Hook> = OnceLock::new();

/// Sets what happens when a release build reaches a [`never!`](crate::never!). Without a hook nothing does.
///
/// Like the panic hook of the standard library, it belongs to the program and not to a library; the first one stays.
pub fn on_broken_assumption(hook: Hook) {
    let _ = HOOK.set(hook);
}

/// Marks a case that cannot happen: `never!("every operator is in the table", fallback)`.
///
/// Debug builds, and so the tests, panic with the assumption. Release builds report it to the hook of the process, once
/// per call site, and go on with the fallback, or with `()` if there is none. The assumption is a literal, so that no
/// value gets into the log with it. Cases that input can reach are errors and not for this macro.
///
/// ```
/// fn hexadecimal(nibble: u8) -> char {
///     char::from_digit(u32::from(nibble & 15), 16).unwrap_or_else(|| diagnostics::never!("15 is the last digit", '0'))
/// }
/// assert_eq!(hexadecimal(11), 'b');
/// ```
#[macro_export]
macro_rules! never {
    ($assumption:literal) => {
        $crate::never!($assumption, ())
    };
    ($assumption:literal, $fallback:expr) => {{
        static REPORTED: ::std::sync::Once = ::std::sync::Once::new();
        $crate::broken_assumption(&REPORTED, $assumption);
        $fallback
    }};
}

/// What [`never!`](crate::never!) does before it goes on.
#[doc(hidden)]
#[track_caller]
#[cold]
pub fn broken_assumption(reported: &'static Once, assumption: &'static str) {
    if cfg!(debug_assertions) {
        panic!("{assumption}");
    }
    report(reported, assumption, Location::caller());
}

fn report(reported: &'static Once, assumption: &'static str, location: &'static Location<'static>) {
    if let Some(hook) = HOOK.get() {
        reported.call_once(|| hook(assumption, location));
    }
}

#[cfg(test)]
mod tests;
