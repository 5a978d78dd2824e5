//! A connection to a target that a process holds.
//!
//! The process gives each connection a handle, and every request about resources of that connection carries the handle. A
//! process that died took its connections along: they are opened again when they are next needed.

use std::{
    any::Any,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ecow::EcoString;
use pcore::{Hash, Value};
use protocol::calls::{self, Connected, OfTransport, TargetFacts, TransportConnect};
use resource_api::{
    Context, Failure, Feature, Outcome,
    transport::{ConnectionInfo, Transport},
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{Host, HostError};

/// A connection that a process holds.
pub struct HostTransport {
    host: Arc<Host>,
    open: Box<Open>,
    connected: Mutex<Option<Connection>>,
}

/// Opens a connection in a process, and returns its handle.
type Open = dyn Fn(&Host, &Context) -> Outcome<EcoString> + Send + Sync;

/// What the process calls the connection.
struct Connection {
    handle: EcoString,
    /// Which of the processes of this run holds it.
    process: usize,
}

impl HostTransport {
    /// Lets a process connect with a transport that it has.
    pub fn connect(host: Arc<Host>, context: &Context, info: &ConnectionInfo) -> Outcome<HostTransport> {
        let info = info.clone();
        HostTransport::opened(host, context, move |host, context| {
            let values: Vec<(EcoString, Value)> =
                info.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
            values.iter().for_each(|(_, value)| context.log().scrubber().learn(value));
            let connection_info = calls::Members::new(&values, host.launch().dialect.symbols());
            let params = TransportConnect { schema: info.schema().name(), connection_info };
            connected(host, context, calls::TRANSPORT_CONNECT, &params)
        })
    }

    /// A connection that is opened in a way of its own: `open` asks the process, and returns the handle.
    pub(crate) fn opened(
        host: Arc<Host>,
        context: &Context,
        open: impl Fn(&Host, &Context) -> Outcome<EcoString> + Send + Sync + 'static,
    ) -> Outcome<HostTransport> {
        let transport = HostTransport { host, open: Box::new(open), connected: Mutex::default() };
        transport.handle(context)?;
        Ok(transport)
    }

    /// What the process calls the connection. One that went away with its process is opened again.
    pub fn handle(&self, context: &Context) -> Outcome<EcoString> {
        // Other threads wait here, and not for what is held below: the process may ask something while it connects, and
        // the answer may lead here again.
        let _session = self.host.acquire(calls::TRANSPORT_CONNECT).map_err(HostError::into_failure)?;
        let running = self.host.running();
        if let Some(connection) = &*self.connected()
            && Some(connection.process) == running
        {
            return Ok(connection.handle.clone());
        }
        let handle = (self.open)(&self.host, context)?;
        let process = self.host.running().unwrap_or_default();
        *self.connected() = Some(Connection { handle: handle.clone(), process });
        Ok(handle)
    }

    fn connected(&self) -> MutexGuard<'_, Option<Connection>> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask<R: DeserializeOwned>(&self, context: &Context, method: &'static str, handle: &str) -> Outcome<R> {
        let answer = self.host.call(method, &OfTransport { handle }, context.log(), Some(context));
        answer.map_err(HostError::into_failure)
    }
}

/// Lets a process connect, and returns the handle.
pub(crate) fn connected(
    host: &Host,
    context: &Context,
    method: &'static str,
    params: &impl Serialize,
) -> Outcome<EcoString> {
    let connected: Connected =
        host.call(method, params, context.log(), Some(context)).map_err(HostError::into_failure)?;
    Ok(connected.handle.0.into())
}

impl Transport for HostTransport {
    fn verify(&self, context: &Context) -> Outcome {
        self.ask::<protocol::Data>(context, calls::TRANSPORT_VERIFY, &self.handle(context)?).map(drop)
    }

    fn facts(&self, context: &Context) -> Outcome<Hash> {
        let TargetFacts { facts } = self.ask(context, calls::TRANSPORT_FACTS, &self.handle(context)?)?;
        let facts = facts.value(self.host.runtime().names()).map_err(|error| Failure::developer(error.to_string()))?;
        context.log().scrubber().learn(&facts);
        match facts {
            Value::Hash(facts) => Ok(Hash::clone(&facts)),
            Value::Undef => Ok(Hash::default()),
            _ => Err(Failure::developer("the facts of a target must be an object")),
        }
    }

    fn close(&self, context: &Context) -> Outcome {
        let connection = self.connected().take();
        match connection {
            // What went away with its process is closed, and no process is started to say so.
            Some(connection) if Some(connection.process) == self.host.running() => {
                self.ask::<protocol::Data>(context, calls::TRANSPORT_CLOSE, &connection.handle).map(drop)
            }
            _ => Ok(()),
        }
    }
}

impl Host {
    /// The handle of the connection through which a provider of this process reaches its resources; nothing where they
    /// are those of this machine.
    pub(crate) fn connection(self: &Arc<Host>, context: &Context) -> Outcome<Option<EcoString>> {
        let Ok(device) = context.device() else { return Ok(None) };
        let transport: &dyn Any = device.transport()?;
        match transport.downcast_ref::<HostTransport>() {
            Some(transport) if Arc::ptr_eq(&transport.host, self) => transport.handle(context).map(Some),
            _ if context.definition().has(Feature::RemoteResource) => {
                let (provider, device, kind) = (&self.launch().name, device.name(), device.kind());
                Err(Failure::developer(format!(
                    "the provider '{provider}' cannot use the connection to the device '{device}': its transport \
                     '{kind}' belongs to another program"
                )))
            }
            _ => Ok(None),
        }
    }
}
