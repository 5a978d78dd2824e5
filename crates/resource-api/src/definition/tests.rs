//! Helpers for definitions in tests, and a property that holds for any input.

use std::sync::Arc;

use pcore::{Hash, Value, regexp::Regexp};
use proptest::{collection::vec, prelude::*};

use super::{DefinitionError, TypeDefinition};
use crate::{State, log::Level};

/// Reads YAML in which `@word` is a symbol, because YAML's own notation is not allowed everywhere.
pub(super) fn value(text: &str) -> Value {
    pcore::yaml::parse(&text.replace('@', "!ruby/sym ")).unwrap_or_else(|error| panic!("{error}, for {text}"))
}

/// Reads a definition in YAML in which `@word` is a symbol.
pub(super) fn read(text: &str) -> Result<TypeDefinition, DefinitionError> {
    TypeDefinition::from_value(&value(text))
}

/// Reads a valid definition.
#[track_caller]
pub(super) fn defined(text: &str) -> TypeDefinition {
    read(text).unwrap_or_else(|error| panic!("{error}, for {text}"))
}

/// The definition of `tt` with a namevar `name` and further attributes in YAML's flow style.
pub(super) fn with_attributes(attributes: &str) -> String {
    format!("{{name: tt, desc: d, attributes: {{name: {{type: String, desc: n, behaviour: namevar}}, {attributes}}}}}")
}

/// The definition of `tt` with a namevar `name` and further keys in YAML's flow style.
pub(super) fn with_keys(keys: &str) -> String {
    format!("{{name: tt, desc: d, attributes: {{name: {{type: String, desc: n, behaviour: namevar}}}}, {keys}}}")
}

/// Asserts why and where a definition is invalid.
#[track_caller]
pub(super) fn check_error(definition: &str, path: &str, message: &str) -> DefinitionError {
    let error = match read(definition) {
        Ok(_) => panic!("accepted: {definition}"),
        Err(error) => error,
    };
    assert_eq!((error.message(), error.path_text().as_str()), (message, path), "for {definition}");
    error
}

/// Asserts the messages at a level.
#[track_caller]
pub(super) fn check_messages(definition: &TypeDefinition, level: Level, expected: &[&str]) {
    let found: Vec<&str> =
        definition.messages().iter().filter(|(found, _)| *found == level).map(|(_, text)| text.as_str()).collect();
    assert_eq!(found, expected);
}

/// Words with a meaning in definitions, so that many generated values are nearly valid.
const WORDS: [&str; 34] = [
    "name",
    "desc",
    "docs",
    "attributes",
    "features",
    "feature",
    "title_patterns",
    "autorequire",
    "autorequires",
    "autobefore",
    "type",
    "default",
    "behaviour",
    "behavior",
    "sensitive",
    "lazy",
    "namevar",
    "parameter",
    "read_only",
    "init_only",
    "ensure",
    "title",
    "canonicalize",
    "noop_handler",
    "String",
    "Integer[1, 5]",
    "Optional[Boolean]",
    "Foo::Bar",
    "String[",
    "pattern",
    "(?<name>.*)",
    "Enum[present, absent]",
    "$name",
    "a-b",
];

fn leaves() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => prop::sample::select(&WORDS[..]).prop_map(Value::from),
        3 => prop::sample::select(&WORDS[..]).prop_map(|word| Value::Symbol(word.into())),
        1 => any::<String>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Undef),
        1 => Just(Value::Default),
        1 => Just(Value::sensitive("hunter2".into())),
        1 => Just(Value::from(Regexp::new("(?<name>a*)").unwrap())),
        1 => Just(Value::from(pcore::Type::Any)),
    ]
}

fn values() -> impl Strategy<Value = Value> {
    leaves().prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            1 => vec(inner.clone(), 0..4).prop_map(Value::from),
            4 => vec((leaves(), inner), 0..6).prop_map(Value::hash),
        ]
    })
}

/// Maps with the required keys of a definition, and arbitrary other content.
fn near_definitions() -> impl Strategy<Value = Value> {
    let attribute = (leaves(), prop_oneof![4 => Just(Value::from("Optional[String]")), 1 => leaves()], values());
    let attributes = vec(attribute, 0..4).prop_map(|attributes| {
        Value::hash(attributes.into_iter().map(|(name, data_type, others)| {
            let mut fields = others.as_hash().cloned().unwrap_or_default();
            fields.insert("type".into(), data_type);
            (name, Value::from(fields))
        }))
    });
    (attributes, values()).prop_map(|(attributes, others)| {
        let mut definition: Hash = others.as_hash().cloned().unwrap_or_default();
        definition.insert("name".into(), "tt".into());
        definition.insert("attributes".into(), attributes);
        Value::Hash(Arc::new(definition))
    })
}

proptest! {
    #[test]
    fn whatever_is_given_as_a_definition_is_read_or_refused(definition in prop_oneof![values(), near_definitions()]) {
        match TypeDefinition::from_value(&definition) {
            Err(error) => {
                let shown = format!("{error:?}");
                prop_assert!(!error.message().is_empty() && !shown.contains("hunter2"));
            }
            Ok(read) => {
                let shown = format!("{read:?} {:?}", read.messages());
                prop_assert!(!shown.contains("hunter2"));
                let _ = read.check_schema(&State::new().with("name", "x"));
                for attribute in read.attributes() {
                    let _ = (attribute.check(&definition), attribute.munge_command_line(&definition));
                    let unresolved = attribute.data_type().unresolved_reference().is_some();
                    let fits = attribute.default().is_none_or(|default| attribute.check(default).is_ok());
                    prop_assert!(fits || unresolved);
                }
            }
        }
    }
}
