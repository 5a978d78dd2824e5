//! Section 2, of single features: defaults, what is computed, `set` and `get`, `validate` and `check`.

use super::{fails, refuses, shows};

#[test]
fn not_set_differs_from_set_to_nothing() {
    let types = "type M { attr a, Integer { unsettable => true } attr l, String { max => 3, unsettable => true } }";
    shows(
        &format!("{types} notice(M.new, M.new {{ a => undef, l => [] }}, M.new {{ l => undef }})"),
        &["M({}) M({'a' => undef, 'l' => []}) M({'l' => []})"],
    );
    shows(
        &format!("{types} notice(M.new == M.new {{ a => undef }}, M.new.l =~ Undef, M.new {{ l => [] }}.l)"),
        &["false true []"],
    );
    shows("type M { attr a, Integer } notice(M.new == M.new { a => undef })", &["true"]);
}

#[test]
fn defaults_are_converted() {
    shows(
        "type M { attr i, Integer { default => '12' } attr f, Float { default => 1 } attr s, String { default => 5 }
         attr b, Boolean { default => 'no' } attr e, enum[q, r] { default => q } attr n, Integer { default => -3 }
         attr l, Integer { max => 4, default => 7 } attr w, String { default => word } } notice(M.new)",
        &["M({'i' => 12, 'f' => 1.0, 's' => '5', 'b' => false, 'e' => 'q', 'n' => -3, 'l' => [7], 'w' => 'word'})"],
    );
}

#[test]
fn a_default_may_begin_with_a_capital_letter() {
    shows(
        "type M { attr c, enum[EUR, USD] { default => EUR } attr s, String { default => Word } } notice(M.new)",
        &["M({'c' => 'EUR', 's' => 'Word'})"],
    );
}

#[test]
fn a_wrong_default_is_an_error_of_the_type() {
    fails(
        "type M { attr a, Integer { default => x } }",
        "Evaluation Error: The default of the feature 'a' does not match Integer: 'new' The string 'x' cannot be converted to \
         Integer (line: 1, column: 39)",
    );
    refuses(
        "type M { attr a, enum[x, y] { default => z } }",
        "The default of the feature 'a' does not match Enum['x', 'y']: got 'z'",
    );
}

#[test]
fn defaults_come_first_and_pass_set_and_check() {
    let types = "type M { attr log, String { default => '' }
                 attr a, String { default => d, set => |$v| { $log = \"${log}${v}\" upcase($v) } } }";
    shows(
        &format!("{types} notice(M.new, M.new {{ a => x }})"),
        &["M({'log' => 'd', 'a' => 'D'}) M({'log' => 'dx', 'a' => 'X'})"],
    );
    refuses(
        "type M { attr a, Integer { default => 3, check => $it > 5 } } M.new { a => 9 }",
        "Illegal value: 3 is not",
    );
}

#[test]
fn what_is_derived_is_computed_on_read_and_never_written() {
    let types = "type M { attr a, Integer attr twice, Integer { derived => || { $a * 2 } } }";
    shows(
        &format!("{types} $m = M.new {{ a => 4 }} notice($m, $m.twice, $m[twice], $m['twice'])"),
        &["M({'a' => 4}) 8 8 8"],
    );
    refuses(&format!("{types} M.new {{ twice => 1 }}"), "feature 'twice' of M is derived and cannot be set");
    refuses(
        "type M { attr a, Integer { derived => || { x } } } notice(M.new.a)",
        "what 'derived' of the feature 'a' of M returns expects an Integer value, got String",
    );
}

#[test]
fn a_derived_feature_that_can_be_set_assigns_others() {
    shows(
        "type N { attr first, String attr last, String attr full, String { derived => || { \"${first} ${last}\" },
         setable => true, set => |$v| { $parts = split($v, ' ') $first = $parts[0] $last = $parts[1] } } }
         $n = N.new { full => 'Ada Lovelace' } notice($n, $n.full)",
        &["N({'first' => 'Ada', 'last' => 'Lovelace'}) Ada Lovelace"],
    );
    refuses(
        "type N { attr a { derived => || { 1 }, setable => true } }",
        "it needs 'set', which assigns other features",
    );
    refuses("type N { attr a { derived => || { 1 }, set => |$v| { 1 } } }", "is derived and cannot be set");
    refuses("type N { attr a { derived => || { 1 }, default => 1 } }", "it stores no value that 'default'");
}

#[test]
fn what_is_computed_of_itself_is_refused() {
    fails(
        "type N { attr a { derived => || { $b } } attr b { derived => || { $c } } attr c { derived => || { $a } } }",
        "Evaluation Error: The feature 'a' depends on itself (line: 1, column: 15)",
    );
    refuses("type N { attr a { get => |$v| { $b } } attr b { derived => || { $a } } }", "depends on itself");
    // `get` sees what is stored.
    shows(
        "type N { attr a { get => |$v| { \"${v}${b}\" } } attr b { get => |$v| { \"${v}${a}\" } } }
         $n = N.new { a => x, b => y } notice($n.a, $n.b)",
        &["xy yx"],
    );
}

// Requirement: MT-26
#[test]
fn what_is_transient_is_not_written() {
    shows(
        "type M { attr a { transient => true } attr b } $m = M.new { a => 1, b => 2 } notice($m, $m.a)",
        &["M({'b' => 2}) 1"],
    );
}

// Requirement: MT-27
#[test]
fn set_makes_what_is_stored_of_anything() {
    let types = "type M { attr a, Integer { set => |$v| { Integer($v) } } }";
    shows(&format!("{types} notice(M.new {{ a => '12' }})"), &["M({'a' => 12})"]);
    refuses(
        "type M { attr a, Integer { set => |$v| { 'no' } } } M.new { a => 2 }",
        "what 'set' of the feature 'a' of M returns expects an Integer value, got String",
    );
    shows(
        "type M { attr l, String { max => 9, set => |$v| { split($v, ',') } } } notice(M.new { l => 'a,b' })",
        &["M({'l' => ['a', 'b']})"],
    );
}

// Requirement: MT-27
#[test]
fn get_makes_what_is_read_of_what_is_stored() {
    shows(
        "type M { attr a, String { get => |$v| { upcase($v) } } } $m = M.new { a => x } notice($m, $m.a)",
        &["M({'a' => 'x'}) X"],
    );
    refuses(
        "type M { attr a, Integer { get => |$v| { 'no' } } } notice(M.new { a => 2 }.a)",
        "what 'get' of the feature 'a' of M returns expects an Integer value, got String",
    );
}

// Requirement: MT-27
#[test]
fn set_may_assign_features_that_cannot_be_set() {
    let types =
        "type M { attr size, Integer { setable => false } attr a, String { set => |$v| { $size = length($v) $v } } }";
    shows(&format!("{types} notice(M.new {{ a => abc }})"), &["M({'size' => 3, 'a' => 'abc'})"]);
    refuses(&format!("{types} M.new {{ size => 1 }}"), "feature 'size' of M is read-only and cannot be set");
    refuses(
        "type M { attr n, Integer attr a, String { set => |$v| { $n = x $v } } } M.new { a => b }",
        "what 'set' assigns to the feature 'n' of M expects an Integer value, got String",
    );
    refuses(
        "type M { attr n, Integer { check => $it < 3 } attr a, String { set => |$v| { $n = 7 $v } } } M.new { a => b }",
        "Illegal value: 7 is not an acceptable value for n",
    );
}

// Requirement: MT-27
#[test]
fn a_feature_that_set_assigned_is_not_assigned_again() {
    shows(
        "type M { attr a, String { set => |$v| { $a = 'own' 'returned' } } } notice(M.new { a => x })",
        &["M({'a' => 'own'})"],
    );
    shows(
        "type M { attr a, String { set => |$a| { $a = 'own' 'returned' } } } notice(M.new { a => x })",
        &["M({'a' => 'own'})"],
    );
}

#[test]
fn only_set_assigns() {
    for setting in ["check => { $a = 1 }", "validate => { $it = 1 }", "get => |$v| { $b = 1 }"] {
        refuses(&format!("type M {{ attr a {{ {setting} }} attr b }}"), "only 'set' can assign features");
    }
    refuses("type M { attr b invariant { $b = 1 } }", "only 'set' can assign features");
    shows("type M { attr a { check => { $x = 1 $x == 1 } } } notice(M.new { a => 2 })", &["M({'a' => 2})"]);
}

// Requirement: MT-28
#[test]
fn validate_sees_what_is_given_and_check_what_is_stored() {
    let types = "type M { attr a, Integer { validate => { $it =~ String }, set => |$v| { Integer($v) }, check => { $it > 3 } } }";
    shows(&format!("{types} notice(M.new {{ a => '5' }})"), &["M({'a' => 5})"]);
    refuses(&format!("{types} M.new {{ a => 5 }}"), "Illegal value: 5 is not an acceptable value for a");
    refuses(&format!("{types} M.new {{ a => '2' }}"), "Illegal value: 2 is not an acceptable value for a");
    let types = "type P { has k, K { validate => { $it.n != x } } } type K { attr n }";
    shows(&format!("{types} notice(P.new {{ k => K.new {{ n => y }} }})"), &["P({'k' => K({'n' => 'y'})})"]);
    refuses(&format!("{types} P.new {{ k => K.new {{ n => x }} }}"), "is not an acceptable value for k");
}

// Requirement: MT-28
#[test]
fn each_element_of_a_list_is_checked_by_itself() {
    let types = "type M { attr l, String { max => unbound, check => { if $l =~ /:/ { \"${it} holds a colon\" } } } }";
    shows(&format!("{types} notice(M.new {{ l => [a, b] }})"), &["M({'l' => ['a', 'b']})"]);
    refuses(&format!("{types} M.new {{ l => [a, 'b:c'] }}"), "b:c holds a colon");
}

// Requirement: MT-29
#[test]
fn meta_names_the_feature_and_its_type() {
    let check = "\"${meta[name]} of ${meta[container][name]} is ${a}\"";
    refuses(&format!("type M {{ attr a {{ check => {check} }} }} M.new {{ a => 1 }}"), "a of M is 1");
    refuses(&format!("type M {{ attr a {{ validate => {check} }} }} M.new {{ a => 1 }}"), "a of M is 1");
    shows("type M { attr a { set => |$v| { $meta[name] } } } notice(M.new { a => 1 })", &["M({'a' => 'a'})"]);
    refuses("type M { invariant { \"of ${meta[name]}\" } } M.new", "of M");
}

// Requirement: MT-30
#[test]
fn outcomes_of_checks() {
    for accepted in ["true", "undef", "if false { 1 }"] {
        shows(
            &format!("type M {{ attr a {{ check => {{ {accepted} }} }} }} notice(M.new {{ a => 1 }})"),
            &["M({'a' => 1})"],
        );
    }
    refuses("type M { attr a { check => 'a reason' } } M.new { a => 1 }", ", a reason (line: 1");
    refuses("type M { attr a { check => '' } } M.new { a => 1 }", "Illegal value: 1 is not an acceptable value for a");
    refuses(
        "type M { attr a { check => false } } M.new { a => 1 }",
        "Illegal value: 1 is not an acceptable value for a",
    );
    for (wrong, found) in [("5", "Integer"), ("[1]", "Array[Integer]"), ("{ { 'a' => 1 } }", "Hash[String, Integer]")] {
        refuses(
            &format!("type M {{ attr a {{ check => {wrong} }} }} M.new {{ a => 1 }}"),
            &format!(
                "check must return a String, Boolean or undef, got {found}; that of the feature 'a' of M is wrong"
            ),
        );
    }
    refuses("type M { attr a { validate => 5 } } M.new { a => 1 }", "validate must return a String, Boolean or undef");
}

#[test]
fn secrets_stay_secrets() {
    refuses(
        "type S = Sensitive type M { attr a, S { check => false } } M.new { a => Sensitive('pw') }",
        "Illegal value: Sensitive [value redacted] is not",
    );
    refuses("type M { attr a, String } M.new { a => Sensitive('pw') }", "expects a String value, got Sensitive");
}

#[test]
fn a_default_that_is_not_acceptable_is_reported_with_the_type() {
    refuses(
        "type M { attr a, Integer { default => 5, check => $it > 10 } }",
        "The default of the feature 'a' is not acceptable: Illegal value: 5 is not an acceptable value for a",
    );
    refuses(
        "type M { attr a, Integer { max => 3, default => 5, validate => { if $it < 10 { \"no ${it}\" } } } }",
        "The default of the feature 'a' is not acceptable: no 5",
    );
    refuses(
        "type S = Sensitive type M { attr a, S { default => 'pw', check => false } }",
        "The default of the feature 'a' is not acceptable: Illegal value: Sensitive [value redacted] is not an acceptable value for a",
    );
    // Inherited features are reported, too, and the result of `set` is not known before.
    refuses("type A { abstract attr a, Integer { default => 1, check => false } } type B inherits A { }", "default of");
    shows(
        "type M { attr a, Integer { default => 5, set => |$v| { $v * 10 }, check => $it > 10 } } notice(M.new)",
        &["M({'a' => 50})"],
    );
    // On every read.
    let mut session = crate::models::Session::new(crate::Environment::default(), crate::Limits::default());
    let text = "type M { attr a, Integer { default => 5, check => false } }";
    session.read(&std::sync::Arc::new(diagnostics::Source::new("", text))).unwrap();
    for _ in 0..2 {
        assert!(session.model("M").unwrap_err().message.contains("is not acceptable"));
    }
}

#[test]
fn features_may_begin_with_capital_letters() {
    let types = "type M { attr Foo, String { check => $Foo != 'bad' and $it != 'worse' }
        attr FOO, Integer { derived => || { length(\"${$Foo}\") } } invariant 'none' { $Foo != 'none' } }";
    shows(
        &format!("{types} $m = M.new {{ 'Foo' => 'xy' }} notice($m, $m['Foo'], $m['FOO'])"),
        &["M({'Foo' => 'xy'}) xy 2"],
    );
    shows(&format!("{types} notice(M.new |$m| {{ $m['Foo'] = 'z' }})"), &["M({'Foo' => 'z'})"]);
    refuses(&format!("{types} M.new {{ 'Foo' => 'bad' }}"), "Illegal value: bad is not an acceptable value for Foo");
    refuses(&format!("{types} M.new {{ 'Foo' => 'none' }}"), "none");
    refuses("type M { attr a, String { check => $Foo != 'bad' } }", "Foo");
    refuses(
        "type M inherits Resource { attr id, String { behaviour => namevar } attr Foo, String }",
        "The attribute 'Foo' of a resource must begin with a lower-case letter",
    );
}
