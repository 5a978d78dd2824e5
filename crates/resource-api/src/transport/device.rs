//! A target with the transport that reaches it, closed once whatever happens.

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

/// A target with the transport that reaches it.
///
/// The transport is closed when [`Device::close`] is called, or else when nobody holds the device any more: also after
/// a failure, and after a panic.
pub struct Device {
    name: EcoString,
    schema: Schema,
    transport: Box<dyn Transport>,
    log: Log,
    clock: Option<Arc<dyn Clock>>,
    closed: AtomicBool,
}

impl Device {
    /// A device that a transport of a kind of the same name reaches, whose own lines nobody reads: for tests, and for
    /// whoever made a transport without a schema.
    pub fn new(name: impl Into<EcoString>, transport: impl Transport) -> Device {
        let name = name.into();
        let schema = Schema::bare(&name);
        Device::of_kind(schema, name, Box::new(transport), Log::new(Arc::new(Recorder::default()), Arc::default()))
    }

    /// A device that a transport of a kind reaches. What the transport says outside of a provider goes to the log.
    pub fn of_kind(schema: Schema, name: impl Into<EcoString>, transport: Box<dyn Transport>, log: Log) -> Device {
        Device { name: name.into(), schema, transport, log, clock: None, closed: AtomicBool::new(false) }
    }

    /// This device with another clock: what waits for it, waits with that.
    #[must_use]
    pub(super) fn with_clock(mut self, clock: Arc<dyn Clock>) -> Device {
        self.clock = Some(clock);
        self
    }

    /// What the device is called.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// The name of its transport's schema: providers that are made for such devices have it.
    pub fn kind(&self) -> &EcoString {
        self.schema.name()
    }

    /// The schema of its transport.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// What reaches it.
    pub fn transport(&self) -> Outcome<&dyn Transport> {
        if self.closed.load(Ordering::Acquire) {
            return Err(Failure::new(format!("the connection to the device '{}' is closed", self.name)));
        }
        Ok(&*self.transport)
    }

    /// Fails when it cannot be reached, and says which device and why.
    pub fn verify(&self) -> Outcome {
        let context = self.context();
        let transport = self.transport()?;
        let verified = Failure::of_panic("transport", || transport.verify(&context));
        verified.map_err(|failure| self.told(&context, "cannot be reached", failure))
    }

    /// What is known of it.
    pub fn facts(&self) -> Outcome<Hash> {
        let context = self.context();
        let transport = self.transport()?;
        let facts = Failure::of_panic("transport", || transport.facts(&context));
        facts.map_err(|failure| self.told(&context, "does not tell its facts", failure))
    }

    /// Closes the transport; a second time nothing happens.
    ///
    /// It never fails: what went wrong is a line for whoever looks for a mistake.
    pub fn close(&self) {
        if self.closed.swap(true, Ordering::AcqRel) {
            return;
        }
        let context = self.context();
        let Err(problem) = Failure::of_panic("transport", || self.transport.close(&context)) else { return };
        context.debug(format!("closing the connection to the device '{}' failed: {problem}", self.name));
    }

    fn context(&self) -> Context {
        let context = self.schema.context(self.log.clone());
        match &self.clock {
            Some(clock) => context.with_clock(clock.clone()),
            None => context,
        }
    }

    fn told(&self, context: &Context, problem: &str, failure: Failure) -> Failure {
        let kind = failure.kind();
        let told = Failure::new(format!("the device '{}' ({}) {problem}: {failure}", self.name, self.kind()));
        context.scrubbed(told.with_kind(kind))
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        self.close();
    }
}

/// Shows names alone: connections hold passwords.
impl fmt::Debug for Device {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Device").field("name", &self.name).field("kind", self.kind()).finish_non_exhaustive()
    }
}
