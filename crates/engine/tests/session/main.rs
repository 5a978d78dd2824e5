//! What a session does with the resources of one type: building, reading, canonical forms, listing.

#![allow(clippy::unwrap_used, reason = "a test that unwraps what is not there has found something")]

mod build;
mod canonicalize;
mod change;
mod hostile;
mod lazy;
mod life_cycle;
mod listing;
mod providers;
mod read;
mod scale;
mod schema;
mod secrets;
mod settings;
mod support;
mod surroundings;
mod titles;
