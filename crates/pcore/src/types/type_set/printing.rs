//! Type sets as definitions, and as text. In its own text, a set refers to its types by their simple names.

use std::fmt::{self, Write};

use super::{TypeSet, TypeSetReference, replace};
use crate::{
    types::{
        Printer, Type, TypeAlias,
        object::{write_definition, write_value},
    },
    value::{Hash, Value, write_list},
};

impl TypeSet {
    /// Writes `TypeSet[{…}]`.
    pub(in crate::types) fn write_definition(&self, f: &mut dyn Write) -> fmt::Result {
        f.write_str("TypeSet[{")?;
        write_list(f, self.header().iter(), |f, (key, value)| {
            write!(f, "{key} => ")?;
            write_value(f, value)
        })?;
        if !self.types.is_empty() {
            f.write_str(", types => {")?;
            write_list(f, self.types.iter(), |f, (name, contained)| {
                write!(f, "{name} => ")?;
                self.write_contained(f, contained)
            })?;
            f.write_char('}')?;
        }
        if !self.references.is_empty() {
            f.write_str(", references => {")?;
            write_list(f, self.references.iter(), |f, (name, reference)| {
                write!(f, "{name} => ")?;
                write_value(f, &Value::from(self.reference(reference)))
            })?;
            f.write_char('}')?;
        }
        f.write_str("}]")
    }

    /// Returns the hash that defines this set, in the order in which Puppet writes it.
    pub fn definition(&self) -> Hash {
        let mut definition = self.header();
        let name = |name: &ecow::EcoString| Value::String(name.clone());
        if !self.types.is_empty() {
            let types = self.types.iter().map(|(simple, contained)| (name(simple), Value::from(contained.clone())));
            definition.insert("types".into(), Value::hash(types));
        }
        if !self.references.is_empty() {
            let references = self.references.iter();
            let entries = references.map(|(alias, other)| (name(alias), Value::from(self.reference(other))));
            definition.insert("references".into(), Value::hash(entries));
        }
        definition
    }

    /// Returns everything except types and references.
    fn header(&self) -> Hash {
        let text = |text: &Option<ecow::EcoString>| text.clone().map(Value::from);
        let entries = [
            ("annotations", self.annotations.clone()),
            ("pcore_uri", text(&self.pcore_uri)),
            ("pcore_version", Some(self.pcore_version.to_string().into())),
            ("name_authority", text(&self.name_authority)),
            // A set without a name has an empty one.
            ("name", Some(text(&self.name).unwrap_or_default())),
            ("version", self.version.as_ref().map(|version| version.to_string().into())),
        ];
        entries.into_iter().filter_map(|(key, value)| Some((Value::from(key), value?))).collect()
    }

    fn reference(&self, reference: &TypeSetReference) -> Hash {
        let authority = reference.name_authority.clone().filter(|other| Some(other) != self.name_authority.as_ref());
        let entries = [
            ("annotations", reference.annotations.clone()),
            ("name_authority", authority.map(Value::from)),
            ("name", Some(reference.name.clone().into())),
            ("version_range", Some(reference.version_range.to_string().into())),
        ];
        entries.into_iter().filter_map(|(key, value)| Some((Value::from(key), value?))).collect()
    }

    fn write_contained(&self, f: &mut dyn Write, contained: &Type) -> fmt::Result {
        let by_simple_name = |mentioned: &Type| {
            let simple = self.simple_name(mentioned)?;
            // An alias without a target is printed as its name.
            Some(Type::Alias(TypeAlias::declare(simple)))
        };
        match contained {
            Type::Object(Some(object)) => {
                let mut definition = object.definition();
                definition.remove(&Value::from("name"));
                write_definition(f, &replace::in_hash(&definition, &by_simple_name))
            }
            Type::Alias(alias) => match alias.resolved() {
                Some(target) => Printer::by_name().write(f, &replace::in_type(target, &by_simple_name)),
                None => f.write_str(alias.name()),
            },
            other => Printer::by_name().write(f, other),
        }
    }

    /// Returns the simple name of a type of this set.
    fn simple_name(&self, mentioned: &Type) -> Option<&str> {
        let name = match mentioned {
            Type::Alias(alias) => alias.name(),
            Type::Object(Some(object)) => object.name()?,
            _ => return None,
        };
        let own =
            self.types.iter().find(|(simple, _)| super::definition::qualified(self.name.as_deref(), simple) == *name);
        own.map(|(simple, _)| simple.as_str())
    }
}
