//! Providers that are real processes: what they can do, and everything that they can do wrong.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

mod calls;
mod connections;
mod faults;
mod life;
mod nested;
mod oneshot;
mod python_transport;
mod questions;
mod side_by_side;
mod speed;
mod stopping;
mod support;
