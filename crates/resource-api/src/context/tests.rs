//! Lines are compared with those of the Resource API 1.8.16 (`IOContext`, Ruby 3.1), except where we differ on purpose.

mod actions;
mod blocks;
pub(crate) mod fixture;
mod leaks;
mod messages;
mod rules;
mod surroundings;
mod transcript;
