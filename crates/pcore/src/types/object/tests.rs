//! Properties of Object types that are not recorded; the recorded ones are in `tests/objects.rs`.

use std::sync::Arc;

use crate::{
    Type, Value, parse_literal, parse_type,
    types::{AttributeKind, ObjectExtension, ObjectType},
};

fn define(name: &str, definition: &str) -> Arc<ObjectType> {
    let definition = parse_literal(definition).unwrap();
    Arc::new(ObjectType::define(Some(name), definition.as_hash().unwrap()).unwrap())
}

/// A child that overrides, adds a default and inherits a constant.
fn family() -> (Arc<ObjectType>, Arc<ObjectType>) {
    let parent = define(
        "Parent",
        "{ attributes => { a => Integer, b => { 'type' => Integer, value => 2 } }, constants => { k => 'v' },
           functions => { f => Callable } }",
    );
    let mut definition = parse_literal("{ attributes => { c => String }, functions => { g => Callable[String] } }")
        .unwrap()
        .as_hash()
        .unwrap()
        .clone();
    definition.insert("parent".into(), Value::from(Type::Object(Some(Arc::clone(&parent)))));
    let child = Arc::new(ObjectType::define(Some("Child"), &definition).unwrap());
    (parent, child)
}

#[test]
fn members_are_inherited() {
    let (parent, child) = family();
    let instance = child.instantiate(&[1.into(), "x".into()]).unwrap();
    let members = ["a", "b", "c", "k", "nothing"].map(|name| instance.get(name).map(|value| format!("{value:?}")));
    assert_eq!(members, [Some("1".into()), Some("2".into()), Some("'x'".into()), Some("'v'".into()), None]);
    assert!(child.function("f").is_some() && child.function("g").is_some() && child.function("a").is_none());
    assert!(parent.is_instance(&instance));
    assert_eq!(child.parent_object(), Some(&parent));
    assert_eq!(child.attribute("k").map(|attribute| attribute.kind), Some(AttributeKind::Constant));
}

#[test]
fn parameters_without_a_default_come_first_and_are_shown_as_declared() {
    let object = define("Pair", "{ attributes => { a => { 'type' => Integer, value => 1 }, b => Integer } }");
    let names: Vec<_> = object.parameters().iter().map(|attribute| attribute.name.as_str()).collect();
    assert_eq!(names, ["b", "a"]);
    let instance = object.instantiate(&[5.into(), 6.into()]).unwrap();
    assert_eq!(Value::from(instance).to_string(), "Pair({'a' => 6, 'b' => 5})");
}

#[test]
fn equal_instances_are_one_key_of_a_hash() {
    let object = define("Named", "{ attributes => { id => Integer, note => String }, equality => id }");
    let instance = |id: i64, note: &str| Value::from(object.instantiate(&[id.into(), note.into()]).unwrap());
    let hash = Value::hash([(instance(1, "a"), 1.into()), (instance(1, "b"), 2.into()), (instance(2, "a"), 3.into())]);
    assert_eq!(hash.as_hash().unwrap().len(), 2);
}

#[test]
fn types_left_out_of_equality_compare_by_name_of_attribute() {
    let one = define("One", "{ attributes => { a => Integer, b => Integer }, equality_include_type => false }");
    let two = define("Two", "{ attributes => { b => Integer, a => Integer }, equality_include_type => false }");
    let left = Value::from(one.instantiate(&[1.into(), 2.into()]).unwrap());
    let right = Value::from(two.instantiate(&[2.into(), 1.into()]).unwrap());
    assert_eq!(left, right);
    assert_eq!(Value::hash([(left, 1.into()), (right, 2.into())]).as_hash().unwrap().len(), 1);
}

#[test]
fn anonymous_types_are_equal_by_structure() {
    let same = "Object[{ attributes => { a => Integer } }]";
    assert_eq!(parse_type(same).unwrap(), parse_type(same).unwrap());
    assert_ne!(parse_type(same).unwrap(), parse_type("Object[{ attributes => { a => String } }]").unwrap());
    assert_eq!(define("Same", "{}"), define("Same", "{ attributes => { a => Integer } }"));
}

#[test]
fn the_type_of_an_instance_has_its_parameters_filled_in() {
    let error = ObjectType::error().instantiate(&["m".into(), "my/kind".into()]).unwrap();
    assert_eq!(ObjectExtension::of(&error).to_string(), "Error['my/kind', undef]");
    let call = ObjectType::deferred().instantiate(&["f".into()]).unwrap();
    assert_eq!(ObjectExtension::of(&call), Type::Object(Some(Arc::clone(ObjectType::deferred()))));
}

#[test]
fn an_initializer_has_everything_without_a_default() {
    // Puppet makes `b` optional here because `a` is; then it fails inside.
    let object = define("Odd", "{ attributes => { a => { 'type' => Optional[Integer] }, b => Integer } }");
    let message = object.instantiate(&[1.into()]).unwrap_err().to_string();
    assert_eq!(message, "attribute Odd[b] has no value");
}

#[test]
fn a_function_has_signatures() {
    let (_, child) = family();
    assert!(matches!(child.function("g").unwrap().function_type, Type::Callable(_)));
}
