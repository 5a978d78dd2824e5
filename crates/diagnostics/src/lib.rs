//! Text that a person wrote, locations in it, and what is wrong with it.
//!
//! Everything here is data. A phase that reads text (the type parser, the language, a YAML reader) returns
//! [`Diagnostic`]s; the command line alone decides how they look on a terminal, in JSON or in a log.
//! This crate knows nothing of Puppet, files or terminals.
//!
//! Start reading at [`Diagnostic`], which is about one text; a [`Problem`] carries the [`Location`]s of several.
//! [`Source`] turns a [`Span`] into a line and a column. [`never!`] is for the cases that cannot happen.

mod diagnostic;
mod location;
mod never;
mod problem;
mod similar;
mod source;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use location::Location;
#[doc(hidden)]
pub use never::broken_assumption;
pub use never::on_broken_assumption;
pub use problem::Problem;
pub use similar::{edit_distance, similar_name};
pub use source::{Position, Source, Span};
