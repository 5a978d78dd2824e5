//! A device with its transport, which is closed exactly once.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use ecow::EcoString;
use pcore::Hash;

use super::{Schema, Transport};
use crate::{
    Context, Failure, Outcome,
    context::Clock,
    log::{Log, Recorder},
};

/// A device with the transport that reaches it.
///
/// The transport is closed by [`Device::close`], or when the last reference is dropped, even after a failure or a
/// panic.
pub struct Device {
    name: EcoString,
    schema: Schema,
    transport: Box<dyn Transport>,
    log: Log,
    clock: Option<Arc<dyn Clock>>,
    closed: AtomicBool,
}

impl Device {
    /// Creates a device whose kind has the same name and whose own log lines are dropped. For tests, and for transports
    /// without a schema.
    pub fn new(name: impl Into<EcoString>, transport: impl Transport) -> Device {
        let name = name.into();
        let schema = Schema::bare(&name);
        Device::of_kind(schema, name, Box::new(transport), Log::new(Arc::new(Recorder::default()), Arc::default()))
    }

    /// Creates a device. What its transport logs outside of a provider goes to `log`.
    pub fn of_kind(schema: Schema, name: impl Into<EcoString>, transport: Box<dyn Transport>, log: Log) -> Device {
        Device { name: name.into(), schema, transport, log, clock: None, closed: AtomicBool::new(false) }
    }

    /// Sets the clock, for code that waits.
    #[must_use]
    pub(super) fn with_clock(mut self, clock: Arc<dyn Clock>) -> Device {
        self.clock = Some(clock);
        self
    }

    /// The name of the device.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// The name of its transport's schema, which selects the providers for such devices.
    pub fn kind(&self) -> &EcoString {
        self.schema.name()
    }

    /// The schema of its transport.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns its transport, unless it was closed.
    pub fn transport(&self) -> Outcome<&dyn Transport> {
        if self.closed.load(Ordering::Acquire) {
            return Err(Failure::new(format!("the connection to the device '{}' is closed", self.name)));
        }
        Ok(&*self.transport)
    }

    /// Checks that the device can be reached. The error names the device and the reason.
    pub fn verify(&self) -> Outcome {
        let context = self.context();
        let transport = self.transport()?;
        let verified = Failure::catch_panic("transport", || transport.verify(&context));
        verified.map_err(|failure| self.failed(&context, "cannot be reached", failure))
    }

    /// Returns the facts of the device.
    pub fn facts(&self) -> Outcome<Hash> {
        let context = self.context();
        let transport = self.transport()?;
        let facts = Failure::catch_panic("transport", || transport.facts(&context));
        facts.map_err(|failure| self.failed(&context, "cannot report its facts", failure))
    }

    /// Closes the transport. Further calls have no effect.
    ///
    /// It never fails: errors are logged at debug level.
    pub fn close(&self) {
        if self.closed.swap(true, Ordering::AcqRel) {
            return;
        }
        let context = self.context();
        let Err(problem) = Failure::catch_panic("transport", || self.transport.close(&context)) else { return };
        context.debug(format!("closing the connection to the device '{}' failed: {problem}", self.name));
    }

    fn context(&self) -> Context {
        let context = self.schema.context(self.log.clone());
        match &self.clock {
            Some(clock) => context.with_clock(clock.clone()),
            None => context,
        }
    }

    fn failed(&self, context: &Context, problem: &str, failure: Failure) -> Failure {
        let kind = failure.kind();
        let failed = Failure::new(format!("the device '{}' ({}) {problem}: {failure}", self.name, self.kind()));
        context.scrubbed(failed.with_kind(kind))
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        self.close();
    }
}

/// Shows names only, because connections contain passwords.
impl fmt::Debug for Device {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Device").field("name", &self.name).field("kind", self.kind()).finish_non_exhaustive()
    }
}
