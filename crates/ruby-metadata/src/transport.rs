//! `Puppet::ResourceApi.register_transport(…)`: how devices are reached, as data.

use ecow::EcoString;
use pcore::Value;

use crate::known::Known;

/// A transport, as far as its text says what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct TransportMetadata {
    /// Its name.
    pub name: EcoString,
    /// The whole schema, keys as texts, where the text says everything literally; otherwise Ruby must load it.
    pub schema: Option<Value>,
}

/// Reads the transport that is registered with these words; nothing where not even its name can be told.
pub(crate) fn read(given: &Known, is_plain: bool) -> Option<TransportMetadata> {
    let schema = if is_plain { given.value() } else { None };
    Some(TransportMetadata { name: given.get("name")?.name()?.clone(), schema })
}
