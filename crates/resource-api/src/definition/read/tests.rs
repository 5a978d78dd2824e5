//! Valid and invalid definitions, and their messages.

use pcore::{TypeRegistry, Value};

use super::super::tests::{check_error, check_messages, defined, read, with_attributes, with_keys};
use crate::{Behaviour, Feature, TypeDefinition, failure::FailureKind, log::Level};

// Requirement: TD-1
#[test]
fn a_definition_is_one_map_with_all_known_keys() {
    let definition = defined(
        r"
        name: apt_key
        desc: A key.
        features: [canonicalize]
        title_patterns: [{pattern: '\A(?<id>.*)\z', desc: the id}]
        autorequire: {file: $source}
        autobefore: {package: vim}
        autosubscribe: {class: apt}
        autonotify: {service: [a, b]}
        attributes:
          id: {type: String, desc: The id, behaviour: namevar}
          source: {type: 'Optional[String]', desc: Where it is}
        ",
    );
    assert_eq!(definition.name(), "apt_key");
    assert_eq!(definition.description().map(|text| text.as_str()), Some("A key."));
    assert!(definition.has(Feature::Canonicalize) && !definition.has(Feature::CustomInsync));
    assert_eq!(definition.title_patterns().unwrap().len(), 1);
    assert_eq!(definition.relations().declarations().len(), 4);
    assert_eq!(
        definition.attributes().map(|attribute| attribute.name().as_str()).collect::<Vec<_>>(),
        ["id", "source"]
    );
    check_messages(&definition, Level::Warning, &[]);
}

// Requirement: TD-2
#[test]
fn unknown_keys_are_kept_and_not_mentioned() {
    let definition = defined(&with_keys("base_xpath: /config, @dscmeta_x: [1]"));
    assert_eq!(definition.key("base_xpath"), Some(&"/config".into()));
    assert_eq!(definition.key("dscmeta_x"), Some(&Value::array([1.into()])));
    assert_eq!(definition.key("missing"), None);
    assert!(definition.raw().as_hash().unwrap().get_str("base_xpath").is_some());
    assert_eq!(definition.messages(), []);
}

// Requirement: TD-3
#[test]
fn an_attribute_has_type_description_default_behaviour_and_secrecy() {
    let definition = defined(&with_attributes(
        "aa: {type: 'Integer[0]', desc: A number, default: 5, behavior: parameter, sensitive: true, mof_type: uint32}",
    ));
    let attribute = definition.attribute("aa").unwrap();
    assert_eq!(attribute.type_text(), "Integer[0]");
    assert_eq!(attribute.data_type().to_string(), "Integer[0]");
    assert_eq!(attribute.description().map(|text| text.as_str()), Some("A number"));
    assert_eq!(attribute.default(), Some(&5.into()));
    assert_eq!(attribute.behaviour(), Behaviour::Parameter);
    assert!(attribute.is_sensitive());
    assert_eq!(attribute.key("mof_type"), Some(&"uint32".into()));
    check_messages(&definition, Level::Warning, &[]);

    let plain = defined(&with_attributes("aa: {type: String, desc: x, sensitive: false}"));
    assert!(!plain.attribute("aa").unwrap().is_sensitive());
}

// Requirement: TD-4
#[test]
fn a_name_is_a_string_or_a_symbol_and_forms_a_namespace() {
    for (name, namespace) in
        [("apt_key", "AptKey"), ("@apt_key", "AptKey"), ("nx9k_vlan", "Nx9kVlan"), ("a__b_", "AB"), ("x", "X")]
    {
        let definition = defined(&format!("{{name: {name}, desc: d, attributes: {{}}}}"));
        assert_eq!(definition.name(), name.trim_start_matches('@'));
        assert_eq!(definition.provider_namespace(), namespace);
    }
    for (name, message) in [
        ("t-foo", "wrong constant name T-foo"),
        ("9x", "wrong constant name 9x"),
        ("a b", "wrong constant name A b"),
        ("''", "wrong constant name "),
        ("null", "wrong constant name "),
        ("Apt", "`Apt` cannot be the name of a type"),
        ("_x", "`_x` cannot be the name of a type"),
        ("\"x\\ny\"", "wrong constant name X\ny"),
        ("5", "Puppet::ResourceApi::TypeDefinition must have a name that is a String, not `Integer`"),
    ] {
        let error = check_error(&format!("{{name: {name}, desc: d, attributes: {{}}}}"), "name", message);
        assert_eq!(error.kind(), FailureKind::Developer);
    }
}

// Requirement: TD-5
#[test]
fn the_same_name_can_be_defined_again_with_other_attributes() {
    let first = defined(&with_attributes("aa: {type: String, desc: x}"));
    let second = defined(&with_attributes("bb: {type: String, desc: x}"));
    assert_eq!(first.name(), second.name());
    assert!(second.attribute("aa").is_none() && second.attribute("bb").is_some());
    assert_eq!(second.messages(), []);
}

// Requirement: TD-6
#[test]
fn an_attribute_is_documented_with_its_type_as_it_was_written() {
    let definition = defined(&with_attributes("aa: {type: 'Optional[Enum[b,a]]', desc: Which one}, bb: {type: Any}"));
    let documentation = |name| definition.attribute(name).and_then(|attribute| attribute.documentation());
    assert_eq!(documentation("aa").as_deref(), Some("Which one (a Optional[Enum[b,a]])"));
    assert_eq!(documentation("bb"), None);
}

// Requirement: TD-10
#[test]
fn a_definition_must_be_a_map() {
    for (given, class) in [
        ("null", "NilClass"),
        ("[]", "Array"),
        ("text", "String"),
        ("@text", "Symbol"),
        ("1", "Integer"),
        ("1.5", "Float"),
        ("true", "TrueClass"),
        ("false", "FalseClass"),
    ] {
        let message = format!("Puppet::ResourceApi::TypeDefinition must be a Hash, not `{class}`");
        assert_eq!(check_error(given, "", &message).kind(), FailureKind::Developer);
    }
}

// Requirement: TD-11
#[test]
fn a_definition_must_have_a_name() {
    let error = check_error("{}", "", "Puppet::ResourceApi::TypeDefinition must have a name");
    assert_eq!(error.kind(), FailureKind::Developer);
    check_error("{attributes: 1}", "", "Puppet::ResourceApi::TypeDefinition must have a name");
}

// Requirement: TD-12
#[test]
fn a_definition_must_have_attributes() {
    let error = check_error("{name: tt}", "", "Puppet::ResourceApi::TypeDefinition must have `attributes`");
    assert_eq!(error.kind(), FailureKind::Developer);
}

// Requirement: TD-13
#[test]
fn attributes_must_be_a_map() {
    for (given, class) in [("null", "NilClass"), ("[]", "Array"), ("x", "String"), ("3", "Integer")] {
        let message = format!("`tt.attributes` must be a hash, not `{class}`");
        check_error(&format!("{{name: tt, attributes: {given}, desc: a, docs: b}}"), "attributes", &message);
    }
}

// Requirement: TD-14, VER-7
#[test]
fn documentation_is_called_desc_or_docs() {
    let message = "`tt` has both `desc` and `docs`, prefer using `desc`";
    check_error("{name: tt, desc: a, docs: b, attributes: {aa: 1}}", "docs", message);
    for definition in ["{name: tt, docs: b, attributes: {}}", "{name: tt, docs: b, desc: null, attributes: {}}"] {
        let definition = defined(definition);
        assert_eq!(definition.description().map(|text| text.as_str()), Some("b"));
        check_messages(&definition, Level::Warning, &["`tt` has no namevar attribute"]);
        check_messages(&definition, Level::Debug, &["Using deprecated alias `docs` for `desc`"]);
    }
}

// Requirement: TD-15
#[test]
fn a_type_without_documentation_is_worth_a_warning() {
    let definition = defined("{name: tt, attributes: {name: {type: String, desc: n, behaviour: namevar}}}");
    check_messages(&definition, Level::Warning, &["`tt` has no documentation, add it using a `desc` key"]);
}

// Requirement: TD-16
#[test]
fn the_trigger_of_custom_insync_is_not_for_definitions() {
    check_error(
        &with_attributes("rsapi_custom_insync_trigger: 1"),
        "attributes.rsapi_custom_insync_trigger",
        "`rsapi_custom_insync_trigger` cannot be specified as an attribute; it is reserved for propertyless types with \
         the custom_insync feature",
    );
}

// Requirement: TD-17
#[test]
fn an_attribute_must_be_a_map() {
    for (given, class) in [("null", "NilClass"), ("String", "String"), ("[a]", "Array"), ("2.5", "Float")] {
        let message = format!("`tt.aa` must be a Hash, not a {class}");
        check_error(&with_attributes(&format!("aa: {given}")), "attributes.aa", &message);
    }
}

// Requirement: TD-18
#[test]
fn an_attribute_must_have_a_type() {
    check_error(&with_attributes("aa: {desc: x}"), "attributes.aa", "`tt.aa` has no type");
}

// Requirement: TD-19
#[test]
fn an_attribute_without_documentation_is_worth_a_warning() {
    let definition = defined(&with_attributes("aa: {type: String}, bb: {type: String, desc: null}"));
    check_messages(&definition, Level::Warning, &["`tt.aa` has no documentation, add it using a `desc` key"]);
}

// Requirement: TD-20
#[test]
fn a_type_that_cannot_be_parsed_is_shown_with_the_reason() {
    for (text, reason) in [
        ("String[", "Syntax error at end of input"),
        ("Array[String", "Syntax error at end of input"),
        ("String]", "Syntax error at ']' (line: 1, column: 7)"),
        ("Integer[1,,2]", "Syntax error at ',' (line: 1, column: 11)"),
        ("Struct[{a=>}]", "Syntax error at '}' (line: 1, column: 12)"),
        ("Tuple[]", "Syntax error at ']' (line: 1, column: 7)"),
        ("Stdlib::absolutepath", "Illegal class reference (line: 1, column: 8)"),
        ("Optional[Foo::Bar::baz]", "Illegal class reference (line: 1, column: 19)"),
        ("Integer[0x]", "Not a valid hex number 0x (line: 1, column: 9)"),
        ("Integer[09]", "Not a valid octal number 09 (line: 1, column: 9)"),
        ("Integer[1a]", "Illegal number '1a' (line: 1, column: 9)"),
    ] {
        let message = format!("The type of the `aa` attribute `{text}` could not be parsed: {reason}");
        let error = check_error(&with_attributes(&format!("aa: {{type: '{text}'}}")), "attributes.aa.type", &message);
        assert_eq!(error.kind(), FailureKind::Developer);
    }
}

// Requirement: TD-21
#[test]
fn a_text_that_is_no_type_is_shown_with_the_reason() {
    for (text, reason) in [
        ("garbage", "The expression <garbage> is not a valid type specification."),
        ("", "The expression <> is not a valid type specification."),
        ("  ", "The expression <> is not a valid type specification."),
        ("# nothing", "The expression <> is not a valid type specification."),
        ("Enum[1,2]", "Enum parameters must be identifiers or strings"),
        ("Boolean[yes]", "Boolean parameter must be true or false"),
        ("Integer[a]", "The expression <Integer[a]> is not a valid type specification."),
        ("String[a]", "The expression <String[a]> is not a valid type specification."),
        ("Array[x]", "The expression <Array[x]> is not a valid type specification."),
        ("Optional[1]", "The expression <Optional[1]> is not a valid type specification."),
        ("1", "The expression <1> is not a valid type specification."),
        ("[1]", "The expression <[1]> is not a valid type specification."),
        ("undef", "The expression <undef> is not a valid type specification."),
        ("Optional[Integer[a]]", "The expression <Optional[Integer[a]]> is not a valid type specification."),
        ("Integer String", "The expression <Integer String> is not a valid type specification."),
        ("Integer [1]", "The expression <Integer [1]> is not a valid type specification."),
        ("$x", "The expression <$x> is not a valid type specification."),
        ("Any[1]", "Not a parameterized type <Any>"),
        ("Integer[1,2,3]", "Invalid number of type parameters specified: Integer requires 1 or 2, 3 provided"),
        ("Array[String,1,2,3]", "Invalid number of type parameters specified: Array requires 1 to 3, 4 provided"),
        ("Optional[String,String]", "Invalid number of type parameters specified: Optional requires 1, 2 provided"),
        ("Array[Enum[1]]", "Enum parameters must be identifiers or strings"),
        ("String[1,2,3]", "Invalid number of type parameters specified: String requires 1 to 2, 3 provided"),
        (
            "Sensitive[String,String]",
            "Invalid number of type parameters specified: Sensitive requires 0 to 1, 2 provided",
        ),
        ("Hash[String]", "Invalid number of type parameters specified: Hash requires 2 to 4, 1 provided"),
    ] {
        let message = format!("The type of the `aa` attribute `{text}` is not recognised: {reason}");
        check_error(&with_attributes(&format!("aa: {{type: '{text}'}}")), "attributes.aa.type", &message);
    }
}

// Requirement: TD-22
#[test]
fn an_unknown_name_is_accepted_until_there_is_a_value() {
    for (text, name) in
        [("Foo", "Foo"), ("Stdlib::Absolutepath", "Stdlib::Absolutepath"), ("Optional[Typo[String]]", "Typo[String]")]
    {
        let definition = defined(&with_attributes(&format!("aa: {{type: '{text}', desc: x}}")));
        assert_eq!(definition.messages(), []);
        let refused = definition.attribute("aa").unwrap().check(&"x".into()).unwrap_err();
        assert_eq!(refused.to_string(), format!("tt.aa references an unresolved type '{name}'"));
    }
}

#[test]
fn the_default_of_an_unknown_name_is_not_checked() {
    let definition = defined(&with_attributes("aa: {type: Foo, desc: x, default: 1}"));
    assert_eq!(definition.attribute("aa").unwrap().default(), Some(&1.into()));
}

// Requirement: DT-20, TD-22
#[test]
fn aliases_of_modules_are_resolved() {
    let aliases = TypeRegistry::default();
    aliases.add("Web::Port", "Integer[1, 65535]");
    aliases.add("Web::Ensure", "Enum[present, absent]");
    aliases.add("Web::Tree", "Hash[String, Variant[Integer, Web::Tree]]");
    let text = with_attributes(
        "ensure: {type: 'Web::Ensure', desc: x}, port: {type: 'Optional[Web::Port]', desc: x, default: 80},
         tree: {type: 'Web::Tree', desc: x}",
    );
    let definition = TypeDefinition::from_value_with(&pcore::yaml::parse(&text).unwrap(), &aliases).unwrap();
    let port = definition.attribute("port").unwrap();
    assert_eq!(port.munge_command_line(&"443".into()).unwrap(), 443.into());
    assert!(port.check(&0.into()).is_err());
    let tree = definition.attribute("tree").unwrap();
    assert!(tree.check(&pcore::yaml::parse("{a: {b: 1}}").unwrap()).is_ok());

    let text = text.replace("default: 80", "default: 0");
    let error = TypeDefinition::from_value_with(&pcore::yaml::parse(&text).unwrap(), &aliases).unwrap_err();
    assert_eq!(error.path_text(), "attributes.port.default");
}

// Requirement: TD-23
#[test]
fn a_type_that_is_no_text_is_refused() {
    check_error(&with_attributes("aa: {type: null}"), "attributes.aa", "`tt.aa` has no type");
    for (given, class) in [("5", "Integer"), ("@sym", "Symbol"), ("[String]", "Array"), ("true", "TrueClass")] {
        let message = format!("`tt.aa` must have a type that is a String, not `{class}`");
        check_error(&with_attributes(&format!("aa: {{type: {given}}}")), "attributes.aa.type", &message);
    }
}

// Requirement: TD-24, VER-8
#[test]
fn behaviour_has_two_spellings_of_which_one_is_used() {
    check_error(
        &with_attributes("aa: {type: String, behaviour: parameter, behavior: parameter}"),
        "attributes.aa.behavior",
        "the 'aa' attribute has both a `behavior` and a `behaviour`, only use one",
    );
    let definition = defined(&with_attributes("aa: {type: String, desc: x, behavior: read_only, behaviour: null}"));
    assert_eq!(definition.attribute("aa").unwrap().behaviour(), Behaviour::ReadOnly);
    check_messages(&definition, Level::Warning, &[]);
    check_messages(&definition, Level::Debug, &["Using deprecated alias `behavior` for `behaviour`"]);
    let error = "`foo` is not a valid behaviour value";
    check_error(&with_attributes("aa: {type: String, behavior: foo}"), "attributes.aa.behavior", error);
}

// Requirement: TD-25
#[test]
fn attributes_of_the_runtime_are_refused_in_a_fixed_order() {
    let reserved = "title provider alias audit before consume export loglevel noop notify require schedule stage \
                    subscribe tag";
    let names: Vec<&str> = reserved.split(' ').collect();
    for (index, name) in names.iter().enumerate() {
        // The definition has them in reverse order.
        let attributes: Vec<String> =
            names[index..].iter().rev().map(|name| format!("{name}: {{type: String}}")).collect();
        let path = format!("attributes.{name}");
        let message = format!("must not define an attribute called `:{name}`");
        check_error(&with_attributes(&attributes.join(", ")), &path, &message);
    }
}

// Requirement: TD-26
#[test]
fn title_patterns_must_be_an_array() {
    for (given, class) in [("null", "NilClass"), ("text", "String"), ("{}", "Hash"), ("false", "FalseClass")] {
        let message = format!("`:title_patterns` must be an array, not `{class}`");
        check_error(&with_keys(&format!("title_patterns: {given}")), "title_patterns", &message);
    }
}

// Requirement: TD-60
#[test]
fn title_patterns_are_not_judged_before_the_first_title() {
    for (entry, message) in [
        ("5", "`tt.title_patterns[1]` must be a hash with a `pattern` and a `desc`, not `Integer`"),
        ("{desc: x}", "`tt.title_patterns[1]` has no pattern"),
        (
            "{pattern: 5}",
            "`tt.title_patterns[1].pattern` must be a regular expression or a text that holds one, not `Integer`",
        ),
    ] {
        let definition = defined(&with_keys(&format!("title_patterns: [{{pattern: '(?<name>.*)'}}, {entry}]")));
        check_messages(&definition, Level::Warning, &[message]);
        let error = definition.check_usable().unwrap_err();
        assert_eq!((error.message(), error.kind()), (message, FailureKind::Developer));
        assert!(error.path_text().starts_with("title_patterns.1"), "{}", error.path_text());
    }
}

// Requirement: TD-27
#[test]
fn ensure_must_be_present_or_absent() {
    for text in [
        "Enum[present, absent]",
        "Enum[absent, present]",
        "Enum[\"present\", \"absent\"]",
        "Enum[present, absent, true]",
        "Optional[Enum[present, absent]]",
        "Variant[Undef, Enum[present, absent]]",
        "Variant[Enum[absent, present], Undef]",
        "Optional[Variant[Undef, Enum[present, absent]]]",
    ] {
        let definition = defined(&with_attributes(&format!("ensure: {{type: '{text}', desc: x}}")));
        assert!(definition.is_ensurable());
    }
    for text in [
        "String",
        "Enum[present]",
        "Enum[present, absent, latest]",
        "Variant[Enum[present], Enum[absent]]",
        "Variant[Undef, Enum[present, absent], String]",
        "Variant[Undef, Enum[present, absent, true]]",
        "Variant[Undef, String]",
        "Optional[Optional[Enum[present, absent]]]",
        "Optional",
        "Any",
        "Foo",
    ] {
        check_error(
            &with_attributes(&format!("ensure: {{type: '{text}'}}")),
            "attributes.ensure.type",
            "`:ensure` attribute must have a type of: `Enum[present, absent]` or `Optional[Enum[present, absent]]`",
        );
    }
    assert!(!defined(&with_attributes("aa: {type: Any, desc: x}")).is_ensurable());
}

// Requirement: TD-30
#[test]
fn a_behaviour_is_one_of_four_words() {
    for (word, behaviour) in [
        ("namevar", Behaviour::Namevar),
        ("@parameter", Behaviour::Parameter),
        ("read_only", Behaviour::ReadOnly),
        ("@init_only", Behaviour::InitOnly),
        ("null", Behaviour::Property),
        ("false", Behaviour::Property),
    ] {
        let definition = defined(&with_attributes(&format!("aa: {{type: String, desc: x, behaviour: {word}}}")));
        assert_eq!(definition.attribute("aa").unwrap().behaviour(), behaviour);
    }
    for (given, shown) in
        [("foo", "foo"), ("@foo", "foo"), ("property", "property"), ("''", ""), ("5", "5"), ("true", "true")]
    {
        let message = format!("`{shown}` is not a valid behaviour value");
        let definition = with_attributes(&format!("aa: {{type: String, behaviour: {given}}}"));
        let error = check_error(&definition, "attributes.aa.behaviour", &message);
        assert_eq!(error.kind(), FailureKind::Resource);
    }
}

// Requirement: TD-10, TD-30
#[test]
fn the_first_mistake_in_the_order_of_checks_is_reported() {
    let everything = "{name: tt, desc: d, features: x, title_patterns: 1, autorequire: 1, attributes: {
        aa: {type: String, behaviour: foo}, ensure: {type: String}, title: {type: String},
        bb: {type: String, behaviour: a, behavior: b}, cc: {type: 'String['}, dd: {}, ee: 1}}";
    let repairs = [
        ("the 'bb' attribute has both a `behavior` and a `behaviour`, only use one", "behaviour: a, behavior: b", ""),
        (
            "The type of the `cc` attribute `String[` could not be parsed: Syntax error at end of input",
            "'String['",
            "Any",
        ),
        ("`tt.dd` has no type", "dd: {}", "dd: {type: Any}"),
        ("`tt.ee` must be a Hash, not a Integer", "ee: 1", "ee: {type: Any}"),
        ("must not define an attribute called `:title`", "title: {", "a_title: {"),
        ("`:title_patterns` must be an array, not `Integer`", "title_patterns: 1", "title_patterns: []"),
        (
            "`:ensure` attribute must have a type of: `Enum[present, absent]` or `Optional[Enum[present, absent]]`",
            "ensure: {type: String}",
            "ensure: {type: 'Enum[present, absent]'}",
        ),
        ("`:features` must be an array, not `String`", "features: x", "features: []"),
        ("`foo` is not a valid behaviour value", "behaviour: foo", "behaviour: namevar"),
        ("`:autorequire` must be a hash, not `Integer`", "autorequire: 1", "autorequire: {}"),
    ];
    let mut definition = everything.to_owned();
    for (message, wrong, right) in repairs {
        assert_eq!(read(&definition).unwrap_err().message(), message, "for {definition}");
        definition = definition.replacen(wrong, right, 1);
    }
    defined(&definition);
}

// Requirement: TD-31
#[test]
fn each_warning_is_there_once() {
    let definition = defined(
        "{name: tt, features: [foo], attributes: {name: {type: String, behaviour: namevar}, aa: {type: String, desc: x}}}",
    );
    assert_eq!(definition.messages().len(), 3);
    check_messages(
        &definition,
        Level::Warning,
        &[
            "`tt` has no documentation, add it using a `desc` key",
            "`tt.name` has no documentation, add it using a `desc` key",
            "Unknown feature detected: [\"foo\"]",
        ],
    );
}

// Requirement: TD-32
#[test]
fn an_error_names_the_file_that_could_not_be_loaded() {
    let error = read("{name: tt}").unwrap_err();
    assert_eq!(
        error.autoload_message("tt"),
        "Could not autoload puppet/type/tt: Puppet::ResourceApi::TypeDefinition must have `attributes`"
    );
    assert_eq!(error.into_failure().kind(), FailureKind::Developer);
    let error = read(&with_attributes("aa: {type: String, behaviour: foo}")).unwrap_err();
    assert_eq!(error.autoload_message("tt"), "Could not autoload puppet/type/tt: `foo` is not a valid behaviour value");
    assert_eq!(error.into_failure().kind(), FailureKind::Resource);
}

// Requirement: TD-40
#[test]
fn behaviours_say_what_is_compared_and_what_can_be_set() {
    use Behaviour::*;
    for (behaviour, compared, settable) in [
        (Property, true, true),
        (Namevar, false, true),
        (Parameter, false, true),
        (ReadOnly, false, false),
        (InitOnly, true, true),
    ] {
        assert_eq!((behaviour.is_compared(), behaviour.is_settable()), (compared, settable), "{behaviour}");
    }
    let definition = defined(
        "{name: tt, desc: d, attributes: {aa: {type: String, desc: x, behaviour: namevar},
        bb: {type: String, desc: x}, cc: {type: String, desc: x, behaviour: namevar}}}",
    );
    assert_eq!(definition.namevars().map(|namevar| namevar.name().as_str()).collect::<Vec<_>>(), ["aa", "cc"]);
}

// Requirement: TD-41
#[test]
fn a_type_without_a_namevar_can_be_registered_and_not_be_used() {
    let definition = defined("{name: tt, desc: d, attributes: {name: {type: String, desc: x}}}");
    check_messages(&definition, Level::Warning, &["`tt` has no namevar attribute"]);
    let error = definition.check_usable().unwrap_err();
    assert_eq!((error.message(), error.kind()), ("`tt` has no namevar attribute", FailureKind::Developer));
    assert_eq!(defined(&with_keys("x: 1")).check_usable(), Ok(()));
}

// Requirement: TD-43
#[test]
fn what_is_read_only_has_no_default() {
    for default in ["5", "wrong"] {
        let attributes = format!("aa: {{type: Integer, desc: x, behaviour: read_only, default: {default}}}");
        assert_eq!(defined(&with_attributes(&attributes)).attribute("aa").unwrap().default(), None);
    }
}

// Requirement: TD-44
#[test]
fn ensure_has_no_behaviour() {
    for behaviour in ["parameter", "namevar", "read_only", "init_only"] {
        let definition = format!("ensure: {{type: 'Enum[present, absent]', behaviour: {behaviour}}}");
        let message = format!("`tt.ensure` must not have a behaviour, but has `{behaviour}`");
        check_error(&with_attributes(&definition), "attributes.ensure.behaviour", &message);
    }
}

// Requirement: TD-45
#[test]
fn attributes_have_names_that_are_identifiers() {
    for name in ["a", "a9", "a_b", "Ab", "é"] {
        defined(&with_attributes(&format!("{name}: {{type: String, desc: x}}")));
    }
    for (fields, name, constant) in [
        ("", "a-b", "A-b"),
        ("", "9a", "9a"),
        ("", "_a", "_a"),
        ("", "'a b'", "A b"),
        ("", "'a::b'", "A::b"),
        ("", "''", ""),
        (", behaviour: init_only", "a-b", "A-b"),
        (", behaviour: parameter", "a-b", "ParameterA-b"),
    ] {
        let definition = with_attributes(&format!("{name}: {{type: String{fields}}}"));
        let path = format!("attributes.{}", name.trim_matches('\''));
        check_error(&definition, &path, &format!("wrong constant name {constant}"));
    }
    // Scalars that YAML does not read as text.
    let message = "`tt.attributes` must have names as keys, but `true` is a TrueClass";
    check_error(&with_attributes("on: {type: String}"), "attributes", message);
}

// Requirement: TD-50
#[test]
fn a_default_of_nothing_is_none_and_false_is_one() {
    let definition = defined(&with_attributes(
        "aa: {type: 'Optional[Boolean]', desc: x, default: null}, bb: {type: Boolean, desc: x, default: false},
         cc: {type: 'Array[String]', desc: x, default: []}, dd: {type: Boolean, desc: x}",
    ));
    let default = |name| definition.attribute(name).unwrap().default();
    assert_eq!(default("aa"), None);
    assert_eq!(default("bb"), Some(&false.into()));
    assert_eq!(default("cc"), Some(&Value::array([])));
    assert_eq!(default("dd"), None);
}

// Requirement: TD-51
#[test]
fn a_default_must_be_of_its_attributes_type() {
    for (fields, message) in [
        ("type: Integer, default: a", "tt.aa expects an Integer value, got String"),
        ("type: Integer, default: '5'", "tt.aa expects an Integer value, got String"),
        ("type: 'Enum[a, b]', default: c", "tt.aa expects a match for Enum['a', 'b'], got 'c'"),
        ("type: 'Optional[String]', default: 1", "tt.aa expects a value of type Undef or String, got Integer"),
        ("type: String, default: 1, behaviour: parameter", "tt.aa expects a String value, got Integer"),
    ] {
        let error = check_error(&with_attributes(&format!("aa: {{{fields}}}")), "attributes.aa.default", message);
        assert_eq!(error.kind(), FailureKind::Resource);
    }
    // Legacy providers use symbols for true and false.
    let definition = defined(&with_attributes("aa: {type: Boolean, desc: x, default: @true}"));
    assert_eq!(definition.attribute("aa").unwrap().default(), Some(&true.into()));
}

// Requirement: TD-52
#[test]
fn a_sensitive_default_is_not_shown() {
    for fields in
        ["type: 'Enum[a]'", "type: 'Pattern[/a/]'", "type: 'Optional[Enum[a]]'", "type: 'Struct[{a => Integer}]'"]
    {
        let definition = with_attributes(&format!("aa: {{{fields}, sensitive: true, default: hunter2}}"));
        let error = read(&definition).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
        assert_eq!(error.path_text(), "attributes.aa.default");
    }
    let definition = defined(&with_attributes("aa: {type: String, desc: x, sensitive: true, default: hunter2}"));
    assert_eq!(definition.attribute("aa").unwrap().default(), Some(&"hunter2".into()));
    assert!(!format!("{definition:?}").contains("hunter2"));
    assert!(!format!("{:?}", definition.attribute("aa")).contains("hunter2"));
}

#[test]
fn an_attribute_that_get_reads_can_be_lazy() {
    for behaviour in ["null", "read_only", "init_only"] {
        let fields = format!("aa: {{type: String, desc: x, lazy: true, behaviour: {behaviour}}}");
        assert!(defined(&with_attributes(&fields)).attribute("aa").unwrap().is_lazy());
    }
    for behaviour in ["namevar", "parameter"] {
        check_error(
            &with_attributes(&format!("aa: {{type: String, lazy: true, behaviour: {behaviour}}}")),
            "attributes.aa.lazy",
            &format!("`tt.aa` is a {behaviour} and cannot be `lazy`"),
        );
        let fields = format!("aa: {{type: String, desc: x, lazy: false, behaviour: {behaviour}}}");
        assert!(!defined(&with_attributes(&fields)).attribute("aa").unwrap().is_lazy());
    }
    check_error(
        &with_attributes("aa: {type: String, lazy: 'yes'}"),
        "attributes.aa.lazy",
        "`tt.aa` must have a `lazy` that is a Boolean, not `String`",
    );
}

#[test]
fn keys_may_be_symbols_as_in_ruby() {
    let definition = defined(
        "{@name: tt, @desc: d, @features: [canonicalize], @attributes: {
            @aa: {@type: String, @desc: x, @behaviour: @namevar}, @bb: {@type: Integer, @desc: y, @default: 1}}}",
    );
    assert!(definition.has(Feature::Canonicalize));
    assert_eq!(definition.namevars().next().unwrap().name(), "aa");
    assert_eq!(definition.attribute("bb").unwrap().default(), Some(&1.into()));
    assert_eq!(definition.messages(), []);
}
