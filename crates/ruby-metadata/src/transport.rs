//! `Puppet::ResourceApi.register_transport(…)`: how devices are reached, as data.

use ecow::EcoString;
use pcore::Value;
use resource_api::transport::Schema;

use crate::static_value::StaticValue;

/// A transport, as far as its text defines it.
#[derive(Clone, Debug, PartialEq)]
pub struct TransportMetadata {
    /// Its name.
    pub name: EcoString,
    /// The whole schema, with keys as texts, if it consists of literals; otherwise Ruby must load it.
    pub schema: Option<Value>,
}

impl TransportMetadata {
    /// The schema as every other one, where the text says everything and nothing is wrong with it. What is wrong is left
    /// to Ruby, which says it in its own words.
    pub fn definition(&self) -> Option<Schema> {
        Schema::from_value(self.schema.as_ref()?).ok()
    }
}

/// Reads the transport that is registered with these words; nothing if not even its name is known.
pub(crate) fn read(given: &StaticValue, is_plain: bool) -> Option<TransportMetadata> {
    let schema = if is_plain { given.value() } else { None };
    Some(TransportMetadata { name: given.get("name")?.name()?.clone(), schema })
}
