//! What is asked about connections.

use pcore::Value;
use serde::{Deserialize, Serialize};

use super::Members;
use crate::Data;

/// Parameters of `transport.connect`.
#[derive(Clone, Debug, Serialize)]
pub struct TransportConnect<'c> {
    /// The name of the transport's schema.
    pub schema: &'c str,
    /// What it needs to connect, checked; secrets are tagged.
    pub connection_info: Members<'c>,
}

/// Parameters of `device.connect`.
#[derive(Clone, Debug, Serialize)]
pub struct DeviceConnect<'c> {
    /// What the device is called.
    pub name: &'c str,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: &'c str,
    /// The address of it, or of a file with what is needed to reach it.
    pub url: &'c str,
    /// The other settings of its section.
    pub options: DeviceOptions,
}

/// What a section of `device.conf` sets in addition to kind and address.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct DeviceOptions {
    /// Whether to log more than usual.
    pub debug: bool,
}

/// Result of `transport.connect` and of `device.connect`.
#[derive(Clone, Debug, Deserialize)]
pub struct Connected {
    /// The provider's handle of the connection; requests about its resources carry it as `transport`.
    pub handle: Handle,
}

/// What a provider calls a connection: a text, or a number as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle(pub String);

impl<'de> Deserialize<'de> for Handle {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Handle, D::Error> {
        match Data::deserialize(deserializer)?.0 {
            Value::String(text) => Ok(Handle(text.into())),
            Value::Integer(number) => Ok(Handle(number.to_string())),
            _ => Err(serde::de::Error::custom("expected a text or a number as handle")),
        }
    }
}

/// Parameters of `transport.verify`, `transport.facts` and `transport.close`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OfTransport<'c> {
    /// The connection.
    pub handle: &'c str,
}

/// Result of `transport.facts`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TargetFacts {
    /// What is known of the target.
    pub facts: Data,
}
