//! Generates code in other languages from types, for programs that create, check and exchange instances.
//!
//! [`generate`] writes a module, a schema or a page of types; [`diagram`] draws them. Python and Lua run the logic of the
//! types, too: it is translated to one tree (`lower`, `tree`), which both print (`style`) and for which both have a
//! runtime of helpers (`runtime/`). Logic that cannot be translated with the same verdicts is refused with its location.
//!
//! No files are read or written here; the caller provides the types, and resolves their names ([`Names`]).

mod constants;
mod diagram;
mod json_schema;
mod lower;
mod lua;
mod markdown;
mod names;
mod pattern;
mod program;
mod python;
mod relations;
mod rust;
mod style;
mod tree;
mod types;
mod typescript;

use diagnostics::Problem;
use std::sync::Arc;

use model::ModelType;

use relations::Models;

pub use lower::Names;

/// A language that types are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A Rust crate of structs with serde.
    Rust,
    /// A Python module that runs the logic.
    Python,
    /// A TypeScript module of interfaces.
    TypeScript,
    /// A Lua module that runs the logic.
    Lua,
    /// A JSON Schema for each type that has instances.
    JsonSchema,
    /// A page for each type.
    Markdown,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its path, relative to the output directory.
    pub name: String,
    /// Its contents.
    pub text: String,
}

/// Generates code for types, and for all types that they inherit or refer to.
pub fn generate(
    language: Language,
    requested: &[Arc<ModelType>],
    names: &mut dyn Names,
) -> Result<Vec<Document>, Problem> {
    let models = Models::of(program::with_needed(requested, names)?);
    let single = |name: &str, text: String| Ok(vec![Document { name: name.to_owned(), text }]);
    match language {
        Language::Rust => rust::write(&models),
        Language::TypeScript => single("models.ts", typescript::write(&models)?),
        Language::JsonSchema => json_schema::write(requested, &models),
        Language::Markdown => Ok(markdown::write(requested, &models)),
        Language::Python => single("models.py", python::write(&models, names)?),
        Language::Lua => single("models.lua", lua::write(&models, names)?),
    }
}

/// Draws types as SVG, with all types that they inherit or refer to.
pub fn diagram(requested: &[Arc<ModelType>], names: &mut dyn Names) -> Result<String, Problem> {
    Ok(diagram::write(&Models::of(program::with_needed(requested, names)?)))
}
