//! The binary as a user runs it: answers, exit codes, streams, bad input.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod apply;
mod binary;
mod catalog;
mod clock;
mod config;
mod describe;
mod drawings;
mod epp;
mod errors;
mod facts;
mod file_type;
mod folder;
mod golden;
mod hiera;
mod hostile;
mod manifest_input;
mod manifest_secrets;
mod manifests;
mod parser;
mod program;
mod readme;
mod report;
mod resource;
mod secrets;
mod shelf;
mod terminal;
mod transcripts;
mod type_check;
mod type_others;
