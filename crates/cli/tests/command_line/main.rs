//! The binary as a user runs it: answers, exit codes, streams, bad input.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod apply;
mod binary;
mod built_in;
mod catalog;
mod clock;
mod config;
mod describe;
mod devices;
mod drawings;
mod epp;
mod errors;
mod facts;
mod filebucket;
mod folder;
mod golden;
mod hiera;
mod hooks;
mod hostile;
mod hostile_manifests;
mod manifest_input;
mod manifest_secrets;
mod manifests;
mod model_types;
mod parser;
mod program;
mod providers;
mod readme;
mod report;
mod resource;
mod ruby_modules;
mod secrets;
mod shelf;
mod terminal;
mod transcripts;
mod type_check;
mod type_others;
