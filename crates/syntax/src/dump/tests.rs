//! What the recorded answers of Puppet do not show: parameters for the rest, which Puppet fails to write, and numbers.

use std::sync::Arc;

use diagnostics::Source;

use super::{Notation, notation, number, tree};
use crate::parse;

fn read(text: &str) -> crate::Program {
    let parsed = parse(Arc::new(Source::new("", text)));
    assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
    parsed.program
}

#[test]
fn parameters_for_the_rest_are_written() {
    let program = read("function f(Integer *$rest) { }");
    assert_eq!(
        notation(&program).text(),
        r#"(function {:name "f" :params {:rest {:type (qr "Integer") :splat true}}})"#
    );
    assert_eq!(tree(&program), "(function f (parameters (t Integer *rest)) ())");
}

#[test]
fn numbers_are_written_as_ruby_does() {
    let cases = [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.5, "1.5"),
        (1000.0, "1000.0"),
        (0.0001, "0.0001"),
        (0.00001, "1.0e-05"),
        (1e15, "1000000000000000.0"),
        (1e16, "1.0e+16"),
        (1.25e100, "1.25e+100"),
        (f64::INFINITY, "Infinity"),
        (f64::NEG_INFINITY, "-Infinity"),
    ];
    for (value, expected) in cases {
        assert_eq!(number::float(value), expected);
    }
}

#[test]
fn pretty_json_has_a_line_for_each_part() {
    let list = Notation::List(vec![Notation::List(Vec::new()), Notation::Nil, Notation::Text("a\u{1}\"\n".into())]);
    assert_eq!(list.pretty_json(), "[\n  [],\n  null,\n  \"a\\u0001\\\"\\n\"\n]");
    assert_eq!(list.text(), "[[] nil \"a\\o001\\\"\\n\"]");
}

#[test]
fn a_later_statement_moves_right_behind_an_if_without_else() {
    let program = read("if $a { notice(1) }\nnotice(2)\nnotice(3)");
    assert_eq!(
        tree(&program),
        "(block\n  (if $a\n    (then (invoke notice 1)))\n    (invoke notice 2)\n    (invoke notice 3)\n  )"
    );
}

#[test]
fn types_are_written_with_all_that_they_hold() {
    let text = "type my::user inherits Base { abstract desc 'x' attr a, String { min => 1, check => $it != '' } attr b \
                has c, Role { max => unbound } attr d, enum[x, 'y'] { set => |$v| { $v } } invariant 't' { true } \
                invariant $a features supports_noop, canonicalize autorequire { file => a } }";
    let program = read(text);
    assert_eq!(
        notation(&program).text(),
        r#"(type-definition "My::User" "Base" (block (abstract) (desc "x") (attr "a" (qr "String") {:min 1 :check (!= (var "it") "")}) (attr "b" nil) (has "c" (qr "Role") {:max (qn "unbound")}) (attr "d" (enum "x" "y") {:set (lambda {:params {:v {}} :body [(var "v")]})}) (invariant "t" (block true)) (invariant nil (var "a")) (features "supports_noop" "canonicalize") (auto "autorequire" (hash (=> (qn "file") (qn "a"))))))"#
    );
    assert_eq!(
        tree(&read("type T { attr a, String { min => 1 } abstract }")),
        "(type-definition T  (block\n  (attr \"a\" (qr \"String\") {:min 1})\n  (abstract)\n))"
    );
    let define = read("define d($a) { invariant 't' { $a } }");
    assert_eq!(
        notation(&define).text(),
        r#"(define {:name "d" :params {:a {}} :body [(invariant "t" (block (var "a")))]})"#
    );
}
