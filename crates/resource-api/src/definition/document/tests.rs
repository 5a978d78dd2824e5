//! Documents with one and several types, shared attributes, and errors at known locations.

use diagnostics::Source;
use pcore::{NoNames, TypeRegistry};

use super::{DocumentError, Format, MAX_BYTES, MAX_PROBLEMS, read};
use crate::{Behaviour, TypeDefinition};

fn yaml(text: &str) -> Result<Vec<TypeDefinition>, DocumentError> {
    read(&Source::new("types.yaml", text), Format::Yaml, &NoNames)
}

fn json(text: &str) -> Result<Vec<TypeDefinition>, DocumentError> {
    read(&Source::new("types.json", text), Format::Json, &NoNames)
}

/// Asserts the diagnostics of a document, including hints and labels.
#[track_caller]
fn check(outcome: Result<Vec<TypeDefinition>, DocumentError>, expected: &str) {
    let error = outcome.unwrap_err();
    let mut found = error.to_string();
    for diagnostic in &error.diagnostics {
        for label in &diagnostic.labels {
            let at = error.source.position(label.span.start);
            found += &format!("\n  {}:{}: {}", at.line, at.column, label.text);
        }
        for hint in &diagnostic.hints {
            found += &format!("\n  hint: {hint}");
        }
    }
    assert_eq!(found, expected);
}

fn names(definition: &TypeDefinition) -> Vec<&str> {
    definition.attributes().map(|attribute| attribute.name().as_str()).collect()
}

const SHARED: &str = "\
attribute_groups:
  ownership:
    owner: {type: 'Optional[String]', desc: Who owns it}
    group: {type: 'Optional[String]', desc: Whose group it is}
  common:
    ensure: {type: 'Enum[present, absent]', desc: Whether it is there}
    name: {type: 'String[1]', desc: What it is called, behaviour: namevar}
types:
  - name: note
    desc: A note
    include: [common, ownership]
    attributes:
      text: {type: String, desc: What it says}
  - name: folder
    desc: A folder
    include: [common]
  - name: lone
    desc: One that shares nothing
    attributes:
      id: {type: Integer, desc: Its number, behaviour: namevar}
";

#[test]
fn a_document_may_be_one_definition() {
    let definitions =
        yaml("name: tt\ndesc: d\nattributes:\n  id: {type: String, desc: x, behaviour: namevar}\n").unwrap();
    assert_eq!(definitions.len(), 1);
    assert_eq!(definitions[0].name(), "tt");
}

#[test]
fn types_share_groups_of_attributes() {
    let definitions = yaml(SHARED).unwrap();
    assert_eq!(
        definitions.iter().map(|definition| definition.name().as_str()).collect::<Vec<_>>(),
        ["note", "folder", "lone"]
    );
    assert_eq!(names(&definitions[0]), ["ensure", "name", "owner", "group", "text"]);
    assert_eq!(names(&definitions[1]), ["ensure", "name"]);
    assert_eq!(names(&definitions[2]), ["id"]);
    assert!(definitions[0].is_ensurable());
    assert_eq!(definitions[1].attribute("name").unwrap().behaviour(), Behaviour::Namevar);
    assert_eq!(definitions[1].attribute("name").unwrap().qualified_name(), "folder.name");
    assert!(definitions.iter().all(|definition| definition.messages().is_empty()));
}

#[test]
fn json_has_the_same_shape() {
    let value = pcore::yaml::parse(SHARED).unwrap();
    let text = pcore::json::write_pretty(&value).unwrap();
    let definitions = json(&text).unwrap();
    assert_eq!(names(&definitions[0]), ["ensure", "name", "owner", "group", "text"]);
    assert_eq!(definitions.len(), 3);
}

#[test]
fn a_file_may_hold_several_documents() {
    let one = "name: a\ndesc: d\nattributes: {}\n";
    let definitions = yaml(&format!("{one}---\n{SHARED}---\n{}", one.replace("name: a", "name: b"))).unwrap();
    assert_eq!(definitions.len(), 5);
    assert_eq!(definitions[4].name(), "b");
}

#[test]
fn aliases_of_modules_are_known() {
    let aliases = TypeRegistry::default();
    aliases.add("Port", "Integer[1, 9]");
    let source = Source::new("x", "name: tt\ndesc: d\nattributes: {id: {type: Port, desc: x, behaviour: namevar}}\n");
    let definitions = read(&source, Format::Yaml, &aliases).unwrap();
    assert!(definitions[0].attribute("id").unwrap().check(&10.into()).is_err());
}

#[test]
fn an_error_points_at_the_value_that_is_wrong() {
    check(
        yaml("name: tt\ndesc: d\nattributes:\n  é: {desc: ü, type: 'String['}\n"),
        "types.yaml:4:22: The type of the `é` attribute `String[` could not be parsed: Syntax error at end of input\n  \
         hint: expected a type or a value",
    );
    check(
        yaml("name: tt\ndesc: d\nattributes:\n  aa:\n    type: String\n    behavior: foo\n"),
        "types.yaml:6:15: `foo` is not a valid behaviour value\n  \
         hint: use namevar, parameter, read_only or init_only, or omit it for a property",
    );
    check(
        yaml("name: tt\ndesc: d\nattributes:\n  aa:\n    desc: x\n"),
        "types.yaml:5:5: `tt.aa` has no type\n  hint: add the type of its values, for example type: Optional[String]",
    );
    let text = "name: tt\ndesc: d\nattributes: {}\ntitle_patterns:\n  - {pattern: a}\n  - 5\n";
    let error = yaml(text).unwrap_err().to_string();
    assert!(error.starts_with("types.yaml:6:5: `tt.title_patterns[1]` must be a hash"), "{error}");
    let text = "name: tt\ndesc: d\nattributes: {}\nautonotify: {file: a}\nautobefore: 5\n";
    check(yaml(text), "types.yaml:5:13: `:autobefore` must be a hash, not `Integer`");
}

#[test]
fn an_error_in_json_points_at_its_location() {
    check(
        json("{\n\t\"name\": \"tt\",\n\t\"desc\": \"d\",\n\t\"attributes\": {\"aa\": {\"type\": 5}}\n}\n"),
        "types.json:4:32: `tt.aa` must have a type that is a String, not `Integer`",
    );
    check(json("{\"name\": \"tt\",\n \"desc\" 1}"), "types.json:2:9: expected `:`");
    check(
        json("[1, 2]"),
        "types.json:1:1: Puppet::ResourceApi::TypeDefinition must be a Hash, not `Array`\n  hint: write a map with the keys name, desc and attributes",
    );
}

#[test]
fn every_type_of_a_document_is_checked() {
    let text =
        "types:\n  - name: a\n    desc: d\n    attributes: 1\n  - name: b\n    desc: d\n    attributes: {}\n  - 5\n";
    check(
        yaml(text),
        "types.yaml:4:17: `a.attributes` must be a hash, not `Integer`\n\
         types.yaml:8:5: Puppet::ResourceApi::TypeDefinition must be a Hash, not `Integer`\n  hint: write a map with the keys name, desc and attributes",
    );
}

#[test]
fn the_number_of_reported_problems_is_limited() {
    let error = yaml(&format!("types:\n{}", "  - 5\n".repeat(MAX_PROBLEMS + 1))).unwrap_err();
    assert_eq!(error.diagnostics.len(), MAX_PROBLEMS);
}

#[test]
fn a_type_that_is_defined_twice_is_shown_with_both_locations() {
    let expected = "the type 'note' is defined twice\n  9:11: first here\n  \
                    hint: rename one of them, or remove it";
    check(yaml(&SHARED.replace("name: folder", "name: note")), &format!("types.yaml:14:11: {expected}"));
    let two = format!("{SHARED}---\nname: note\ndesc: Another note\nattributes: {{}}\n");
    check(yaml(&two), &format!("types.yaml:22:7: {expected}"));
}

#[test]
fn a_dump_of_an_error_does_not_hold_the_document() {
    let text = "name: tt\ndesc: d\nattributes:\n  aa: {type: Integer, desc: a, sensitive: true, default: hunter2}\n";
    let error = yaml(text).unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(!error.to_string().contains("hunter2"), "{error}");
}

#[test]
fn an_error_in_a_shared_attribute_points_at_the_group() {
    let text = SHARED.replace("'String[1]'", "'String['");
    let error = yaml(&text).unwrap_err();
    assert_eq!(error.diagnostics.len(), 2);
    assert!(error.to_string().starts_with("types.yaml:7:18: The type of the `name` attribute `String[`"), "{error}");
}

#[test]
fn an_attribute_that_is_defined_twice_is_shown_with_both_locations() {
    check(
        yaml(&SHARED.replace("      text:", "      owner:")),
        "types.yaml:13:14: attribute 'owner' is defined here and in the group 'ownership'\n  \
         3:5: in the group 'ownership'\n  hint: rename one of them, or remove it",
    );
    check(
        yaml(&SHARED.replace("    group:", "    ensure:")),
        "types.yaml:11:14: attribute 'ensure' is defined by both of the groups 'common' and 'ownership'\n  \
         6:5: in the group 'common'\n  4:5: in the group 'ownership'\n  \
         hint: rename one of them, or remove it",
    );
}

#[test]
fn an_unknown_group_is_reported_with_the_known_ones() {
    check(
        yaml(&SHARED.replace("include: [common]", "include: [commons]")),
        "types.yaml:16:15: there is no attribute group 'commons'\n  \
         hint: the groups of this document are 'ownership', 'common'",
    );
    check(
        yaml("name: tt\ndesc: d\ninclude: [x]\nattributes: {}\n"),
        "types.yaml:3:11: there is no attribute group 'x'\n  \
         hint: the document has no attribute groups; define them under `attribute_groups`",
    );
}

#[test]
fn wrong_shapes_are_reported() {
    for (text, expected) in [
        (
            "types: {}\n",
            "types.yaml:1:8: `types` must be an array of definitions, not `Hash`\n  hint: list the definitions under `types`, each with name, desc and attributes",
        ),
        (
            "attribute_groups: {}\n",
            "types.yaml:1:1: `types` must be an array of definitions, not `NilClass`\n  hint: list the definitions under `types`, each with name, desc and attributes",
        ),
        (
            "types: []\nattribute_groups: [a]\n",
            "types.yaml:2:19: `attribute_groups` must be a hash of groups, not `Array`",
        ),
        (
            "types: []\nattribute_groups: {a: b}\n",
            "types.yaml:2:23: `attribute_groups.a` must be a hash of attributes, not `String`",
        ),
        (
            "types: []\nattribute_groups: {1: {}}\n",
            "types.yaml:2:19: `attribute_groups` must have names as keys, not `Integer`",
        ),
        (
            "name: tt\ndesc: d\ninclude: x\nattributes: {}\n",
            "types.yaml:3:10: `include` must be an array of attribute groups, not `String`",
        ),
        (
            "name: tt\ndesc: d\ninclude: [{}]\nattributes: {}\n",
            "types.yaml:3:11: `include` must contain names of attribute groups, not `Hash`",
        ),
        ("desc: d\n", "types.yaml:1:1: Puppet::ResourceApi::TypeDefinition must have a name"),
        (
            "just a text\n",
            "types.yaml:1:1: Puppet::ResourceApi::TypeDefinition must be a Hash, not `String`\n  hint: write a map with the keys name, desc and attributes",
        ),
        (
            "name: tt\ndesc: d\ninclude: []\nattributes: 5\n",
            "types.yaml:4:13: `tt.attributes` must be a hash, not `Integer`",
        ),
    ] {
        check(yaml(text), expected);
    }
}

#[test]
fn invalid_yaml_is_reported_with_its_location() {
    check(
        yaml("name: tt\ndesc: a: b\n"),
        "types.yaml:2:8: mapping values are not allowed in this context\n  hint: look at the indentation, and at quotes, brackets and colons before this location",
    );
    check(yaml("name: *x\n"), "types.yaml:1:7: Unknown alias: x");
    check(yaml(""), "types.yaml:1:1: the document is empty\n  hint: write a definition with name, desc and attributes");
    check(
        yaml("---\n"),
        "types.yaml:2:1: Puppet::ResourceApi::TypeDefinition must be a Hash, not `NilClass`\n  hint: write a map with the keys name, desc and attributes",
    );
}

#[test]
fn a_duplicate_key_is_reported_with_both_locations() {
    check(
        yaml("name: tt\ndesc: d\nattributes:\n  aa: {type: String}\n  aa: {type: Integer}\n"),
        "types.yaml:5:3: duplicate key 'aa'\n  4:3: first here\n  hint: keep one of them",
    );
    check(
        json("{\"name\": \"a\",\n \"name\": \"b\"}"),
        "types.json:2:2: duplicate key 'name'\n  1:2: first here\n  hint: keep one of them",
    );
}

#[test]
fn yaml_aliases_are_followed() {
    let text = "templates:\n  - &text {type: String, desc: x, behaviour: namevar}\n\
                name: tt\ndesc: d\nattributes:\n  aa: *text\n  bb:\n    <<: *text\n    behaviour: null\n";
    let definitions = yaml(text).unwrap();
    assert_eq!(names(&definitions[0]), ["aa", "bb"]);
    assert_eq!(definitions[0].attribute("bb").unwrap().behaviour(), Behaviour::Property);
    check(
        yaml(&text.replace("type: String", "type: garbage")),
        "types.yaml:2:18: The type of the `aa` attribute `garbage` is not recognised: The expression <garbage> is not a \
         valid type specification.\n  \
         hint: a type begins with a capital letter, like Integer or Optional[String]",
    );
}

#[test]
fn too_large_and_too_deep_documents_are_refused() {
    let huge = format!("name: tt\n{}", "#\n".repeat(MAX_BYTES / 2));
    assert_eq!(yaml(&huge).unwrap_err().to_string(), "types.yaml:1:1: the document has more than 16777216 bytes");
    let deep = |open: &str, close: &str| {
        format!(
            "{{\"name\": \"tt\", \"desc\": \"d\", \"attributes\": {{}}, \"x\": {}{}}}",
            open.repeat(1000),
            close.repeat(1000)
        )
    };
    assert!(yaml(&deep("[", "]")).unwrap_err().to_string().contains("nested more than 500 levels deep"));
    assert!(json(&deep("[", "]")).unwrap_err().to_string().contains("nested more than 128 levels deep"));
    // Aliases of aliases.
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..9 {
        let below = format!("*a{}, ", level - 1).repeat(10);
        bomb += &format!("a{level}: &a{level} [{below}]\n");
    }
    assert!(yaml(&bomb).unwrap_err().to_string().contains("aliases expand to more than"));
}

#[test]
fn many_types_with_many_attributes_are_read_quickly() {
    let attributes: String =
        (0..2000).map(|index| format!("      a{index}: {{type: 'Optional[String]', desc: x}}\n")).collect();
    let types: String = (0..5)
        .map(|index| {
            format!("  - name: t{index}\n    desc: d\n    attributes:\n      id: {{type: String, desc: x, behaviour: namevar}}\n{attributes}")
        })
        .collect();
    let definitions = yaml(&format!("types:\n{types}")).unwrap();
    assert!(definitions.iter().all(|definition| definition.attributes().len() == 2001));
}

#[test]
fn a_misspelled_key_is_an_error_with_a_suggestion() {
    let text = |keys: &str, field: &str| {
        format!(
            "name: note\ndesc: d\n{keys}attributes:\n  id: {{type: String, desc: i, behaviour: namevar, {field}}}\n"
        )
    };
    check(
        yaml(&text("paralel: true\n", "")),
        "types.yaml:3:10: `note` has the unknown key `paralel`; did you mean `parallel`?",
    );
    check(
        yaml(&text("", "sensitiv: true")),
        "types.yaml:4:61: `note.id` has the unknown key `sensitiv`; did you mean `sensitive`?",
    );
    // Any other key is the provider's.
    assert_eq!(yaml(&text("base_path: /notes\n", "unit: s")).unwrap().len(), 1);
}
