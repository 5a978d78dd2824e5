//! The provider protocol, version 1: how the runtime talks to a provider that is not compiled into it.
//!
//! JSON-RPC 2.0, one message a line, in both directions at the same time. [`message`] is the envelope, [`framing`] cuts a
//! stream into messages, [`calls`] is what the runtime asks of a provider, [`notices`] what a provider reports while it
//! works, [`runtime`] what it may ask back. Values travel as [`Data`]: plain JSON, and Puppet's rich data for what JSON
//! lacks.
//!
//! Whatever comes from outside is bounded: the size of a message ([`MAX_MESSAGE`]), its depth (128 levels), its encoding.
//! This crate knows no process, no pipe and no clock; the crate `hosts` has those.
//!
//! Start reading at [`message::Incoming`] and [`calls`].

pub mod calls;
mod data;
mod error;
pub mod framing;
mod members;
pub mod message;
pub mod notices;
pub mod runtime;

#[cfg(test)]
mod tests;

pub use self::{
    data::{Data, DataError, Outgoing, Symbols},
    error::{ErrorData, ErrorKind, ErrorObject, Fault, WrappedError},
    framing::{Lines, MAX_MESSAGE},
    message::{Id, Incoming, Payload},
};

/// The versions of the protocol that this crate speaks.
pub const VERSIONS: [u32; 1] = [1];
