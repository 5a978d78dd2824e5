//! Whole runs: catalogs, types with providers in memory, and the results.

mod audit;
mod batch;
mod conversion;
mod device;
mod dynamic_children;
mod generation;
mod laws;
mod order;
mod puppet;
mod refresh;
mod scale;
mod secrets;
mod skipping;
mod support;
