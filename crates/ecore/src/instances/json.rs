//! Instances as JSON: objects with features by name. `__ptype` is the type if the feature does not imply it, as in rich
//! data; references are paths (`#/shapes/0`), and a feature that is set to nothing is `null` or `[]`.
//!
//! A document contains one instance, or a list of them.

mod read;
mod write;

pub use read::read;
pub use write::write;

/// The key of the type.
const TYPE: &str = "__ptype";
