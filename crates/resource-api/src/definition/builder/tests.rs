//! The builder produces what a definition file would contain.

use pcore::{Value, parse_literal};

use crate::{Attribute, AttributeGroup, Behaviour, Feature, TypeDefinition, definition::TypeBuilder};

#[track_caller]
fn check(builder: TypeBuilder, literal: &str) {
    let definition = builder.build().expect("a definition");
    assert_eq!(*definition.raw(), parse_literal(literal).expect("a literal"));
}

fn named(name: &str) -> TypeBuilder {
    TypeDefinition::builder(name).desc("d").attribute("id", Attribute::builder("String").desc("i").namevar())
}

#[test]
fn every_part_of_a_definition_can_be_built() {
    let builder = named("apt_key")
        .attribute(
            "source",
            Attribute::builder("String").desc("s").default("x").parameter().sensitive().extra("unit", 5),
        )
        .attribute("created", Attribute::builder("String").desc("c").read_only().lazy())
        .attribute("kind", Attribute::builder("String").desc("k").init_only())
        .feature(Feature::Canonicalize)
        .feature(Feature::SimpleGetFilter)
        .title_pattern(r"^(?<id>.*)$", "the id")
        .autorequire("file", ["$source"])
        .autorequire("package", ["apt"])
        .autorequire("file", ["/etc"])
        .autobefore("exec", ["a"])
        .autosubscribe("exec", ["b"])
        .autonotify("exec", ["c"])
        .extra("since", "2.0");
    check(
        builder,
        r"{
          name => apt_key, desc => d,
          attributes => {
            id      => { type => 'String', desc => i, behaviour => namevar },
            source  => { type => 'String', desc => s, 'default' => x, behaviour => parameter, sensitive => true,
                         unit => 5 },
            created => { type => 'String', desc => c, behaviour => read_only, lazy => true },
            kind    => { type => 'String', desc => k, behaviour => init_only },
          },
          features => [canonicalize, simple_get_filter],
          title_patterns => [{ pattern => '^(?<id>.*)$', desc => 'the id' }],
          autorequire => { file => ['$source', '/etc'], package => [apt] },
          autobefore => { exec => [a] }, autosubscribe => { exec => [b] }, autonotify => { exec => [c] },
          since => '2.0',
        }",
    );
}

#[test]
fn what_is_not_set_is_not_written() {
    check(
        named("note"),
        "{ name => note, desc => d, attributes => { id => { type => 'String', desc => i, behaviour => namevar } } }",
    );
}

#[test]
fn the_last_behaviour_counts() {
    let attribute = Attribute::builder("String").desc("a").parameter().behaviour(Behaviour::Property);
    let definition = named("note").attribute("a", attribute).build().expect("a definition");
    assert_eq!(definition.attribute("a").map(Attribute::behaviour), Some(Behaviour::Property));
}

#[test]
fn groups_may_be_shared_and_nested() {
    let inner = AttributeGroup::new().attribute("owner", Attribute::builder("String").desc("o"));
    let outer = AttributeGroup::new().attributes(&inner).attribute("mode", Attribute::builder("String").desc("m"));
    for name in ["note", "letter"] {
        let definition = named(name).attributes(&outer).build().expect("a definition");
        let names: Vec<&str> = definition.attributes().map(|attribute| attribute.name().as_str()).collect();
        assert_eq!(names, ["id", "owner", "mode"]);
    }
}

#[test]
fn an_attribute_cannot_be_defined_twice() {
    let group = AttributeGroup::new().attribute("id", Attribute::builder("String").desc("i"));
    let error = named("note").attributes(&group).build().expect_err("two of them");
    assert_eq!(error.to_string(), "`note.id` is defined twice");
}

#[test]
fn a_built_definition_is_validated_like_any_other() {
    let builder = named("note").attribute("a", Attribute::builder("String["));
    let raw = parse_literal(
        "{ name => note, desc => d, attributes => { id => { type => 'String', desc => i, behaviour => namevar }, a => { type => 'String[' } } }",
    );
    let expected = TypeDefinition::from_value(&raw.expect("a literal")).expect_err("no type");
    assert_eq!(builder.build().expect_err("no type"), expected);
}

#[test]
fn the_types_of_modules_can_be_used() {
    let port = |name: &str| (name == "My::Port").then(|| pcore::Type::integer(1, 65535));
    let builder = named("note").attribute("port", Attribute::builder("My::Port").desc("p"));
    let definition = builder.build_with(&port).expect("a definition");
    let found = definition.attribute("port").map(|attribute| attribute.data_type().is_instance(&Value::from(80)));
    assert_eq!(found, Some(true));
}

#[test]
fn a_builder_shows_no_default_and_nothing_else_that_may_be_secret() {
    let attribute = Attribute::builder("String").sensitive().default("hunter2").extra("old", "hunter2");
    let group = AttributeGroup::new().attribute("password", attribute.clone());
    let builder = named("vault").attributes(&group).extra("master", "hunter2");
    let dump = format!("{attribute:?} {group:?} {builder:?}");
    assert!(!dump.contains("hunter2"), "{dump}");
    assert!(dump.contains("password") && dump.contains("vault"), "{dump}");
}
