//! Valid and invalid schemas, and their messages.

use pcore::{Hash, TypeRegistry, Value};

use super::{map, schema, value};
use crate::{Attribute, definition::AttributeGroup, failure::FailureKind, log::Level, transport::Schema};

#[track_caller]
fn check_error(text: &str, path: &str, message: &str) {
    let error = Schema::from_value(&value(text)).expect_err(text);
    assert_eq!((error.message(), error.path_text().as_str()), (message, path), "for {text}");
    assert_eq!(error.kind(), FailureKind::Developer);
}

#[track_caller]
fn check_warnings(schema: &Schema, expected: &[&str]) {
    let warnings = schema.messages().iter().filter(|(level, _)| *level == Level::Warning);
    assert_eq!(warnings.map(|(_, message)| message.as_str()).collect::<Vec<_>>(), expected);
}

/// A map whose keys are symbols, as Ruby has them.
fn symbols(of: &Value) -> Value {
    match of {
        Value::Hash(entries) => {
            let symbol = |key: &Value| Value::Symbol(key.as_str().unwrap().into());
            entries.iter().map(|(key, value)| (symbol(key), symbols(value))).collect::<Hash>().into()
        }
        other => other.clone(),
    }
}

// Requirement: TR-1
#[test]
fn a_schema_has_a_name_a_description_and_the_attributes_of_a_connection() {
    let text = "{name: nexus, desc: A switch, vendor: cisco, connection_info: {
        host: {type: String, desc: Where it is}, port: {type: Integer, desc: Its port, default: 22, unit: tcp}}}";
    for definition in [value(text), symbols(&value(text))] {
        let nexus = Schema::from_value(&definition).unwrap();
        assert_eq!(nexus.name(), "nexus");
        assert_eq!(nexus.desc().map(|desc| desc.as_str()), Some("A switch"));
        let names: Vec<&str> = nexus.connection_info().map(|attribute| attribute.name().as_str()).collect();
        assert_eq!(names, ["host", "port"]);
        assert_eq!(nexus.attribute("port").unwrap().default(), Some(&22.into()));
        assert_eq!(nexus.attribute("port").unwrap().key("unit"), Some(&"tcp".into()));
        assert_eq!(nexus.class_name(), "Nexus");
        check_warnings(&nexus, &[]);
    }
    // Unknown keys are kept.
    let nexus = Schema::from_value(&value(text)).unwrap();
    assert_eq!(nexus.definition().as_hash().unwrap().get_str("vendor"), Some(&"cisco".into()));
}

// Requirement: TR-2
#[test]
fn missing_keys_are_reported_in_this_order() {
    check_error("[]", "", "requires a hash as schema, not `Array`");
    check_error("null", "", "requires a hash as schema, not `NilClass`");
    check_error("{}", "", "requires a `:name`");
    check_error("{desc: d, connection_info: {}}", "", "requires a `:name`");
    check_error("{name: t, connection_info: {}}", "", "requires `:desc`");
    check_error("{name: t, docs: d, connection_info: {}}", "", "requires `:desc`");
    check_error("{name: t, desc: d}", "", "requires `:connection_info`");
    let not_a_hash = |class| format!("`:connection_info` must be a hash, not `{class}`");
    check_error("{name: t, desc: d, connection_info: []}", "connection_info", &not_a_hash("Array"));
    check_error("{name: t, desc: d, connection_info: null}", "connection_info", &not_a_hash("NilClass"));
    check_error(
        "{name: t, desc: d, connection_info: {}, connection_info_order: a}",
        "connection_info_order",
        "`:connection_info_order` must be an array, not `String`",
    );
    check_error("{name: t-x, desc: d, connection_info: {}}", "name", "`t-x` cannot be the name of a transport");
    check_error("{name: 5, desc: d, connection_info: {}}", "name", "`:name` must be a string, not `Integer`");
}

// Requirement: TR-3
#[test]
fn the_order_is_that_of_the_definition_unless_it_is_given() {
    let attributes = "b: {type: String, desc: d}, a: {type: String, desc: d}";
    let plain = schema(attributes);
    assert_eq!(plain.order(), ["b", "a"]);
    let order = |schema: &Schema| schema.definition().as_hash().unwrap().get_str("connection_info_order").cloned();
    assert_eq!(order(&plain), Some(value("[b, a]")));
    // A given order is used unchanged.
    let text = format!("{{name: t, desc: d, connection_info: {{{attributes}}}, connection_info_order: [a, x]}}");
    let given = Schema::from_value(&value(&text)).unwrap();
    assert_eq!(given.order(), ["a", "x"]);
    assert_eq!(order(&given), Some(value("[a, x]")));
    let ruby = Schema::from_value(&symbols(plain.definition())).unwrap();
    assert_eq!(ruby.order(), ["b", "a"]);
}

// Requirement: TR-4
#[test]
fn attributes_pass_the_checks_of_those_of_types() {
    let with = |attributes: &str| format!("{{name: t, desc: d, connection_info: {{{attributes}}}}}");
    check_error(
        &with("rsapi_custom_insync_trigger: {type: String, desc: d}"),
        "connection_info.rsapi_custom_insync_trigger",
        "`rsapi_custom_insync_trigger` cannot be specified as an attribute; it is reserved for propertyless types with \
         the custom_insync feature",
    );
    check_error(&with("a: 5"), "connection_info.a", "`t.a` must be a Hash, not a Integer");
    check_error(
        &with("true: {type: String, desc: d}"),
        "connection_info",
        "`:connection_info` must have names as keys, but `true` is a TrueClass",
    );
    check_error(&with("a: {desc: d}"), "connection_info.a", "`t.a` has no type");
    check_error(
        &with("a: {type: 'String[', desc: d}"),
        "connection_info.a.type",
        "The type of the `a` attribute `String[` could not be parsed: Syntax error at end of input",
    );
    check_error(
        &with("a: {type: garbage, desc: d}"),
        "connection_info.a.type",
        "The type of the `a` attribute `garbage` is not recognised: The expression <garbage> is not a valid type \
         specification.",
    );
    check_error(
        &with("a: {type: String, desc: d, behavior: parameter, behaviour: parameter}"),
        "connection_info.a.behavior",
        "the 'a' attribute has both a `behavior` and a `behaviour`, only use one",
    );
    check_error(
        "{name: t, desc: d, docs: e, connection_info: {}}",
        "docs",
        "`t` has both `desc` and `docs`, prefer using `desc`",
    );
    check_warnings(&schema("a: {type: String}"), &["`t.a` has no documentation, add it using a `desc` key"]);
    let described = Schema::from_value(&value("{name: t, desc: null, docs: e, connection_info: {}}")).unwrap();
    assert_eq!(described.desc().map(|desc| desc.as_str()), Some("e"));
    assert_eq!(described.definition().as_hash().unwrap().get_str("desc"), Some(&"e".into()));
    // What makes sense only for resources is ignored.
    check_warnings(
        &schema(
            "title: {type: String, desc: d}, noop: {type: String, desc: d}, ensure: {type: Integer, desc: d},
             a-b: {type: String, desc: d, behaviour: nonsense}, c: {type: Integer, desc: d, default: x}",
        ),
        &[],
    );
}

// Requirement: TR-5
#[test]
fn names_that_lists_of_targets_need_are_warned_of() {
    let wanted = "uri: {type: String, desc: d}, protocol: {type: String, desc: d}, host: {type: String, desc: d},
        port: {type: Integer, desc: d}, user: {type: String, desc: d}, password: {type: String, desc: d}";
    check_warnings(&schema(wanted), &[]);
    for name in ["implementations", "name", "path", "query", "run-on", "remote-transport", "remote-anything"] {
        check_warnings(
            &schema(&format!("{name}: {{type: String, desc: d}}")),
            &[&format!("`t.{name}` uses a reserved connection_info name")],
        );
    }
    check_warnings(&schema("remote: {type: String, desc: d}"), &[]);
}

#[test]
fn a_schema_is_built_in_rust() {
    let login = AttributeGroup::new()
        .attribute("user", Attribute::builder("String").desc("Who."))
        .attribute("password", Attribute::builder("String").desc("His secret.").sensitive());
    let built = Schema::builder("box")
        .desc("A box.")
        .attribute("host", Attribute::builder("Net::Host").desc("Where."))
        .attributes(&login)
        .order(["user", "password", "host"])
        .extra("vendor", "acme");
    let names = TypeRegistry::default();
    names.add("Net::Host", "String[1]");
    let built = built.build_with(&names).unwrap();
    assert_eq!(built.order(), ["user", "password", "host"]);
    assert!(built.attribute("password").unwrap().is_sensitive());
    let definition = built.definition().as_hash().unwrap();
    assert_eq!(definition.get_str("vendor"), Some(&"acme".into()));
    assert_eq!(Schema::from_value_with(built.definition(), &names).unwrap().definition(), built.definition());
    let twice = Schema::builder("t").desc("d").attributes(&login).attributes(&login).build().unwrap_err();
    assert_eq!((twice.message(), twice.path_text().as_str()), ("`t.user` is defined twice", "connection_info.user"));
    assert_eq!(Schema::builder("t").build().unwrap_err().message(), "requires `:desc`");
}

// Requirement: TR-16
#[test]
fn what_was_given_stays_as_it_was() {
    let schema = schema("a: {type: Integer, desc: d, default: 1}, p: {type: String, desc: d, sensitive: true}");
    let given = map("{p: hunter2}");
    let before = given.clone();
    let desk = super::Desk::new();
    let info = schema.prepare(&desk.context(&schema), &given).unwrap();
    assert_eq!(given, before);
    assert_eq!(info.integer("a").unwrap(), 1);
}
