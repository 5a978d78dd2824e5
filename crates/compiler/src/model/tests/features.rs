//! Section 2, of types as a whole: names, inheritance, numbers of values, references, invariants.

use super::{fails, refuses, shows};

// Requirement: MT-20
#[test]
fn names_are_unique_along_the_chain() {
    fails(
        "type A { attr x } type B inherits A { } type C inherits B { attr x, String }",
        "Evaluation Error: The feature 'x' of 'C' is already inherited from 'A' (line: 1, column: 66)",
    );
}

// Requirement: MT-21
#[test]
fn an_unknown_parent_is_an_error() {
    fails(
        "type A inherits Nope { }",
        "Evaluation Error: The type 'A' inherits from 'Nope', which is not defined (line: 1, column: 17)",
    );
}

// Requirement: MT-21
#[test]
fn a_ring_of_parents_is_an_error() {
    fails("type A inherits A { }", "Evaluation Error: The type 'A' inherits from itself (line: 1, column: 17)");
    fails(
        "type A inherits B { } type B inherits C { } type C inherits A { }",
        "Evaluation Error: The type 'C' inherits from itself (line: 1, column: 61)",
    );
}

#[test]
fn parents_beyond_number_are_an_error() {
    let words = "More than 100 types inherit from each other in a chain";
    let extend = |index: usize| format!("type T{index} inherits T{} {{ }}\n", index - 1);
    refuses(&format!("type T0 {{ }} {}", (1..=200).map(extend).collect::<String>()), words);
    refuses(&format!("type T0 {{ }} {}", (1..=200).rev().map(extend).collect::<String>()), words);
    let fine: String = (1..100).map(extend).collect();
    shows(&format!("type T0 {{ attr a }} {fine} notice(T99.new {{ a => 1 }}.a)"), &["1"]);
}

#[test]
fn features_checks_and_invariants_are_inherited() {
    let types = "type A { attr x, Integer { check => $it > 0, default => 3 } invariant 'x is odd' { $x % 2 == 1 } }
                 type B inherits A { attr y, Integer invariant 'x before y' { $x < $y } }";
    shows(
        &format!("{types} $b = B.new {{ y => 4 }} notice($b, $b =~ A, $b =~ B, A.new =~ B)"),
        &["B({'x' => 3, 'y' => 4}) true true false"],
    );
    refuses(&format!("{types} B.new {{ x => 0, y => 1 }}"), "Illegal value: 0 is not an acceptable value for x");
    refuses(&format!("{types} B.new {{ x => 2, y => 9 }}"), "x is odd");
    refuses(&format!("{types} B.new {{ x => 5, y => 4 }}"), "x before y");
}

// Requirement: MT-22
#[test]
fn multiplicity_has_defaults() {
    shows("type M { attr a, Integer } notice(M.new { a => 1 }.a, M.new.a =~ Undef)", &["1 true"]);
    refuses("type M { attr a, Integer } M.new { a => [1] }", "feature 'a' of M expects an Integer value, got Tuple");
    refuses("type M { attr a, Integer { min => 1 } } M.new", "feature 'a' of M must have a value");
    shows("type M { attr a, Integer { min => 1 } } notice(M.new { a => 1 }.a)", &["1"]);
    shows("type M { attr a, Integer { min => 2 } } notice(M.new { a => [1, 2, 3, 4] }.a)", &["[1, 2, 3, 4]"]);
    refuses(
        "type M { attr a, Integer { min => 2 } } M.new { a => [1] }",
        "feature 'a' of M has at least 2 values, got 1",
    );
    shows("type M { attr a, Integer { max => 2 } } notice(M.new.a, M.new { a => [1, 2] }.a)", &["[] [1, 2]"]);
    refuses(
        "type M { attr a, Integer { max => 2 } } M.new { a => [1, 2, 3] }",
        "feature 'a' of M has at most 2 values, got 3",
    );
    shows("type M { attr a, Integer { min => 0, max => 1 } } notice(M.new { a => 1 }.a)", &["1"]);
    shows("type M { attr a, Integer { min => 1, max => unbound } } notice(M.new { a => [1] }.a)", &["[1]"]);
}

#[test]
fn a_list_is_given_as_a_list() {
    refuses(
        "type M { attr a, Integer { max => 2 } } M.new { a => 1 }",
        "feature 'a' of M expects an Array, since there may be several values, got Integer",
    );
    refuses(
        "type M { attr a, Integer { max => 2 } } M.new { a => [1, x] }",
        "feature 'a' of M expects an Integer value, got String",
    );
}

// Requirement: MT-9
#[test]
fn abstract_types_have_no_instances_of_their_own() {
    refuses("type A { abstract attr x } A.new", "'A' is abstract: it has no instances of its own");
    shows("type A { abstract attr x } type B inherits A { } notice(B.new { x => 1 })", &["B({'x' => 1})"]);
}

// Requirement: MT-33
#[test]
fn contained_instances_are_part_of_one_other() {
    let types = "type P { has kids, K { max => unbound } has best, K } type K { attr n, String }";
    shows(
        &format!("{types} notice(P.new {{ kids => [K.new {{ n => a }}], best => K.new {{ n => b }} }})"),
        &["P({'kids' => [K({'n' => 'a'})], 'best' => K({'n' => 'b'})})"],
    );
    let words = "cannot contain a K that is part of another instance";
    refuses(&format!("{types} $k = K.new {{ n => a }} P.new {{ best => $k }} P.new {{ best => $k }}"), words);
    refuses(&format!("{types} $k = K.new {{ n => a }} P.new {{ best => $k, kids => [$k] }}"), words);
    refuses(&format!("{types} $k = K.new {{ n => a }} P.new {{ kids => [$k, $k] }}"), words);
    refuses(&format!("{types} P.new {{ best => P.new }}"), "feature 'best' of P expects K, got");
    refuses(&format!("{types} P.new {{ best => 1 }}"), "feature 'best' of P expects K, got Integer");
}

#[test]
fn data_becomes_contained_instances() {
    let types = "type P { has kids, K { max => unbound } } type K { attr n, String { check => $it != x } }";
    shows(&format!("{types} notice(P.new {{ kids => [{{ n => a }}, {{ n => b }}] }}.kids[1].n)"), &["b"]);
    refuses(
        &format!("{types} P.new {{ kids => [{{ n => x }}] }}"),
        "Illegal value: x is not an acceptable value for n",
    );
}

// Requirement: MT-33
#[test]
fn nothing_contains_itself() {
    refuses(
        "type N { has next, N } N.new |$t| { $t[next] = $t }",
        "feature 'next' of N would contain what it is part of",
    );
    refuses(
        "type N { has next, N } N.new |$t| { $t[next] = N.new |$u| { $u[next] = $t } }",
        "feature 'next' of N would contain what it is part of",
    );
}

#[test]
fn a_subtype_fits_where_its_parent_does() {
    shows(
        "type P { has k, K } type K { attr n } type L inherits K { } notice(P.new { k => L.new { n => 1 } })",
        &["P({'k' => L({'n' => 1})})"],
    );
}

// Requirement: MT-34
#[test]
fn mere_references_are_written_as_uris() {
    let types = "type P { has kids, K { max => unbound } has best, K { containment => false } }
                 type K { attr n, String has friends, K { max => unbound, containment => false } }";
    shows(
        &format!("{types} $k = K.new {{ n => a }} $p = P.new {{ kids => [$k], best => $k }} notice($p, $p.best.n)"),
        &["P({'kids' => [K({'n' => 'a'})], 'best' => URI('#/kids/0')}) a"],
    );
    shows(
        &format!(
            "{types} $p = P.new {{ kids => [{{ n => a, friends => ['#/kids/1'] }}, {{ n => b }}], best => '#/kids/0' }}
             notice($p.best.friends[0].n)"
        ),
        &["b"],
    );
    refuses(
        &format!("{types} $p = P.new {{ best => '#/kids/7' }} notice($p.best)"),
        "'#/kids/7' in the feature 'best' of P does not resolve",
    );
}

// Requirement: MT-29
#[test]
fn an_invariant_sees_all_features() {
    let types =
        "type M { attr a, Integer { default => 1 } attr b, Integer attr c, Integer { derived => || { $a + $b } }
                 invariant 'c is even' { $c % 2 == 0 } }";
    shows(&format!("{types} notice(M.new {{ b => 3 }}.c)"), &["4"]);
    refuses(&format!("{types} M.new {{ b => 4 }}"), "c is even");
}

// Requirement: MT-30
#[test]
fn outcomes_of_invariants() {
    for accepted in ["true", "undef", "if false { 1 }"] {
        shows(&format!("type M {{ invariant {{ {accepted} }} }} notice(M.new)"), &["M({})"]);
    }
    refuses("type M { invariant { 'a reason' } } M.new", ", a reason (line");
    refuses("type M { invariant 'a title' { false } } M.new", ", a title (line");
    refuses("type M { invariant 'a title' { 'a reason' } } M.new", ", a reason (line");
    refuses("type M { invariant 'a title' { '' } } M.new", ", a title (line");
    refuses("type M { invariant { false } } M.new", ", Illegal invariant (line");
    fails(
        "type M { invariant { 5 } } M.new",
        "Evaluation Error: invariant must return a String, Boolean or undef, got Integer; that of M is wrong (line: 1, \
         column: 20)",
    );
    refuses("type M { attr a invariant |$m| { $m.a == $m[a] and $a == 2 } } M.new { a => 1 }", "Illegal invariant");
}

/// The published example has the forbidden case for its body.
// Requirement: MT-32
#[test]
fn an_invariant_states_what_must_hold() {
    let types = "type F { attr ensure, enum[present, absent] attr content, String
                 invariant 'Can not specify ensure => absent, and content' { !($ensure == absent and $content) } }";
    shows(
        &format!("{types} notice(F.new {{ ensure => absent }}, F.new {{ content => x }})"),
        &["F({'ensure' => 'absent'}) F({'content' => 'x'})"],
    );
    refuses(
        &format!("{types} F.new {{ ensure => absent, content => x }}"),
        "Can not specify ensure => absent, and content",
    );
}

// Requirement: MT-31
#[test]
fn invariants_of_defines_see_parameters() {
    let define = "define d(Integer $a, Integer $b = 9) { invariant 'a before b' { $a < $b } invariant $title != 'x'
                  invariant |$it| { if $a == 5 { \"${name} is five\" } } notice($a) }";
    shows(&format!("{define} d {{ y: a => 1 }}"), &["Scope(D[y]): 1"]);
    refuses(
        &format!("{define} d {{ y: a => 10 }}"),
        "Error while evaluating a Resource Statement, a before b (line: 2)",
    );
    refuses(&format!("{define} d {{ x: a => 1 }}"), "Illegal invariant");
    refuses(&format!("{define} d {{ y: a => 5 }}"), "y is five");
    refuses("define d($a) { invariant { $b } }", "unknown variable '$b': 'd' has no such parameter");
    refuses("define d($a) { invariant { notice(1) } }", "The function 'notice' is not allowed in the logic of a type");
    refuses("define d($a) { invariant { 5 } } d { x: a => 1 }", "invariant must return a String, Boolean or undef");
}
