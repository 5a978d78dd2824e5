use pcore::{Value, parse_literal_with};

use super::{Fixture, fixture};

#[track_caller]
fn refused(text: &str, expected: &str) {
    let fixture = fixture(&[("modules/m/types/t.pp", text)]);
    let found = fixture.loader.find_type("M::T");
    assert_eq!(fixture.message(found), expected, "for {text}");
}

#[track_caller]
fn value(fixture: &Fixture, text: &str) -> Value {
    parse_literal_with(text, &fixture.loader.types).unwrap()
}

#[test]
fn a_type_is_in_the_file_that_is_named_after_it() {
    let fixture = fixture(&[
        ("modules/m/types/port.pp", "# comment\ntype M::Port = Integer[1, 65535]\n"),
        ("modules/m/types/a/foobar.pp", "type M::A::FooBar = Array[M::Port, 1]"),
        ("types/mine.pp", "type Mine = Optional[M::Port]"),
        ("types/environment/other.pp", "type Environment::Other = Mine"),
    ]);
    assert!(fixture.fits("80", "M::Port") && !fixture.fits("0", "::m::port"));
    assert!(fixture.fits("[80]", "M::A::FooBar") && !fixture.fits("[]", "M::A::FooBar"));
    assert!(fixture.fits("undef", "Mine") && fixture.fits("1", "Environment::Other"));
    assert!(fixture.loader.find_type("M::Nosuch").unwrap().is_none());
    assert!(fixture.loader.find_type("Nosuch").unwrap().is_none());
}

#[test]
fn types_of_several_files_may_mention_each_other() {
    let fixture = fixture(&[
        ("modules/m/types/tree.pp", "type M::Tree = Array[M::Branch]"),
        ("modules/m/types/branch.pp", "type M::Branch = Variant[Integer, M::Tree, N::Leaf]"),
        ("modules/n/types/leaf.pp", "type N::Leaf = Enum[leaf]"),
    ]);
    assert!(fixture.fits("[1, [2, [leaf]]]", "M::Tree") && !fixture.fits("[1, [stone]]", "M::Tree"));
}

#[test]
fn a_file_holds_its_type_and_nothing_else() {
    let says = |what: &str| format!("The code loaded from E/modules/m/types/t.pp {what}");
    refused("", &says("does not define the type 'm::t' - it is empty."));
    refused("type M::Other = Integer", &says("produced type with the wrong name, expected 'm::t', actual 'M::Other'"));
    refused(
        "type M::T = Integer\ntype M::T2 = Integer",
        &says("must contain only the type 'm::t' - it has additional definitions."),
    );
    refused("class m::t {}", &says("does not define the type 'm::t' - no type alias or type definition found."));
    refused(
        "type M::T = Integer\nnotice(1)",
        "This Function Call is unacceptable as a top level construct in this location \
         (file: E/modules/m/types/t.pp, line: 2, column: 1)",
    );
    refused("type M::T = ", "Syntax error at end of input (file: E/modules/m/types/t.pp, line: 1, column: 13)");
    refused("type M::T = M::T", "Type alias 'M::T' cannot be resolved to a real type");
}

#[test]
fn a_type_that_needs_a_broken_one_is_broken_too() {
    let fixture = fixture(&[
        ("modules/m/types/t.pp", "type M::T = Array[M::Bad]"),
        ("modules/m/types/u.pp", "type M::U = Array[M::Unknown]"),
        ("modules/m/types/bad.pp", "type M::Bad = "),
    ]);
    for _ in 0..2 {
        let found = fixture.loader.find_type("M::T");
        assert_eq!(
            fixture.message(found),
            "Syntax error at end of input (file: E/modules/m/types/bad.pp, line: 1, column: 15)"
        );
    }
    assert!(!fixture.fits("[1]", "M::U") && fixture.fits("[]", "M::U"));
}

#[test]
fn object_types_have_short_forms() {
    let fixture = fixture(&[
        ("modules/m/types/base.pp", "type M::Base = { attributes => { a => Integer } }"),
        ("modules/m/types/child.pp", "type M::Child = M::Base { attributes => { b => Optional[M::Child] } }"),
        ("modules/m/types/whole.pp", "type M::Whole = Object[{ attributes => { a => Integer } }]"),
    ]);
    assert_eq!(value(&fixture, "M::Base(1)").to_string(), "M::Base({'a' => 1})");
    assert_eq!(value(&fixture, "M::Whole(1)").to_string(), "M::Whole({'a' => 1})");
    let nested = value(&fixture, "M::Child(1, M::Child(2, undef))");
    assert_eq!(nested.to_string(), "M::Child({'a' => 1, 'b' => M::Child({'a' => 2})})");
    let child = fixture.loader.find_type("M::Child").unwrap().unwrap();
    assert_eq!(
        child.to_string(),
        "Object[{name => 'M::Child', parent => M::Base, attributes => {'b' => {type => Optional[M::Child], value => undef}}}]"
    );
}

#[test]
fn the_main_manifest_may_define_types() {
    let mut fixture = fixture(&[("modules/m/types/t.pp", "type M::T = Integer")]);
    fixture
        .main("type Base = { attributes => { a => Integer } }\ntype Child = Base {}\ntype M::T = Array[Child]")
        .unwrap();
    assert!(fixture.fits("[Child(1)]", "M::T") && !fixture.fits("1", "M::T"));
}

#[test]
fn type_sets_hold_types() {
    let set = "TypeSet[{ pcore_version => '1.0.0', version => '1.0.0',
        types => { Age => Integer, P => { attributes => { age => Age } } } }]";
    let fixture = fixture(&[
        ("modules/m/types/init_typeset.pp", &format!("type M = {set}")),
        ("modules/m/types/s.pp", &format!("type M::S = {set}")),
        ("modules/n/types/init_typeset.pp", "type N = Integer"),
        ("modules/o/types/init_typeset.pp", &format!("type O::Init_typeset = {set}")),
    ]);
    assert!(fixture.fits("1", "M::Age") && fixture.fits("1", "M::S::Age"));
    assert_eq!(value(&fixture, "M::P(1)").to_string(), "M::P({'age' => 1})");
    assert_eq!(value(&fixture, "M::S::P(1)").to_string(), "M::S::P({'age' => 1})");
    let found = fixture.loader.find_type("N");
    assert_eq!(
        fixture.message(found),
        "The code loaded from E/modules/n/types/init_typeset.pp does not define the TypeSet 'N'"
    );
    let found = fixture.loader.find_type("O");
    assert_eq!(
        fixture.message(found),
        "The code loaded from E/modules/o/types/init_typeset.pp produced type with the wrong name, expected 'o', \
         actual 'O::Init_typeset'"
    );
}
