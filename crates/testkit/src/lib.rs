//! Tries a type and its provider, without a catalog and without a command line.
//!
//! A [`Trial`] is what the tests of a provider need: it applies resources one by one, as a run would, and keeps the log
//! as an operator would see it. [`check_transport`] checks what every transport must obey. Nothing here knows of the
//! command line.
//!
//! Start reading at [`Trial`].

mod transport;
mod trial;

pub use transport::{LONGEST_WAIT, check_transport};
pub use trial::Trial;

/// The README, whose snippet is compiled here.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The guide for authors, whose snippets are run here.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/first-provider.md")]
struct FirstProvider;

/// The guide for authors of transports, whose snippets in Rust are run here.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/transports.md")]
struct Transports;
