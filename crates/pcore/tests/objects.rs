//! Object types and type sets against the recorded answers of the real Puppet (`golden/objects.jsonl`, see
//! `oracle/objects.rb`), and their laws.

#![allow(clippy::unwrap_used, reason = "recorded requests are well formed")]

use std::{cell::RefCell, collections::HashMap, sync::Arc};

use pcore::{
    Hash, NoNames, ObjectInstance, Type, TypeAlias, TypeNames, Value, convert, mismatch, parse_literal_with,
    parse_type_with,
    types::{ObjectExtension, ObjectType, TypeSet},
};
use proptest::prelude::*;
use serde_json::Value as Json;

const RECORDED: &str = include_str!("golden/objects.jsonl");

/// Cases with a different answer, and why: a part of the request, our answer.
const DIFFERENT: &[(&str, &str)] = &[
    // A parameter without a type is useless.
    (
        "type_parameters => {x => {}}",
        "error: initializer for type_parameter A[x] has wrong type, expects size to be 1, got 0",
    ),
    // Equality is symmetric here, so both types must exclude the type.
    ("notice(A(1) == D(1))", "false"),
    ("notice(B(1) == D(1))", "false"),
    ("notice(A(1) == C(1, 2))", "false"),
    ("notice(A(1) == E(1, 2))", "false"),
    // A type of the set is always shown by its name, not sometimes in full.
    (
        "Two => Array[Tree]",
        "TypeSet[{pcore_version => '1.0.0', name_authority => 'http://puppet.com/2016.1/runtime', name => 'My', types => \
         {Tree => Hash[String, Variant[Tree, Integer]], Two => Array[Tree]}}]\n\
         TypeSet[{pcore_version => '1.0.0', name_authority => 'http://puppet.com/2016.1/runtime', name => 'My', types => \
         {Tree => Hash[String, Variant[Tree, Integer]], Two => Array[Tree]}}]",
    ),
    // Puppet reports this about the source text.
    (
        "types => {Car => 3}",
        "error: TypeSet initializer has wrong type, entry 'types' entry 'Car' expects a value of type Type or Struct, \
         got Integer",
    ),
];

/// The types of one request, defined on first use, as a compiler does.
struct World {
    definitions: HashMap<String, String>,
    defined: RefCell<HashMap<String, Type>>,
    /// The first failure of any definition.
    failure: RefCell<Option<String>>,
}

impl World {
    fn new(aliases: &Json) -> World {
        let definitions = aliases.as_object().into_iter().flatten();
        World {
            definitions: definitions.map(|(name, text)| (name.clone(), text.as_str().unwrap().to_owned())).collect(),
            defined: RefCell::default(),
            failure: RefCell::default(),
        }
    }

    /// Reads a type; errors in the definition of a type that it mentions are returned as well.
    fn read(&self, text: &str) -> Result<Type, String> {
        let read = parse_type_with(&quoted_keys(text), self).map_err(|diagnostic| diagnostic.message.to_string());
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => read,
        }
    }

    fn define(&self, name: &str, text: &str) -> Result<Type, String> {
        let text = &quoted_keys(text);
        let alias = TypeAlias::declare(name);
        self.defined.borrow_mut().insert(name.to_owned(), Type::Alias(Arc::clone(&alias)));
        let inside = |kind: &str, text: &str| {
            let inside = text.strip_prefix(kind)?.strip_prefix('[')?.strip_suffix(']')?;
            Some(parse_literal_with(inside, self).map_err(|diagnostic| diagnostic.message.to_string()))
        };
        if let Some(definition) = inside("Object", text) {
            let object = ObjectType::define(Some(name), hash(&definition?)).map_err(|error| error.to_string())?;
            let object = Type::Object(Some(Arc::new(object)));
            alias.define(&object).map_err(|error| error.to_string())?;
            return Ok(object);
        }
        // A compiler passes on the definitions of the Object types inside a set without creating types from them.
        let bare = format!("{}]", text.replace("Object[{", "{").replace("}]", "}"));
        if let Some(definition) = inside("TypeSet", &bare) {
            let authority = Some(TypeSet::RUNTIME_AUTHORITY);
            let set =
                TypeSet::define(Some(name), authority, hash(&definition?), self).map_err(|error| error.to_string())?;
            set.check_references(self).map_err(|error| error.to_string())?;
            return Ok(Type::TypeSet(Some(Arc::new(set))));
        }
        let target = parse_type_with(text, self).map_err(|diagnostic| diagnostic.message.to_string())?;
        alias.define(&target).map_err(|error| error.to_string())?;
        Ok(Type::Alias(alias))
    }

    fn object(&self, name: &str) -> Arc<ObjectType> {
        match self.read(name).unwrap().resolved() {
            Type::Object(Some(object)) => Arc::clone(object),
            Type::ObjectExtension(extension) => Arc::clone(extension.base()),
            other => panic!("{other} is not an Object type"),
        }
    }

    /// Reads plain data; `__ptype` names the type of an instance.
    fn value(&self, data: &Json) -> Value {
        match data {
            Json::Null => Value::Undef,
            Json::Bool(value) => Value::Boolean(*value),
            Json::Number(number) => match number.as_i64() {
                Some(integer) => Value::Integer(integer),
                None => Value::Float(number.as_f64().unwrap()),
            },
            Json::String(text) => Value::from(text.as_str()),
            Json::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Json::Object(entries) => {
                let values = entries.iter().filter(|(key, _)| *key != "__ptype");
                let values = Value::hash(values.map(|(key, value)| (Value::from(key.as_str()), self.value(value))));
                match entries.get("__ptype") {
                    Some(name) => self.instance(name.as_str().unwrap(), &[values]).unwrap().into(),
                    None => values,
                }
            }
        }
    }

    fn instance(&self, name: &str, arguments: &[Value]) -> Result<ObjectInstance, String> {
        self.object(name).instantiate(arguments).map_err(|error| error.to_string())
    }

    fn arguments(&self, list: &Json) -> Vec<Value> {
        list.as_array().unwrap().iter().map(|item| self.value(item)).collect()
    }
}

impl TypeNames for World {
    fn find(&self, name: &str) -> Option<Type> {
        if name == "Annotation" {
            return Some(Type::Object(Some(Arc::clone(ObjectType::annotation()))));
        }
        if let Some(defined) = self.defined.borrow().get(name) {
            return Some(defined.clone());
        }
        let definition = self.definitions.get(name)?;
        match self.define(name, definition) {
            Ok(defined) => {
                self.defined.borrow_mut().insert(name.to_owned(), defined.clone());
                Some(defined)
            }
            Err(failure) => {
                self.failure.borrow_mut().get_or_insert(failure);
                None
            }
        }
    }
}

/// Quotes the one keyword that is a key of definitions: the type parser does not accept keywords without quotes.
fn quoted_keys(text: &str) -> String {
    text.replace("{type => ", "{'type' => ")
}

fn hash(value: &Value) -> &Hash {
    value.as_hash().unwrap_or_else(|| panic!("{value} is not a hash"))
}

/// Returns our answer to a request and the recorded one, as texts.
fn answers(request: &Json) -> (String, Vec<String>) {
    let world = World::new(request.get("aliases").or(request.get("types")).unwrap_or(&Json::Null));
    let text = |key: &str| request[key].as_str().unwrap();
    let recorded = &request["answer"];
    let error = |key: &str| recorded[key].as_str().map(|error| format!("error: {error}"));
    let failure = |error: String| format!("error: {error}");
    let (ours, theirs) = match text("op") {
        "print" => (
            world.read(text("type")).map(|shown| format!("{shown}\n{}", shown.expanded())),
            recorded["text"].as_str().map(|text| format!("{text}\n{}", recorded["expanded"].as_str().unwrap())),
        ),
        "new" => {
            let arguments = world.arguments(&request["args"]);
            (
                world.read(text("type")).and_then(|wanted| {
                    let made = convert::new_instance(&wanted, &arguments).map_err(|error| error.to_string())?;
                    Ok(made.to_string())
                }),
                recorded["text"].as_str().map(str::to_owned),
            )
        }
        "check" => {
            let value = world.value(&request["value"]);
            (
                world.read(text("type")).map(|wanted| mismatch::explain("value", &wanted, &value).unwrap_or_default()),
                Some(recorded["mismatch"].as_str().unwrap_or_default().to_owned()),
            )
        }
        "assignable" => {
            let (left, right) = (world.read(text("left")).unwrap(), world.read(text("right")).unwrap());
            let theirs = format!("{} {}", recorded["assignable"], recorded["equal"]);
            (Ok(format!("{} {}", left.accepts(&right), left == right)), Some(theirs))
        }
        "eval" => {
            let side = |key: &str| {
                let name = request[key][0].as_str().unwrap();
                Value::from(world.instance(name, &world.arguments(&request[key][1])).unwrap())
            };
            let theirs = recorded["notices"][0].as_str().unwrap().to_owned();
            (Ok((side("left") == side("right")).to_string()), Some(theirs))
        }
        other => panic!("unknown op {other}"),
    };
    let theirs = theirs.into_iter().chain(error("error")).chain(error("language_error"));
    (ours.unwrap_or_else(failure), theirs.collect())
}

/// Types that print as they are read, each with a value of it.
const TYPES: &[(&str, &str)] = &[
    ("Integer", "3"),
    ("Integer[1, 5]", "4"),
    ("String", "'it'"),
    ("String[1]", "'x y'"),
    ("Boolean", "true"),
    ("Array[Integer]", "[1, 2]"),
    ("Hash[String, Data]", "{'a' => [1, undef]}"),
    ("Variant[Integer, String]", "7"),
    ("Struct[{'a' => Integer, Optional['b'] => String}]", "{'a' => 1}"),
    ("Enum['a', 'b']", "'a'"),
    ("Optional[Integer]", "undef"),
    ("Type[Integer]", "Integer[1]"),
    ("Any", "default"),
    ("Error", "default"),
];

/// The text of an attribute.
fn attribute() -> impl Strategy<Value = String> {
    let choices = (0..TYPES.len(), 0..7u8, any::<bool>());
    choices.prop_map(|(index, kind, is_final)| {
        let (shown, value) = TYPES[index];
        let is_final = if is_final { ", final => true" } else { "" };
        match kind {
            0 | 1 => shown.to_owned(),
            2 => format!("{{'type' => {shown}{is_final}, value => {value}}}"),
            3 => format!("{{'type' => {shown}, kind => constant, value => {value}}}"),
            4 => format!("{{'type' => {shown}{is_final}, kind => derived}}"),
            5 => format!("{{'type' => {shown}{is_final}, kind => reference, value => {value}}}"),
            _ => format!("{{'type' => {shown}{is_final}, kind => given_or_derived}}"),
        }
    })
}

/// The text of a whole definition.
fn definition() -> impl Strategy<Value = String> {
    let functions = prop::collection::vec(prop::sample::select(vec!["Callable", "Callable[Integer]"]), 0..3);
    let attributes = prop::collection::vec(attribute(), 0..5);
    let constants = prop::collection::vec(0..TYPES.len(), 0..3);
    let parameters = prop::collection::vec(0..TYPES.len(), 0..3);
    (attributes, functions, constants, parameters, any::<bool>(), any::<bool>()).prop_map(
        |(attributes, functions, constants, parameters, is_named, no_equality)| {
            let entries = |prefix: &str, texts: Vec<String>| {
                let texts = texts.iter().enumerate().map(|(index, text)| format!("{prefix}{index} => {text}"));
                texts.collect::<Vec<_>>().join(", ")
            };
            let name = if is_named { "name => 'My::Thing', " } else { "" };
            let equality = if no_equality { ", equality => []" } else { "" };
            format!(
                "{{{name}checks => 1, type_parameters => {{{}}}, attributes => {{{}}}, constants => {{{}}}, \
                 functions => {{{}}}{equality}}}",
                entries("p", parameters.iter().map(|&index| TYPES[index].0.to_owned()).collect()),
                entries("a", attributes),
                entries("c", constants.iter().map(|&index| TYPES[index].1.to_owned()).collect()),
                entries("f", functions.iter().map(|&text| text.to_owned()).collect()),
            )
        },
    )
}

/// Any value, mostly made of words that occur in definitions.
fn anything() -> impl Strategy<Value = Value> {
    let words = [
        "name",
        "parent",
        "type_parameters",
        "attributes",
        "constants",
        "functions",
        "equality",
        "checks",
        "type",
        "value",
        "kind",
        "final",
        "override",
        "constant",
        "derived",
        "annotations",
        "equality_include_type",
        "a",
        "b",
        "__ptype",
        "A",
        "pcore_version",
        "1.0.0",
        "types",
        "references",
        "version_range",
        "x:y",
        "",
    ];
    let object = Arc::clone(ObjectType::error());
    let types = vec![
        Type::INTEGER,
        Type::optional(Type::STRING),
        Type::Callable(Arc::default()),
        Type::Object(Some(object)),
        Type::Reference("A".into()),
    ];
    let leaf = prop_oneof![
        4 => prop::sample::select(words.to_vec()).prop_map(Value::from),
        3 => prop::sample::select(types).prop_map(Value::from),
        1 => prop::sample::select(vec![Value::Undef, Value::Default, Value::from(true), Value::from(3)]),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        let key = prop_oneof![9 => prop::sample::select(words.to_vec()).prop_map(Value::from), 1 => inner.clone()];
        prop_oneof![
            4 => prop::collection::vec((key, inner.clone()), 0..6).prop_map(Value::hash),
            1 => prop::collection::vec(inner, 0..4).prop_map(Value::array),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_object_type_reads_back_as_the_same_type(text in definition()) {
        let definition = parse_literal_with(&text, &NoNames).unwrap();
        let object = ObjectType::define(None, hash(&definition)).unwrap();
        let printed = Type::Object(Some(Arc::new(object.clone()))).to_string();
        let read = parse_type_with(&quoted_keys(&printed), &NoNames).unwrap();
        let Type::Object(Some(read)) = &read else { panic!("{printed} is not an Object type") };
        prop_assert_eq!(&**read, &object);
        // Types with a name are equal whatever they contain, so their parts are compared as well.
        prop_assert_eq!(read.definition(), object.definition());
        prop_assert_eq!(read.parameters(), object.parameters());
    }

    #[test]
    fn no_definition_panics(given in anything(), arguments in prop::collection::vec(anything(), 0..3)) {
        let Some(definition) = given.as_hash() else { return Ok(()) };
        let _ = TypeSet::define(Some("Set"), None, definition, &NoNames).map(|set| Type::TypeSet(Some(Arc::new(set))).to_string());
        let Ok(object) = ObjectType::define(Some("A"), definition) else { return Ok(()) };
        let object = Arc::new(object);
        let _ = Type::Object(Some(Arc::clone(&object))).to_string();
        let _ = ObjectExtension::new(&object, &arguments);
        if let Ok(instance) = object.instantiate(&arguments) {
            prop_assert!(object.is_instance(&instance));
            prop_assert_eq!(&Value::from(instance.clone()), &Value::from(instance));
        }
    }
}

#[test]
fn answers_are_those_of_the_real_puppet() {
    let mut wrong = Vec::new();
    for line in RECORDED.lines() {
        let request: Json = serde_json::from_str(line).unwrap();
        let (ours, theirs) = answers(&request);
        let expected = match DIFFERENT.iter().find(|(part, _)| line.contains(part)) {
            Some((_, different)) => vec![(*different).to_owned()],
            None => theirs,
        };
        if !expected.contains(&ours) {
            wrong.push(format!("{line}\n     ours: {ours}\n expected: {}", expected.join("\n       or: ")));
        }
    }
    let total = RECORDED.lines().count();
    assert!(wrong.is_empty(), "{}\n{} of {total} differ", wrong.join("\n\n"), wrong.len());
}
