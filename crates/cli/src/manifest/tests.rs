use super::*;

fn one(attributes: &str) -> Vec<(EcoString, Value)> {
    let mut declarations = read(&format!("note {{ 'a':\n{attributes}\n}}")).unwrap();
    assert_eq!(declarations.len(), 1);
    declarations.remove(0).attributes
}

fn value(literal: &str) -> Value {
    one(&format!("v => {literal}")).remove(0).1
}

fn refused(text: &str) -> (String, usize, usize) {
    let Mistake { message, line, column } = read(text).unwrap_err();
    (message, line, column)
}

#[test]
fn literals_are_read_as_puppet_reads_them() {
    assert_eq!(value(r"'it\'s \n \\'"), Value::from(r"it's \n \"));
    assert_eq!(value(r#""a\tb\n\u{e9}\u00e9\$x \"q\"""#), Value::from("a\tb\néé$x \"q\""));
    assert_eq!(value("0x1f"), Value::from(31));
    assert_eq!(value("0644"), Value::from(420));
    assert_eq!(value("-12"), Value::from(-12));
    assert_eq!(value("1.5e3"), Value::from(1500.0));
    assert_eq!(value("true"), Value::Boolean(true));
    assert_eq!(value("undef"), Value::Undef);
    assert_eq!(value("present"), Value::from("present"));
    assert_eq!(value("[1, 'a',]"), Value::array([1.into(), "a".into()]));
    assert_eq!(format!("{:?}", value("{ 'a' => [], b => {} }")), "{'a' => [], 'b' => {}}");
}

#[test]
fn comments_and_several_resources_are_fine() {
    let text = "# first\nnote { 'a': ensure => present, # yes\n# ro => 1, # Read Only\n }\nA::b { 'c':; 'd': x => 1 }";
    let names: Vec<String> = read(text).unwrap().iter().map(|d| format!("{}/{}", d.type_name, d.title)).collect();
    assert_eq!(names, ["note/a", "a::b/c", "a::b/d"]);
    assert_eq!(read(" \n# nothing"), Ok(vec![]));
}

#[test]
fn mistakes_have_a_place() {
    assert_eq!(refused("note 'a'"), ("expected '{' behind the type, found '''".into(), 1, 6));
    assert_eq!(refused("note { 'a':\n  x = 1 }"), ("expected '=>' behind 'x', found '='".into(), 2, 5));
    assert_eq!(refused("note { 'a': x => $y }"), ("variables cannot be used here; write the value".into(), 1, 18));
    assert_eq!(refused("note { 'a': x => 'é"), ("the string has no end".into(), 1, 18));
    assert_eq!(refused("note { 'é': x => 12z }"), ("'12z' is no number".into(), 1, 18));
    assert_eq!(refused("note { 'a': x => 1, x => 2 }"), ("'x' is given twice".into(), 1, 21));
    assert_eq!(refused("note { 'a': x => 1"), ("expected ',', ';' or '}', found the end of the text".into(), 1, 19));
    assert_eq!(refused("note { 1: }"), ("a title is a string".into(), 1, 8));
    assert_eq!(refused("note { 'a': x => String }").0, "'String' is no literal value");
    assert_eq!(refused(r#"note { 'a': x => "a\qb" }"#), (r"'\q' is no escape".into(), 1, 20));
    assert_eq!(refused(&format!("note {{ 'a': x => {}", "[".repeat(10_000))).0, "the value is nested too deeply");
}
