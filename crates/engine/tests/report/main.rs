//! Reports, and the files that runs leave.

#![allow(clippy::unwrap_used, reason = "clippy does not take functions beside the tests for tests")]

mod data;
mod killed;
mod lock;
mod real;
mod secrets;
mod state;
mod support;
