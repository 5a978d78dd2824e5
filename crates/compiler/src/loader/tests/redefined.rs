use super::fixture;

#[track_caller]
fn check(text: &str, expected: &str) {
    let mut fixture = fixture(&[]);
    let read = fixture.main(text);
    assert_eq!(fixture.message(read), expected, "for {text}");
}

#[test]
fn names_of_the_main_manifest_are_taken_once() {
    check("class foo {}\nclass foo {}", "Class 'foo' is already defined (line: 1); cannot redefine (line: 2)");
    check(
        "class foo {}\ndefine foo {}",
        "'foo' is already defined (line: 1) as a class; cannot redefine as a definition (line: 2)",
    );
    check(
        "define foo {}\nclass foo {}",
        "Definition 'foo' is already defined (line: 1); cannot be redefined as a class (line: 2)",
    );
    check("node a {}\nnode a {}", "Node 'a' is already defined (line: 1); cannot redefine (line: 2)");
    check("node a, b {}\nnode 'B' {}", "Node 'b' is already defined (line: 1); cannot redefine (line: 2)");
    check(
        "node /^a/ {}\nnode /A/ {}",
        "Node '__node_regexp__a' is already defined (line: 1); cannot redefine (line: 2)",
    );
    check("class a {}\nnode a {}", "Class 'a' is already defined (line: 1); cannot be redefined as a node (line: 2)");
    check("node a {}\nclass a {}", "Node 'a' is already defined (line: 1); cannot be redefined as a class (line: 2)");
}

#[test]
fn names_of_functions_and_types_are_taken_once() {
    check(
        "function foo() {1}\nfunction foo() {2}",
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/function/foo'. Originally set at \
         string:?line=1&pos=1.",
    );
    check(
        "define foo {}\ndefine foo {}",
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/foo'. Originally set at \
         string:?line=1&pos=1.",
    );
    check(
        "type Foo = Integer\ntype Foo = String",
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/foo'. Originally set at \
         string:?line=1&pos=6.",
    );
    check(
        "define foo {}\ntype Foo = Integer",
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/foo'. Originally set at \
         string:?line=1&pos=1.",
    );
    check(
        "type String = Integer",
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/string'. Originally set by \
         Puppet-Type-System/Static-Loader.",
    );
    check(
        "type File = Integer",
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/file'. Set at unknown location",
    );
}

#[test]
fn names_are_taken_across_files() {
    let mut fixture = fixture(&[
        ("modules/m/manifests/init.pp", "class m {}\nfunction m::f() {2}"),
        ("modules/m/manifests/a.pp", "class m::a {}\nclass m::a {}"),
        ("modules/m/functions/f.pp", "function m::f() {1}"),
        ("modules/n/manifests/d.pp", "define n::d {}\n\n  define n::d {}"),
    ]);
    let found = fixture.loader.class("m::a");
    assert_eq!(
        fixture.message(found),
        "Class 'm::a' is already defined (file: E/modules/m/manifests/a.pp, line: 1); cannot redefine \
         (file: E/modules/m/manifests/a.pp, line: 2)"
    );
    let found = fixture.loader.define("n::d");
    assert_eq!(
        fixture.message(found),
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/n::d'. Originally set at \
         file://E/modules/n/manifests/d.pp?line=1&pos=1."
    );
}

#[test]
fn a_module_cannot_define_what_the_main_manifest_has() {
    let mut fixture = fixture(&[("modules/m/manifests/init.pp", "class m {}")]);
    fixture.main("class m {}").unwrap();
    let found = fixture.loader.class("m::a");
    assert_eq!(
        fixture.message(found),
        "Class 'm' is already defined (line: 1); cannot redefine (file: E/modules/m/manifests/init.pp, line: 1)"
    );
}

#[test]
fn a_function_of_a_named_file_is_not_defined_again_by_a_manifest() {
    let mut fixture = fixture(&[
        ("modules/m/manifests/init.pp", "class m {}\nfunction m::f() {2}"),
        ("modules/m/functions/f.pp", "function m::f() {1}"),
    ]);
    fixture.loader.function("m::f").unwrap();
    let found = fixture.loader.class("m");
    assert_eq!(
        fixture.message(found),
        "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/function/m::f'. Originally set \
         E/modules/m/functions/f.pp."
    );
}
