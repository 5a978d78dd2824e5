use super::{Fixture, fixture};

fn has(fixture: &mut Fixture, name: &str) -> bool {
    fixture.loader.function(name).unwrap().is_some()
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let mut fixture = fixture(&[("modules/m/functions/f.pp", text)]);
    let found = fixture.loader.function("m::f");
    assert_eq!(fixture.message(found), expected, "for {text}");
}

#[test]
fn a_function_is_in_the_file_that_is_named_after_it() {
    let mut fixture = fixture(&[
        ("modules/m/functions/f.pp", "function m::f($x) { $x }"),
        ("modules/m/functions/g/h.pp", "function m::g::h() { 1 }"),
        ("modules/m/functions/init.pp", "function m() { 1 }"),
        ("modules/m/functions/plain.pp", "function plain() { 1 }"),
        ("modules/m/manifests/init.pp", "class m {}\nfunction m::inner() { 1 }"),
    ]);
    assert!(has(&mut fixture, "m::f") && has(&mut fixture, "::m::f") && has(&mut fixture, "m::g::h"));
    assert!(!has(&mut fixture, "m") && !has(&mut fixture, "plain") && !has(&mut fixture, "notice"));
    // Functions of manifests are known once the manifest was read for the sake of something else.
    assert!(!has(&mut fixture, "m::inner"));
    assert!(fixture.has_class("m") && has(&mut fixture, "m::inner"));
    let function = fixture.loader.function("m::f").unwrap().unwrap();
    assert_eq!(fixture.loader.module_of(&function.location.source.name).as_deref(), Some("m"));
}

#[test]
fn functions_of_the_environment_have_the_names_of_their_paths() {
    let mut fixture = fixture(&[
        ("functions/f.pp", "function f() { 1 }"),
        ("functions/environment/g.pp", "function environment::g() { 1 }"),
        ("functions/h.pp", "function environment::h() { 1 }"),
    ]);
    assert!(has(&mut fixture, "f") && has(&mut fixture, "environment::g") && !has(&mut fixture, "environment::h"));
}

#[test]
fn a_file_holds_its_function_and_nothing_else() {
    refused("", "The code loaded from E/modules/m/functions/f.pp does not define the function 'm::f' - it is empty.");
    refused(
        "function m::f() { 1 }\nfunction m::f2() { 2 }",
        "The code loaded from E/modules/m/functions/f.pp must contain only the function 'm::f' - it has additional \
         definitions.",
    );
    refused(
        "class m::f {}",
        "The code loaded from E/modules/m/functions/f.pp does not define the function 'm::f' - no function found.",
    );
    refused(
        "type M::F = Integer",
        "The code loaded from E/modules/m/functions/f.pp does not define the function 'm::f' - no function found.",
    );
    refused(
        "function m::f::g() { 1 }",
        "The code loaded from E/modules/m/functions/f.pp produced function with the wrong name, expected m::f, actual \
         m::f::g",
    );
    refused("function m::f( { 1 }", "Syntax error at '{' (file: E/modules/m/functions/f.pp, line: 1, column: 16)");
}

#[test]
fn the_main_manifest_hides_modules() {
    let mut fixture = fixture(&[("modules/m/functions/f.pp", "function m::f() { 1 }")]);
    fixture.main("function m::f() { 3 }").unwrap();
    let function = fixture.loader.function("m::f").unwrap().unwrap();
    assert_eq!(function.location.source.name, "");
}

#[test]
fn a_function_in_ruby_is_found_by_its_file() {
    let fixture = fixture(&[
        ("modules/mysql/lib/puppet/functions/mysql/password.rb", ""),
        ("modules/old/lib/puppet/parser/functions/old_one.rb", ""),
    ]);
    let found = |name: &str| fixture.loader.ruby_function(name).and_then(|found| found.module);
    assert_eq!(found("mysql::password").as_deref(), Some("mysql"));
    assert_eq!(found("old_one").as_deref(), Some("old"));
    assert_eq!(found("no_such"), None);
    assert_eq!(found("../old_one"), None);
}
