//! The values of names: variables with an `@`, constants, `self`.

use super::{Machine, Role};
use crate::{
    error::{Outcome, not_supported, raise},
    known,
    object::Object,
};

impl Machine<'_> {
    pub fn instance_variable(&mut self, name: &str) -> Object {
        if let Some(object) = self.instance.get(name) {
            return object.clone();
        }
        if self.role != Role::Template {
            return Object::Nil;
        }
        let object = self.host.variable(name).map_or(Object::Nil, |value| Object::from_value(&value));
        if matches!(object, Object::Array(_) | Object::Hash(_)) {
            self.shared.push((name.into(), object.clone()));
        }
        self.instance.insert(name.into(), object.clone());
        object
    }

    /// An array or hash of the scope that was looked at with an `@`.
    pub fn shared_variable(&self, name: &str) -> Option<&Object> {
        self.shared.iter().find(|(known, _)| known == name).map(|(_, object)| object)
    }

    /// What `self` is.
    pub fn itself(&self) -> Object {
        match self.role {
            Role::Template | Role::Function => Object::Template,
            Role::LegacyFunction => Object::Scope,
        }
    }

    /// Whether there is a constant.
    pub fn has_constant(&self, name: &str) -> bool {
        self.constants.contains_key(name) || known::is_constant(name)
    }

    pub(super) fn constant(&mut self, name: &str) -> Outcome {
        if let Some(object) = self.constants.get(name) {
            return Ok(object.clone());
        }
        match name {
            "Float::INFINITY" => Ok(Object::Float(f64::INFINITY)),
            "RUBY_PLATFORM" => Ok(Object::text("x86_64-linux-gnu")),
            "Float::NAN" => Ok(Object::Float(f64::NAN)),
            "Regexp::IGNORECASE" => Ok(Object::Integer(1)),
            "Regexp::EXTENDED" => Ok(Object::Integer(2)),
            "Regexp::MULTILINE" => Ok(Object::Integer(4)),
            "Fixnum" | "Bignum" => {
                raise("NameError", format!("uninitialized constant Puppet::Parser::TemplateWrapper::{name}"))
            }
            _ if known::is_constant(name) => Ok(Object::Class(name.into())),
            _ => not_supported(format!("constant '{name}'")),
        }
    }
}
