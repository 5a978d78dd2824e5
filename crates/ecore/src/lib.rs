//! Types of the language as models that standard tools understand, and models as types.
//!
//! [`fn@export`] writes types as a *base model*, a plain Ecore document, and their logic as an *implementation model*: an
//! instance of the [`metamodel`] of logic, in annotations of the base model or beside it. [`fn@import`] reads both, and
//! Ecore documents that others made, as source text of types. [`instances`] are written and read as XMI and as JSON.
//!
//! Nothing is evaluated here, and no file is read or written. Start reading at [`mod@export`].

pub mod export;
pub mod function_set;
pub mod import;
pub mod instances;
pub mod metamodel;

mod base;
mod faulty;
mod implementation;
mod logic;
mod node;
mod package;
mod secrets;
mod stack;
mod xml;

pub use self::{
    base::Naming,
    export::{ExportError, Exported, LogicPlace, export, missing},
    faulty::Faulty,
    import::{Definition, Finding, Imported, import},
    logic::NotLogic,
    secrets::{SecretFound, Secrets},
    xml::Unwritable,
};
