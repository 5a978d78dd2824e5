//! The tree as text, for people who want to see how a program was read: the formats of `puppet parser dump`.
//!
//! [`tree`] is the older one, made for reading. [`notation`] is Puppet's own notation for data (PN), which is also
//! written as JSON.

mod notation;
pub(crate) mod number;
mod transform;
mod tree;
mod type_definition;

#[cfg(test)]
mod tests;

pub use notation::Notation;

use crate::Program;

/// The tree in the older format, without a line break at the end.
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

/// The tree as data.
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
