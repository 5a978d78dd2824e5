//! Instances as JSON: an object for each, features by name. `__ptype` says the type where the feature does not tell it,
//! as rich data does; references are paths (`#/shapes/0`), and a feature that is set to nothing is `null` or `[]`.
//!
//! A document holds one instance, or a list of them.

mod locate;
mod read;
mod write;

pub(crate) use locate::{Step, locate};
pub use read::read;
pub use write::write;

/// The key of the type.
const TYPE: &str = "__ptype";
