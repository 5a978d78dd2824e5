//! The most used functions of the module stdlib, and a few of openstacklib.
//!
//! They answer as the Ruby functions do, and refuse arguments with the same messages. Most are legacy functions, which
//! count their arguments only and check them themselves.

mod address;
mod arguments;
mod arrays;
mod conversion;
mod data_files;
mod delete;
mod deprecation;
mod facts;
mod hashes;
mod nested;
mod network;
mod paths;
mod pick;
mod predicates;
mod random;
mod range;
mod resources;
mod serialize;
mod shell;
mod strings;
mod uris;
mod validate;

#[cfg(test)]
mod tests;

use super::Function;

/// All of them, by file.
pub(super) static ALL: &[&[Function]] = &[
    &arrays::FUNCTIONS,
    &conversion::FUNCTIONS,
    &data_files::FUNCTIONS,
    &delete::FUNCTIONS,
    &deprecation::FUNCTIONS,
    &facts::FUNCTIONS,
    &hashes::FUNCTIONS,
    &nested::FUNCTIONS,
    &network::FUNCTIONS,
    &paths::FUNCTIONS,
    &pick::FUNCTIONS,
    &predicates::FUNCTIONS,
    &random::FUNCTIONS,
    &range::FUNCTIONS,
    &resources::FUNCTIONS,
    &serialize::FUNCTIONS,
    &shell::FUNCTIONS,
    &strings::FUNCTIONS,
    &uris::FUNCTIONS,
    &validate::FUNCTIONS,
];
