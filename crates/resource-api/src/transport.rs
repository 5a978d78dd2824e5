//! How providers reach what is not this machine.
//!
//! A *transport* is the connection to a device or a service. Its [`Schema`] says which connection information it needs;
//! a [`TransportKind`] is a schema with the way to connect, and [`Transports`] are the kinds that a run knows. A
//! [`Device`] is a transport with the name under which the operator configured it: providers of types with the feature
//! `remote_resource` ask their context for it.
//!
//! ```
//! use std::sync::Arc;
//! use pcore::Hash;
//! use resource_api::{
//!     Attribute, Context, Outcome, Sensitive,
//!     log::{Log, Recorder},
//!     transport::{Schema, Transport, TransportKind, Transports},
//! };
//!
//! struct Switch { address: String, password: Sensitive<String> }
//!
//! impl Transport for Switch {
//!     fn verify(&self, _context: &Context) -> Outcome { Ok(()) }
//!     fn facts(&self, _context: &Context) -> Outcome<Hash> { Ok(Hash::default()) }
//!     fn close(&self, _context: &Context) -> Outcome { Ok(()) }
//! }
//!
//! let schema = Schema::builder("switch")
//!     .desc("A switch with a serial console.")
//!     .attribute("host", Attribute::builder("String").desc("Where it is."))
//!     .attribute("port", Attribute::builder("Integer").desc("Where it listens.").default(23))
//!     .attribute("password", Attribute::builder("String").desc("What it asks for.").sensitive())
//!     .build()?;
//! let kind = TransportKind::new(schema, |_context, info| {
//!     let address = format!("{}:{}", info.text("host")?, info.integer("port")?);
//!     Ok(Switch { address, password: info.secret("password")? })
//! });
//!
//! let log = Log::new(Arc::new(Recorder::default()), Arc::default());
//! let mut transports = Transports::default();
//! transports.register(kind, &log)?;
//! let info = pcore::yaml::parse("{host: rack7, password: hunter2}")?;
//! let device = transports.connect("switch", "spine1", info.as_hash().unwrap(), &log).unwrap();
//! assert_eq!((device.name().as_str(), device.kind().as_str()), ("spine1", "switch"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod bolt;
mod connection_info;
mod device;
mod kind;
mod prepare;
mod registry;
pub mod retry;
mod schema;

#[cfg(test)]
mod tests;

use std::any::{Any, type_name};

use pcore::Hash;

pub use self::{
    connection_info::ConnectionInfo,
    device::Device,
    kind::{Connect, TransportKind},
    registry::{FoundKind, TransportError, Transports},
    schema::{Schema, SchemaBuilder},
};
use crate::{Context, Failure, Outcome};

/// A connection to a target.
///
/// Whoever makes one gets connection information that has been checked; afterwards it is ready for use, though it may
/// connect only when it is first needed. Several types of one run share it, so what changes inside is behind a lock of
/// its own. Whatever else it can do, its providers call directly: [`Context::transport`] returns the author's own type.
///
/// It may try again for up to 30 seconds when an error may pass, and says so at notice level: [`retry::Retry`] does.
pub trait Transport: Any + Send + Sync {
    /// Fails when the target cannot be reached.
    fn verify(&self, context: &Context) -> Outcome;

    /// What is known of the target: the usual facts of a machine as far as they make sense, and its own.
    fn facts(&self, context: &Context) -> Outcome<Hash>;

    /// Frees everything. It is called once, and nothing else after it. That it failed is worth a line for whoever looks
    /// for a mistake, and changes nothing.
    fn close(&self, context: &Context) -> Outcome;
}

impl Context {
    /// The device that is managed.
    pub fn device(&self) -> Outcome<&Device> {
        self.device.as_deref().ok_or_else(|| {
            Failure::new(if self.is_standalone {
                "Received device() on an unprepared BaseContext. Use a PuppetContext instead."
            } else {
                "no device configured"
            })
        })
    }

    /// The transport of the device that is managed, in the author's own type.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pcore::Hash;
    /// use resource_api::{Context, Outcome, transport::{Device, Transport}};
    ///
    /// struct Switch { address: String }
    ///
    /// impl Transport for Switch {
    ///     fn verify(&self, _context: &Context) -> Outcome { Ok(()) }
    ///     fn facts(&self, _context: &Context) -> Outcome<Hash> { Ok(Hash::default()) }
    ///     fn close(&self, _context: &Context) -> Outcome { Ok(()) }
    /// }
    ///
    /// fn get(context: &Context) -> Outcome<String> {
    ///     Ok(context.transport::<Switch>()?.address.clone())
    /// }
    /// ```
    pub fn transport<T: Transport>(&self) -> Outcome<&T> {
        if self.device.is_none() && self.is_standalone {
            return Err(Failure::new("No transport available."));
        }
        let device = self.device()?;
        let transport: &dyn Any = device.transport()?;
        transport.downcast_ref().ok_or_else(|| {
            Failure::developer(format!("the transport of the device '{}' is no {}", device.name(), type_name::<T>()))
        })
    }
}
