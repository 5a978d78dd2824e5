//! No manifest ends the process or goes on for ever.

use super::run;
use crate::{Limits, Options};

fn limited(limits: Limits) -> Options {
    Options { limits, ..Options::default() }
}

#[track_caller]
fn check_limit(source: &str, options: Options, expected: &str) {
    let (_, failure) = run(source, options);
    let failure = failure.unwrap_or_else(|| panic!("{source} goes on for ever"));
    assert!(failure.contains(expected), "{source}: {failure}");
}

#[test]
fn a_function_that_calls_itself_is_stopped() {
    let source = "function f($n) { f($n + 1) } f(0)";
    check_limit(source, Options::default(), "The limit of 1000 nested calls is exceeded");
}

#[test]
fn functions_that_call_each_other_in_the_deepest_way_are_stopped_in_time() {
    // Every level goes through as much as an expression can stand in.
    let body =
        "[1].map |$x| { if true { case 1 { 1: { [{ 'a' => \"${(1 ? { 1 => (-(f($n + 1)[0] + 1) + 2) })}\" }] } } } }";
    let source = format!("function f($n) {{ with($n) |$y| {{ {body} }} }} f(0)");
    check_limit(&source, Options::default(), " is exceeded");
}

#[test]
fn expressions_may_be_nested_as_deep_as_the_limit() {
    // Parentheses and such nest without any call.
    let nested = |depth: usize| format!("notice({}1{})", "[".repeat(depth), "]".repeat(depth));
    let (lines, failure) = run(&nested(50), Options::default());
    assert_eq!((lines.len(), failure), (1, None));
    let (_, failure) = run(&nested(100_000), Options::default());
    assert!(failure.is_some(), "the parser or the evaluation must refuse this");
}

#[test]
fn recursion_within_the_limit_is_fine() {
    let source = "function f($n) { if $n > 0 { 1 + f($n - 1) } else { 0 } } notice(f(900))";
    assert_eq!(run(source, Options::default()), (vec!["notice: 900".into()], None));
}

#[test]
fn steps_are_counted() {
    let limits = Limits { steps: 10_000, ..Limits::default() };
    check_limit(
        "9223372036854775807.each |$x| { $x }",
        limited(limits),
        "The limit of 10000 evaluated expressions is exceeded",
    );
}

#[test]
fn values_do_not_grow_without_end() {
    let limits = Limits { size: 1_000_000, depth: 100, ..Limits::default() };
    let too_large = "The limit of 1000000 bytes or elements in one value is exceeded";
    let arrays = "function f($a, $n) { if $n == 0 { $a } else { f($a + $a, $n - 1) } } f([1], 50)";
    check_limit(arrays, limited(limits), too_large);
    let texts = "function f($a, $n) { if $n == 0 { $a } else { f(\"${a}${a}\", $n - 1) } } f('x', 50)";
    check_limit(texts, limited(limits), too_large);
    let splat = "function f($a, $n) { if $n == 0 { $a } else { f([*$a, *$a], $n - 1) } } f([1], 50)";
    check_limit(splat, limited(limits), too_large);
    let nested = "function f($a, $n) { if $n == 0 { \"${a}\" } else { f([$a, $a], $n - 1) } } f([1], 40)";
    check_limit(nested, limited(limits), too_large);
    let logged = "function f($a, $n) { if $n == 0 { notice($a) } else { f([$a, $a], $n - 1) } } f([1], 40)";
    check_limit(logged, limited(limits), too_large);
}

#[test]
fn deep_values_are_compared_written_and_forgotten() {
    let deep = "$x = Integer[1, 50000].reduce([]) |$m, $i| { [$m] }";
    let source = format!("{deep} notice($x == $x, \"${{x}}\".length)");
    assert_eq!(run(&source, Options::default()), (vec!["notice: true 100002".into()], None));
}
