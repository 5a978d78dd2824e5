//! Catalogs in and out.

#![allow(clippy::unwrap_used, reason = "clippy does not take functions beside the tests for tests")]

mod index;
mod properties;
mod read;
mod scale;
mod write;
