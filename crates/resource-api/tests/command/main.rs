//! Commands with real processes and real pipes.

#![allow(clippy::unwrap_used, reason = "clippy does not take functions outside of test modules for tests")]

mod edges;
mod process_faults;
mod run;
mod run_as;
mod secrets;
mod streams;
mod support;
