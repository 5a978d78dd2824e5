//! The order of resources: relations, evaluation, failures and cycles.

mod cycles;
mod drawings;
mod failures;
mod golden;
mod laws;
mod relations;
mod scale;
mod support;
mod walk;
