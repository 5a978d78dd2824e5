//! Transports: how providers reach remote devices.
//!
//! A *transport* is the connection to a device or a service. Its [`Schema`] defines the connection information that it
//! needs. A [`TransportKind`] is a schema with a function that connects, and [`Transports`] are the kinds that a run
//! knows. A [`Device`] is a transport with the name that the operator configured; providers of types with the feature
//! `remote_resource` get it from their context.
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
    registry::{TransportError, Transports},
    schema::{Schema, SchemaBuilder},
};
use crate::{Context, Failure, Outcome};

/// A connection to a device.
///
/// It is created from connection information that has been checked, and may connect lazily. All types of a run share
/// it, so mutable state needs a lock. Its providers can call all of its own methods: [`Context::transport`] returns the
/// author's type.
///
/// It may retry temporary errors for up to 30 seconds, and should log that at notice level; use [`retry::Retry`].
pub trait Transport: Any + Send + Sync {
    /// Checks that the device can be reached.
    fn verify(&self, context: &Context) -> Outcome;

    /// Returns facts about the device: the usual facts of a machine as far as they apply, and its own.
    fn facts(&self, context: &Context) -> Outcome<Hash>;

    /// Releases all resources. It is called once, as the last call. An error is only logged for debugging.
    fn close(&self, context: &Context) -> Outcome;
}

impl Context {
    /// Returns the managed device.
    pub fn device(&self) -> Outcome<&Device> {
        self.device.as_deref().ok_or_else(|| {
            Failure::new(if self.is_standalone {
                "Received device() on an unprepared BaseContext. Use a PuppetContext instead."
            } else {
                "no device configured"
            })
        })
    }

    /// Returns the transport of the managed device as the author's type.
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
            Failure::developer(format!("the transport of the device '{}' is not a {}", device.name(), type_name::<T>()))
        })
    }
}
