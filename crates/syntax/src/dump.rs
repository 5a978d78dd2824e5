//! The tree as text, in the formats of `puppet parser dump`.
//!
//! [`tree`] is the legacy format, made for reading. [`notation`] is Puppet's own notation for data (PN), which can
//! also be written as JSON.

mod notation;
pub(crate) mod number;
mod transform;
mod tree;
mod type_definition;

#[cfg(test)]
mod tests;

pub use notation::Notation;
pub use transform::notation;
pub use tree::tree;
