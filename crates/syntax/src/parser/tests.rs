//! What recorded answers cannot show: several errors, limits, and what is ours alone.

use std::sync::Arc;

use diagnostics::Source;

use super::{MAX_NESTING, parse};
use crate::ast::Kind;
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

/// The tree of a text, in the legacy format.
fn tree(text: &str) -> String {
    let parsed = read(text);
    assert_eq!(parsed.problems, [], "for {text}");
    crate::dump::tree(&parsed.program)
}

#[test]
fn an_initializer_of_an_instance_needs_no_parentheses() {
    assert_eq!(tree("$x = T.new { a => 10 }"), "(= $x (call-method (. T new) ({} (a 10))))");
    assert_eq!(tree("T.new({ a => 10 })"), tree("T.new { a => 10 }"));
    assert_eq!(tree("T.new { } |$t| { 1 }"), "(call-method (. T new) ({}) (lambda (parameters t) (block\n  1\n)))");
    // Behind anything else a brace is what it always was.
    assert_eq!(tree("if $x.new { 1 }"), "(if (call-method (. $x new))\n  (then 1))");
    let refused = "1: Expression is not valid as a resource, resource-default, or resource-override";
    assert_eq!(errors("T.old { a => 10 }"), [refused]);
}

#[test]
fn features_are_set_by_assignments() {
    assert_eq!(tree("$t[a] = 10"), "(= (slice $t a) 10)");
    assert_eq!(tree("$t[a] += [1]"), "(+= (slice $t a) ([] 1))");
}

#[test]
fn invariants_stand_in_defines_only() {
    let Kind::Define(define) =
        &read("define d($a) { invariant 'x' { $a } invariant $a > 1 notice(1) }").program.body[0].kind
    else {
        panic!()
    };
    let invariants = define.body.iter().filter(|statement| matches!(statement.kind, Kind::Invariant(_)));
    assert_eq!((invariants.count(), define.body.len()), (2, 3));
    assert_eq!(errors("class c { invariant 'x' { 1 } }").len(), 1);
    // A resource, a hash key and an attribute of that name are what they always were.
    assert_eq!(
        errors("define d() { invariant { 'x': a => 1 } f { 'x': invariant => 1 } $y = { invariant => 1 } }"),
        [""; 0]
    );
}

#[test]
fn a_text_before_an_operator_is_no_title() {
    let titles = |text: &str| {
        let parsed = read(text);
        assert_eq!(parsed.problems, [], "for {text}");
        let Kind::TypeDefinition(definition) = &parsed.program.body[0].kind else { panic!() };
        let title = |statement: &crate::ast::TypeStatement| match statement {
            crate::ast::TypeStatement::Invariant(invariant) => invariant.title.as_ref().map(|title| title.text.clone()),
            _ => None,
        };
        definition.statements.iter().map(title).collect::<Vec<_>>()
    };
    assert_eq!(
        titles("type T { invariant 'a' { 1 } invariant 'b' $x invariant 'c' |$x| { 1 } }"),
        [Some("a".into()), Some("b".into()), Some("c".into())]
    );
    assert_eq!(titles("type T { invariant 'a' == $x invariant 'a' in $x invariant $x == 'a' }"), [None, None, None]);
}

#[test]
fn reading_goes_on_behind_a_wrong_type() {
    assert_eq!(
        errors("type T {\n  attr\n}\nclass c {\n  $x = = 1\n}"),
        ["3: Syntax error at '}'", "5: Syntax error at '='"]
    );
}

#[test]
fn a_type_that_is_deep_is_an_error() {
    let deep = format!("type T {{ invariant {} }}", "(".repeat(1000));
    assert!(errors(&deep)[0].contains("nested deeper"), "{:?}", errors(&deep));
}

#[test]
fn hints_about_braces_on_a_long_line_are_found_quickly() {
    // Every error looks at all braces before it.
    let blocks = format!("{}{}", "if true {".repeat(20_000), "}".repeat(20_000));
    let text = format!("$a = = 1\n{blocks}\n$b = = 2\n{}", "file { 'x': mode 1 }\n".repeat(50));
    assert!(errors(&text).len() > 1, "{:?}", errors(&text));
}
