//! Large values take no more time than their size asks for, and what would be too large is refused.

use std::time::{Duration, Instant};

use crate::{Limits, Options, evaluate::harness::logged_with};

/// The last line of a program that must be done in a few seconds, even without optimization.
#[track_caller]
fn quickly(source: &str) -> String {
    let start = Instant::now();
    let lines = logged_with(source, Options::default()).unwrap();
    let time = start.elapsed();
    assert!(time < Duration::from_secs(20), "{source} took {time:?}");
    lines.last().cloned().unwrap_or_default()
}

/// How a program fails that may have values of a thousand elements or bytes.
#[track_caller]
fn refused(source: &str) {
    let limits = Limits { size: 1000, ..Limits::default() };
    let failure = logged_with(source, Options { limits, ..Options::default() }).unwrap_err();
    assert!(failure.contains("is exceeded") || failure.contains("is too large"), "{source}: {failure}");
}

#[test]
fn large_values_are_walked_once() {
    let many = "$all = Array(200000)\n";
    for (expression, expected) in [
        ("unique($all + $all).length", "200000"),
        ("flatten([[$all], $all]).length", "400000"),
        ("join($all, ',').length", "1288889"),
        ("sort(Array($all.reverse_each))[0]", "0"),
        ("max($all)", "199999"),
        ("index($all, 199999)", "199999"),
        ("split(join($all, ','), ',').length", "200000"),
        ("$all.slice(3).length", "66667"),
        ("Array($all.step(2)).length", "100000"),
        ("upcase($all).length", "200000"),
        ("Array(tree_each([$all])).length", "200002"),
    ] {
        assert_eq!(quickly(&format!("{many}notice({expression})")), format!("notice: {expected}"), "{expression}");
    }
}

#[test]
fn an_iterator_over_all_numbers_costs_nothing() {
    let all = "Integer[0, 9223372036854775806]";
    let source = format!("notice({all}.step(2).reverse_each.step(3) |$x| {{ notice($x) break() }})");
    assert_eq!(quickly(&source), "notice: ");
    refused(&format!("unique({all})"));
    refused(&format!("{all}.slice(2)"));
    refused(&format!("index({all}, 'x')"));
    refused(&format!("{all}.filter |$x| {{ true }}"));
}

#[test]
fn deep_nesting_needs_no_stack() {
    let deep = "$deep = Integer[1, 900].reduce([]) |$inner, $x| { [$inner] }\n";
    assert_eq!(quickly(&format!("{deep}notice(flatten($deep).length)")), "notice: 0");
    assert_eq!(quickly(&format!("{deep}notice(join($deep, ','))")), "notice: ");
}

#[test]
fn what_grows_too_large_is_refused() {
    refused("sprintf('%2000d', 1)");
    refused("sprintf('%.2000f', 1.5)");
    refused("sprintf('%*d', 2000000000, 1)");
    refused("join(Array(900), 'abc')");
    refused("regsubst(sprintf('%900s', 'x'), ' ', 'abc', 'G')");
    refused("flatten(Array(600), Array(600))");
    refused("file('/dev/zero')");
    refused("generate('/usr/bin/yes')");
    refused("[1, 2, 3].slice(2000000000) |$a, *$b| { }");
}
