//! `Puppet::ResourceApi.register_transport(…)`: how devices are reached, as data.

use ecow::EcoString;
use pcore::Value;
use resource_api::transport::Schema;

use crate::known::Known;

/// A transport, as far as its text says what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct TransportMetadata {
    /// Its name.
    pub name: EcoString,
    /// The whole schema, keys as texts, where the text says everything literally; otherwise Ruby must load it.
    pub schema: Option<Value>,
}

impl TransportMetadata {
    /// The schema as every other one, where the text says everything and nothing is wrong with it. What is wrong is left
    /// to Ruby, which says it in its own words.
    pub fn definition(&self) -> Option<Schema> {
        Schema::from_value(self.schema.as_ref()?).ok()
    }
}

/// Reads the transport that is registered with these words; nothing where not even its name can be told.
pub(crate) fn read(given: &Known, is_plain: bool) -> Option<TransportMetadata> {
    let schema = if is_plain { given.value() } else { None };
    Some(TransportMetadata { name: given.get("name")?.name()?.clone(), schema })
}
