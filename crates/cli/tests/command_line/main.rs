//! The binary as a user runs it: answers, exit codes, streams, invalid input.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod apply;
mod binary;
mod built_in;
mod catalog;
mod clock;
mod config;
mod crashes;
mod describe;
mod devices;
mod drawings;
mod epp;
mod errors;
mod facts;
mod filebucket;
mod golden;
mod hanging;
mod hiera;
mod hooks;
mod hostile;
mod hostile_manifests;
mod language_types;
mod manifest_input;
mod manifest_secrets;
mod manifests;
mod model_check;
mod model_export;
mod model_generate;
mod model_migrate;
mod model_types;
mod models;
#[path = "../support/namespace.rs"]
mod namespace;
mod pages;
mod parser;
mod planted_secrets;
mod program;
mod providers;
mod readme;
mod report;
mod resource;
mod ruby_again;
mod ruby_modules;
mod ruby_programs;
mod secrets;
mod shelf;
mod terminal;
mod test_dir;
mod transcripts;
mod type_check;
mod type_others;
mod value_bombs;
