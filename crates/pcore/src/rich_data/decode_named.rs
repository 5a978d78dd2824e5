//! Decodes the attributes of a meta type's object to a type that has a name, or extends one.
//!
//! A type whose name is already known is taken from there; its definition in the document is ignored. The others may
//! refer to themselves, so they are registered in the [`Decoder`] before they have been read completely.

use std::sync::Arc;

use super::{RichDataError, decode::Decoder, decode_type::Attributes};
use crate::{
    types::{Type, TypeAlias, builtin},
    value::Value,
};

impl Decoder<'_> {
    /// Returns the Object type that already has a name.
    fn existing_object(&self, name: &str) -> Option<Type> {
        let object = builtin(name).map(|builtin| (builtin.bare)()).or_else(|| self.names.find(name));
        object.filter(|object| matches!(object, Type::Object(Some(_))))
    }
}

impl<'d> Attributes<'_, 'd> {
    /// Reads an alias, which its own target may refer to.
    pub(super) fn alias(&mut self, node: &'d Value) -> Result<Type, RichDataError> {
        let Some(name) = self.text("name")? else { return Err(self.decoder.malformed(self.name, "a name")) };
        let existing = builtin(&name).map(|builtin| (builtin.bare)());
        if let Some(alias) = existing.filter(|existing| matches!(existing, Type::Alias(_))) {
            self.decoder.named_types.insert(node, alias.clone());
            return Ok(alias);
        }
        if let Some(named) = self.decoder.named_types.get(&std::ptr::from_ref(node)) {
            return Ok(named.clone());
        }
        let alias = TypeAlias::declare(name);
        self.decoder.named_types.insert(node, Type::Alias(Arc::clone(&alias)));
        let Some(target) = self.any_type("resolved_type")? else {
            return Err(self.decoder.malformed(self.name, "a resolved_type"));
        };
        alias.define(&target).map_err(|error| self.decoder.refused(self.name, error.to_string()))?;
        Ok(Type::Alias(alias))
    }

    /// Reads an Object type: a known one by its name, any other by its definition.
    pub(super) fn object(&mut self, node: &'d Value) -> Result<Type, RichDataError> {
        let definition = self.at("_pcore_init_hash").and_then(|(_, definition)| definition.as_hash());
        let name = definition.and_then(|definition| definition.get_str("name")).and_then(Value::as_str);
        if let Some(name) = name {
            if let Some(object) = self.decoder.existing_object(name) {
                self.decoder.named_types.insert(node, object.clone());
                return Ok(object);
            }
            // Inside its own definition, the type is only a name.
            self.decoder.named_types.insert(node, Type::Reference(name.into()));
        }
        match self.picked("_pcore_init_hash", "a Hash", |value| value.as_hash().cloned())? {
            Some(definition) if !definition.is_empty() => {
                let object = self.parameterized(&Type::Object(None), &[Value::from(definition)])?;
                self.decoder.named_types.insert(node, object.clone());
                Ok(object)
            }
            _ => Ok(Type::Object(None)),
        }
    }

    pub(super) fn extension(&mut self) -> Result<Type, RichDataError> {
        let base = self.any_type("base_type")?;
        let parameters = self.value("init_parameters")?;
        let Some(base) = base else { return Err(self.decoder.malformed(self.name, "a base_type")) };
        match parameters {
            None => Ok(base),
            Some(Value::Array(parameters)) => self.parameterized(&base, &parameters),
            Some(named) => self.parameterized(&base, &[named]),
        }
    }

    pub(super) fn type_set(&mut self) -> Result<Type, RichDataError> {
        match self.picked("_pcore_init_hash", "a Hash", |value| value.as_hash().cloned())? {
            Some(definition) if !definition.is_empty() => {
                self.parameterized(&Type::TypeSet(None), &[Value::from(definition)])
            }
            _ => Ok(Type::TypeSet(None)),
        }
    }
}
