//! What recorded answers cannot show: several errors, limits, and what is ours alone.

use std::sync::Arc;

use diagnostics::Source;

use super::{MAX_NESTING, parse};
use crate::ast::{CallForm, Kind};
use crate::{Parsed, parse_template};

fn read(text: &str) -> Parsed {
    parse(Arc::new(Source::new("test.pp", text)))
}

/// The errors as `LINE: MESSAGE`.
fn errors(text: &str) -> Vec<String> {
    let parsed = read(text);
    let source = Arc::clone(&parsed.program.source);
    let shown = |problem: &diagnostics::Diagnostic| {
        format!("{}: {}", source.position(problem.span.start).line, problem.message)
    };
    parsed.problems.iter().map(shown).collect()
}

#[test]
fn reading_goes_on_behind_an_error() {
    let text = "\
class a {
  file { 'x': mode 1 }
  $b = = 2
  notice(1)
}
class c {
  case $x { }
  notify { 'd': }
}
";
    assert_eq!(errors(text), ["2: Syntax error at '1'", "3: Syntax error at '='", "7: Syntax error at '}'",]);
    let parsed = read(text);
    let [a, c] = parsed.program.body.as_slice() else { panic!("{:?}", parsed.program.body) };
    let (Kind::Class(a), Kind::Class(c)) = (&a.kind, &c.kind) else { panic!() };
    assert_eq!((a.name.as_str(), a.body.len()), ("a", 1));
    assert_eq!((c.name.as_str(), c.body.len()), ("c", 1));
}

#[test]
fn a_definition_at_the_start_of_a_line_ends_what_is_open() {
    let text = "class a {\n  if $x {\n    $y = ]\n\nclass b { }\nclass c { $x = }\n";
    assert_eq!(errors(text), ["3: Syntax error at ']'", "6: Syntax error at '}'"]);
}

#[test]
fn errors_of_the_lexer_stand_where_they_are_met() {
    assert_eq!(
        errors("$a = 08\n$b = 09\n$c = 1"),
        ["1: Not a valid octal number 08", "2: Not a valid octal number 09"]
    );
    assert_eq!(errors("$a = ]\n'x"), ["1: Syntax error at ']'", "2: Unclosed quote after \"'\" followed by 'x...'"]);
}

#[test]
fn errors_are_not_without_end() {
    assert!(errors(&"$a = ]\n".repeat(1000)).len() <= super::MAX_ERRORS + 1);
    assert!(errors(&"}\n".repeat(1000)).len() <= super::MAX_ERRORS + 1);
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    let expected = format!("1: expressions are nested deeper than {MAX_NESTING} levels");
    let pieces = [
        "(",
        "[",
        "{",
        "if a {",
        "f(",
        "a[",
        "{a=>",
        "@",
        "!",
        "-",
        "*",
        "$a=",
        "case a { b: {",
        "class a {",
        "a ? ",
        "a ? {",
        "x.f(",
        "x.f |$x| {",
        "A<|",
        "if ",
        "unless x { } else {",
        "type X = {a=>",
        "1+(",
        "f(a=>",
        "function f { ",
        "node x {",
        "A[",
    ];
    for piece in pieces {
        assert_eq!(
            errors(&piece.repeat(if piece.len() == 1 { 100_000 } else { 2_000 })).first(),
            Some(&expected),
            "{piece}"
        );
    }
    let text = format!("<%= {}", "(".repeat(100_000));
    let parsed = parse_template(Arc::new(Source::new("test.epp", text)));
    assert!(parsed.problems.iter().any(|problem| problem.message.contains("nested deeper")));
}

#[test]
fn what_is_chained_too_long_is_refused() {
    for (start, piece) in
        [("1", "+1"), ("a", ".b"), ("a", "[0]"), ("a", "->b"), ("f", "()"), ("a", "{b:}"), ("if a {}", " elsif a {}")]
    {
        let text = format!("{start}{}", piece.repeat(100_000));
        let found = errors(&text);
        assert!(
            found.first().is_some_and(|error| error.contains("chained deeper than 1000 levels")),
            "{piece}: {found:?}"
        );
        assert_eq!(errors(&format!("{start}{}", piece.repeat(900))), Vec::<String>::new(), "{piece}");
    }
}

#[test]
fn numbers_out_of_range_are_said_when_nothing_else_is_wrong() {
    let message =
        "1: A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'";
    assert_eq!(errors("notice(9223372036854775808)"), [message]);
    assert_eq!(errors("notice(0x8000000000000000)"), [message]);
    assert_eq!(errors("9223372036854775808 ]"), ["1: Syntax error at ']'"]);
    assert_eq!(errors("9223372036854775807"), Vec::<String>::new());
}

#[test]
fn true_is_no_variable() {
    assert_eq!(errors("\"${true}\""), ["1: 'true' cannot be interpolated, it is not a variable"]);
    assert_eq!(errors("\"${false.x}\""), ["1: 'false' cannot be interpolated, it is not a variable"]);
    assert_eq!(errors("\"${true and $x}\""), Vec::<String>::new());
}

#[test]
fn statements_of_types_are_calls() {
    let parsed = read("type Account inherits Resource { attr name, String { min => 1 } has owner, Person abstract }");
    assert_eq!(parsed.problems, []);
    let Kind::TypeDefinition(definition) = &parsed.program.body[0].kind else { panic!() };
    let calls: Vec<(&str, usize)> = definition
        .body
        .iter()
        .map(|statement| match &statement.kind {
            Kind::Call(call) if matches!(call.form, CallForm::Statement) => match &call.callee.kind {
                Kind::Name(name) => (name.as_str(), call.arguments.len()),
                _ => panic!("{statement:?}"),
            },
            Kind::Name(name) => (name.as_str(), 0),
            _ => panic!("{statement:?}"),
        })
        .collect();
    assert_eq!(calls, [("attr", 2), ("has", 2), ("abstract", 0)]);
}

#[test]
fn spans_cover_all_of_an_expression() {
    let text = "$a = f(1) + b.c |$x| { $x } ? { 1 => 2 } ";
    let parsed = read(text);
    assert_eq!(parsed.program.body[0].span.of(text), text.trim_end());
    let Kind::Assignment(_, sides) = &parsed.program.body[0].kind else { panic!() };
    assert_eq!(sides.1.span.of(text), "f(1) + b.c |$x| { $x } ? { 1 => 2 }");
}

#[test]
fn warnings_behind_the_first_error_are_not_said() {
    assert_eq!(errors("\"\\q\" ] \"\\z\""), ["1: Unrecognized escape sequence '\\q'", "1: Syntax error at ']'"]);
}

#[test]
fn many_statements_are_not_deep() {
    let text = format!("class a {{\n{}}}\n", "  include b\n".repeat(5_000));
    assert_eq!(errors(&text), Vec::<String>::new());
}
