//! Attacks on a run of root, and system faults. `docs/security.md` states what must hold.
//!
//! Each attack is a file. They need root, because they create users, mount namespaces and small disks, and report it
//! if they are skipped. Everything happens in a [`sandbox::Sandbox`]. The gate runs a bounded share of each attack;
//! `cargo xtask attack` runs them with other numbers and another seed (see [`scale`]).
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::print_stderr, reason = "a drill says what it did, with its seed")]

mod attacker;
mod concurrent;
mod environment;
mod faults;
mod inputs;
mod kills;
mod links;
#[path = "../support/namespace.rs"]
mod namespace;
mod random;
mod sandbox;
mod scale;
mod secrets;
mod snapshot;
