//! A schema with the way to connect.

use std::{fmt, sync::Arc};

use ecow::EcoString;
use pcore::Hash;

use super::{ConnectionInfo, Device, Schema, Transport};
use crate::{Context, Failure, Outcome, context::Clock, log::Log};

/// Makes the transport to one target, of connection information that has been checked.
pub type Connect = dyn Fn(&Context, &ConnectionInfo) -> Outcome<Box<dyn Transport>> + Send + Sync;

/// A kind of transports: what they need, and how they connect.
#[derive(Clone)]
pub struct TransportKind {
    schema: Schema,
    connect: Arc<Connect>,
}

impl TransportKind {
    /// A kind whose transports `connect` makes.
    pub fn new<T: Transport>(
        schema: Schema,
        connect: impl Fn(&Context, &ConnectionInfo) -> Outcome<T> + Send + Sync + 'static,
    ) -> TransportKind {
        TransportKind::boxed(schema, move |context, info| Ok(Box::new(connect(context, info)?) as Box<dyn Transport>))
    }

    /// As [`TransportKind::new`], where it is decided at run time what kind of transport it is.
    pub fn boxed(
        schema: Schema,
        connect: impl Fn(&Context, &ConnectionInfo) -> Outcome<Box<dyn Transport>> + Send + Sync + 'static,
    ) -> TransportKind {
        TransportKind { schema, connect: Arc::new(connect) }
    }

    /// What its transports need.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// What it is called: the name of its schema.
    pub fn name(&self) -> &EcoString {
        self.schema.name()
    }

    /// Connects to a target, which gets the name under which the operator knows it.
    ///
    /// A failure is that of the schema or of the transport, in its own words and without secrets; whoever knows more
    /// than one target says which one it was.
    pub fn connect(&self, device_name: impl Into<EcoString>, given: &Hash, log: &Log) -> Outcome<Arc<Device>> {
        let context = self.schema.context(log.clone());
        self.open(&context, device_name, given).map(Arc::new)
    }

    /// As [`connect`](TransportKind::connect), with another clock: for tests, which do not want to wait.
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
        let transport = Failure::of_panic("transport", || (self.connect)(context, &info))
            .map_err(|failure| context.scrubbed(failure))?;
        Ok(Device::of_kind(self.schema.clone(), device_name, transport, context.log().clone()))
    }
}

impl fmt::Debug for TransportKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TransportKind").field("schema", &self.schema).finish_non_exhaustive()
    }
}
