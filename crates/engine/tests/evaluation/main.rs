//! The evaluation of resources, with a provider in memory.

mod batch;
mod comparison;
mod custom_insync;
mod events;
mod failures;
mod flush;
mod generate;
mod init_only;
mod mandatory;
mod noop;
mod puppet;
mod purge;
mod scale;
mod secrets;
mod set;
mod support;
