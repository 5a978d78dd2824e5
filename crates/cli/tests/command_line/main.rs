//! The binary as a user runs it: answers, exit codes, streams, bad input.

mod apply;
mod binary;
mod config;
mod describe;
mod golden;
mod hostile;
mod program;
mod readme;
mod report;
mod resource;
mod shelf;
mod type_check;
mod type_others;
