//! `bunraku describe`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    binary::{Run, assert_error, bunraku, bunraku_with_input, run},
    readme::examples,
};

const TYPES: &str = r"
attribute_groups:
  lifetime:
    ensure: {type: 'Enum[present, absent]', desc: Whether it is there, default: present}
types:
  - name: note
    desc: A note on disk.
    include: [lifetime]
    attributes:
      name: {type: 'String[1]', desc: What it is called, behaviour: namevar}
      text: {type: 'Optional[String]', desc: What it says}
  - name: paper
    desc: What notes are written on.
    attributes:
      size: {type: 'Enum[a4, a5]', desc: How large it is, behaviour: namevar}
";

/// Runs `bunraku describe FILE …` on a file with this name and text.
fn describe(name: &str, text: &str, arguments: &[&str]) -> Run {
    let directory = tempfile::tempdir().expect("a directory");
    let file: PathBuf = directory.path().join(name);
    fs::write(&file, text).expect("the file is written");
    let mut all = vec!["describe", file.to_str().expect("a path in UTF-8")];
    all.extend(arguments);
    bunraku(&all)
}

#[track_caller]
fn json(run: &Run) -> serde_json::Value {
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    serde_json::from_str(&run.stdout).expect("it is JSON")
}

// Requirement: TD-6, CLI-12
#[test]
fn types_are_described_for_people() {
    let run = describe("types.yaml", TYPES, &["note"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(
        run.stdout,
        "\
note
====
A note on disk.

Attributes
----------

- **ensure**
    Whether it is there (a Enum[present, absent])
    Defaults to 'present'.

- **name** (*namevar*)
    What it is called (a String[1])

- **text**
    What it says (a Optional[String])
"
    );
    let both = describe("types.yaml", TYPES, &[]);
    assert!(both.stdout.contains("Optional[String])\n\npaper\n=====\n"), "{}", both.stdout);
}

#[test]
fn types_are_described_as_data() {
    let all = json(&describe("types.yaml", TYPES, &["--format", "json"]));
    assert_eq!(all["types"][1]["name"], "paper");
    assert_eq!(all["types"][0]["attributes"]["name"]["behaviour"], "namevar");
    let one = json(&describe("types.yaml", TYPES, &["NOTE", "--format", "json"]));
    assert_eq!(one, all["types"][0]);
    // The output can be read back, including groups of attributes.
    let again = json(&describe("all.json", &all.to_string(), &["--format", "json"]));
    assert_eq!(again, all);
}

#[test]
fn a_type_becomes_a_json_schema() {
    let schema = json(&describe("types.yaml", TYPES, &["note", "--format", "schema"]));
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["properties"]["name"]["minLength"], 1);
    assert_eq!(schema["additionalProperties"], false);
    let several = describe("types.yaml", TYPES, &["--format", "schema"]);
    assert_error(&several, "types.yaml defines 2 types, but a schema is for one");
    assert_error(&several, "hint: name one of them after the file: note, paper");
}

#[test]
fn types_become_object_types() {
    let run = describe("types.yaml", TYPES, &["--format", "pcore"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(
        run.stdout,
        "Object[{name => 'Note', attributes => {'ensure' => {type => Enum['absent', 'present'], value => 'present'}, \
         'name' => String[1], 'text' => {type => Optional[String], value => undef}}}]\n\
         Object[{name => 'Paper', attributes => {'size' => Enum['a4', 'a5']}}]\n"
    );
    let shouting = "{name: t, desc: d, attributes: {NAME: {type: String, desc: n, behaviour: namevar}}}";
    assert_error(&describe("t.yaml", shouting, &["--format", "pcore"]), "error: 't' cannot be a Pcore Object type: ");
}

#[test]
fn definitions_come_from_stdin_too() {
    let yaml = "{name: t, desc: d, attributes: {name: {type: String, desc: n, behaviour: namevar}}}";
    assert!(bunraku_with_input(&["describe", "-"], &format!("---\n{yaml}")).stdout.starts_with("t\n=\nd\n"));
    let json = json(&bunraku_with_input(&["describe", "-", "--format", "json"], TYPES));
    assert_eq!(bunraku_with_input(&["describe", "-", "note"], &json.to_string()).code, 0);
}

#[test]
fn aliases_may_be_used_in_attributes() {
    let yaml = "{name: t, desc: d, attributes: {port: {type: 'My::Port', desc: n, behaviour: namevar}}}";
    let arguments = ["--alias", "My::Port=Integer[1, 65535]", "--format", "schema"];
    let schema = json(&describe("t.yaml", yaml, &arguments));
    assert!(schema.to_string().contains("65535"), "{schema}");
}

#[test]
fn doubts_are_warnings() {
    let yaml = "{name: t, attributes: {name: {type: String, desc: n, behaviour: namevar}}}";
    let run = describe("t.yaml", yaml, &[]);
    assert_eq!(run.code, 0);
    assert_eq!(run.stderr, "Warning: `t` has no documentation, add it using a `desc` key\n");
    assert!(run.stdout.starts_with("t\n=\n\nAttributes\n"), "{}", run.stdout);
}

#[test]
fn errors_point_at_their_location() {
    let yaml = "\
name: note
desc: A note
attributes:
  name: {type: 'String[', desc: n, behaviour: namevar}
";
    let run = describe("note.yaml", yaml, &[]);
    assert_error(&run, "The type of the `name` attribute `String[` could not be parsed: Syntax error at end of input");
    assert_error(&run, "note.yaml:4:16");
    assert_error(&run, "4 |   name: {type: 'String[', desc: n, behaviour: namevar}\n  |                ^");
    let run = describe("note.yaml", yaml, &["--format", "json"]);
    let error: serde_json::Value = serde_json::from_str(&run.stderr).expect("it is JSON");
    assert_eq!((run.code, &error["error"]["line"], &error["error"]["column"]), (2, &4.into(), &16.into()));
}

#[test]
fn every_invalid_type_is_reported() {
    let yaml = "types: [{name: a, desc: a, attributes: 1}, {name: b, desc: b, attributes: 2}]";
    let run = describe("two.yaml", yaml, &[]);
    assert_error(&run, "`a.attributes` must be a hash, not `Integer`");
    assert_error(&run, "`b.attributes` must be a hash, not `Integer`");
    let run = describe("two.yaml", yaml, &["--format", "json"]);
    let error: serde_json::Value = serde_json::from_str(&run.stderr).expect("it is JSON");
    assert_eq!(error["error"]["others"][0]["message"], "`b.attributes` must be a hash, not `Integer`");
}

#[test]
fn a_second_location_is_shown() {
    let yaml = "\
attribute_groups:
  one: {text: {type: String, desc: t}}
types:
  - name: note
    desc: A note
    include: [one]
    attributes:
      text: {type: String, desc: t}
";
    let run = describe("note.yaml", yaml, &[]);
    assert_error(&run, "attribute 'text' is defined here and in the group 'one'");
    assert_error(&run, "8 |       text: {type: String, desc: t}");
    assert_error(&run, "2 |   one: {text: {type: String, desc: t}}");
}

#[test]
fn a_secret_default_is_never_shown() {
    let attribute = |data_type: &str| {
        format!(
            "{{name: t, desc: d, attributes: {{name: {{type: String, desc: n, behaviour: namevar}}, \
                 token: {{type: {data_type}, desc: s, sensitive: true, default: hunter2}}}}}}"
        )
    };
    // A Sensitive type is secret without being marked.
    for data_type in ["'Sensitive[String]'", "'Optional[Sensitive]'", "Secret"] {
        let text = attribute(data_type).replace("sensitive: true, ", "");
        let run = describe("t.yaml", &text, &["--alias", "Secret=Sensitive[String]"]);
        assert_error(&run, "t.yaml");
        assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
    }
    for format in ["text", "json", "schema", "pcore"] {
        let run = describe("t.yaml", &attribute("String"), &["--format", format]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.contains("token") && !run.stdout.contains("hunter2"), "{}", run.stdout);
        // A default that does not fit, an invalid type, and a text that is not YAML.
        let broken = attribute("String") + "}";
        for text in [attribute("Integer"), attribute("'String['"), broken] {
            let run = describe("t.yaml", &text, &["--format", format]);
            assert_error(&run, "t.yaml");
            assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
        }
    }
}

#[test]
fn an_operand_that_is_not_a_file_is_reported() {
    let run = bunraku(&["describe", "apt_key.yaml"]);
    assert_error(&run, "error: no such file: 'apt_key.yaml'");
    assert_error(&run, "or the name of a type");
    assert_error(&describe("types.yaml", TYPES, &["nothing"]), "error: no type 'nothing' in ");
    assert_error(&describe("types.yaml", TYPES, &["nothing"]), "hint: its types are: note, paper");
    assert_error(&bunraku(&["describe", "/"]), "cannot read /: ");
    assert_error(&bunraku(&["describe", "/"]), "hint: use a YAML or JSON file");
    assert_error(&describe("none.yaml", "types: []", &[]), "none.yaml defines no types\nhint: list definitions under");
    assert_error(&describe("empty.yaml", "", &[]), "empty.yaml");
}

#[test]
fn invalid_utf8_is_reported_with_its_location() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("t.yaml");
    fs::write(&file, b"name: t\ndesc: gr\xfc\xdfe\n").expect("the file is written");
    let file = file.to_str().expect("a path in UTF-8");
    let run = bunraku(&["describe", file]);
    assert_error(&run, "t.yaml:2:9: the text is not UTF-8\nhint: definitions are YAML or JSON; save the file as UTF-8");
    let run = bunraku(&["describe", file, "--format", "json"]);
    let error: serde_json::Value = serde_json::from_str(&run.stderr).expect("it is JSON");
    assert_eq!((&error["error"]["line"], &error["error"]["column"]), (&2.into(), &9.into()));
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let yaml = "name: t\ndesc: d\nattributes:\n  name: {type: String, desc: n, behaviour: namevar}\n";
    for text in [yaml.to_owned(), json(&describe("t.yaml", yaml, &["--format", "json"])).to_string()] {
        let run = describe("t", &format!("\u{feff}{text}"), &[]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    }
}

#[test]
fn the_location_in_a_very_long_line_is_that_of_the_file() {
    let json = format!(r#"{{"name": "t", "desc": "{}", "attributes": 5}}"#, "d".repeat(30_000));
    let run = describe("t.json", &json, &[]);
    assert_error(&run, "t.json:1:30041: `t.attributes` must be a hash, not `Integer`");
    assert!(run.stderr.len() < 2_000, "{}", run.stderr);
}

#[test]
fn files_that_never_end_are_not_read_to_the_end() {
    assert_error(&bunraku(&["describe", "/dev/zero"]), "/dev/zero");
}

#[test]
fn help_shows_the_formats() {
    let help = bunraku(&["describe", "--help"]).stdout;
    for word in ["text", "json", "schema", "pcore", "exit code 2", "--alias"] {
        assert!(help.contains(word), "'{word}' is not in: {help}");
    }
}

#[test]
fn the_examples_of_the_manual_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let manual = fs::read_to_string(root.join("docs/describe-command.md")).expect("there is a manual");
    let (_, yaml) = manual.split_once("```yaml\n").expect("an example in YAML");
    let directory = tempfile::tempdir().expect("a directory");
    let example = yaml.split("```").next().unwrap_or_default();
    fs::write(directory.path().join("note.yaml"), example).expect("the file is written");
    let binaries = Path::new(env!("CARGO_BIN_EXE_bunraku")).parent().expect("the binary has a folder");
    let path = format!("{}:{}", binaries.display(), env::var("PATH").unwrap_or_default());
    let examples = examples(&manual);
    assert_eq!(examples.len(), 2);
    for (command, expected) in examples {
        let run = run(Command::new("sh").args(["-c", &command]).current_dir(&directory).env("PATH", &path), "");
        assert_eq!(format!("{}{}", run.stdout, run.stderr), expected, "for {command}");
    }
}

#[test]
fn types_of_the_program_are_found_by_their_names() {
    let list = bunraku(&["describe", "--list"]);
    assert_eq!(list.code, 0);
    assert!(list.stdout.starts_with("These are the types known to puppet:\n"));
    assert!(list.stdout.contains("\nfile            - Manages files: "), "{}", list.stdout);
    assert!(list.stdout.contains("\nnotify          - Says something in the log, at every run\n"), "{}", list.stdout);
    let notify = bunraku(&["describe", "Notify"]);
    assert!(notify.stdout.contains("notify\n======\n"), "{}", notify.stdout);
    let json = bunraku(&["describe", "notify", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&json.stdout).expect("it is JSON");
    assert_eq!(document["types"][0]["name"], "notify");
    let unknown = bunraku(&["describe", "nosuch"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (0, "Unknown type nosuch\n"));
}
