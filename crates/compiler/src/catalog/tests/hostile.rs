//! Manifests that go too far end with a message.

use super::harness::{Given, answer, failure};
use crate::{Limits, Options};

#[track_caller]
fn fails(source: &str, expected: &str) {
    let (message, _) = failure(source, &Given::default());
    assert_eq!(message, expected, "for {source}");
}

#[test]
fn classes_cannot_inherit_from_themselves() {
    fails("class a inherits b {} class b inherits a {} include a", "Class 'a' inherits from itself: a, b, a (line: 1)");
    fails("class a inherits a {} include a", "Class 'a' inherits from itself: a, a (line: 1)");
}

#[test]
fn defines_without_end_are_stopped() {
    fails("define d { d{\"${name}x\":} } d{'a':}", "Somehow looped more than 1000 times while evaluating host catalog");
}

#[test]
fn the_number_of_resources_has_a_limit() {
    let limits = Limits { resources: 20, ..Limits::default() };
    let given = Given { options: Options { limits, ..Options::default() }, ..Given::default() };
    let titles: Vec<String> = (0..30).map(|number| format!("'{number}'")).collect();
    let (message, hints) = failure(&format!("notify {{ [{}]: }}", titles.join(", ")), &given);
    assert!(message.contains("The limit of 20 resources in a catalog is exceeded"), "{message}");
    assert_eq!(hints.len(), 1);
}

#[test]
fn long_chains_are_fine() {
    let chain: Vec<String> = (0..900).map(|number| format!("Notify['{number}']")).collect();
    let titles: Vec<String> = (0..900).map(|number| format!("'{number}'")).collect();
    let source = format!("notify {{ [{}]: }} {}", titles.join(", "), chain.join(" -> "));
    let answer = answer(&source, &Given::default());
    assert!(answer.contains(r#"Notify[0] {"before":["Notify[1]"]}"#), "{answer}");
}

#[test]
fn long_inheritance_is_fine() {
    let classes: String = (1..300).map(|number| format!("class c{number} inherits c{} {{}} ", number - 1)).collect();
    let source =
        format!("class c0 {{ $x = 'found' }} {classes} class last inherits c299 {{ notice($x) }} include last");
    assert!(answer(&source, &Given::default()).contains("[notice] Scope(Class[Last]): found"));
}

#[test]
fn misspelt_names_get_advice() {
    let hint = |source: &str| failure(source, &Given::default()).1;
    assert_eq!(hint("notify { 'a': mesage => 1 }"), ["did you mean 'message'?"]);
    assert_eq!(hint("notfy { 'a': }"), ["did you mean 'notify'?"]);
    assert_eq!(hint("notify { 'a': xyzzy => 1 }"), ["its parameters are: message, name, withpath"]);
}

#[test]
fn jumps_out_of_definitions_are_refused() {
    fails(
        "define d { break() } d{'x':}",
        "Evaluation Error: Error while evaluating a Resource Statement, \
         break() from context where this is illegal (file: unknown, line: 1) (line: 1)",
    );
}

#[test]
fn strict_refuses_overrides_that_come_too_late() {
    let given = Given { strict: syntax::Strictness::Error, ..Given::default() };
    let (message, _) = failure("D['x'] { p => 'early' } d{'x':} define d($p='dflt') { }", &given);
    let expected = "Attempt to override an already evaluated resource, defined at (line: 1), with new values (line: 1)";
    assert_eq!(message, expected);
}
