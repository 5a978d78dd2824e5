//! Whole runs: catalogs, types with providers in memory, and what becomes of both.

mod audit;
mod brood;
mod conversion;
mod device;
mod foresight;
mod growth;
mod laws;
mod order;
mod puppet;
mod refresh;
mod scale;
mod secrets;
mod skipping;
mod support;
mod together;
