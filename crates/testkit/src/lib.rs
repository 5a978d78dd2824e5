//! Tries a type and its provider, without a catalog and without a command line.
//!
//! A [`Trial`] is what the tests of a provider need: it applies resources one by one, as a run would, and keeps the log
//! as an operator would see it. It knows nothing of the command line.
//!
//! Start reading at [`Trial`].

mod trial;

pub use trial::Trial;

/// The README, whose snippet is compiled here.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The guide for authors, whose snippets are run here.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/first-provider.md")]
struct FirstProvider;
