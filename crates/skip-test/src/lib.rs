//! Tests that cannot run on this machine.
//!
//! A test that lacks something (root, Ruby, a package) calls [`skip!`] and returns, so that `cargo test` is useful for any
//! user on any Linux. In the gate, where [`REQUIRE_ALL`] is set, the same call fails the test: a test that did not run must
//! not look like a success. What no package can provide, such as a feature of the kernel, is skipped with [`skip_unsupported!`], which
//! never fails.
//!
//! The lines are written to the real stderr, because the test harness hides what a passing test prints.
//!
//! ```
//! fn a_crontab_is_written() {
//!     if !std::path::Path::new("/usr/bin/crontab").exists() {
//!         return skip_test::skip!("there is no crontab");
//!     }
//!     // …
//! }
//! # if std::env::var_os(skip_test::REQUIRE_ALL).is_none() { a_crontab_is_written() }
//! ```

use std::{
    env, fmt,
    io::{self, Write as _},
    thread,
};

#[cfg(test)]
mod tests;

/// The environment variable with which every test must run.
pub const REQUIRE_ALL: &str = "BUNRAKU_REQUIRE_ALL";

/// Reports that a test is skipped, with the reason. Panics if every test must run.
#[macro_export]
macro_rules! skip {
    ($($reason:tt)+) => { $crate::skip_for(&::std::format_args!($($reason)+), ::std::env::var_os($crate::REQUIRE_ALL).is_some()) };
}

/// Reports that a test is skipped because the kernel or the container lacks something that cannot be installed.
#[macro_export]
macro_rules! skip_unsupported {
    ($($reason:tt)+) => { $crate::skip_for(&::std::format_args!($($reason)+), false) };
}

/// Reports that a test is skipped, or panics if it `must_run`.
#[track_caller]
pub fn skip_for(reason: &dyn fmt::Display, must_run: bool) {
    assert!(!must_run, "this test cannot run, and {REQUIRE_ALL} is set: {reason}");
    let thread = thread::current();
    // A closed stderr is no reason to fail.
    let _ = writeln!(io::stderr(), "skipped {}: {reason}", thread.name().unwrap_or("a test"));
}

/// Whether the test runs as root; reports that it is skipped if not.
///
/// `what` names the part that needs root.
#[track_caller]
pub fn has_root(what: &str) -> bool {
    let is_root = is_root();
    if !is_root {
        skip_for(&format_args!("it needs root: {what}"), env::var_os(REQUIRE_ALL).is_some());
    }
    is_root
}

/// Whether this process runs as root, for tests that are different then.
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}
