//! HOCON documents and their values.

use super::parse;

#[track_caller]
fn check(text: &str, expected: &str) {
    let actual = match parse(text) {
        Ok(value) => format!("{value:?}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(actual, expected, "for {text}");
}

#[test]
fn json_and_its_shorter_forms() {
    check(r#"{"a": 1, "b": [true, null, 1.5]}"#, "{'a' => 1, 'b' => [true, undef, 1.5]}");
    check(
        "a = 1\nb: two words  // why\nc { d = x, e = y }\n# end",
        "{'a' => 1, 'b' => 'two words', 'c' => {'d' => 'x', 'e' => 'y'}}",
    );
    check("a = [1\n2, 3,\n]", "{'a' => [1, 2, 3]}");
    check("a.b.c = 1\na.b.d = 2\n\"a.b\" = 3", "{'a' => {'b' => {'d' => 2, 'c' => 1}}, 'a.b' => 3}");
    check("a = \"\"\"x \"y\"\nz\"\"\"", "{'a' => \"x \\\"y\\\"\\nz\"}");
    check("", "{}");
}

#[test]
fn later_values_replace_earlier_ones_and_objects_are_merged() {
    check("a = 1, a = 2", "{'a' => 2}");
    check("a { b = 1, c = 1 }\na { c = 2 }", "{'a' => {'c' => 2, 'b' => 1}}");
    check("a { b = 1 }\na = 5\na { c = 2 }", "{'a' => {'c' => 2}}");
}

#[test]
fn substitutions_find_definitions_in_the_document() {
    check("a = 1, b = ${a}", "{'a' => 1, 'b' => 1}");
    check("b = ${a.c}, a { c = [1] }", "{'b' => [1], 'a' => {'c' => [1]}}");
    check("a = x, b = pre ${a} post", "{'a' => 'x', 'b' => 'pre x post'}");
    check("a = [1], a = ${a} [2], a += 3", "{'a' => [1, 2, 3]}");
    check("base { x = 1 }, a = ${base} { y = 2 }", "{'base' => {'x' => 1}, 'a' => {'y' => 2, 'x' => 1}}");
    check("a { b = 1, c = ${a.b} }", "{'a' => {'b' => 1, 'c' => 1}}");
    check("a = ${?nothing}, b = 1", "{'b' => 1}");
    check("\na = ${nothing}", "the substitution ${nothing} is not defined in the file (line: 2)");
}

#[test]
fn errors_have_the_line() {
    check("a = {", "expected '}', found the end of the file (line: 1)");
    check("a = 1\nb", "expected ':' or '=' after the key 'b' (line: 2)");
    check("a = [1\n, 2", "expected ']', found the end of the file (line: 2)");
    check("a = \"x", "unclosed string (line: 1)");
    check("include \"x\"", "'include' is not supported in data (line: 1)");
    check("a = ${b}, b = ${a}", "the substitution ${a} is not defined in the file (line: 1)");
    check(&"[".repeat(500), "nested more than 128 levels deep (line: 1)");
}

#[test]
fn substitutions_cannot_exhaust_the_machine() {
    let mut text = String::from("a0 = [x,x,x,x,x,x,x,x,x,x]\n");
    for index in 1..20 {
        let before = index - 1;
        text.push_str(&format!("a{index} = [${{a{before}}},${{a{before}}},${{a{before}}},${{a{before}}}]\n"));
    }
    check(&text, "substitutions expand to more than 1000000 values (line: 1)");
    let chain: String = (0..500).map(|index| format!("a{index} = ${{a{}}}\n", index + 1)).collect();
    assert!(parse(&chain).is_err());
}

#[test]
fn repeated_or_deep_definitions_are_fast() {
    let deep = format!("{}=1", vec!["a"; 200_000].join("."));
    assert!(parse(&deep).unwrap_err().to_string().contains("nested more than 128 levels deep"));
    let within = format!("{}{}=1", "a={".repeat(100), vec!["a"; 100].join("."));
    assert!(parse(&within).unwrap_err().to_string().contains("nested more than 128 levels deep"));
    let often: String = (0..100_000).map(|number| format!("a += {number}\n")).collect();
    assert!(parse(&often).unwrap_err().to_string().contains("more than"));
    let some: String = (0..150).map(|number| format!("a += {number}\n")).collect();
    assert_eq!(parse(&some).unwrap().as_hash().unwrap().get_str("a").unwrap().as_array().unwrap().len(), 150);
    let replaced: String = (0..100_000).map(|number| format!("a = {number}\n")).collect();
    assert_eq!(parse(&replaced).unwrap().to_string(), "{a => 99999}");
}

#[test]
fn errors_can_be_redacted() {
    for (text, expected) in [
        ("user = root\n  hunter2\n", "3:1: expected ':' or '=' after a key"),
        ("a = ${hunter2}", "1:5: a substitution cannot be resolved"),
        ("{}\nhunter2", "2:1: expected the end of the file"),
        ("ü = \"hunter2", "1:13: unclosed string"),
    ] {
        let error = parse(text).expect_err("it is wrong");
        assert_eq!(format!("{}:{}: {}", error.line(), error.column(), error.redacted()), expected, "for {text}");
    }
}
