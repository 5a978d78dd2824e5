//! How providers reach what is not this machine.
//!
//! A *transport* is the connection to a device or a service; a [`Device`] is a transport with the name under which the
//! operator configured it. Providers of types with the feature `remote_resource` ask their context for it.

use std::{
    any::{Any, type_name},
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

use ecow::EcoString;
use pcore::Hash;

use crate::{Context, Failure, Outcome};

/// A connection to a target.
///
/// Whoever makes one gets connection information that has been checked; afterwards it is ready for use, though it may
/// connect only when it is first needed. Several types of one run share it, so what changes inside is behind a lock of
/// its own. Whatever else it can do, its providers call directly: [`Context::transport`] returns the author's own type.
///
/// It may try again for up to 30 seconds when an error may pass, and says so at notice level.
pub trait Transport: Any + Send + Sync {
    /// Fails when the target cannot be reached.
    fn verify(&self, context: &Context) -> Outcome;

    /// What is known of the target: the usual facts of a machine as far as they make sense, and its own.
    fn facts(&self, context: &Context) -> Outcome<Hash>;

    /// Frees everything. It is called once, and nothing else after it.
    fn close(&self, context: &Context);
}

/// A target with the transport that reaches it.
pub struct Device {
    name: EcoString,
    transport: Box<dyn Transport>,
    closed: AtomicBool,
}

impl Device {
    /// A device that a transport reaches.
    pub fn new(name: impl Into<EcoString>, transport: impl Transport) -> Device {
        Device { name: name.into(), transport: Box::new(transport), closed: AtomicBool::new(false) }
    }

    /// What the device is called.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// What reaches it.
    pub fn transport(&self) -> &dyn Transport {
        &*self.transport
    }

    /// What is known of it.
    pub fn facts(&self, context: &Context) -> Outcome<Hash> {
        self.transport.facts(context)
    }

    /// Closes the transport; a second time nothing happens.
    pub fn close(&self, context: &Context) {
        if !self.closed.swap(true, Ordering::AcqRel) {
            self.transport.close(context);
        }
    }
}

/// Shows the name alone: connections hold passwords.
impl fmt::Debug for Device {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Device").field("name", &self.name).finish_non_exhaustive()
    }
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
    ///     fn close(&self, _context: &Context) {}
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
        let transport: &dyn Any = device.transport();
        transport.downcast_ref().ok_or_else(|| {
            Failure::developer(format!("the transport of the device '{}' is no {}", device.name, type_name::<T>()))
        })
    }
}
