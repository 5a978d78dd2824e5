//! Types of the language in other languages, for programs that make, check and exchange instances without us.
//!
//! [`generate`] writes a module, a schema or a page of types; [`diagram`] draws them. Python and Lua run the logic of the
//! types, too: it is translated to one tree (`lower`, `tree`), which both print (`style`) and for which both have a
//! runtime of helpers (`runtime/`). What cannot be translated so that every verdict stays the same is refused with its
//! place.
//!
//! Nothing is read or written here; whoever calls brings the types, and somebody who knows what names stand for.

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

use std::sync::Arc;

use model::{ModelType, Problem};

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
    /// Its name, with folders before it where there are some.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Writes types in a language, with all that they extend and hold.
pub fn generate(language: Language, given: &[Arc<ModelType>], names: &mut dyn Names) -> Result<Vec<Document>, Problem> {
    let models = Models::of(program::with_needed(given, names)?);
    let single = |name: &str, text: String| Ok(vec![Document { name: name.to_owned(), text }]);
    match language {
        Language::Rust => rust::write(&models),
        Language::TypeScript => single("models.ts", typescript::write(&models)?),
        Language::JsonSchema => Ok(json_schema::write(given, &models)),
        Language::Markdown => Ok(markdown::write(given, &models)),
        Language::Python => single("models.py", python::write(&models, names)?),
        Language::Lua => single("models.lua", lua::write(&models, names)?),
    }
}

/// Draws types as SVG, with all that they extend and hold.
pub fn diagram(given: &[Arc<ModelType>], names: &mut dyn Names) -> Result<String, Problem> {
    Ok(diagram::write(&Models::of(program::with_needed(given, names)?)))
}
