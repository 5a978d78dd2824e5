//! Converts types of the language to models that standard tools understand, and models to types.
//!
//! [`fn@export`] writes types as a *base model*, a plain Ecore document, and their logic as an *implementation model*: an
//! instance of the [`metamodel`] of logic, in annotations of the base model or next to it. [`fn@import`] reads both, and
//! foreign Ecore documents, as source text of types. [`instances`] are written and read as XMI and as JSON.
//!
//! Nothing is evaluated here, and no file is read or written. Start reading at [`mod@export`].

pub mod export;
pub mod function_set;
pub mod import;
pub mod instances;
pub mod metamodel;

mod base;
mod document_error;
mod implementation;
mod logic;
mod node;
mod package;
mod secrets;
mod write_error;
mod xml;

pub use self::{
    base::Naming,
    document_error::DocumentError,
    export::{Exported, LogicOutput, export, missing},
    import::{Definition, Imported, Unsupported, import},
    logic::NotLogic,
    secrets::{SecretFound, Secrets},
    write_error::WriteError,
    xml::Unwritable,
};
