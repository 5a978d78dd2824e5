//! The parser of the Puppet language: text becomes a tree, and errors in it become diagnostics.
//!
//! [`parse`] and [`parse_template`] read a text into a [`Program`]; [`validate`] checks what the grammar alone cannot.
//! [`secrets`] finds the parts of a text that must not be shown.
//! This crate knows nothing about values, scopes or catalogs: evaluation is the compiler's job.
//!
//! Start reading at [`ast`].

pub mod ast;
pub mod descend;
pub mod dump;
pub mod label;
pub mod source;

mod lexer;
mod parser;
mod secrets;
mod validate;

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;

use lexer::{Token, TokenKind};

pub use ast::Program;
pub use parser::{parse, parse_template};
pub use secrets::secrets;
pub use validate::{FileKind, Rules, Strictness, validate};

/// A parsed text.
#[derive(Debug)]
pub struct Parsed {
    /// The tree, without the parts that could not be read.
    pub program: Program,
    /// Errors, and warnings such as unknown escapes, in source order.
    pub problems: Vec<Diagnostic>,
    /// The regular expressions, without their slashes. This crate does not check them.
    pub regexps: Vec<(Span, EcoString)>,
}

/// Whether a word is a keyword of the language, or `true` or `false`.
pub fn is_keyword(word: &str) -> bool {
    TokenKind::keyword(word.as_bytes()).is_some()
}

/// Returns the names in all occurrences of `type NAME inherits`, as written. The text is not parsed, so that it may
/// contain errors.
///
/// ```
/// assert_eq!(syntax::extended_types("type Account inherits Resource { # type B inherits A"), ["Account"]);
/// ```
pub fn extended_types(text: &str) -> Vec<&str> {
    let tokens = lexer::lex(text).tokens;
    let name = |window: &[Token]| match window {
        [first, name, last] if first.kind == TokenKind::Type && last.kind == TokenKind::Inherits => {
            text.get(name.start as usize..name.end as usize)
        }
        _ => None,
    };
    tokens.windows(3).filter_map(name).collect()
}
