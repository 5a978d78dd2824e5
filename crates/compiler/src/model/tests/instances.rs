//! Section 3: all ways to make an instance, and what can be done with it.

use super::{fails, refuses, shows};

const M: &str = "type M { attr a, Integer attr l, Integer { max => unbound } }";

// Requirement: MT-40
#[test]
fn all_forms_of_new() {
    for made in [
        "M.new { a => 10 }",
        "M.new({ a => 10 })",
        "M.new('a' => 10)",
        "new(M, { a => 10 })",
        "new(M) |$t| { $t[a] = 10 }",
        "M.new |$t| { $t[a] = 10 }",
        "M.new() |$t| { $t['a'] = 10 }",
        "M.new { a => 1 } |$t| { $t[a] = $t[a] * 10 }",
        "M({ a => 10 })",
        "{ a => 10 }.convert_to(M)",
        "M.new(M.new { a => 10 })",
    ] {
        shows(&format!("{M} notice({made})"), &["M({'a' => 10})"]);
    }
    shows(&format!("{M} notice(new(M), M.new)"), &["M({}) M({})"]);
    refuses(&format!("{M} M.new(1)"), "M.new expects a Hash of features, got Integer");
}

// Requirement: MT-41
#[test]
fn each_setting_is_checked_at_once() {
    let types = "type M { attr a, Integer { check => $it > 0 } }";
    fails(
        &format!("{types} M.new |$t| {{\n $t[a] = 0\n notice('later') }}"),
        "Evaluation Error: Error while evaluating a '=' expression, Illegal value: 0 is not an acceptable value for a \
         (line: 2, column: 8)",
    );
}

// Requirement: MT-42
#[test]
fn a_list_grows_in_place() {
    shows(
        &format!("{M} notice(M.new |$t| {{ $t[l] = [1] $t[l] += 2 $t[l] += [3, 4] notice($t[l]) }})"),
        &["[1, 2, 3, 4]", "M({'l' => [1, 2, 3, 4]})"],
    );
    shows(&format!("{M} notice(M.new |$t| {{ [1, 2].each |$n| {{ $t[l] += $n }} }})"), &["M({'l' => [1, 2]})"]);
    refuses(&format!("{M} M.new |$t| {{ $t[a] += 1 }}"), "'+=' is for lists, and the feature 'a' of M is not one");
    refuses(&format!("{M} M.new |$t| {{ $t[l] += x }}"), "feature 'l' of M expects an Integer value, got String");
    refuses(
        "type M { attr l, Integer { max => 2 } } M.new |$t| { $t[l] += [1, 2] $t[l] += 3 }",
        "has at most 2 values, got 3",
    );
}

// Requirement: MT-43
#[test]
fn invariants_run_when_initialization_ends() {
    let types = "type M { attr a, Integer attr b, Integer invariant 'ordered' { $a < $b } }";
    shows(&format!("{types} notice(M.new |$t| {{ $t[a] = 5 $t[b] = 1 $t[a] = 0 }})"), &["M({'a' => 0, 'b' => 1})"]);
    refuses(&format!("{types} M.new |$t| {{ $t[a] = 5 $t[b] = 1 }}"), "ordered");
}

// Requirement: MT-43, MT-45
#[test]
fn an_instance_does_not_change() {
    let parse = "Could not parse for environment production: ";
    let words = "Illegal attempt to assign via [index/key]. Not an assignable reference";
    fails(&format!("{M}\n$m = M.new\n$m[a] = 1"), &format!("{parse}{words} (line: 3, column: 1)"));
    fails(&format!("{M}\n[1].each |$t| {{ $t[a] = 1 }}"), &format!("{parse}{words} (line: 2, column: 17)"));
    fails(
        &format!("{M}\nM.new |$t| {{ [1].each |$t| {{ $t[a] = 1 }} }}"),
        &format!("{parse}{words} (line: 2, column: 30)"),
    );
    refuses(&format!("{M} $m = M.new $m[l] += 1"), "The operator '+=' is no longer supported");
    refuses(&format!("{M} M.new |$t| {{ $t[l] -= 1 }}"), "The operator '-=' is no longer supported");
    refuses(&format!("{M} new(Integer, '5') |$t| {{ $t[a] = 1 }}"), words);
    refuses(&format!("{M} $m = M.new new(M, $m) |$t| {{ $t[a] = 1 }}"), "does not change once it is made");
}

// Requirement: MT-44
#[test]
fn an_unknown_key_is_an_error() {
    refuses(&format!("{M} M.new {{ b => 1 }}"), "M has no feature 'b'");
    refuses(&format!("{M} M.new {{ 1 => 1 }}"), "The features of M have names, got Integer");
    refuses(&format!("{M} M.new |$t| {{ $t[b] = 1 }}"), "M has no feature 'b'");
    refuses(&format!("{M} notice(M.new[b])"), "M has no feature 'b'");
}

// Requirement: MT-46
#[test]
fn features_are_read_in_three_ways() {
    shows(&format!("{M} $m = M.new {{ a => 1 }} notice($m.a, $m['a'], $m[a])"), &["1 1 1"]);
    shows("type M { attr length, Integer } notice(M.new { length => 7 }.length)", &["7"]);
    shows(&format!("{M} $m = M.new {{ a => 1 }} notice(\"${{m.a}} ${{m[a]}}\")"), &["1 1"]);
}

// Requirement: MT-47
#[test]
fn instances_are_values() {
    shows(&format!("{M} function f(M $m) >> M {{ $m }} notice(f(M.new {{ a => 1 }}).a)"), &["1"]);
    shows(&format!("{M} define d(M $m) {{ notice($m.a) }} d {{ x: m => M.new {{ a => 2 }} }}"), &["Scope(D[x]): 2"]);
    shows(&format!("{M} notice([M.new {{ a => 1 }}, M.new {{ a => 2 }}].map |$m| {{ $m.a }})"), &["[1, 2]"]);
    shows(
        &format!("{M} notice(M.new =~ M, 1 =~ M, M.new == M.new, M.new {{ a => 1 }} == M.new)"),
        &["true false true false"],
    );
    shows(&format!("{M} notice({{ M.new => x }}[M.new], [M.new, 2] =~ Array[Variant[M, Integer]])"), &["x true"]);
    refuses(&format!("{M} define d(M $m) {{ }} d {{ x: m => 1 }}"), "parameter 'm' expects");
}

#[test]
fn an_alias_may_name_a_type() {
    shows(&format!("{M} type Many = Array[M] notice([M.new] =~ Many, [1] =~ Many)"), &["true false"]);
    shows(&format!("{M} type Other = M notice(Other.new({{ a => 1 }}))"), &["M({'a' => 1})"]);
}

#[test]
fn data_may_have_the_name_of_a_resource_type() {
    shows("type Notify { attr a } notice(Notify.new { a => 1 })", &["Notify({'a' => 1})"]);
    shows("type Class2 { attr a } notice(Class2.new { a => 1 })", &["Class2({'a' => 1})"]);
}
