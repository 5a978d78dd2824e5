//! The binary as a user runs it: answers, exit codes, streams, bad input.

mod binary;
mod hostile;
mod readme;
mod type_check;
mod type_others;
