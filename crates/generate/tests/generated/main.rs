//! What is generated is run: in Python, Lua, TypeScript, Rust and JSON Schema.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test that cannot be set up fails, and skips are told")]

mod corpus;
mod instances;
mod languages;
mod limits;
mod refusals;
mod verdicts;
