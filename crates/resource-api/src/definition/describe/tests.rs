//! Definitions as pages, as data and as Object types. Schemas are tested in a separate file.

mod schema;

use pcore::{Type, Value, parse_type};

use crate::{Attribute, TypeDefinition, definition::describe};

/// A definition that uses every feature.
const SOFTWARE: &str = r#"
name: software
docs: |
  Manages software, with any package manager that is there. Where several of them are, each has its own resources.

  * It never asks a question, and it takes its time where
    another process holds the lock.
  * It is quiet.

      software { 'php/yum': }
features: [canonicalize, noop_handler, own_feature]
vendor: { contact: a@example.com, since: 3 }
title_patterns:
  - pattern: '\A(?<package>.*)/(?<manager>[^/]*)\z'
    desc: the package and its manager
  - pattern: '\A(?<package>.*)\z'
autorequires: { File: [$config.file, '${cache}/lock'] }
autonotify: { service: apt }
attributes:
  ensure: { type: 'Enum[present, absent]', desc: Whether it is there., default: present }
  package: { type: 'String[1]', desc: What it is called, behavior: namevar, array_matching: all }
  manager: { type: 'Optional[String]', desc: Who installs it, behaviour: namevar }
  version: { type: 'Variant[Enum[latest], Pattern[/\A\d+(\.\d+)*\z/]]', desc: "Which one: a number with dots, or the latest one. The latest one is looked up in each run." }
  size: { type: Integer, desc: How large it is, behaviour: read_only, lazy: true }
  origin: { type: 'Optional[String]', desc: Where it comes from, behaviour: init_only }
  config: { type: 'Hash[String, String]', desc: Settings, behaviour: parameter, default: { file: /etc/x } }
  cache: { type: String, desc: Where to keep files, behaviour: parameter }
  token: { type: String, desc: The password, behaviour: parameter, sensitive: true, default: hunter2 }
  undescribed: { type: 'Optional[Boolean]' }
"#;

fn definition(yaml: &str) -> TypeDefinition {
    let value = pcore::yaml::parse(yaml).expect("the test's own YAML");
    TypeDefinition::from_value(&value).expect("the test's own definition")
}

// Requirement: TD-6, CLI-12
#[test]
fn the_text_shows_all_attributes_by_name_with_their_types() {
    let text = describe::text(&definition(SOFTWARE));
    assert_eq!(
        text,
        r"software
========
Manages software, with any package manager that is there. Where several of
them are, each has its own resources.

* It never asks a question, and it takes its time where another process
  holds the lock.
* It is quiet.

    software { 'php/yum': }

Attributes
----------

- **cache** (*parameter*)
    Where to keep files (a String)

- **config** (*parameter*)
    Settings (a Hash[String, String])
    Defaults to {'file' => '/etc/x'}.

- **ensure**
    Whether it is there. (a Enum[present, absent])
    Defaults to 'present'.

- **manager** (*namevar*)
    Who installs it (a Optional[String])

- **origin** (*init_only*)
    Where it comes from (a Optional[String])

- **package** (*namevar*)
    What it is called (a String[1])

- **size** (*read_only*, *lazy*)
    How large it is (a Integer)

- **token** (*parameter*, *sensitive*)
    The password (a String)
    Has a secret default.

- **undescribed**
    (a Optional[Boolean])

- **version**
    Which one: a number with dots, or the latest one. The latest one is
    looked up in each run. (a Variant[Enum[latest],
    Pattern[/\A\d+(\.\d+)*\z/]])

Title patterns
--------------

- `/\A(?<package>.*)\/(?<manager>[^\/]*)\z/`
    the package and its manager

- `/\A(?<package>.*)\z/`

Features
--------

canonicalize, supports_noop, own_feature

Relations
---------

- **autorequire** `File[$config.file]`
- **autorequire** `File[${cache}/lock]`
- **autonotify** `Service[apt]`
"
    );
}

#[test]
fn descriptions_from_ruby_are_freed_from_their_indentation() {
    let text = "      First line\n      goes on.\n\n      ```\n      code  here\n\n      ```\n      # Heading\n      12. twelve\n";
    let mut page = String::new();
    super::paragraphs::write(&mut page, text, 2);
    assert_eq!(page, "  First line goes on.\n\n  ```\n  code  here\n\n  ```\n  # Heading\n  12. twelve\n");
    let mut page = String::new();
    super::paragraphs::write(&mut page, "\n\n   Behind a quote,\n   two lines.\n\n\n\n", 0);
    assert_eq!(page, "Behind a quote, two lines.\n");
}

#[test]
fn lines_fit_the_width_unless_a_word_does_not() {
    let long = "x".repeat(100);
    let text = format!("{} {long} ä{} end", "word ".repeat(40), "ä".repeat(70));
    let mut page = String::new();
    super::paragraphs::write(&mut page, &text, 4);
    assert!(page.lines().all(|line| line.chars().count() <= super::paragraphs::WIDTH || line.trim() == long), "{page}");
    let mut page_of_line = String::new();
    super::paragraphs::write_line(&mut page_of_line, "'a   b ' c", 4);
    assert_eq!(page_of_line, "    'a   b ' c\n");
    assert_eq!(page.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn the_data_has_current_names_and_unknown_keys() {
    let data = describe::json(&definition(SOFTWARE));
    let get = |path: &[&str]| {
        let mut value = &data;
        for key in path {
            value = value.as_hash().and_then(|hash| hash.get_str(key)).unwrap_or(&Value::Undef);
        }
        format!("{value:?}")
    };
    let keys: Vec<String> = data.as_hash().unwrap().keys().map(ToString::to_string).collect();
    assert_eq!(
        keys,
        ["name", "desc", "features", "attributes", "title_patterns", "autorequire", "autonotify", "vendor"]
    );
    assert_eq!(get(&["name"]), "'software'");
    assert_eq!(get(&["features"]), "['canonicalize', 'supports_noop', 'own_feature']");
    assert_eq!(get(&["vendor"]), "{'contact' => 'a@example.com', 'since' => 3}");
    assert_eq!(get(&["autorequire"]), "{'file' => ['$config.file', '${cache}/lock']}");
    assert_eq!(
        get(&["title_patterns"]),
        r"[{'pattern' => '\A(?<package>.*)/(?<manager>[^/]*)\z', 'desc' => 'the package and its manager'}, {'pattern' => '\A(?<package>.*)\z'}]"
    );
    assert_eq!(
        get(&["attributes", "package"]),
        "{'type' => 'String[1]', 'desc' => 'What it is called', 'behaviour' => 'namevar', 'array_matching' => 'all'}"
    );
    assert_eq!(
        get(&["attributes", "size"]),
        "{'type' => 'Integer', 'desc' => 'How large it is', 'behaviour' => 'read_only', 'lazy' => true}"
    );
    assert_eq!(
        get(&["attributes", "token"]),
        "{'type' => 'String', 'desc' => 'The password', 'behaviour' => 'parameter', 'default_redacted' => true, \
         'sensitive' => true}"
    );
}

#[test]
fn the_data_reads_back_as_the_same_definition() {
    let once = describe::json(&definition(SOFTWARE));
    let written = pcore::json::write(&once).expect("plain data");
    let again = TypeDefinition::from_value(&pcore::json::parse(&written).unwrap()).expect("a definition");
    assert_eq!(describe::json(&again), once);
    assert_eq!(describe::text(&again).replace("\n    Has a secret default.", ""), {
        describe::text(&definition(SOFTWARE)).replace("\n    Has a secret default.", "")
    });
}

#[test]
fn a_pattern_with_options_keeps_them() {
    use pcore::regexp::{Regexp, RegexpOptions};
    let options = RegexpOptions { ignore_case: true, ..RegexpOptions::default() };
    let pattern = Value::hash([("pattern".into(), Regexp::with_options("(?<name>a/b)", options).unwrap().into())]);
    let mut raw = pcore::yaml::parse("{name: t, attributes: {name: {type: String, behaviour: namevar}}}").unwrap();
    if let Value::Hash(hash) = &mut raw {
        std::sync::Arc::make_mut(hash).insert("title_patterns".into(), Value::array([pattern]));
    }
    let data = describe::json(&TypeDefinition::from_value(&raw).unwrap());
    let again = TypeDefinition::from_value(&data).unwrap();
    assert!(again.title_patterns().unwrap()[0].pattern.is_match("A/B").unwrap());
}

#[test]
fn the_object_type_prints_and_reads_back() {
    let object = describe::object(&definition(SOFTWARE)).expect("names that an Object can have");
    let text = object.to_string();
    assert!(text.starts_with("Object[{name => 'Software', attributes => {"), "{text}");
    for part in [
        "'ensure' => {type => Enum['absent', 'present'], value => 'present'}",
        "'package' => String[1]",
        "'manager' => {type => Optional[String], value => undef}",
        "'size' => {type => Integer, kind => derived}",
        "'token' => {type => String, kind => given_or_derived}",
        "'config' => {type => Hash[String, String], value => {'file' => '/etc/x'}}",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let again = parse_type(&text).expect("a type");
    assert_eq!(again.to_string(), text);
    assert!(again.accepts(&object) && object.accepts(&again));
}

#[test]
fn a_name_that_no_object_can_have_is_an_error() {
    let shouting = definition("{name: t, attributes: {NAME: {type: String, behaviour: namevar}}}");
    assert!(describe::object(&shouting).is_err());
}

#[test]
fn no_form_shows_a_secret() {
    let mut raw = pcore::yaml::parse(SOFTWARE).unwrap();
    let secret = || Value::sensitive("hunter2".into());
    let attribute = Value::hash([
        ("type".into(), "Hash[String, Sensitive[String]]".into()),
        ("default".into(), Value::hash([("inner".into(), secret())])),
        ("old".into(), Value::array([secret()])),
    ]);
    if let Value::Hash(hash) = &mut raw {
        let hash = std::sync::Arc::make_mut(hash);
        hash.insert("custom".into(), Value::hash([("password".into(), secret())]));
        if let Value::Hash(attributes) = hash.entry("attributes".into()) {
            std::sync::Arc::make_mut(attributes).insert("credentials".into(), attribute);
        }
    }
    let definition = TypeDefinition::from_value(&raw).unwrap();
    let shown = [
        describe::text(&definition),
        pcore::json::write(&describe::json(&definition)).unwrap(),
        pcore::json::write(&describe::schema(&definition)).unwrap(),
        describe::object(&definition).unwrap().to_string(),
    ];
    for form in &shown {
        assert!(form.contains("credentials") && !form.contains("hunter2"), "{form}");
    }
    assert!(shown[1].contains(r#""custom":{"password":"Sensitive [value redacted]"}"#), "{}", shown[1]);
}

#[test]
fn no_form_shows_a_secret_inside_of_an_object() {
    let object = parse_type("Object[{name => 'Login', attributes => {'key' => Sensitive[String]}}]").unwrap();
    let Type::Object(Some(object)) = object else { panic!("it is one") };
    let login = || Value::from(object.instantiate(&[Value::sensitive("hunter2".into())]).unwrap());
    let definition = TypeDefinition::builder("vault")
        .desc("d")
        .attribute("name", Attribute::builder("String").desc("n").namevar())
        .attribute("login", Attribute::builder("Any").desc("l").default(login()).extra("old", Value::array([login()])))
        .extra("master", login())
        .build()
        .unwrap();
    let shown = [
        describe::text(&definition),
        pcore::json::write(&describe::json(&definition)).unwrap(),
        pcore::json::write(&describe::schema(&definition)).unwrap(),
        describe::object(&definition).unwrap().to_string(),
    ];
    for form in &shown {
        assert!(form.contains("login") && !form.contains("hunter2"), "{form}");
    }
    assert!(!format!("{:?}", crate::render::redact(&login())).contains("hunter2"));
    assert!(pcore::json::write(&crate::render::redact(&login())).is_ok());
}

#[test]
fn what_a_manifest_may_write_is_shown_beside_the_type() {
    let text = "{name: tt, desc: d, attributes: {aa: {type: Integer, desc: a, behaviour: namevar,
        accepts: 'Variant[Integer, String]', states: [absent], sensitive: when_wrapped}}}";
    let definition = TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap();
    assert!(describe::text(&definition).contains("a (a Integer; a manifest may write Variant[Integer, String])"));
    let data = describe::json(&definition);
    let again = TypeDefinition::from_value(&data).unwrap();
    assert_eq!(describe::json(&again), data);
    assert!(format!("{data:?}").contains("'sensitive' => 'when_wrapped'"), "{data:?}");
    let schema = pcore::json::write(&describe::schema(&definition)).unwrap();
    assert!(schema.contains(r#""type":["integer","string"]"#), "{schema}");
}
