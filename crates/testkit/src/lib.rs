//! Tests a type and its provider without a catalog or a command line.
//!
//! A [`Trial`] applies resources one by one, as a run would, and records the log as an operator would see it.
//! [`check_transport`] checks the requirements for all transports.
//!
//! Start reading at [`Trial`].

mod transport;
mod trial;

pub use transport::{MAX_WAIT, check_transport};
pub use trial::Trial;

/// Compiles the snippet in the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the snippets in the guide for provider authors.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/first-provider.md")]
struct FirstProvider;

/// Runs the Rust snippets in the guide for transport authors.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/transports.md")]
struct Transports;
