//! What the real Puppet said about programs, next to what we say.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail")]

mod dump;
mod hostile;
mod validate;
