//! What Ruby makes of values, where Puppet's functions leave it to Ruby: texts, numbers in texts, order, case, chance.
//!
//! Functions of Puppet hand many values straight to Ruby's own methods, and people see what comes out: `join` shows a
//! hash as `{"a"=>1}`, `sort` says `comparison of Integer with String failed`. All of it is gathered here, so that the
//! functions themselves stay short. Nothing here knows of manifests.

pub(crate) mod legacy;
pub(crate) mod order;
pub(crate) mod random;
pub(crate) mod text;

#[cfg(test)]
mod tests;

pub(crate) use ruby_subset::{case, number, sort};
