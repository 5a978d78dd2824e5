//! Providers that are processes of their own, in any language.
//!
//! A [`Host`] is one process, started when it is first needed, and the conversation with it over the provider protocol (crate
//! `protocol`). A [`HostProvider`] is the `Provider` of one type whose work such a process does, a [`HostTransport`] a
//! connection to a device that it holds ([`device`] opens those of Ruby modules). [`manifest`] reads
//! `providers/*.yaml`, which say what processes there are; [`ruby`] is the program of ours that runs types and providers of
//! Ruby modules, and [`installed`] the same program with the Puppet of the machine, for legacy types.
//!
//! Whatever a process does wrong (it dies, hangs, prints what it should not, answers something else) fails its own
//! resources with an error that names it, and leaves no processes. Nothing here prints, and nothing is global.
//!
//! Start reading at [`Host`].

mod budget;
mod connection;
mod conversation;
pub mod device;
mod environment;
mod error;
mod facts;
mod functions;
mod guard;
mod host;
pub mod installed;
mod launch;
pub mod manifest;
mod nesting;
mod provider;
pub mod ruby;
mod runtime;
mod script;
mod transport;

pub use self::{
    error::{Cause, HostError},
    facts::ModuleFact,
    functions::{Caller, CallerError, FunctionError},
    guard::Guard,
    host::Host,
    launch::{Dialect, GracePeriods, Launch, Mode, Timeouts, Variables},
    provider::{HostProvider, Missing},
    runtime::{NoRuntime, Runtime},
    transport::HostTransport,
};
