//! Facts about a machine: the structured facts of Facter 4, read from the files of Linux.
//!
//! [`Facts::read`] takes a [`Root`]: the machine itself, or a tree of files that represents another one. The facts
//! come from `/proc`, `/sys`, `/etc` and `/run` below it, and from a few system calls
//! ([`System`]); no process is started for them. Names, shapes and formats are those of Facter 4.3, the order of keys
//! is that of `facter --json`.
//!
//! Not here: custom facts, which are Ruby, and what Puppet adds to the facts of a node. Nothing here prints; what
//! could not be read is in the [warnings](Facts::warnings) beside the facts.
//!
//! Start reading at [`Facts`], then `core.rs`, which lists the facts.

mod cache;
mod configuration;
mod core;
mod external;
mod facts;
mod legacy;
mod record;
mod root;
mod system;
mod units;

pub use facts::{Facts, Options, find, is_built_in};
pub use root::Root;
pub use system::{Link, NoSystem, Running, Space, System};

/// The version of Facter whose facts these are.
pub const FACTER_VERSION: &str = "4.3.0";
