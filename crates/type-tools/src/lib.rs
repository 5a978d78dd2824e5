//! Puppet types for people and other programs.
//!
//! [`mod@describe`] explains a type in words, [`schema`] converts it to JSON Schema. Neither compiling nor applying a
//! catalog needs them.

pub mod describe;
pub mod schema;
