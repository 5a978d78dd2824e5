//! Types to models and back, instances to documents and back, and what is wrong with documents.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod bad_input;
mod corpus;
mod foreign;
mod instances;
mod properties;
mod pyecore;
mod round;
mod types;
