//! Object types as definitions, and definitions as text.

use std::fmt::{self, Write};

use super::{Attribute, ObjectFunction, ObjectType};
use crate::{
    types::{Printer, Type},
    value::{Hash, Value, write_list, write_source},
};

impl ObjectType {
    /// Returns the hash that defines this type, in the order in which Puppet writes it.
    ///
    /// [`ObjectType::define`] creates an equal type from it, except for what Puppet loses here as well:
    /// `equality_include_type`, and that an attribute of an `Optional` type has no default.
    pub fn definition(&self) -> Hash {
        let mut definition = Hash::default();
        let mut set = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                definition.insert(key.into(), value);
            }
        };
        set("annotations", self.annotations.clone());
        set("name", self.name.clone().map(Value::from));
        set("parent", self.parent.clone().map(Value::from));
        set("type_parameters", members(self.type_parameters.iter().map(|own| (&own.name, type_parameter(own)))));
        let (constants, attributes): (Vec<&Attribute>, Vec<&Attribute>) =
            self.attributes.iter().partition(|own| own.is_plain_constant());
        set("attributes", members(attributes.into_iter().map(|own| (&own.name, attribute(own)))));
        let constant = |own: &Attribute| own.value.clone().unwrap_or_default();
        set("constants", members(constants.into_iter().map(|own| (&own.name, constant(own)))));
        set("functions", members(self.functions.iter().map(|own| (&own.name, function(own)))));
        let names = self.equality.as_ref().map(|names| names.iter().cloned().map(Value::from).collect());
        set("equality", names);
        set("checks", self.checks.clone());
        definition
    }

    /// Writes `Object[{…}]`.
    pub(in crate::types) fn write_definition(&self, f: &mut dyn Write) -> fmt::Result {
        write_definition(f, &self.definition())
    }
}

fn members<'a>(entries: impl Iterator<Item = (&'a ecow::EcoString, Value)>) -> Option<Value> {
    let entries: Hash = entries.map(|(name, value)| (Value::String(name.clone()), value)).collect();
    (!entries.is_empty()).then(|| Value::from(entries))
}

fn type_parameter(parameter: &Attribute) -> Value {
    let declared = match &parameter.value_type {
        Type::Optional(Some(contained)) => Value::Type(contained.clone()),
        other => Value::from(other.clone()),
    };
    compressed(declared, [("value", parameter.value.clone())])
}

fn attribute(attribute: &Attribute) -> Value {
    // A constant is implicitly final.
    let is_final = attribute.is_final && !attribute.is_constant();
    compressed(
        Value::from(attribute.value_type.clone()),
        [
            ("final", is_final.then_some(Value::Boolean(true))),
            ("override", attribute.overrides.then_some(Value::Boolean(true))),
            ("annotations", attribute.annotations.clone()),
            ("kind", attribute.kind.name().map(Value::from)),
            ("value", attribute.value.clone()),
        ],
    )
}

fn function(function: &ObjectFunction) -> Value {
    compressed(
        Value::from(function.function_type.clone()),
        [
            ("final", function.is_final.then_some(Value::Boolean(true))),
            ("override", function.overrides.then_some(Value::Boolean(true))),
            ("annotations", function.annotations.clone()),
        ],
    )
}

/// Returns a hash, or only the type if there is nothing else.
fn compressed<const N: usize>(member_type: Value, further: [(&str, Option<Value>); N]) -> Value {
    let further: Vec<(&str, Value)> = further.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
    if further.is_empty() {
        return member_type;
    }
    let entries = std::iter::once(("type", member_type)).chain(further);
    Value::hash(entries.map(|(key, value)| (Value::from(key), value)))
}

/// Writes a definition: keys that Puppet defines are written without quotes, names with quotes.
pub(in crate::types) fn write_definition(f: &mut dyn Write, definition: &Hash) -> fmt::Result {
    f.write_str("Object[{")?;
    write_entries(
        f,
        definition,
        |f, key| write!(f, "{key}"),
        |f, key, value| match (key.as_str(), value) {
            (Some("attributes" | "functions"), Value::Hash(members)) => write_members(f, members),
            (_, value) => write_value(f, value),
        },
    )?;
    f.write_str("}]")
}

fn write_members(f: &mut dyn Write, members: &Hash) -> fmt::Result {
    f.write_char('{')?;
    write_entries(f, members, write_value, |f, _, member| {
        let Value::Hash(specification) = member else { return write_value(f, member) };
        f.write_char('{')?;
        write_entries(
            f,
            specification,
            |f, key| write!(f, "{key}"),
            |f, key, value| match key.as_str() {
                Some("kind") => write!(f, "{value}"),
                _ => write_value(f, value),
            },
        )?;
        f.write_char('}')
    })?;
    f.write_char('}')
}

/// Writes a value as source text, with types by name.
pub(in crate::types) fn write_value(f: &mut (dyn Write + '_), value: &Value) -> fmt::Result {
    match value {
        Value::Type(inner) => Printer::by_name().write(f, inner),
        Value::Array(items) => {
            f.write_char('[')?;
            write_list(f, items.iter(), write_value)?;
            f.write_char(']')
        }
        Value::Hash(entries) => {
            f.write_char('{')?;
            write_entries(f, entries, write_value, |f, _, value| write_value(f, value))?;
            f.write_char('}')
        }
        other => write_source(f, other),
    }
}

/// Writes the entries of a hash without its braces.
pub(in crate::types) fn write_entries(
    f: &mut dyn Write,
    entries: &Hash,
    write_key: impl Fn(&mut dyn Write, &Value) -> fmt::Result,
    write_entry: impl Fn(&mut dyn Write, &Value, &Value) -> fmt::Result,
) -> fmt::Result {
    write_list(f, entries.iter(), |f, (key, value)| {
        write_key(f, key)?;
        f.write_str(" => ")?;
        write_entry(f, key, value)
    })
}
