//! What expressions give, and what they say when they give nothing.
//!
//! `recorded` compares with the real Puppet; here stands what it cannot be asked, or answers badly: limits, templates,
//! the settings, and what is our own.

pub(crate) mod harness;
mod limits;
mod recorded;
mod template;

use self::harness::{lenient, logged, logged_with, run};
use crate::{Options, error::Failure};
use syntax::Strictness;

#[track_caller]
fn check(expression: &str, expected: &str) {
    let lines = logged(&format!("notice({expression})")).unwrap_or_else(|failure| panic!("{expression}: {failure}"));
    assert_eq!(lines, [format!("notice: {expected}")], "for {expression}");
}

#[track_caller]
fn check_failure(source: &str, expected: &str) {
    let (lines, failure) = run(source, Options::default());
    assert_eq!(failure.as_deref(), Some(expected), "for {source}, which logged {lines:?}");
}

#[test]
fn sums_are_computed() {
    check("1 + 2", "3");
}

#[test]
fn lambdas_are_called() {
    check("[1, 2].map |$x| { $x + 1 }", "[2, 3]");
}

#[test]
fn numbers_in_texts_are_taken_by_the_setting_strict() {
    let coerced = "The string '1' was automatically coerced to the numerical value 1 (line: 1, column: 8)";
    check_failure("notice('1' + 1)", &format!("Evaluation Error: {coerced}"));
    let warned = logged_with("notice('1' + 1)", lenient()).unwrap();
    assert_eq!(warned, [format!("warning: {coerced}"), "notice: 2".into()]);
    let silent = Options { strict: Strictness::Off, ..Options::default() };
    assert_eq!(logged_with("notice('1' + 1, [5]['0'], - ' 0x10 ')", silent).unwrap(), ["notice: 2 5 -16"]);
}

#[test]
fn unknown_variables_are_undef_with_a_warning_where_they_may_be() {
    let options = Options { strict_variables: false, ..Options::default() };
    let lines = logged_with("notice($x =~ Undef, \"${y::z}\")", options).unwrap();
    let warning = |name: &str, column| format!("warning: Unknown variable: '{name}'. (line: 1, column: {column})");
    assert_eq!(lines, [warning("x", 8), warning("y::z", 24), "notice: true ".into()]);
}

#[test]
fn failures_say_what_was_probably_meant() {
    assert_eq!(hints("notcie('x')"), ["did you mean 'notice'?"]);
    assert_eq!(hints("notice(Intger)"), ["did you mean 'Integer'?"]);
    assert_eq!(hints("notice($a::b)"), ["class a could not be found"]);
    assert_eq!(hints("class a { } notice($a::b)"), ["class a has not been evaluated"]);
    assert_eq!(hints("notice(xyzzyxyzzy())"), [""; 0]);
}

fn hints(source: &str) -> Vec<String> {
    let failure: Option<Box<Failure>> = harness::failure(source, Options::default());
    failure.unwrap_or_else(|| panic!("{source} does not fail")).hints
}

#[test]
fn secrets_are_in_no_message() {
    for source in [
        "fail(Sensitive('hush'))",
        "notice(Sensitive('hush') + 1)",
        "notice(Sensitive('hush')[0])",
        "notice(Sensitive('hush') =~ /x/)",
        "notice(Sensitive('hush') ? { 'x' => 1 })",
        "notice([Sensitive('hush')] ? { 'x' => 1 })",
        "notice([1][Sensitive('hush')])",
        "notice(Integer[Sensitive('hush')])",
        "with(Sensitive('hush')) |Integer $x| { }",
        "with([Sensitive('hush')]) |Enum[x] $x| { }",
        "function f(Sensitive[Enum[x]] $x) { } f(Sensitive('hush'))",
        "function f() >> Integer { Sensitive('hush') } f()",
        "notice(\"${Sensitive('hush')}\") fail('x')",
        "notice({Sensitive('hush') => 1} * 2)",
    ] {
        let (lines, failure) = run(source, Options::default());
        let failure = failure.unwrap_or_else(|| panic!("{source} does not fail"));
        assert!(!failure.contains("hush") && !lines.concat().contains("hush"), "{source}: {lines:?} {failure}");
    }
}

#[test]
fn functions_see_no_lambda_around_their_call_but_classes_do() {
    check_failure(
        "function f() { $x } [1].each |$x| { f() }",
        "Evaluation Error: Unknown variable: 'x'. (line: 1, column: 16)",
    );
    check_failure(
        "function f($y) { g() } function g() { $y } f(1)",
        "Evaluation Error: Unknown variable: 'y'. (line: 1, column: 39)",
    );
}
