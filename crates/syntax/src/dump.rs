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

use crate::Program;

/// Returns the tree in the legacy format, without a trailing newline.
///
/// ```
/// use std::sync::Arc;
/// use diagnostics::Source;
///
/// let parsed = syntax::parse(Arc::new(Source::new("example", "$x = 1 + 2")));
/// assert_eq!(syntax::dump::tree(&parsed.program), "(= $x (+ 1 2))");
/// ```
pub fn tree(program: &Program) -> String {
    tree::of(program)
}

/// Returns the tree as data.
///
/// ```
/// use std::sync::Arc;
/// use diagnostics::Source;
///
/// let parsed = syntax::parse(Arc::new(Source::new("example", "$x = 1 + 2")));
/// let notation = syntax::dump::notation(&parsed.program);
/// assert_eq!(notation.text(), r#"(= (var "x") (+ 1 2))"#);
/// assert_eq!(notation.json(), r#"{"^":["=",{"^":["var","x"]},{"^":["+",1,2]}]}"#);
/// ```
pub fn notation(program: &Program) -> Notation {
    transform::program(program)
}
