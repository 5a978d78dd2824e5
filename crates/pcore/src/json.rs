//! JSON as plain data: no meaning is given to any key.
//!
//! [`parse`] reads a document straight into a [`Value`](crate::Value), [`write()`] and [`write_pretty`] write one. What these two
//! cannot say (types, times, secrets and so on) is the business of [`crate::rich_data`], which maps it to plain data.
//!
//! Whatever is written reads back as an equal value: both directions know the same limits.

mod cursor;
mod path;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use cursor::{Cursor, Stop};
pub use path::{JsonPath, JsonPathError, Step};
pub use read::{JsonError, parse};
pub use write::{WriteError, WriteProblem, check, write, write_pretty};

/// How many levels a document may have, the values of the innermost container being the last one.
///
/// A document of more levels is neither read nor written, so that none can exhaust the stack.
pub const MAX_DEPTH: usize = 128;
