//! A switch with a real SSH server: reading, changing, and failures.
//!
//! The tests need root, for a server with accounts of its own; nothing on the machine is changed.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod connection_faults;
mod provider;
mod proxy;
mod readme;
mod recorded;
mod secrets;
mod server;
mod site;
