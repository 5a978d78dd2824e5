//! No manifest ends the process or goes on for ever.

use super::run;
use crate::{Limits, MemoryLimit, Options};

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
    let too_many = "The limit of 100000 values in one value is exceeded";
    let arrays = "function f($a, $n) { if $n == 0 { $a } else { f($a + $a, $n - 1) } } f([1], 50)";
    check_limit(arrays, limited(limits), too_many);
    let texts = "function f($a, $n) { if $n == 0 { $a } else { f(\"${a}${a}\", $n - 1) } } f('x', 50)";
    check_limit(texts, limited(limits), too_large);
    let splat = "function f($a, $n) { if $n == 0 { $a } else { f([*$a, *$a], $n - 1) } } f([1], 50)";
    check_limit(splat, limited(limits), too_many);
    let nested = "function f($a, $n) { if $n == 0 { \"${a}\" } else { f([$a, $a], $n - 1) } } f([1], 40)";
    check_limit(nested, limited(limits), too_many);
    let logged = "function f($a, $n) { if $n == 0 { notice($a) } else { f([$a, $a], $n - 1) } } f([1], 40)";
    check_limit(logged, limited(limits), too_many);
}

/// Ways to wrap `$m` once more.
const WRAPPINGS: [&str; 12] = [
    "[$m]",
    "{ 'a' => $m }",
    "{ $m => 1 }",
    "[] << $m",
    "[1].map |$y| { $m }",
    "[*{ 'a' => $m }]",
    "[] + { 'a' => $m }",
    "Sensitive([$m])",
    "rest($m)",
    "Deferred('upcase', [$m])",
    "Hash([['a', $m]])",
    "[$m].partition |$y| { true }",
];

#[test]
fn values_may_be_nested_as_deep_as_the_limit_and_no_deeper() {
    for wrapping in WRAPPINGS {
        let source = |levels: usize| {
            format!(
                "function rest(*$all) {{ $all }} \
                 $x = Integer[1, {levels}].reduce([]) |$m, $i| {{ {wrapping} }} \
                 notice($x == $x, \"${{x}}\" =~ String, type($x) =~ Type, $x =~ Array[Integer], {{ $x => 1 }}[$x])"
            )
        };
        assert_eq!(run(&source(400), Options::default()).1, None, "{wrapping}");
        check_limit(&source(3_000_000), Options::default(), "The limit of 1000 levels of values in values is exceeded");
    }
    let types = "Integer[1, 3000000].reduce(Integer) |$m, $i| { Array[$m] }";
    check_limit(types, Options::default(), "The limit of 1000 levels of values in values is exceeded");
    let deeper = Limits { value_depth: 5_000, ..Limits::default() };
    let source = "$x = Integer[1, 4900].reduce([]) |$m, $i| { [$m] } notice($x == $x, \"${x}\".length)";
    assert_eq!(run(source, limited(deeper)), (vec!["notice: true 9802".into()], None));
    check_limit(source, Options::default(), "The limit of 1000 levels");
}

#[test]
fn values_that_hold_each_other_too_often_are_refused() {
    let too_large = "The limit of 10000000 values in one value is exceeded";
    for doubling in ["[$m, $m]", "{ 'a' => $m, 'b' => $m }", "{ $m => $m }", "Sensitive([$m, $m])", "[] << $m << $m"] {
        let source = format!("$x = Integer[1, 60].reduce([1]) |$m, $i| {{ {doubling} }} notice($x == $x)");
        check_limit(&source, Options::default(), too_large);
    }
    check_limit("Integer[1, 60].reduce(Integer) |$m, $i| { Tuple[$m, $m] }", Options::default(), too_large);
}

#[test]
fn work_on_large_values_is_counted() {
    let limits = Limits { steps: 300_000, ..Limits::default() };
    let shared = "$x = Integer[1, 16].reduce([1]) |$m, $i| { [$m, $m] }";
    for work in [
        "$x == $y",
        "$x =~ Array[Integer]",
        "$x ? { $y => 1, default => 2 }",
        "1 in $x",
        "flatten($x)",
        "with($x) |Array[Any] $z| { }",
        "{ $x => 1 }",
        "$text == $text",
        "$text =~ /b/",
        "upcase($text)",
    ] {
        let source = format!(
            "{shared} $y = $x + [] $text = sprintf('%01000000d', 1) Integer[1, 1000000].each |$i| {{ notnotice({work}) }} \
             function notnotice(*$a) {{ }}"
        );
        check_limit(&source, limited(limits), "The limit of 300000 evaluated expressions is exceeded");
    }
}

#[test]
fn memory_is_watched() {
    let memory = |used| Limits { memory: Some(MemoryLimit { bytes: 100 << 20, used }), ..Limits::default() };
    let source = "$x = Integer[1, 1000000].map |$i| { $i } notice($x.length)";
    check_limit(source, limited(memory(|| Some(200 << 20))), "The limit of 100 megabytes of memory is exceeded");
    assert_eq!(run(source, limited(memory(|| Some(50 << 20)))).1, None);
    assert_eq!(run(source, limited(memory(|| None))).1, None);
}
