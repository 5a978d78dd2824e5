//! From the attributes of a meta type's object to a type that has a name, or extends one.
//!
//! A type that is known by its name already is taken as it is known; what the document says about it does not count.
//! The others may refer to themselves, so they are known to the [`Decoder`] before all of them has been read.

use std::sync::Arc;

use super::{RichDataError, decode::Decoder, decode_type::Attributes};
use crate::{
    types::{Type, TypeAlias, builtin},
    value::Value,
};

impl Decoder<'_> {
    /// Returns the Object type that goes by a name already.
    fn known_object(&self, name: &str) -> Option<Type> {
        let known = builtin(name).map(|known| (known.bare)()).or_else(|| self.names.find(name));
        known.filter(|known| matches!(known, Type::Object(Some(_))))
    }
}

impl<'d> Attributes<'_, 'd> {
    /// Reads an alias, which may be referred to from within what it stands for.
    pub(super) fn alias(&mut self, node: &'d Value) -> Result<Type, RichDataError> {
        let Some(name) = self.text("name")? else { return Err(self.decoder.malformed(self.name, "a name")) };
        let known = builtin(&name).map(|known| (known.bare)());
        if let Some(known) = known.filter(|known| matches!(known, Type::Alias(_))) {
            self.decoder.named_types.insert(node, known.clone());
            return Ok(known);
        }
        if let Some(known) = self.decoder.named_types.get(&std::ptr::from_ref(node)) {
            return Ok(known.clone());
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
            if let Some(known) = self.decoder.known_object(name) {
                self.decoder.named_types.insert(node, known.clone());
                return Ok(known);
            }
            // Within its own definition, the type is only a name.
            self.decoder.named_types.insert(node, Type::Reference(name.into()));
        }
        match self.picked("_pcore_init_hash", "a Hash", |value| value.as_hash().cloned())? {
            Some(definition) if !definition.is_empty() => {
                let made = self.parameterized(&Type::Object(None), &[Value::from(definition)])?;
                self.decoder.named_types.insert(node, made.clone());
                Ok(made)
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
