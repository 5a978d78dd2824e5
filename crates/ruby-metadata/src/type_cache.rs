//! Types as bytes for a cache: reading them is faster than parsing the text again.
//!
//! Only the same version ([`FORMAT`]) reads the bytes, and they are trusted no more than any other input: at worst, they
//! are not used. Types with a secret in their text are never cached.

mod bytes;

#[cfg(test)]
mod tests;

use ecow::EcoString;
use pcore::{
    Value,
    regexp::{Regexp, RegexpOptions},
};
use resource_api::TypeDefinition;

use self::bytes::{Reader, Writer};
use crate::{Attribute, AttributeKind, TypeMetadata};

/// The number of the format. It grows whenever other bytes are written, or other things are read from a text.
pub const FORMAT: u32 = 2;

/// How deep values may be. Those of types are four levels deep.
const MAX_DEPTH: usize = 32;

/// Types as bytes; nothing if they must not be cached.
///
/// ```
/// let text = "Puppet::ResourceApi.register_type(name: 'note', desc: 'A note.', attributes: {
///   name: { type: 'String', desc: 'Its name.', behaviour: :namevar } })";
/// let types = ruby_metadata::read_types(&diagnostics::Source::new("note.rb", text)).unwrap();
/// let bytes = ruby_metadata::type_cache::encode(&types).unwrap();
/// let again = ruby_metadata::type_cache::decode(&bytes).unwrap();
/// assert_eq!(again[0].name, "note");
/// assert!(again[0].definition.is_some());
/// assert!(ruby_metadata::type_cache::decode(&bytes[1..]).is_none());
/// ```
pub fn encode(types: &[TypeMetadata]) -> Option<Vec<u8>> {
    let mut writer = Writer::default();
    writer.number(types.len());
    for found in types {
        if found.definition.as_ref().is_some_and(holds_secret) {
            return None;
        }
        encode_type(found, &mut writer)?;
    }
    Some(writer.finish())
}

/// Types from their bytes; nothing if [`encode`] did not write them.
pub fn decode(bytes: &[u8]) -> Option<Vec<TypeMetadata>> {
    let mut reader = Reader::new(bytes);
    let types = reader.several(decode_type)?;
    reader.is_at_end().then_some(types)
}

/// Whether a default in the text is secret.
fn holds_secret(definition: &TypeDefinition) -> bool {
    definition.attributes().any(|attribute| attribute.may_hide() && attribute.key("default").is_some())
}

fn encode_type(found: &TypeMetadata, writer: &mut Writer) -> Option<()> {
    let TypeMetadata { name, attributes, features, providers, has_title_patterns, may_repeat, is_legacy, definition } =
        found;
    let switches = [
        *has_title_patterns,
        *may_repeat,
        *is_legacy,
        attributes.is_some(),
        definition.is_some(),
        definition.as_ref().is_some_and(TypeDefinition::is_self_contained),
    ];
    writer.switches(switches);
    writer.text(name);
    if let Some(attributes) = attributes {
        writer.number(attributes.len());
        for Attribute { name, kind } in attributes {
            writer.byte(match kind {
                AttributeKind::Namevar => 0,
                AttributeKind::Parameter => 1,
                AttributeKind::Property => 2,
            });
            writer.text(name);
        }
    }
    for names in [features, providers] {
        writer.number(names.len());
        names.iter().for_each(|name| writer.text(name));
    }
    if let Some(definition) = definition {
        encode_value(definition.raw(), writer, 0)?;
    }
    Some(())
}

fn decode_type(reader: &mut Reader<'_>) -> Option<TypeMetadata> {
    let [has_title_patterns, may_repeat, is_legacy, has_attributes, has_definition, is_self_contained] =
        reader.switches()?;
    let name = reader.text()?;
    let attributes = if has_attributes { Some(reader.several(decode_attribute)?) } else { None };
    let features = reader.several(Reader::text)?;
    let providers = reader.several(Reader::text)?;
    let definition = match has_definition {
        false => None,
        true => {
            let raw = decode_value(reader, 0)?;
            let read = if is_self_contained { TypeDefinition::from_proven } else { TypeDefinition::from_value };
            Some(read(&raw).ok()?)
        }
    };
    Some(TypeMetadata { name, attributes, features, providers, has_title_patterns, may_repeat, is_legacy, definition })
}

fn decode_attribute(reader: &mut Reader<'_>) -> Option<Attribute> {
    let kind = match reader.byte()? {
        0 => AttributeKind::Namevar,
        1 => AttributeKind::Parameter,
        2 => AttributeKind::Property,
        _ => return None,
    };
    Some(Attribute { name: reader.text()?, kind })
}

/// The first byte of a value.
mod tag {
    pub(super) const UNDEF: u8 = 0;
    pub(super) const FALSE: u8 = 1;
    pub(super) const TRUE: u8 = 2;
    pub(super) const INTEGER: u8 = 3;
    pub(super) const FLOAT: u8 = 4;
    pub(super) const STRING: u8 = 5;
    pub(super) const SYMBOL: u8 = 6;
    pub(super) const ARRAY: u8 = 7;
    pub(super) const HASH: u8 = 8;
    pub(super) const REGEXP: u8 = 9;
}

fn encode_value(value: &Value, writer: &mut Writer, depth: usize) -> Option<()> {
    if depth > MAX_DEPTH {
        return None;
    }
    match value {
        Value::Undef => writer.byte(tag::UNDEF),
        Value::Boolean(false) => writer.byte(tag::FALSE),
        Value::Boolean(true) => writer.byte(tag::TRUE),
        Value::Integer(number) => writer.tagged(tag::INTEGER, &number.to_le_bytes()),
        Value::Float(number) => writer.tagged(tag::FLOAT, &number.to_le_bytes()),
        Value::String(text) => writer.tagged_text(tag::STRING, text),
        Value::Symbol(text) => writer.tagged_text(tag::SYMBOL, text),
        Value::Array(items) => {
            writer.byte(tag::ARRAY);
            writer.number(items.len());
            for item in items {
                encode_value(item, writer, depth + 1)?;
            }
        }
        Value::Hash(entries) => {
            writer.byte(tag::HASH);
            writer.number(entries.len());
            for (key, value) in entries.iter() {
                encode_value(key, writer, depth + 1)?;
                encode_value(value, writer, depth + 1)?;
            }
        }
        Value::Regexp(pattern) => {
            let RegexpOptions { ignore_case, multiline, extended } = pattern.options();
            writer.byte(tag::REGEXP);
            writer.switches([ignore_case, multiline, extended]);
            writer.text(pattern.source());
        }
        // The text of a type cannot contain these.
        Value::Default
        | Value::Sensitive(_)
        | Value::Type(_)
        | Value::Binary(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Uri(_)
        | Value::Object(_)
        | Value::Iterator(_) => return None,
    }
    Some(())
}

fn decode_value(reader: &mut Reader<'_>, depth: usize) -> Option<Value> {
    if depth > MAX_DEPTH {
        return None;
    }
    Some(match reader.byte()? {
        tag::UNDEF => Value::Undef,
        tag::FALSE => Value::Boolean(false),
        tag::TRUE => Value::Boolean(true),
        tag::INTEGER => Value::Integer(i64::from_le_bytes(reader.eight()?)),
        tag::FLOAT => Value::Float(f64::from_le_bytes(reader.eight()?)),
        tag::STRING => Value::String(reader.text()?),
        tag::SYMBOL => Value::Symbol(reader.text()?),
        tag::ARRAY => Value::array(reader.several(|reader| decode_value(reader, depth + 1))?),
        tag::HASH => {
            let pair =
                |reader: &mut Reader<'_>| Some((decode_value(reader, depth + 1)?, decode_value(reader, depth + 1)?));
            Value::hash(reader.several(pair)?)
        }
        tag::REGEXP => {
            let [ignore_case, multiline, extended] = reader.switches()?;
            let source: EcoString = reader.text()?;
            Regexp::with_options(&source, RegexpOptions { ignore_case, multiline, extended }).ok()?.into()
        }
        _ => return None,
    })
}
