//! JSON as plain data: no key has a special meaning.
//!
//! [`parse`] reads a document straight into a [`Value`](crate::Value), [`write()`] and [`write_pretty`] write one. What
//! JSON cannot represent (types, times, secrets and so on) is handled by [`crate::rich_data`], which maps it to plain
//! data.
//!
//! Everything written reads back as an equal value: both directions have the same limits.

mod cursor;
mod locate;
mod path;
mod read;
mod write;

#[cfg(test)]
mod tests;

use cursor::Cursor;
pub use locate::locate;
pub use path::{JsonPath, JsonPathError, Step};
pub use read::{JsonError, parse};
pub use write::{WriteError, WriteProblem, check, write, write_pretty};

/// The limit on the levels of a document, where the values in the innermost container count as the last level.
///
/// Documents with more levels are neither read nor written, so that none can exhaust the stack.
pub const MAX_DEPTH: usize = 128;
