//! A switch behind a real SSH server: what is read and changed, and what happens when something goes wrong.
//!
//! The tests need root, for a server with accounts of its own; nothing of the machine is changed.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod drill;
mod provider;
mod proxy;
mod readme;
mod recorded;
mod secrets;
mod server;
mod site;
