use super::*;

fn parse(text: &str) -> Result<Vec<Declaration>, Diagnostic> {
    read(&Arc::new(Source::new("", text)))
}

fn one(attributes: &str) -> Vec<(EcoString, Value)> {
    let mut declarations = parse(&format!("note {{ 'a':\n{attributes}\n}}")).unwrap();
    assert_eq!(declarations.len(), 1);
    declarations.remove(0).attributes
}

fn value(literal: &str) -> Value {
    one(&format!("v => {literal}")).remove(0).1
}

/// The message of the error, its line and its column.
fn error(text: &str) -> (String, usize, usize) {
    let error = parse(text).unwrap_err();
    let position = Source::new("", text).position(error.span.start);
    (error.message, position.line, position.column)
}

#[test]
fn literals_are_read_as_puppet_reads_them() {
    assert_eq!(value(r"'it\'s \n \\'"), Value::from(r"it's \n \"));
    assert_eq!(value(r#""a\tb\n\u{e9}\u00e9\$x \"q\"""#), Value::from("a\tb\néé$x \"q\""));
    assert_eq!(value("0x1f"), Value::from(31));
    assert_eq!(value("0644"), Value::from(420));
    assert_eq!(value("-12"), Value::from(-12));
    assert_eq!(value("1.5e3"), Value::from(1500.0));
    assert_eq!(value("-1.5"), Value::from(-1.5));
    assert_eq!(value("true"), Value::Boolean(true));
    assert_eq!(value("undef"), Value::Undef);
    assert_eq!(value("present"), Value::from("present"));
    assert_eq!(value("[1, 'a',]"), Value::array([1.into(), "a".into()]));
    assert_eq!(format!("{:?}", value("{ 'a' => [], b => {} }")), "{'a' => [], 'b' => {}}");
}

#[test]
fn comments_and_several_resources_are_fine() {
    let text = "# first\nnote { 'a': ensure => present, # yes\n# ro => 1, # Read Only\n }\na::b { 'c':; 'd': x => 1 }";
    let names: Vec<String> = parse(text).unwrap().iter().map(|d| format!("{}/{}", d.type_name, d.title)).collect();
    assert_eq!(names, ["note/a", "a::b/c", "a::b/d"]);
    assert_eq!(parse(" \n# nothing"), Ok(vec![]));
}

#[test]
fn errors_have_a_location() {
    assert_eq!(error("note { 'a':\n  x = 1 }"), ("Syntax error at '='".into(), 2, 5));
    let no_variables = "variables cannot be used here; write the value";
    assert_eq!(error("note { 'a': x => $y }"), (no_variables.into(), 1, 18));
    assert_eq!(error("note { 'a': x => \"a$y\" }"), (no_variables.into(), 1, 18));
    assert_eq!(error("note { 'a': x => 1, x => 2 }"), ("duplicate attribute 'x'".into(), 1, 21));
    assert_eq!(error("note { 1: }"), ("a title must be a string".into(), 1, 8));
    for text in
        ["note { 'a': x => String }", "note { 'a': x => f() }", "note { 'a': x => 1 + 1 }", "note { 'a': x => -'b' }"]
    {
        assert_eq!(error(text), ("expected a literal value".into(), 1, 18), "{text}");
    }
    for text in ["$x = 1", "@note { 'a': }", "Note { x => 1 }", "include x"] {
        assert_eq!(error(text), ("only resource declarations can be used here".into(), 1, 1), "{text}");
    }
    assert_eq!(error("note { 'a': * => {} }"), ("an attribute is written as NAME => VALUE here".into(), 1, 13));
    assert!(parse(&format!("note {{ 'a': x => {}", "[".repeat(10_000))).is_err());
}
