//! Every type of the Resource API in our modules becomes a type with the same attributes.

use std::fs;

use model::{ModelType, resource};
use pcore::{Type, Value, parse_type};
use resource_api::TypeDefinition;
use ruby_metadata::read_types;

use super::{root, source, type_files};

/// What is not told by the text of a file.
const COMPUTED: &[&str] = &[
    // All attributes, or the whole definition, are computed.
    "crates/cli/tests/ruby_modules/cluster/lib/puppet/type/cluster_secret.rb",
    "crates/cli/tests/ruby_modules/literals/lib/puppet/type/literal_helper.rb",
    "oracle/bench_apply/bench/lib/puppet/type/bench_account.rb",
    "oracle/bench_apply/bench/lib/puppet/type/bench_login.rb",
    // They define nothing that Ruby would take.
    "crates/cli/tests/ruby_modules/bad_definitions/lib/puppet/type/bad_attributes.rb",
    "crates/cli/tests/ruby_modules/bad_definitions/lib/puppet/type/bad_nil.rb",
    "crates/cli/tests/ruby_modules/bad_definitions/lib/puppet/type/bad_not_a_hash.rb",
    "crates/cli/tests/ruby_modules/bad_definitions/lib/puppet/type/bad_syntax.rb",
    "crates/cli/tests/ruby_modules/bad_definitions/lib/puppet/type/bad_without_name.rb",
];

#[test]
fn every_registered_type_keeps_its_attributes() {
    let folders = ["crates", "examples/modules", "oracle"].map(|folder| root().join(folder));
    let files = folders.iter().flat_map(|folder| type_files(folder));
    let (mut whole, mut partly, mut left) = (0, 0, Vec::new());
    for file in files.filter(|file| fs::read_to_string(file).unwrap().contains("register_type")) {
        let source = source(&file);
        let migrated = match migration::migrate(&source, migration::Options::default()) {
            Ok(migrated) => migrated,
            Err(error) => {
                assert!(COMPUTED.contains(&source.name.as_str()), "{}: {error}", source.name);
                left.push(source.name);
                continue;
            }
        };
        let metadata = read_types(&source).unwrap().remove(0);
        let made = resource::definition(&migrated.model).unwrap();
        let made = made.as_hash().unwrap();
        let attributes = made.get_str("attributes").unwrap().as_hash().unwrap();
        let names: Vec<&str> = attributes.keys().map(|name| name.as_str().unwrap()).collect();
        let expected = metadata.attributes.iter().flatten();
        let carried = expected.filter(|attribute| {
            let is_reported = |part: &&migration::Unsupported| part.attribute.as_ref() == Some(&attribute.name);
            !migrated.unsupported.iter().filter(is_reported).any(|part| part.what == "attribute")
        });
        assert_eq!(names, carried.map(|attribute| attribute.name.as_str()).collect::<Vec<_>>(), "{}", source.name);
        match &metadata.definition {
            Some(definition) => {
                compare(&source.name, definition, &migrated.model, made, &migrated.unsupported);
                whole += 1;
            }
            None => partly += 1,
        }
    }
    println!("{whole} compared as a whole, {partly} by the names of their attributes, {} left: {left:#?}", left.len());
    assert!(whole >= 58 && left.len() == COMPUTED.len(), "{whole} {left:?}");
}

/// What Ruby registers, and what the type of the language becomes, say the same.
fn compare(
    file: &str,
    registered: &TypeDefinition,
    model: &ModelType,
    made: &pcore::Hash,
    unsupported: &[migration::Unsupported],
) {
    let raw = registered.raw().as_hash().unwrap();
    let text = |value: Option<&Value>| value.filter(|value| !value.is_undef()).map(ToString::to_string);
    let docs = raw.get_str("desc").or_else(|| raw.get_str("docs"));
    assert_eq!(text(made.get_str("desc")), text(docs), "{file}");
    let some = |all: &&Value| !matches!(all, Value::Array(items) if items.is_empty());
    assert_eq!(text(made.get_str("features")), text(raw.get_str("features").filter(some)), "{file}");
    for word in ["autorequire", "autobefore", "autosubscribe", "autonotify"] {
        let several = if word == "autonotify" { "autonotifies".to_owned() } else { format!("{word}s") };
        let given = raw.get_str(word).or_else(|| raw.get_str(&several)).filter(|all| all.to_string() != "{}");
        let single = |value: &Value| match value {
            // A list of one title is as good as the title.
            Value::Array(items) if items.len() == 1 => items.first().unwrap().clone(),
            other => other.clone(),
        };
        let entries = |value: &Value| -> Vec<String> {
            let entries = value.as_hash().unwrap().iter();
            entries.map(|(key, value)| format!("{key} => {}", single(value))).collect()
        };
        assert_eq!(made.get_str(word).map(entries), given.map(entries), "{file}");
    }
    // What the Resource API makes of it can be used.
    let usable = TypeDefinition::from_value(&Value::from(made.clone()));
    assert!(usable.is_ok(), "{file}: {}", usable.unwrap_err());
    let attributes = raw.get_str("attributes").unwrap().as_hash().unwrap();
    let ours = made.get_str("attributes").unwrap().as_hash().unwrap();
    for (name, expected) in attributes.iter() {
        let (name, expected) = (name.as_str().unwrap(), expected.as_hash().unwrap());
        let found = ours.get_str(name).unwrap().as_hash().unwrap();
        let is_found = |what: &str| unsupported.iter().any(|f| f.attribute.as_deref() == Some(name) && f.what == what);
        let behaviour = expected.get_str("behaviour").or_else(|| expected.get_str("behavior"));
        assert_eq!(text(found.get_str("behaviour")), text(behaviour), "{file}: {name}");
        let docs = expected.get_str("desc").or_else(|| expected.get_str("docs"));
        assert_eq!(text(found.get_str("desc")), text(docs), "{file}: {name}");
        if !is_found("default") && behaviour.is_none_or(|word| word.to_string() != "namevar") {
            assert_eq!(text(found.get_str("default")), text(expected.get_str("default")), "{file}: {name}");
        }
        if !is_found("type") {
            let written = expected.get_str("type").unwrap().as_str().unwrap();
            same_type(file, written, found.get_str("type").unwrap().as_str().unwrap(), model.feature(name).unwrap());
        }
    }
}

/// The type is the same, or a wider one whose check asks for the narrow one.
fn same_type(file: &str, registered: &str, made: &str, feature: &model::Feature) {
    let plain = |text: &str| match parse_type(text).unwrap() {
        Type::Optional(Some(inner)) => (*inner).clone(),
        other => other,
    };
    let (registered, made) = (opened(&plain(registered)), plain(made));
    let name = &feature.name;
    if Type::equals(&registered, &made) {
        assert!(feature.check.is_none(), "{file}: {name}");
        return;
    }
    let element = match (&registered, feature.multiplicity.is_list()) {
        (Type::Array(array), true) => array.element.clone(),
        _ => registered.clone(),
    };
    let check = feature.check.as_ref().unwrap_or_else(|| panic!("{file}: {name}: {registered} became {made}"));
    let span = check.location().span;
    let written = span.of(&check.source.text);
    let asked = written.strip_prefix("$it =~ ").unwrap();
    let asked = if asked.starts_with('/') { format!("Pattern[{asked}]") } else { asked.to_owned() };
    assert_eq!(asked, element.to_string(), "{file}: {name}");
    assert!(made.accepts(&registered), "{file}: {name}");
}

/// Logic sees what a secret holds.
fn opened(data_type: &Type) -> Type {
    match data_type {
        Type::Variant(types) => Type::variant(types.iter().map(opened)),
        Type::Sensitive(Some(inner)) => (**inner).clone(),
        other => other.clone(),
    }
}
