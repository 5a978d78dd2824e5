//! The Puppet language as text: what is written becomes a tree, and what is wrong with it becomes diagnostics.
//!
//! [`parse`] and [`parse_template`] read a text into a [`Program`]; [`validate`] checks what the grammar alone cannot.
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
mod validate;

use std::sync::Arc;

use diagnostics::{Diagnostic, Source, Span};
use ecow::EcoString;

pub use ast::Program;
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

fn coded(mut parsed: Parsed) -> Parsed {
    code::add_to(&mut parsed.problems);
    parsed
}
