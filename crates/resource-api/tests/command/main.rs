//! Commands with real processes and real pipes.

#![allow(clippy::unwrap_used, reason = "clippy does not take functions beside the tests for tests")]

mod disguise;
mod drill;
mod edges;
mod handles;
mod run;
mod secrets;
mod streams;
mod support;
mod words;
