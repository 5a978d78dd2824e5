//! `bunraku type check`.

use crate::binary::{assert_error, assert_refused, assert_silent, bunraku, bunraku_with_input};

#[test]
fn a_value_that_fits_gives_silence() {
    assert_silent(&bunraku(&["type", "check", "Integer[0, 65535]", "443"]));
    assert_silent(&bunraku(&["type", "check", "Integer", "-5"]));
    assert_silent(&bunraku(&["type", "check", "Optional[String]", "null"]));
}

#[test]
fn a_value_that_does_not_fit_is_explained_on_stdout() {
    assert_refused(&bunraku(&["type", "check", "Integer", "\"a\""]), "value expects an Integer value, got String");
}

#[test]
fn several_problems_are_on_lines_of_their_own() {
    assert_refused(
        &bunraku(&["type", "check", "Array[Integer]", "[\"a\", 1, \"b\"]"]),
        " value index 0 expects an Integer value, got String\n  value index 2 expects an Integer value, got String",
    );
}

#[test]
fn a_value_can_come_from_stdin() {
    assert_silent(&bunraku_with_input(&["type", "check", "Array[Integer]", "-"], "[1, 2]\n"));
    assert_silent(&bunraku_with_input(&["type", "check", "Array[Integer]"], "[1, 2]\n"));
}

#[test]
fn rich_data_is_understood() {
    let timestamp = r#"{"__ptype": "Timestamp", "__pvalue": "2020-01-02T03:04:05.000000000 UTC"}"#;
    assert_silent(&bunraku(&["type", "check", "Timestamp['2020-01-01']", timestamp]));
    assert_refused(
        &bunraku(&["type", "check", "Timespan", timestamp]),
        "value expects a Timespan value, got Timestamp",
    );
}

#[test]
fn aliases_can_be_given_and_may_be_recursive() {
    let tree = ["--alias", "Tree=Hash[String, Variant[Leaf, Tree]]", "--alias", "Leaf=Integer[0, 9]"];
    let check = |value: &str| bunraku(&[&["type", "check", "Tree", value][..], &tree].concat());
    assert_silent(&check(r#"{"a": {"b": 7}}"#));
    assert_eq!(check(r#"{"a": {"b": 77}}"#).code, 1);
}

#[test]
fn a_secret_is_never_shown() {
    let secret = r#"{"__ptype": "Sensitive", "__pvalue": "hunter2"}"#;
    for expected in ["Integer", "Sensitive[Integer]", "Enum[a]", "Pattern[/x/]", "Sensitive[Enum[a]]", "Array[String]"]
    {
        for format in ["text", "json"] {
            let run = bunraku(&["type", "check", expected, secret, "--format", format]);
            assert!(!run.stdout.contains("hunter2") && !run.stderr.contains("hunter2"), "{expected}");
        }
    }
    let broken = r#"{"__ptype": "Sensitive", "__pvalue": {"__ptype": "Nope", "__pvalue": "hunter2"}}"#;
    let run = bunraku(&["type", "check", "Any", broken]);
    assert_eq!(run.code, 2);
    assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
}

#[test]
fn json_answers_have_the_same_exit_codes() {
    let fits = bunraku(&["type", "check", "Integer", "1", "--format", "json"]);
    assert_eq!((fits.code, fits.stdout.as_str()), (0, "{\n  \"fits\": true,\n  \"type\": \"Integer\"\n}\n"));
    let refused = bunraku(&["type", "check", "Integer", "true", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&refused.stdout).expect("it is JSON");
    assert_eq!(refused.code, 1);
    assert_eq!(answer["fits"], false);
    assert_eq!(answer["message"], "value expects an Integer value, got Boolean");
}

#[test]
fn a_bad_type_is_an_error_with_its_location() {
    assert_error(&bunraku(&["type", "check", "Integer[", "1"]), "TYPE:1:9");
    assert_error(&bunraku(&["type", "check", "Integer['a']", "1"]), "requires all arguments to be integers");
    assert_error(&bunraku(&["type", "check", "Pattern[/(/]", "\"a\""]), "end pattern with unmatched parenthesis");
    assert_error(&bunraku(&["type", "check", "Array [Integer]", "[]"]), "remove the blank before '['");
    assert_error(&bunraku(&["type", "check", "Hash[String, Intger]", "{}"]), "did you mean 'Integer'?");
    assert_error(&bunraku(&["type", "check", "", "1"]), "Syntax error at end of input");
    assert_error(&bunraku(&["type", "check", "Object[{attributes => {a => Nope}}]", "1"]), "TYPE:1:29");
    assert_error(&bunraku(&["type", "check", "Init[Integer, Nope]", "1"]), "TYPE:1:15");
}

#[test]
fn bad_json_is_an_error_with_its_location() {
    assert_error(&bunraku(&["type", "check", "Any", "[1, 2"]), "VALUE:1:");
    assert_error(&bunraku(&["type", "check", "Any", "alice"]), "a JSON string has double quotes");
    assert_error(&bunraku(&["type", "check", "Any", "99999999999999999999"]), "64");
    assert_error(&bunraku_with_input(&["type", "check", "Any", "-"], ""), "stdin: missing value");
    assert_error(&bunraku_with_input(&["type", "check", "Any", "-"], "[1,"), "stdin:1:");
}

#[test]
fn errors_can_be_json_as_well() {
    let run = bunraku(&["type", "check", "Integer[", "1", "--format", "json"]);
    let error: serde_json::Value = serde_json::from_str(&run.stderr).expect("it is JSON");
    assert_eq!(run.code, 2);
    assert_eq!((&error["error"]["line"], &error["error"]["column"]), (&1.into(), &9.into()));
}

#[test]
fn a_bad_alias_is_an_error() {
    let check = |alias: &str| bunraku(&["type", "check", "Integer", "1", "--alias", alias]);
    assert_error(&check("Port"), "invalid alias");
    assert_error(&check("port=Integer"), "invalid type name");
    assert_error(&check("Port=Integer["), "alias Port:1:9");
    assert_error(&check("Port=Nope"), "Resource type not found: Nope");
    assert_error(&check("Self=Self"), "cannot be resolved to a real type");
}

#[test]
fn unknown_options_are_usage_errors() {
    assert_error(&bunraku(&["type", "check", "Integer", "1", "--nope"]), "--nope");
    assert_eq!(bunraku(&["type", "check"]).code, 2);
}

#[test]
fn an_alias_of_a_taken_name_is_an_error() {
    let check = |aliases: &[&str]| {
        let aliases = aliases.iter().flat_map(|alias| ["--alias", alias]);
        bunraku(&["type", "check", "Integer", "1"].into_iter().chain(aliases).collect::<Vec<_>>())
    };
    assert_error(&check(&["Integer=String"]), "'Integer' is a type of Puppet");
    assert_error(&check(&["Port=String", "Port=Integer"]), "duplicate alias 'Port'");
    assert_silent(&check(&["type My::Port = Integer[0, 65535]"]));
}

#[test]
fn the_location_of_an_unknown_name_is_right_everywhere() {
    assert_error(&bunraku(&["type", "check", "Variant[Integer, Int]", "1"]), "TYPE:1:18");
    assert_error(&bunraku(&["type", "check", "Struct[{'Foo' => Foo}]", "1"]), "TYPE:1:18");
    let far = format!("{}Foo", " ".repeat(500));
    assert_error(&bunraku(&["type", "check", &far, "1"]), "TYPE:1:501");
    let chain = ["--alias", "A=Array[B]", "--alias", "B=Struct[{x => Foo}]"];
    assert_error(&bunraku(&[&["type", "check", "A", "1"][..], &chain].concat()), "alias B:1:14");
    let broken = ["--alias", "P=Array[Q]", "--alias", "Q=Nope["];
    assert_error(&bunraku(&[&["type", "check", "P", "1"][..], &broken].concat()), "alias Q:1:6");
    let typo = ["--alias", "Port=Integer"];
    assert_error(&bunraku(&[&["type", "check", "Array[Prot]", "1"][..], &typo].concat()), "did you mean 'Port'?");
}

#[test]
fn a_secret_inside_another_typed_value_is_not_shown_either() {
    let secret = r#"{"__ptype":"Sensitive","__pvalue":"hunter2("}"#;
    for outer in ["String", "Regexp", "Type", "SemVer", "URI", "Timestamp", "Timespan", "Binary", "Error"] {
        let value = format!(r#"{{"__ptype":"{outer}","__pvalue":{secret}}}"#);
        for expected in ["Enum[x]", "Init[String]", "Integer"] {
            let run = bunraku(&["type", "check", expected, &value]);
            assert!(!run.stdout.contains("hunter2") && !run.stderr.contains("hunter2"), "{outer}: {}", run.stderr);
        }
    }
    for value in [
        r#"{"__ptype":"Regexp","__pvalue":"hunter2"}"#,
        r#"{"__ptype":"Pcore::ClassType","class_name":"hunter2"}"#,
        r#"{"__ptype":"Pcore::ResourceType","type_name":"File","title":"hunter2"}"#,
        r#"{"__ptype":"Pcore::EnumType","values":["hunter2"]}"#,
        r#"{"hunter2": 1}"#,
    ] {
        let value = format!(r#"{{"__ptype":"Sensitive","__pvalue":{value}}}"#);
        for arguments in [&["check", "Sensitive[Integer]"][..], &["infer"]] {
            let run = bunraku(&[&["type"], arguments, &[&value]].concat());
            assert!(!run.stdout.contains("hunter2"), "{}", run.stdout);
        }
    }
}
