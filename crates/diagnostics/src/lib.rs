//! What can be said about text that a person wrote: where it is, and what is wrong with it.
//!
//! Everything here is data. A phase that reads text (the type parser, the language, a YAML reader) returns
//! [`Diagnostic`]s; the command line alone decides how they look on a terminal, in JSON or in a log.
//! This crate knows nothing of Puppet, files or terminals.
//!
//! Start reading at [`Diagnostic`]; [`Source`] turns a [`Span`] into a line and a column.

mod diagnostic;
mod source;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use source::{Position, Source, Span};
