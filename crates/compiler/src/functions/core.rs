//! The functions of Puppet itself.

mod call;
mod collections;
mod control;
mod digest;
mod files;
mod fqdn_rand;
mod iteration;
mod iterators;
mod log;
mod lookup;
mod navigation;
mod numbers;
mod order;
mod patterns;
mod resources;
mod scanf;
mod shell;
mod sprintf;
mod strftime;
mod strings;
mod templates;
mod tree_each;
mod types;

#[cfg(test)]
mod tests;

pub(crate) use self::{call::resolve as resolve_deferred, log::level as log_level};
use super::Function;

/// `reject` as the logic of types knows it.
pub(crate) fn reject_elements() -> &'static Function {
    &iteration::REJECT
}

/// All of them, by file.
pub(super) static ALL: &[&[Function]] = &[
    &call::FUNCTIONS,
    &collections::FUNCTIONS,
    &control::FUNCTIONS,
    &digest::FUNCTIONS,
    &files::FUNCTIONS,
    &fqdn_rand::FUNCTIONS,
    &iteration::FUNCTIONS,
    &iterators::FUNCTIONS,
    &log::FUNCTIONS,
    &lookup::FUNCTIONS,
    &navigation::FUNCTIONS,
    &numbers::FUNCTIONS,
    &order::FUNCTIONS,
    &patterns::FUNCTIONS,
    &resources::FUNCTIONS,
    &scanf::FUNCTIONS,
    &shell::FUNCTIONS,
    &sprintf::FUNCTIONS,
    &strftime::FUNCTIONS,
    &strings::FUNCTIONS,
    &templates::FUNCTIONS,
    &tree_each::FUNCTIONS,
    &types::FUNCTIONS,
];
