//! What the recorded answers of Puppet do not show: rules of Puppet 8, limits, places of files.

use std::sync::Arc;

use diagnostics::{Severity, Source};

use super::{FileKind, Rules, Strictness, validate};
use crate::parse;

/// The problems of a program, one per line.
fn reported(text: &str, strict: Strictness) -> Vec<String> {
    let parsed = parse(Arc::new(Source::new("", text)));
    assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
    let problems = validate(&parsed.program, &Rules { strict, file_kind: FileKind::Main });
    let severity = |severity| if severity == Severity::Error { "error" } else { "warning" };
    let column = |offset| parsed.program.source.position(offset).column;
    let line = |problem: diagnostics::Diagnostic| {
        format!("{} {}: {}", severity(problem.severity), column(problem.span.start), problem.message)
    };
    problems.into_iter().map(line).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(reported(text, Strictness::Error), expected, "for {text}");
}

#[test]
fn types_of_class_parameters_that_must_be_evaluated_are_warned_of() {
    let warning = |column: usize, name: &str| {
        format!(
            "warning {column}: The parameter '${name}' must be a literal type, not a \
             Puppet::Pops::Model::AccessExpression"
        )
    };
    check("class c(Integer[0, 2*2] $i) { }", &[&warning(25, "i")]);
    check("class c(Optional[[String]] $i) { }", &[&warning(28, "i")]);
    check("class c(Array[Integer[0, $x]] $i, Integer[1+1] $j) { }", &[&warning(31, "i"), &warning(48, "j")]);
    check("class c(Integer[-1, default] $i, Variant[Pattern[/a/], Struct[{a => Optional[String]}]] $j) { }", &[]);
    check("define d(Integer[0, 2*2] $i) { }", &[]);
    check("function f(Integer[0, 2*2] $i) { }", &[]);
}

#[test]
fn how_much_a_doubtful_thing_matters_is_a_setting() {
    let text = "$x = {a => 1, 'a' => 2}";
    let message = "19: The key 'a' is declared more than once";
    assert_eq!(reported(text, Strictness::Error), [format!("error {message}")]);
    assert_eq!(reported(text, Strictness::Warning), [format!("warning {message}")]);
    assert_eq!(reported(text, Strictness::Off), [""; 0]);
}

#[test]
fn definitions_of_types_are_part_of_the_language() {
    check("type Foo { }", &[]);
    check("type Foo inherits Bar { }", &[]);
    check(
        "if true { type Foo { } }",
        &["error 11: Classes, definitions, and nodes may only appear at toplevel or inside other classes"],
    );
    check("class a { type Foo { } }", &["error 11: A Type Definition may only appear at toplevel"]);
}

#[test]
fn a_path_says_what_a_file_of_a_module_may_hold() {
    let module = |namespace: &str| FileKind::Module { namespace: namespace.into() };
    let check = |path: &str, expected: FileKind| assert_eq!(FileKind::in_modules(path), expected, "{path}");
    check("apache/manifests/init.pp", module("apache"));
    check("Apache/manifests/Mod/SSL.pp", module("apache::mod::ssl"));
    check("apache/manifests/mod/init.pp", module("apache::mod::init"));
    check("apache/functions/port.pp", module("apache::port"));
    check("apache/types/port.pp", module("apache::port"));
    check("apache/plans/init.pp", module("apache"));
    check("apache/examples/init.pp", FileKind::OutsideDirectories);
    check("init.pp", FileKind::OutsideDirectories);
    check("apache/templates/vhost.epp", FileKind::Main);
    check("", FileKind::Main);
}

#[test]
fn programs_in_programs_are_checked_to_some_depth() {
    // Each program holds the next one in a heredoc; the innermost is wrong.
    let nested = |depth: usize| {
        (0..depth).fold(String::from("$X = 1"), |inner, level| format!("$x = @(E{level}:pp)\n{inner}\n| E{level}"))
    };
    assert_eq!(reported(&nested(1), Strictness::Error).len(), 1);
    assert_eq!(reported(&nested(8), Strictness::Error).len(), 1);
    assert_eq!(reported(&nested(200), Strictness::Error), [""; 0]);
}

#[test]
fn json_in_heredocs_is_checked() {
    let problem = |text: &str, reason: &str| {
        let prefix = "error 1: Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string.";
        check(&format!("$x = @(END:json)\n{text}\n| END"), &[&format!("{prefix} \"{reason}\"")]);
    };
    problem("{\"a\": x}", "expected value at line 1 column 7");
    problem("/* \" */ [1, // \"\n\"//\\\"/*\" 2]", "expected `,` or `]` at line 2 column 10");
    problem("[1] /* no end", "trailing characters at line 1 column 5");
    check("$x = @(END:json)\n/* \" */ [1, // \"\n\"//\\\"/*\"]\n| END", &[]);

    let deep = |depth: usize| format!("$x = @(END:json)\n{}{}\n| END", "[".repeat(depth), "]".repeat(depth));
    check(&deep(127), &[]);
    check(
        &deep(128),
        &[
            "error 1: Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. \
         \"recursion limit exceeded at line 1 column 128\"",
        ],
    );
}

#[test]
fn many_parameters_keys_and_statements_take_no_time() {
    let names: Vec<String> = (0..20_000).map(|number| format!("n{number}")).collect();
    let parameters: String = names.iter().map(|name| format!("${name}, ")).collect();
    check(&format!("class c({parameters}) {{ }}"), &[]);
    let keys: String = names.iter().map(|name| format!("{name} => 1, ")).collect();
    check(&format!("$x = {{ {keys} }}"), &[]);
    let statements: String = names.iter().map(|name| format!("notify {{ {name}: }}\n")).collect();
    check(&statements, &[]);
}

#[test]
fn features_are_set_only_on_the_parameter_of_an_initializer() {
    let refused = "Illegal attempt to assign via [index/key]. Not an assignable reference";
    for allowed in ["T.new |$t| { $t[a] = 1 }", "new(T) |$t| { $t[a] += 1 }", "T.new |$t| { f() |$x| { $t[a] = $x } }"]
    {
        check(allowed, &[]);
    }
    check("$t[a] = 1", &[&format!("error 1: {refused}")]);
    check("f() |$t| { $t[a] = 1 }", &[&format!("error 12: {refused}")]);
    check("T.new |$t| { f() |$t| { $t[a] = 1 } }", &[&format!("error 25: {refused}")]);
    check("T.new |$t, $u| { $u[a] = 1 }", &[&format!("error 18: {refused}")]);
    check("T.new |$t| { $t[a, b] = 1 }", &[&format!("error 14: {refused}")]);
    check("T.new |$t| { $t[a][b] = 1 }", &[&format!("error 14: {refused}")]);
    let dropped = "is no longer supported. See http://links.puppet.com/remove-plus-equals";
    check("T.new |$t| { $t += 1 }", &[&format!("error 17: The operator '+=' {dropped}")]);
    check("T.new |$t| { $t[a] -= 1 }", &[&format!("error 20: The operator '-=' {dropped}")]);
}

#[test]
fn what_stands_in_types_is_checked() {
    // Features may begin with a capital letter, and are variables there.
    check("type T { attr A, Integer { check => $A > 1 } }", &[]);
    check(
        "type T { attr a { check => $B::c } }",
        &["error 28: Illegal variable name, The given name 'B::c' does not conform to the naming rule \
         /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/"],
    );
    check("type T { attr a attr a }", &["error 22: Duplicate feature 'a'"]);
    check(
        "type T { attr a::b }",
        &["error 15: 'a::b' is not a valid name of a feature: use only letters, digits and '_'"],
    );
    check(
        "type T { attr a { nope => 1, min => x } }",
        &[
            "error 19: 'nope' is not a setting of 'attr'",
            "error 37: The value of 'min' must be an Integer of at least 0",
        ],
    );
}
