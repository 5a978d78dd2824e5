//! Manifests and templates that build large values from small ones: values are measured while they are built, so each
//! ends in an error that names the limit, long before memory runs out.

use std::{path::Path, process::Command};

use crate::{
    binary::{Run, run},
    test_dir::TestDir,
};

/// Runs a command and appends its peak memory in kilobytes as the last line of stderr.
const MEASURED: &str = "
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(code if code >= 0 else 128 - code)
";

/// The memory limit for a refused manifest, in kilobytes.
const MAX_KILOBYTES: u64 = 700 << 10;

const TEXT: &str = "The limit of 100000000 bytes or elements in one value is exceeded";
const COUNT: &str = "The limit of 10000000 values in one value is exceeded";

fn applied(directory: &TestDir, code: &str, limits: &[&str]) -> (Run, u64) {
    let words = [&["apply", "--noop", "--modulepath", "modules"], limits, &["-e", code]].concat();
    let command = directory.command(Path::new(env!("CARGO_BIN_EXE_bunraku")), &words);
    let mut measured = Command::new("python3");
    measured.args(["-c", MEASURED]).arg(command.get_program()).args(command.get_args()).current_dir(directory.path());
    let ended = run(&mut measured, "");
    let kilobytes = ended.stderr.lines().last().and_then(|line| line.parse().ok()).unwrap();
    (ended, kilobytes)
}

/// Asserts that a manifest is refused with an error, and that it took little memory.
#[track_caller]
fn assert_bounded(code: &str, limits: &[&str], expected: &str) {
    let directory = TestDir::new(&[
        ("modules/m/templates/t.erb", "<% a = []; 100000.times { |i| a << ('x' * 1_000_000 + i.to_s) } %>"),
        ("modules/m/functions/f.pp", "function m::f(*$x) { $x }"),
    ]);
    let (run, kilobytes) = applied(&directory, code, limits);
    assert_eq!(run.code, 1, "{code}: {}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(expected), "{code}: {}", run.stderr);
    assert!(kilobytes < MAX_KILOBYTES, "{code}: {kilobytes} kilobytes");
}

#[test]
fn functions_measure_texts_while_they_make_them() {
    for code in [
        r#"regsubst(sprintf("%9000000s", "a"), " ", sprintf("%1000s", "b"), "G")"#,
        r#"regsubst(sprintf("%9000000s", "a"), /^.*$/, regsubst(sprintf("%999s", "a"), " ", '\\\\0', "G"))"#,
        r#"regsubst(sprintf("%999s", "a"), /( )/, {" " => sprintf("%1000000s", "b")}, "G")"#,
        r#"regsubst(Integer[1, 99].map |$i| { "a" }, "a", sprintf("%9000000s", "b"))"#,
        r#"sprintf(regsubst(sprintf("%99s", "a"), " ", '%1$s', "G"), sprintf("%9000000s", "a"))"#,
        r#"sprintf("%500000000s", "a")"#,
        r#"join(Integer[1, 99].map |$i| { "a" }, sprintf("%9000000s", "a"))"#,
        r#"prefix(range(1, 99), sprintf("%9000000s", "a"))"#,
        r#"suffix(range(1, 99), sprintf("%9000000s", "a"))"#,
        r#"join_keys_to_values({sprintf("%9000000s", "a") => range(1, 99)}, "b")"#,
        r#"$x = Integer[1, 60].reduce("aa") |$m, $i| { "${m}${m}" }"#,
        r#"$x = Integer[1, 60].reduce(Binary("abcd", "%s")) |$m, $i| { $m + $m }"#,
        r#"inline_epp('<% 99.each |$x| { %><%= sprintf("%9000000s", "a") %><% } %>')"#,
        r#"$s = sprintf("%9000000s", "a") $x = Integer[1, 99].map |$i| { $s }"#,
        r#"$e = Enum[sprintf("%9000000s", "a")] $x = Integer[1, 99].map |$i| { $e }"#,
        r#"$x = Integer[1, 900].reduce("x") |$m, $i| { [$m] } to_yaml(Integer[1, 900].map |$i| { $x })"#,
    ] {
        assert_bounded(code, &[], TEXT);
    }
    let separator = r#"String(range(1, 99), {Array => {format => "%a", separator => sprintf("%9000000s", "a")}})"#;
    assert_bounded(separator, &[], "The limit of 100000000 bytes in one value is exceeded");
    assert_bounded("String(Integer[1, 1000000000000].step(1))", &[], "bytes in one value is exceeded");
}

#[test]
fn functions_count_elements_while_they_make_them() {
    assert_bounded(r#"split(sprintf("%20000000s", "a"), "")"#, &[], COUNT);
    assert_bounded(r#"sprintf("%20000000s", "a").reverse_each"#, &[], COUNT);
    assert_bounded(r#"Array(sprintf("%20000000s", "a"))"#, &[], "more than 10000000 elements");
    assert_bounded("Array(5000000000)", &[], "more than 10000000 elements");
    let few = ["--max_value_size", "5000000"];
    for code in [
        r#"split(sprintf("%4000000s", "a"), " ")"#,
        r#"split(sprintf("%4000000s", "a"), /( )/)"#,
        "5000000000.map |$x| { $x }",
        "m::f(*Integer[1, 1000000000000].step(1))",
        "$x = Integer[1, 60].reduce([1]) |$m, $i| { $m + $m }",
        "$x = Integer[1, 60].reduce([1]) |$m, $i| { concat($m, $m) }",
        "$x = Integer[1, 60].reduce([1]) |$m, $i| { flatten($m, $m) }",
    ] {
        assert_bounded(code, &few, "The limit of 500000 values in one value is exceeded");
    }
}

#[test]
fn templates_measure_texts_while_they_make_them() {
    for code in [
        "a = 'x'; 60.times { a = a + a }",
        "a = 'x'; 60.times { a << a }",
        "a = 'x'; 60.times { a.insert(0, a) }",
        "a = 'x'; 60.times { a = \"#{a}#{a}\" }",
        "'x' * 10_000_000_000",
        "'x'.ljust(10_000_000_000)",
        "'x'.center(10_000_000_000, 'ab')",
        "'%1000000000s' % 'x'",
        "format('%1000000000d', 1)",
        "(['x' * 1000] * 1000000).join('y' * 1000)",
        "('a' * 9_000_000).gsub('a', 'b' * 1000)",
        "('a' * 9_000_000).sub(/a+/, '\\\\0' * 1000)",
        "('a' * 9_000_000).gsub(/a/) { 'b' * 1000 }",
        "('a' * 1000).gsub('a', 'a' => 'b' * 1_000_000)",
    ] {
        assert_bounded(&format!("inline_template(@(END))\n<% {code} %>\n| END"), &[], TEXT);
    }
    for code in ["(['x' * 9_000_000] * 1000).inspect", "(['x' * 9_000_000] * 1000).to_json"] {
        let expected = "The limit of 10000000 values in one value is exceeded";
        assert_bounded(&format!("inline_template(@(END))\n<% {code} %>\n| END"), &[], expected);
    }
}

#[test]
fn templates_count_elements_while_they_make_them() {
    for code in [
        "Array.new(5_000_000_000)",
        "(1..5_000_000_000).to_a",
        "('a' * 50_000_000).chars",
        "('a' * 50_000_000).bytes",
        "('a ' * 25_000_000).split(' ')",
        "('a\n' * 25_000_000).lines",
        "[1] * 5_000_000_000",
        "a = (1..5000).to_a; a.product(a)",
        "('a' * 10).tr('\u{1}-\u{10fff0}' * 1_000_000, 'b')",
    ] {
        assert_bounded(&format!("inline_template(@(END))\n<% {code} %>\n| END"), &[], COUNT);
    }
    let few = ["--max_value_size", "5000000"];
    for code in [
        "a = [1]; 60.times { a = a + a }",
        "a = [1]; 60.times { a.concat(a) }",
        "a = [1]; 60.times { a.push(*a) }",
        "a = [1]; 60.times { a.insert(0, *a) }",
        "a = [1]; 60.times { a[a.length, 0] = a }",
        "a = [1]; 60.times { a = [a, a] }; a.flatten",
        "[1, 2, 3].flat_map { |x| [x] * 400_000 }",
        "h = {}; 5_000_000_000.times { |i| h[i] = i }",
        "('a' * 4_000_000).scan(/a/)",
        "('ab' * 2_000_000).split(/b/)",
        "('a'..'zzzzzzzzzz').to_a",
    ] {
        let code = format!("inline_template(@(END))\n<% {code} %>\n| END");
        assert_bounded(&code, &few, "The limit of 500000 values in one value is exceeded");
    }
}

#[test]
fn many_values_are_bounded_by_memory() {
    let little = ["--max_memory", "400"];
    for code in [
        r#"$s = sprintf("%9000000s", "a") $x = Integer[1, 1000].map |$i| { "${s}${i}" }"#,
        r#"Integer[1, 1000].each |$i| { notify { "a${i}": message => sprintf("%9000000s", "${i}") } }"#,
        "template('m/t.erb')",
        "inline_template('<%= (1..5_000_000).map { |i| \"x\" * 100_000 }.length %>')",
        "inline_template('<% h = {}; 5_000_000.times { |i| h[i] = \"x\" * 10_000 } %>')",
    ] {
        assert_bounded(code, &little, "The limit of 400 megabytes of memory is exceeded");
    }
}

#[test]
fn large_values_within_the_limits_are_fine() {
    let directory = TestDir::new(&[]);
    let code = r#"$x = split(sprintf("%100000s", "a"), "") $y = regsubst(sprintf("%100000s", "a"), " ", "bb", "G")
        notice($x.length, $y.length, inline_template("<%= ('a' * 100_000).gsub('a', 'bb').scan('b').length %>"))"#;
    let run = directory.run(&["apply", "-e", code]);
    assert!(run.stdout.contains("Scope(Class[main]): 100000 199999 200000\n"), "{}{}", run.stdout, run.stderr);
}
