//! Locations and messages of the parser's errors.

use super::*;

/// Asserts the message, and the text at the location of the diagnostic.
#[track_caller]
fn check_error(text: &str, message: &str, location: &str) {
    let error = parse_type(text).expect_err("it is not a type");
    assert_eq!((error.message.as_str(), error.span.of(text)), (message, location), "for {text}");
}

#[test]
fn syntax_errors_point_at_what_is_unexpected() {
    check_error("Integer[1 2]", "Syntax error at '2', expected ',' or ']'", "2");
    check_error("Hash[String", "Syntax error at end of input, expected ',' or ']'", "");
    check_error("Struct[{a = 1}]", "Syntax error at '='", "=");
    check_error("Struct[{a, b}]", "Syntax error at ',', expected '=>'", ",");
    check_error("Integer extra", "Syntax error at 'extra', expected the end", "extra");
    check_error("Integer[]", "Syntax error at ']', expected a parameter", "[]");
    check_error("Enum[if]", "Syntax error at 'if'", "if");
    check_error("Enum['a", "Unclosed quote after '", "'");
    check_error("Pattern[/a]", "Unclosed quote after /", "/");
    check_error("Foo::bar", "Illegal fully qualified name 'Foo::bar'", "Foo::bar");
    check_error("Enum[\"${x}\"]", "variables cannot be used here", "$");
    check_error("Enum[\"\\u{110000}\"]", "bad Unicode escape", "\\u");
}

#[test]
fn numbers_are_read_as_in_the_language_and_have_64_bits() {
    let number = |text: &str| parse_literal(text).map_err(|error| error.message);
    assert_eq!(number("0x1F"), Ok(Value::Integer(31)));
    assert_eq!(number("-017"), Ok(Value::Integer(-15)));
    assert_eq!(number("- 5"), Ok(Value::Integer(-5)));
    assert_eq!(number("1.5e-3"), Ok(Value::Float(0.0015)));
    assert_eq!(number("-9223372036854775808"), Ok(Value::Integer(i64::MIN)));
    for (text, message) in [
        ("9223372036854775808", "The number 9223372036854775808 is outside the range of Integer, which has 64 bits"),
        ("08", "Illegal number: '08' is not a valid octal number"),
        ("0xg", "Illegal number: '0xg' is not a valid hexadecimal number"),
        ("1a", "Illegal number: '1a' is not a valid decimal number"),
        ("1e999", "Illegal number: '1e999' is not a valid decimal number"),
    ] {
        assert_eq!(number(text), Err(message.to_owned()));
    }
}

#[test]
fn only_a_type_is_a_type() {
    for text in ["1", "'Integer'", "integer", "[Integer]", "{a => Integer}", "default"] {
        check_error(text, &format!("The expression <{text}> is not a valid type specification."), text);
    }
}

#[test]
fn names_are_found_in_any_case_and_with_leading_colons() {
    for text in ["NotUndef[Integer]", "notundef[Integer]", "NOTUNDEF[INTEGER]", "::NotUndef[::Integer]"] {
        let parsed = parse_type(text).map(|parsed| parsed.to_string());
        let expected = if text.starts_with('n') { None } else { Some("NotUndef[Integer]") };
        assert_eq!(parsed.ok().as_deref(), expected, "{text}");
    }
}

#[test]
fn an_unknown_name_stays_as_it_was_written() {
    let parsed = parse_type("Array[My::Type[1, 'a']]").expect("it is a type");
    assert_eq!(parsed.unresolved_reference().as_deref(), Some("My::Type[1, 'a']"));
    assert_eq!(parsed.to_string(), r"Array[TypeReference['My::Type[1, \'a\']']]");
}

#[test]
fn comments_and_blanks_are_allowed_except_before_a_bracket() {
    let text = "# first\nHash[ /* key */ String,\n\tInteger , # value\n]";
    assert_eq!(parse_type(text).map(|parsed| parsed.to_string()), Ok("Hash[String, Integer]".into()));
    let error = parse_type("Hash [String, Integer]").expect_err("a blank before the bracket");
    assert_eq!(error.hints, ["remove the blank before '['"]);
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth: usize| format!("{}Integer{}", "Array[".repeat(depth), "]".repeat(depth));
    assert!(parse_type(&nested(MAX_DEPTH)).is_ok());
    let error = parse_type(&nested(MAX_DEPTH + 1)).expect_err("too deep");
    assert_eq!(error.message, "nested more than 200 levels deep");
}
