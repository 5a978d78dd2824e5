//! `bunraku type infer`, `describe` and `schema`.

use crate::binary::{assert_error, bunraku, bunraku_with_input};

#[track_caller]
fn assert_says(arguments: &[&str], expected: &str) {
    let run = bunraku(arguments);
    assert_eq!((run.code, run.stdout.trim_end(), run.stderr.as_str()), (0, expected, ""));
}

#[test]
fn a_type_is_inferred_in_three_degrees_of_detail() {
    let value = "[1, \"a\"]";
    assert_says(&["type", "infer", value], "Tuple[Integer[1, 1], String]");
    assert_says(&["type", "infer", value, "--detail", "reduced"], "Array[ScalarData, 2, 2]");
    assert_says(&["type", "infer", value, "--detail", "generalized"], "Array[ScalarData]");
    let all = bunraku(&["type", "infer", value, "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&all.stdout).expect("it is JSON");
    assert_eq!(answer["generalized"], "Array[ScalarData]");
    assert_eq!(bunraku_with_input(&["type", "infer"], "true").stdout, "Boolean[true]\n");
}

#[test]
fn a_type_is_described_in_words_with_examples() {
    let run = bunraku(&["type", "describe", "Struct[{name => String[1], Optional[mode] => Enum[ro, rw]}]"]);
    assert_eq!(run.code, 0);
    for word in ["name", "required", "mode", "optional", "'ro'", "'rw'"] {
        assert!(run.stdout.contains(word), "'{word}' is not in: {}", run.stdout);
    }
    let json = bunraku(&["type", "describe", "Integer[1, 5]", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&json.stdout).expect("it is JSON");
    assert_eq!(answer["type"], "Integer[1, 5]");
}

#[test]
fn a_type_becomes_a_json_schema() {
    let run = bunraku(&["type", "schema", "Struct[{port => Integer[1, 65535]}]"]);
    let schema: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    assert_eq!(schema["properties"]["port"]["maximum"], 65535);
    assert_eq!(schema["required"][0], "port");
}

#[test]
fn bad_types_are_errors_everywhere() {
    assert_error(&bunraku(&["type", "describe", "Nope"]), "Resource type not found: Nope");
    assert_error(&bunraku(&["type", "schema", "Integer[5, 1]"]), "'from' must be less or equal to 'to'");
    assert_error(&bunraku(&["type", "infer", "{"]), "VALUE:1:");
}

#[test]
fn help_names_every_command_and_exit_code() {
    let help = bunraku(&["type", "--help"]).stdout;
    for command in ["check", "infer", "describe", "schema"] {
        assert!(help.contains(command), "{command}");
    }
    assert!(bunraku(&["type", "check", "--help"]).stdout.contains("exits with 1"));
}
