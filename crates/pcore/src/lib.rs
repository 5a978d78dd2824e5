//! The Puppet type system.
//!
//! [`Value`] is what manifests compute with and providers exchange; [`Type`] describes which values are allowed. Around
//! these two: [`parse_type`] reads a type expression, [`infer`] finds the type of a value, [`mismatch`] explains why a
//! value does not fit, [`convert`] creates values from other values, [`rich_data`] carries values through JSON,
//! and [`yaml`] reads and writes them as Psych does.
//!
//! This crate never reads a file, a clock or the environment, and it knows nothing about resources. Problems with text
//! that a person wrote are reported as a [`diagnostics::Diagnostic`].
//!
//! Start reading at [`types`] and [`value`].

pub mod binary;
pub mod convert;
pub mod format;
pub mod hocon;
pub mod infer;
pub mod json;
pub mod keyed;
pub mod matching;
pub mod mismatch;
pub mod munge;
pub mod names;
pub mod regexp;
pub mod rich_data;
pub mod semver;
pub mod time;
pub mod types;
pub mod uri;
pub mod value;
pub mod yaml;

#[cfg(test)]
mod oracle;

mod common;
mod inspect;
mod parse;
mod registry;

pub use common::common_type;
pub use diagnostics::never;
pub use parse::{
    MAX_DEPTH, NoNames, Radix, TypeNames, TypeParseError, TypeParseErrorKind, parse_literal, parse_literal_with,
    parse_type, parse_type_or_reason, parse_type_with, similar_type_name, type_name_span,
};
pub use registry::{SourceError, TypeDefinition, TypeRegistry, TypeSource};
pub use types::{Type, TypeAlias};
pub use value::{Hash, LazyIterator, ObjectInstance, Value, quote};
