//! Behaviours of attributes.

use std::fmt;

use pcore::Value;

use super::DefinitionError;
use crate::render;

/// The behaviour of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Behaviour {
    /// It is managed, compared and reported.
    Property,
    /// It is part of the resource's identity.
    Namevar,
    /// It only influences the provider, and never causes a change.
    Parameter,
    /// It is reported by `get`, and cannot be set.
    ReadOnly,
    /// It is a property that can be set only when the resource is created.
    InitOnly,
}

impl Behaviour {
    /// Whether the attribute is compared with the result of `get`, and changed if it differs.
    pub fn is_compared(self) -> bool {
        match self {
            Behaviour::Property | Behaviour::InitOnly => true,
            Behaviour::Namevar | Behaviour::Parameter | Behaviour::ReadOnly => false,
        }
    }

    /// Whether a manifest or a command line may set it.
    pub fn is_settable(self) -> bool {
        self != Behaviour::ReadOnly
    }

    /// Reads a behaviour: a symbol in Ruby, a string in YAML and JSON, missing for a property.
    pub(super) fn read(value: Option<&Value>) -> Result<Behaviour, DefinitionError> {
        let word = match value {
            None | Some(Value::Undef | Value::Boolean(false)) => return Ok(Behaviour::Property),
            Some(Value::Symbol(word) | Value::String(word)) => word.as_str(),
            Some(_) => "",
        };
        let known = WORDS.iter().find(|(behaviour, known)| word == *known && *behaviour != Behaviour::Property);
        known.map(|(behaviour, _)| *behaviour).ok_or_else(|| {
            let shown = value.map(render::interpolate).unwrap_or_default();
            DefinitionError::resource(format!("`{shown}` is not a valid behaviour value"))
                .hint("use namevar, parameter, read_only or init_only, or omit it for a property")
        })
    }
}

/// The words in definitions. A property has none there.
const WORDS: [(Behaviour, &str); 5] = [
    (Behaviour::Property, "property"),
    (Behaviour::Namevar, "namevar"),
    (Behaviour::Parameter, "parameter"),
    (Behaviour::ReadOnly, "read_only"),
    (Behaviour::InitOnly, "init_only"),
];

impl fmt::Display for Behaviour {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|(behaviour, _)| behaviour == self);
        formatter.write_str(word.map_or("", |(_, word)| word))
    }
}
