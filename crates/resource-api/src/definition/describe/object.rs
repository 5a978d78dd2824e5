//! A type of resources as a Pcore Object type.

use std::sync::Arc;

use pcore::{
    Hash, Type, Value,
    types::{ObjectError, ObjectType},
};

use super::Given;
use crate::definition::{Behaviour, TypeDefinition};

/// Returns the Pcore Object type of which the resources of a type are instances.
///
/// It is called as the type's providers are in Ruby, `AptKey` for `apt_key`. Defaults are the values of its attributes,
/// and what is `Optional` has `undef`. An attribute that is read only is `derived`: nobody can give it. One whose
/// default is secret is `given_or_derived`. The text of the type reads back as the same type.
///
/// An attribute whose name no Object can have, such as one in capital letters, is an error.
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
        match (attribute.behaviour(), Given::of(attribute)) {
            (Behaviour::ReadOnly, _) => {
                specification.insert("kind".into(), "derived".into());
            }
            (_, Given::Secret) => {
                specification.insert("kind".into(), "given_or_derived".into());
            }
            (_, Given::Known(value)) => {
                specification.insert("value".into(), value.clone());
            }
            (_, Given::None) if matches!(attribute.data_type(), Type::Optional(_)) => {
                specification.insert("value".into(), Value::Undef);
            }
            (_, Given::None) => {}
        }
        attributes.insert(attribute.name().clone().into(), specification.into());
    }
    let definition_hash = Hash::from_iter([("attributes".into(), Value::from(attributes))]);
    let object = ObjectType::define(Some(&definition.provider_namespace()), &definition_hash)?;
    Ok(Type::Object(Some(Arc::new(object))))
}
