//! Section 4: what logic may do, and how far it may go. Violations are errors even if the type is not used.

use super::{fails, refuses, shows};

fn check(logic: &str) -> String {
    format!("type M {{ attr a {{ check => {{ {logic} }} }} attr b }}")
}

// Requirement: MT-50
#[test]
fn logic_computes() {
    for logic in [
        "$it + 1 > 2 and !($it == 5) or $it in [1, 2]",
        "unless $it == 9 { true }",
        "case $it { 1: { true } /x/, default: { false } }",
        "$it ? { Integer => true, default => false }",
        "\"x${it}\" =~ /x(\\d)/ and $1 == '1'",
        "[1, 2].each |$x| { $x } $y = { 'k' => [$it] } $y['k'][0] == $it",
        "[3, 1].select |$x| { $x > 2 } == [3] and [3, 1].filter |$x| { $x > 2 } == [3]",
        "[3, 1].reject |$x| { $x > 2 } == [1] and { a => 1 }.reject |$k, $v| { $v == 1 } == {}",
        "[3, 1].collect |$x| { $x + 1 } == [4, 2] and [3].map |$i, $x| { $i } == [0]",
        "[1, 2].reduce |$memo, $x| { $memo + $x } == 3",
        "Integer('5') == 5 and String.new($it) == '1' and Integer[0, 9] =~ Type",
        "size(strip(' a ')) == 1 and 'A'.downcase == a",
        "@(END) == \"x\\n\"\n  x\n  | END\n",
    ] {
        shows(&format!("{} notice(M.new {{ a => 1 }})", check(logic)), &["M({'a' => 1})"]);
    }
}

// Requirement: MT-56
#[test]
fn logic_makes_instances_of_data() {
    shows(
        "type V { attr n, Integer } type M { attr a, Integer { check => { V.new { n => $it }.n == 1 } } }
         notice(M.new { a => 1 })",
        &["M({'a' => 1})"],
    );
    shows(
        "type V { attr n, Integer } type M { attr a, Integer { set => |$v| { V.new |$t| { $t[n] = $v }.n + 1 } } }
         notice(M.new { a => 1 })",
        &["M({'a' => 2})"],
    );
}

// Requirement: MT-51
#[test]
fn what_has_effects_is_refused_when_the_type_is_loaded() {
    for (logic, message) in [
        ("notify { 'x': }", "A Resource Statement is not allowed in the logic of a type (line: 1, column: 30)"),
        ("@notify { 'x': }", "A Resource Statement is not allowed"),
        ("Notify { message => x }", "A Resource Defaults Expression is not allowed"),
        ("Notify['x'] { message => x }", "A Resource Override is not allowed"),
        ("Notify <| |>", "A Virtual Query is not allowed"),
        ("Notify['x'] -> Notify['y']", "A '->' expression is not allowed"),
        ("if true { [1].each |$x| { notify { 'x': } } }", "A Resource Statement is not allowed"),
        ("include foo", "The function 'include' is not allowed in the logic of a type (line: 1, column: 30)"),
        ("notice($it)", "The function 'notice' is not allowed"),
        ("$it.notice", "The function 'notice' is not allowed"),
        ("fail('x')", "The function 'fail' is not allowed"),
        ("file('/etc/passwd')", "The function 'file' is not allowed"),
        ("lookup('x')", "The function 'lookup' is not allowed"),
        ("generate('/bin/true')", "The function 'generate' is not allowed"),
        ("create_resources('notify', {})", "The function 'create_resources' is not allowed"),
        ("nosuch(1)", "The function 'nosuch' is not allowed"),
        ("\"${notice(1)}\"", "The function 'notice' is not allowed"),
        ("$it ? { notice(1) => true }", "The function 'notice' is not allowed"),
    ] {
        refuses(&check(logic), message);
    }
    refuses("function f($x) { $x } type M { attr a { check => { $it.f } } }", "The function 'f' is not allowed");
    refuses("type M { attr a { check => { class x { } } } }", "may only appear at toplevel");
}

// Requirement: MT-53
#[test]
fn logic_sees_features_only() {
    for variable in ["facts", "trusted", "x", "::x", "title"] {
        refuses(&format!("$x = 1 {}", check(&format!("${variable}"))), &format!("unknown variable '${variable}'"));
    }
    fails(
        &check("$b"),
        "Evaluation Error: unknown variable '$b': 'check' can only use its own feature; an invariant can use all (line: 1, \
         column: 30)",
    );
    refuses("type M { attr a { check => |$x| { $it } } }", "unknown variable '$it'");
    refuses("type M { attr a { derived => || { $it } } }", "unknown variable '$it'");
    refuses("type M { invariant { $nope } }", "unknown variable '$nope': 'M' has no such feature");
    // Nor what others set, while they wait.
    refuses(
        "type V { attr n { check => { if false { $hidden = 1 } $hidden == 5 } } }
         type M { attr a { check => { $hidden = 5 V.new { n => 1 } true } } } M.new { a => 1 }",
        "Unknown variable: 'hidden'",
    );
}

// Requirement: MT-55
#[test]
fn logic_goes_only_so_far() {
    refuses(
        &format!("{} M.new {{ a => 1 }}", check("Integer[1, 100000000].each |$x| { $x } true")),
        "The limit of 1000000 expressions in the logic of a type is exceeded",
    );
    refuses(
        "type M { attr a { check => { M.new { a => 1 } true } } } M.new { a => 1 }",
        "The logic of types is nested deeper than 50 levels",
    );
    refuses(
        &format!(
            "{} M.new {{ a => 1 }}",
            check(
                "[1, 2, 3, 4, 5, 6, 7].reduce('xxxxxxxxxx') |$m, $x| { \"${m}${m}${m}${m}${m}${m}${m}${m}${m}${m}\" } true"
            )
        ),
        "is exceeded",
    );
}

#[test]
fn a_limit_of_logic_is_not_that_of_the_manifest() {
    let logic = check("Integer[1, 200000].each |$x| { $x } true");
    shows(&format!("{logic} Integer[1, 6].each |$x| {{ M.new {{ a => $x }} }} notice(done)"), &["done"]);
}

// Requirement: MT-52
#[test]
fn the_functions_of_logic_are_there() {
    for function in model::functions::CURRENT.functions {
        assert!(crate::Compilation::logic_function(function.name).is_some(), "{}", function.name);
        for signature in function.signatures {
            assert!(pcore::parse_type(signature).is_ok(), "{}: {signature}", function.name);
        }
    }
    let names: Vec<&str> = model::functions::CURRENT.functions.iter().map(|function| function.name).collect();
    assert!(names.is_sorted(), "{names:?}");
    for name in ["each", "select", "reject", "collect", "reduce", "filter", "map"] {
        assert!(names.contains(&name), "{name}");
    }
}
