//! The order of resources: who comes before whom, whose turn it is, and why there may be no order.

mod cycles;
mod drawings;
mod failures;
mod golden;
mod laws;
mod relations;
mod scale;
mod support;
mod turns;
