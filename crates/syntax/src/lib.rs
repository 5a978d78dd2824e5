//! The Puppet language as text: what is written becomes a tree, and what is wrong with it becomes diagnostics.
//!
//! [`parse`] and [`parse_template`] read a text into a [`Program`]; [`validate`] checks what the grammar alone cannot.
//! [`secrets`] says what of a text is not to be shown.
//! This crate knows nothing of values, scopes or catalogs: evaluation is the compiler's.
//!
//! Start reading at [`ast`].

pub mod ast;
pub mod descend;
pub mod dump;
pub mod label;
pub mod source;

mod code;
mod lexer;
mod parser;
mod secrets;
mod validate;

use std::sync::Arc;

use diagnostics::{Diagnostic, Source, Span};
use ecow::EcoString;

use lexer::{Token, TokenKind};

pub use ast::Program;
pub use secrets::secrets;
pub use validate::{Location, ModuleFolder, Rules, Strictness, validate};

/// What came of reading a text.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; what could not be read is missing in it.
    pub program: Program,
    /// What is wrong with the text, in its order: errors, and warnings such as unknown escapes.
    pub problems: Vec<Diagnostic>,
    /// The regular expressions, without their slashes: whoever knows their dialect is to check them.
    pub regexps: Vec<(Span, EcoString)>,
}

/// Reads a manifest.
pub fn parse(source: Arc<Source>) -> Parsed {
    coded(parser::parse(source))
}

/// Reads an EPP template.
pub fn parse_template(source: Arc<Source>) -> Parsed {
    coded(parser::parse_template(source))
}

/// The names of the types that a text defines as extensions of others, as it writes them: `type NAME inherits`. The text
/// is not parsed for that, and may be wrong.
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

fn coded(mut parsed: Parsed) -> Parsed {
    code::add_to(&mut parsed.problems);
    parsed
}
