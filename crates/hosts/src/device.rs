//! Devices of Ruby modules: the code that reads the connection information, checks it and connects is the module's, or is
//! in for that of Puppet in the process that runs it.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Hash, Value};
use protocol::{
    Symbols,
    calls::{self, DeviceConnect, DeviceOptions, Members, TransportConnect},
};
use resource_api::{
    Context, Outcome,
    log::Log,
    transport::{Device, Schema, TransportKind},
};

use crate::{Host, HostTransport, transport::connected};

/// A section of `device.conf`.
#[derive(Clone)]
pub struct Section {
    /// What the device is called.
    pub name: EcoString,
    /// Its kind, which is the name of the directory of its class, and that of its transport.
    pub kind: EcoString,
    /// The address of it, or of a file with what is needed to reach it.
    pub url: EcoString,
    /// Whether to log more than usual.
    pub debug: bool,
}

/// Opens a device through the class that its module has for it.
pub fn open(host: &Arc<Host>, section: Section, log: &Log) -> Outcome<Arc<Device>> {
    let (kind, name) = (section.kind.clone(), section.name.clone());
    connect(host, &kind, &name, log, move |host, context| {
        let Section { name, kind, url, debug } = &section;
        let params = DeviceConnect { name, kind, url, options: DeviceOptions { debug: *debug } };
        connected(host, context, calls::DEVICE_CONNECT, &params)
    })
}

/// Opens a target through the transport of that name, with connection information that was not checked yet.
pub fn open_transport(host: &Arc<Host>, kind: &str, name: &str, info: &Hash, log: &Log) -> Outcome<Arc<Device>> {
    let text = |key: &Value| EcoString::from(key.as_str().unwrap_or_default());
    let info: Vec<(EcoString, Value)> = info.iter().map(|(key, value)| (text(key), value.clone())).collect();
    let schema = EcoString::from(kind);
    connect(host, kind, name, log, move |host, context| {
        let params = TransportConnect { schema: &schema, connection_info: Members::new(&info, Symbols::Tagged) };
        connected(host, context, calls::TRANSPORT_CONNECT, &params)
    })
}

/// The process checks everything, so the schema on this side is empty.
fn connect(
    host: &Arc<Host>,
    kind: &str,
    name: &str,
    log: &Log,
    open: impl Fn(&Host, &Context) -> Outcome<EcoString> + Send + Sync + Clone + 'static,
) -> Outcome<Arc<Device>> {
    let schema = Schema::builder(kind).desc("A device of a Ruby module.").build()?;
    let host = host.clone();
    let kind = TransportKind::new(schema, move |context, _| HostTransport::opened(host.clone(), context, open.clone()));
    kind.connect(name, &Hash::default(), log)
}
