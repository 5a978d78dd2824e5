//! One attribute of a type.

use ecow::EcoString;

/// An attribute of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: EcoString,
    /// What it is.
    pub kind: AttributeKind,
}

/// What an attribute is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AttributeKind {
    /// Part of the identity.
    Namevar,
    /// Says how something is done.
    Parameter,
    /// Says how something shall be.
    #[default]
    Property,
}

impl AttributeKind {
    /// What an attribute of the Resource API with this behaviour is.
    pub(crate) fn of_behaviour(behaviour: &str) -> AttributeKind {
        match behaviour {
            "namevar" => AttributeKind::Namevar,
            "parameter" => AttributeKind::Parameter,
            _ => AttributeKind::Property,
        }
    }
}

impl Attribute {
    /// Whether it is part of the identity: a parameter called `name` always is.
    pub fn is_namevar(&self) -> bool {
        match self.kind {
            AttributeKind::Namevar => true,
            AttributeKind::Parameter => self.name == "name",
            AttributeKind::Property => false,
        }
    }
}
