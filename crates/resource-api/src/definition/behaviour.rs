//! What an attribute is for.

use std::fmt;

use pcore::Value;

use super::DefinitionError;
use crate::render;

/// What an attribute is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Behaviour {
    /// It is managed, compared and reported.
    Property,
    /// It is part of the resource's identity.
    Namevar,
    /// It influences the provider only, and never causes a change.
    Parameter,
    /// It is reported by `get` and cannot be set.
    ReadOnly,
    /// It is a property that can be set at creation only.
    InitOnly,
}

impl Behaviour {
    /// Whether the attribute is compared with what `get` returned, and changed where it differs.
    pub fn is_compared(self) -> bool {
        match self {
            Behaviour::Property | Behaviour::InitOnly => true,
            Behaviour::Namevar | Behaviour::Parameter | Behaviour::ReadOnly => false,
        }
    }

    /// Whether a manifest or a command line may give a value.
    pub fn is_settable(self) -> bool {
        self != Behaviour::ReadOnly
    }

    /// Reads the word of a definition: a symbol in Ruby, a plain word in YAML and JSON, nothing for a property.
    pub(super) fn read(value: Option<&Value>) -> Result<Behaviour, DefinitionError> {
        let word = match value {
            None | Some(Value::Undef | Value::Boolean(false)) => return Ok(Behaviour::Property),
            Some(Value::Symbol(word) | Value::String(word)) => word.as_str(),
            Some(_) => "",
        };
        match word {
            "namevar" => Ok(Behaviour::Namevar),
            "parameter" => Ok(Behaviour::Parameter),
            "read_only" => Ok(Behaviour::ReadOnly),
            "init_only" => Ok(Behaviour::InitOnly),
            _ => {
                let shown = value.map(render::interpolate).unwrap_or_default();
                Err(DefinitionError::resource(format!("`{shown}` is not a valid behaviour value"))
                    .hint("use namevar, parameter, read_only or init_only, or leave it out for a property"))
            }
        }
    }
}

impl fmt::Display for Behaviour {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Behaviour::Property => "property",
            Behaviour::Namevar => "namevar",
            Behaviour::Parameter => "parameter",
            Behaviour::ReadOnly => "read_only",
            Behaviour::InitOnly => "init_only",
        })
    }
}
