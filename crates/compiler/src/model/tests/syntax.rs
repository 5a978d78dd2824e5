//! Section 1: how types are written, and where they may be defined.

use super::{fails, refuses, shows};

// Requirement: MT-14
#[test]
fn a_type_stands_in_any_manifest_before_or_behind_its_use() {
    shows("notice(M.new { a => 1 }) type M { attr a, Integer }", &["M({'a' => 1})"]);
}

// Requirement: MT-12
#[test]
fn small_and_capital_letters_at_the_beginning_mean_the_same_type() {
    shows("type my::thing { attr a } notice(My::Thing.new { a => 1 })", &["My::Thing({'a' => 1})"]);
    shows("type Base { attr a } type child inherits base { } notice(Child.new { a => 1 })", &["Child({'a' => 1})"]);
    refuses("type M { } type m { }", "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/m'");
}

// Requirement: MT-11
#[test]
fn an_alias_stays_an_alias() {
    shows("type Small = Integer[0, 9] notice(5 =~ Small, 50 =~ Small)", &["true false"]);
    shows("type Point = { attributes => { x => Integer } } notice(Point(3).x)", &["3"]);
    refuses("type Small = Integer type Small { }", "Attempt to redefine entity");
    refuses("type Small { } type Small = Integer", "Attempt to redefine entity");
    refuses("type Integer { }", "Attempt to redefine entity");
    refuses("define small() { } type Small { }", "Attempt to redefine entity");
}

// Requirement: MT-11
#[test]
fn an_alias_is_the_type_of_an_attribute() {
    let types = "type Small = Integer[0, 9] type M { attr a, Small }";
    shows(&format!("{types} notice(M.new {{ a => 5 }})"), &["M({'a' => 5})"]);
    refuses(
        &format!("{types} M.new {{ a => 50 }}"),
        "feature 'a' of M expects a Small = Integer[0, 9] value, got Integer[50, 50]",
    );
}

// Requirement: MT-5, MT-6
#[test]
fn both_spellings_are_read() {
    shows(
        "type M { attr a, enum[x, y] attr b, Enum['x', y,] } notice(M.new { a => x, b => y })",
        &["M({'a' => 'x', 'b' => 'y'})"],
    );
    refuses("type M { attr a { setable => false } } M.new { a => 1 }", "feature 'a' of M is read-only");
    refuses("type M { attr a { settable => false } } M.new { a => 1 }", "feature 'a' of M is read-only");
    shows("type M { attr a { : min => 1, } } notice(M.new { a => 1 })", &["M({'a' => 1})"]);
}

// Requirement: MT-3
#[test]
fn an_attribute_without_a_type_takes_any_scalar() {
    shows(
        "type M { attr a } notice(M.new { a => 1 }, M.new { a => x }, M.new { a => true })",
        &["M({'a' => 1}) M({'a' => 'x'}) M({'a' => true})"],
    );
    refuses("type M { attr a } M.new { a => [1] }", "feature 'a' of M expects a Scalar value, got Tuple");
}

// Requirement: MT-4, MT-13
#[test]
fn attr_and_has_are_told_apart_by_what_they_hold() {
    fails("type M { attr a, N } type N { }", "Evaluation Error: 'N' is a type with instances (line: 1, column: 18)");
    refuses("type M { has a, String }", "'String' is a data type");
    refuses("type M { has a, enum[x] }", "A reference needs a type, not an enumeration");
    refuses("type M { attr a, Nope }", "The type 'Nope' is not defined (line: 1, column: 18)");
    refuses("type M { has a, Nope }", "The type 'Nope' is not defined (line: 1, column: 17)");
}

// Requirement: MT-10
#[test]
fn the_words_of_types_are_free_elsewhere() {
    shows(
        "$invariant = 1 $has = 2 $abstract = 3 notice(has, abstract, invariant, enum)",
        &["has abstract invariant enum"],
    );
    shows("function invariant($x) { $x } notice(invariant(1))", &["1"]);
    shows(
        "define invariant() { notice($title) } define d() { invariant { 'a': } } d { x: }",
        &["Scope(Invariant[a]): a"],
    );
    refuses("$x = attr", "Use of reserved word: attr, must be quoted if intended to be a String value");
}

// Requirement: MT-7
#[test]
fn a_check_is_a_block_a_lambda_or_an_expression() {
    for check in ["{ $it != x }", "|$y| { $y != x }", "$it != x", "{ if $a == x { false } }"] {
        let types = format!("type M {{ attr a, String {{ check => {check} }} }}");
        shows(&format!("{types} notice(M.new {{ a => y }})"), &["M({'a' => 'y'})"]);
        refuses(&format!("{types} M.new {{ a => x }}"), "Illegal value: x is not an acceptable value for a");
    }
}

// Requirement: MT-14
#[test]
fn definitions_may_only_stand_at_the_top() {
    refuses("class c { type M { } }", "A Type Definition may only appear at toplevel (line: 1, column: 11)");
    refuses("if true { type M { } }", "may only appear at toplevel");
}

#[test]
fn errors_in_a_type_stand_where_they_are() {
    let parse = |message: &str| format!("Could not parse for environment production: {message}");
    for (source, message) in [
        ("type M { attr }", "Syntax error at '}' (line: 1, column: 15)"),
        ("type M { attr 5 }", "Syntax error at '5' (line: 1, column: 15)"),
        ("type M { attr a, 5 }", "Syntax error at '5' (line: 1, column: 18)"),
        ("type M { attr a { } }", "Syntax error at '}' (line: 1, column: 19)"),
        ("type M { has a }", "Syntax error at '}' (line: 1, column: 16)"),
        ("type M { notice(1) }", "Syntax error at 'notice' (line: 1, column: 10)"),
        ("type M { invariant 'x' }", "Syntax error at '}' (line: 1, column: 24)"),
        ("type M inherits { }", "Syntax error at '{' (line: 1, column: 17)"),
        (
            "type M {\n  attr a, String {\n    min => x } }",
            "The value of 'min' must be an Integer of at least 0 (line: 3, column: 12)",
        ),
        (
            "type M { attr a { max => 0 } }",
            "The value of 'max' must be an Integer of at least 1 or 'unbound' (line: 1, column: 26)",
        ),
        (
            "type M { attr a { min => -1 } }",
            "The value of 'min' must be an Integer of at least 0 (line: 1, column: 26)",
        ),
        (
            "type M { attr a { min => 3, max => 2 } }",
            "'max' (2) is less than 'min' (3) of the feature 'a' (line: 1, column: 29)",
        ),
        (
            "type M { attr a { unsettable => 1 } }",
            "The value of 'unsettable' must be true or false (line: 1, column: 33)",
        ),
        ("type M { attr a { nope => 1 } }", "'nope' is not a setting of 'attr' (line: 1, column: 19)"),
        ("type M { has a, M { check => true } }", "'check' is not a setting of 'has' (line: 1, column: 21)"),
        ("type M { attr a { containment => true } }", "'containment' is not a setting of 'attr' (line: 1, column: 19)"),
        ("type M { attr a { min => 1, min => 1 } }", "Duplicate setting 'min' (line: 1, column: 29)"),
        (
            "type M { attr a { setable => true, settable => true } }",
            "Duplicate setting 'settable' (line: 1, column: 36)",
        ),
        ("type M { attr a attr a }", "Duplicate feature 'a' (line: 1, column: 22)"),
        (
            "type M { attr it }",
            "A feature cannot be named 'it': logic has a variable of that name (line: 1, column: 15)",
        ),
        (
            "type M { attr a { default => [1] } }",
            "The value of 'default' must be a number, a string, a boolean or a name (line: 1, column: 30)",
        ),
        ("type M { attr a { set => { 1 } } }", "The value of 'set' must be a lambda (line: 1, column: 26)"),
        (
            "type M { attr a { set => || { 1 } } }",
            "The lambda of 'set' must have one parameter, not 0 (line: 1, column: 26)",
        ),
        (
            "type M { attr a { derived => |$x| { 1 } } }",
            "The lambda of 'derived' must have no parameters, not 1 (line: 1, column: 30)",
        ),
        (
            "type M { attr a { check => |$x, $y| { 1 } } }",
            "The lambda of 'check' must have at most one parameter, not 2 (line: 1, column: 28)",
        ),
        ("type M { abstract abstract }", "Duplicate 'abstract' (line: 1, column: 19)"),
    ] {
        fails(source, &parse(message));
    }
}
