//! A schema with a function that connects.

use std::{fmt, sync::Arc};

use ecow::EcoString;
use pcore::Hash;

use super::{ConnectionInfo, Device, Schema, Transport};
use crate::{Context, Failure, Outcome, context::Clock, log::Log};

/// Creates a transport from validated connection information.
pub type Connect = dyn Fn(&Context, &ConnectionInfo) -> Outcome<Box<dyn Transport>> + Send + Sync;

/// A kind of transport: its connection information, and how it connects.
#[derive(Clone)]
pub struct TransportKind {
    schema: Schema,
    connect: Arc<Connect>,
}

impl TransportKind {
    /// Creates a kind whose transports are created by `connect`.
    pub fn new<T: Transport>(
        schema: Schema,
        connect: impl Fn(&Context, &ConnectionInfo) -> Outcome<T> + Send + Sync + 'static,
    ) -> TransportKind {
        TransportKind::boxed(schema, move |context, info| Ok(Box::new(connect(context, info)?) as Box<dyn Transport>))
    }

    /// Like [`TransportKind::new`], for transports whose type is chosen at run time.
    pub fn boxed(
        schema: Schema,
        connect: impl Fn(&Context, &ConnectionInfo) -> Outcome<Box<dyn Transport>> + Send + Sync + 'static,
    ) -> TransportKind {
        TransportKind { schema, connect: Arc::new(connect) }
    }

    /// The schema of its transports.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The name of the schema.
    pub fn name(&self) -> &EcoString {
        self.schema.name()
    }

    /// Connects to a device, under the name that the operator configured.
    ///
    /// The error is that of the schema or the transport, scrubbed. A caller that manages several devices should add
    /// which one it was.
    pub fn connect(&self, device_name: impl Into<EcoString>, given: &Hash, log: &Log) -> Outcome<Arc<Device>> {
        let context = self.schema.context(log.clone());
        self.open(&context, device_name, given).map(Arc::new)
    }

    /// Like [`connect`](TransportKind::connect), with another clock, for tests that should not wait.
    pub fn connect_with_clock(
        &self,
        device_name: impl Into<EcoString>,
        given: &Hash,
        log: &Log,
        clock: Arc<dyn Clock>,
    ) -> Outcome<Arc<Device>> {
        let context = self.schema.context(log.clone()).with_clock(clock.clone());
        Ok(Arc::new(self.open(&context, device_name, given)?.with_clock(clock)))
    }

    fn open(&self, context: &Context, device_name: impl Into<EcoString>, given: &Hash) -> Outcome<Device> {
        let info = self.schema.prepare(context, given)?;
        let transport = Failure::catch_panic("transport", || (self.connect)(context, &info))
            .map_err(|failure| context.scrubbed(failure))?;
        Ok(Device::of_kind(self.schema.clone(), device_name, transport, context.log().clone()))
    }
}

impl fmt::Debug for TransportKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TransportKind").field("schema", &self.schema).finish_non_exhaustive()
    }
}
