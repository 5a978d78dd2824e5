//! A resource type as a Pcore Object type.

use std::sync::Arc;

use pcore::{
    Hash, Type, Value,
    types::{ObjectError, ObjectType},
};

use super::DefaultValue;
use crate::definition::{Behaviour, TypeDefinition};

/// Returns a Pcore Object type whose instances are the resources of a type.
///
/// Its name is that of the Ruby namespace of its providers, for example `AptKey` for `apt_key`. Defaults are the values
/// of its attributes; `Optional` attributes default to `undef`. A read-only attribute is `derived`, because it cannot
/// be set. One with a secret default is `given_or_derived`. The text of the type can be parsed again.
///
/// Fails if the name of an attribute is not valid in an Object, for example because of upper-case letters.
///
/// ```
/// use resource_api::{TypeDefinition, definition::describe};
///
/// let text = "
/// name: sticky_note
/// attributes:
///   name: {type: String, behaviour: namevar}
///   text: {type: String, default: hello}
///   written: {type: String, behaviour: read_only}
/// ";
/// let note = TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap();
/// assert_eq!(
///     describe::object(&note).unwrap().to_string(),
///     "Object[{name => 'StickyNote', attributes => {'name' => String, \
///      'text' => {type => String, value => 'hello'}, 'written' => {type => String, kind => derived}}}]"
/// );
/// ```
pub fn object(definition: &TypeDefinition) -> Result<Type, ObjectError> {
    let mut attributes = Hash::default();
    for attribute in definition.attributes() {
        let mut specification = Hash::from_iter([("type".into(), Value::from(attribute.data_type().clone()))]);
        match (attribute.behaviour(), DefaultValue::of(attribute)) {
            (Behaviour::ReadOnly, _) => {
                specification.insert("kind".into(), "derived".into());
            }
            (_, DefaultValue::Secret) => {
                specification.insert("kind".into(), "given_or_derived".into());
            }
            (_, DefaultValue::Public(value)) => {
                specification.insert("value".into(), value.clone());
            }
            (_, DefaultValue::None) if matches!(attribute.data_type(), Type::Optional(_)) => {
                specification.insert("value".into(), Value::Undef);
            }
            (_, DefaultValue::None) => {}
        }
        attributes.insert(attribute.name().clone().into(), specification.into());
    }
    let definition_hash = Hash::from_iter([("attributes".into(), Value::from(attributes))]);
    let object = ObjectType::define(Some(&definition.provider_namespace()), &definition_hash)?;
    Ok(Type::Object(Some(Arc::new(object))))
}
