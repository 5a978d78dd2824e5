//! A JSON Schema of the resources of a type.

use std::sync::Arc;

use pcore::{
    Hash, Type, Value,
    types::{StructElement, StructType},
};
use type_tools::schema::json_schema;

use super::{DefaultValue, plain};
use crate::definition::{Attribute, Behaviour, TypeDefinition};

/// Returns the JSON Schema (draft 2020-12) of a resource: which attributes and values may be set.
///
/// A resource is an object with its attributes, and with its `title` unless its namevars are given. Mandatory
/// parameters are required; mandatory properties are required if the resource should be present. Metaparameters, such
/// as `require`, are not attributes of the type and are refused. What the schema cannot check is described in a
/// `$comment`; see [`type_tools::schema`].
///
/// ```
/// use resource_api::{TypeDefinition, definition::describe};
///
/// let text = "{name: note, attributes: {name: {type: 'String[1]', desc: What it is called, behaviour: namevar}}}";
/// let note = TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap();
/// let schema = describe::schema(&note);
/// let name = schema.as_hash().unwrap().get_str("properties").unwrap().as_hash().unwrap().get_str("name").unwrap();
/// assert_eq!(
///     format!("{name:?}"),
///     "{'type' => 'string', 'minLength' => 1, 'description' => 'What it is called'}"
/// );
/// ```
pub fn schema(definition: &TypeDefinition) -> Value {
    // One Struct of all attributes, so that type aliases which several attributes use are defined once.
    let elements = definition.attributes().map(|attribute| StructElement {
        name: attribute.name().clone(),
        optional: true,
        value_type: attribute.accepted_type().clone(),
    });
    let all = json_schema(&Type::Struct(Arc::new(StructType { elements: elements.collect() })));
    let written = |key: &str| all.as_hash().and_then(|all| all.get_str(key)).cloned();
    let properties = written("properties").unwrap_or_default();

    let mut document = Hash::default();
    document.insert("$schema".into(), written("$schema").unwrap_or_default());
    document.insert("title".into(), definition.name().clone().into());
    if let Some(description) = definition.description() {
        document.insert("description".into(), description.trim().into());
    }
    document.insert("type".into(), "object".into());
    let title = Value::hash([
        ("type".into(), "string".into()),
        ("description".into(), "The title, which determines the namevars that are not given".into()),
    ]);
    let annotated = definition.attributes().map(|attribute| {
        let own = properties.as_hash().and_then(|all| all.get_str(attribute.name()));
        (attribute.name().clone().into(), annotated(attribute, own))
    });
    let properties = [("title".into(), title)].into_iter().chain(annotated);
    document.insert("properties".into(), Value::hash(properties));
    require(&mut document, definition);
    document.insert("additionalProperties".into(), false.into());
    if let Some(definitions) = written("$defs") {
        document.insert("$defs".into(), definitions);
    }
    document.into()
}

/// Returns the schema of an attribute with its description.
fn annotated(attribute: &Attribute, own: Option<&Value>) -> Value {
    let mut schema = match own {
        Some(Value::Hash(own)) => (**own).clone(),
        Some(Value::Boolean(false)) => Hash::from_iter([("not".into(), Value::hash([]))]),
        _ => Hash::default(),
    };
    if let Some(description) = attribute.description() {
        schema.insert("description".into(), description.trim().into());
    }
    if attribute.behaviour() == Behaviour::ReadOnly {
        schema.insert("readOnly".into(), true.into());
    } else if let DefaultValue::Public(value) = DefaultValue::of(attribute) {
        schema.insert("default".into(), plain(value));
    }
    schema.into()
}

/// Adds what is required.
fn require(document: &mut Hash, definition: &TypeDefinition) {
    let names = |attributes: Vec<&Attribute>| -> Value {
        attributes.into_iter().map(|attribute| Value::from(attribute.name().clone())).collect()
    };
    let mandatory = |behaviours: &[Behaviour]| -> Vec<&Attribute> {
        let chosen = |attribute: &&Attribute| behaviours.contains(&attribute.behaviour()) && is_mandatory(attribute);
        definition.attributes().filter(chosen).collect()
    };
    let parameters = mandatory(&[Behaviour::Parameter]);
    if !parameters.is_empty() {
        document.insert("required".into(), names(parameters));
    }
    // The identity: the title, or every namevar that cannot be `undef`.
    let namevars = definition.namevars().filter(|namevar| !namevar.data_type().accepts_undef()).collect::<Vec<_>>();
    if !namevars.is_empty() {
        let titled = Value::hash([("required".into(), Value::array(["title".into()]))]);
        let named = Value::hash([("required".into(), names(namevars))]);
        document.insert("anyOf".into(), Value::array([titled, named]));
    }
    let properties = mandatory(&[Behaviour::Property, Behaviour::InitOnly]);
    if let (Some(ensure), false) = (definition.attribute("ensure"), properties.is_empty()) {
        let present = Value::hash([("const".into(), "present".into())]);
        let mut condition = Hash::from_iter([("properties".into(), Value::hash([("ensure".into(), present)]))]);
        if ensure.default().and_then(Value::as_str) != Some("present") {
            condition.insert("required".into(), Value::array(["ensure".into()]));
        }
        document.insert("if".into(), condition.into());
        document.insert("then".into(), Value::hash([("required".into(), names(properties))]));
    }
}

/// Whether a value is required. It is not if the type is `Optional` or there is a default.
fn is_mandatory(attribute: &Attribute) -> bool {
    attribute.name() != "ensure" && attribute.default().is_none() && !matches!(attribute.data_type(), Type::Optional(_))
}
