//! Tests of loading. What needs evaluation is tested with the compiler.

use std::sync::Arc;

use diagnostics::{Problem, Source};
use pcore::{Type, types::builtin_type};
use rustc_hash::FxHashMap;
use syntax::ast::{Kind, TypeDefinition};

use crate::{Definitions, FeatureKind, ModelType, Multiplicity, Registry, resource};

/// The definitions of a text.
struct Text(FxHashMap<ecow::EcoString, Arc<TypeDefinition>>);

impl Text {
    fn new(text: &str) -> Text {
        let parsed = syntax::parse(Arc::new(Source::new("types.pp", text)));
        assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
        let definition = |kind: &Kind| match kind {
            Kind::TypeDefinition(definition) => Some((definition.name.to_lowercase(), definition.clone())),
            _ => None,
        };
        Text(parsed.program.body.iter().filter_map(|statement| definition(&statement.kind)).collect())
    }
}

impl Definitions for Text {
    type Error = Problem;

    fn definition(&mut self, name: &str) -> Result<Option<Arc<TypeDefinition>>, Problem> {
        Ok(self.0.get(name).cloned())
    }

    fn data_type(&mut self, name: &str) -> Result<Option<Type>, Problem> {
        Ok(builtin_type(name))
    }

    fn has_function(&self, name: &str) -> bool {
        name == "notice"
    }
}

fn load(text: &str, name: &str) -> Result<Arc<ModelType>, Problem> {
    Ok(Registry::default().load(&mut Text::new(text), name)?.expect("it is defined"))
}

/// A type that cannot be loaded, and where: `LINE:COLUMN message`, then the other feature_indices.
#[track_caller]
fn refused(text: &str, name: &str, expected: &[&str]) {
    let problem = load(text, name).expect_err("it is wrong");
    let index = |location: &diagnostics::Location| {
        let position = location.source.position(location.span.start);
        format!("{}:{}", position.line, position.column)
    };
    let at = problem.location.as_deref().map(index).unwrap_or_default();
    let mut reported = vec![format!("{at} {}", problem.message)];
    reported.extend(problem.labels.iter().map(|(location, text)| format!("{} {text}", index(location))));
    reported.extend(problem.hints.iter().map(|hint| format!("hint: {hint}")));
    assert_eq!(reported, expected, "for {text}");
}

#[test]
fn a_type_knows_all_that_it_inherits() {
    let text = "type A { abstract attr a, String { min => 1 } invariant { $a } }\n\
                type B inherits A { has b, A { max => unbound, containment => false } attr c, enum[x, y] { default => x } }";
    let model = load(text, "b").unwrap();
    let names: Vec<&str> = model.features.iter().map(|feature| feature.name.as_str()).collect();
    assert_eq!((names, model.inherited, model.invariants.len()), (vec!["a", "b", "c"], 1, 1));
    assert!(!model.is_abstract && model.parent.as_ref().is_some_and(|parent| parent.is_abstract));
    let b = model.feature("b").unwrap();
    assert_eq!(b.multiplicity, Multiplicity { min: 0, max: None });
    assert_eq!(b.kind, FeatureKind::Reference { target: "A".into(), containment: false });
    assert_eq!(model.feature("c").unwrap().default, Some("x".into()));
    assert_eq!(model.object.label(), "B");
    assert_eq!(b.multiplicity.to_string(), "0..unbound");
}

#[test]
fn what_is_wrong_has_all_its_places() {
    refused(
        "type A inherits B { }\ntype B inherits A { }",
        "a",
        &["2:17 The type 'B' inherits from itself", "1:17 inherits here", "2:1 the type is defined here"],
    );
    refused(
        "type A { attr x }\ntype B inherits A { attr x }",
        "b",
        &["2:26 The feature 'x' of 'B' is already inherited from 'A'", "1:15 'A' declares it here"],
    );
    refused(
        "type Base { }\ntype B inherits Bass { }",
        "b",
        &["2:17 The type 'B' inherits from 'Bass', which is not defined", "2:1 the type is defined here"],
    );
    refused("type A { attr a, enum[x, y, x] }", "a", &["1:29 Duplicate word 'x' in the enum", "1:23 first used here"]);
    refused("type A { attr a, Strin }", "a", &["1:18 The type 'Strin' is not defined", "hint: did you mean 'String'?"]);
    refused(
        "type A { attr a { check => mapp(1) } }",
        "a",
        &[
            "1:28 The function 'mapp' is not allowed in the logic of a type",
            "hint: did you mean 'map'?",
            "hint: logic can call the functions of bunraku/type-logic 1.0.0",
        ],
    );
    refused(
        "type A {\n  invariant { notify { 'x': } } }",
        "a",
        &[
            "2:15 A Resource Statement is not allowed in the logic of a type",
            "hint: logic can only compute: it cannot declare, define or change anything",
        ],
    );
}

#[test]
fn a_type_that_failed_can_be_asked_for_again() {
    let mut registry = Registry::default();
    let mut text = Text::new("type A inherits B { } type B inherits C { } type C { attr x, Nope }");
    assert!(registry.load(&mut text, "a").is_err() && registry.load(&mut text, "A").is_err());
    assert!(registry.load(&mut text, "nosuch").is_ok_and(|found| found.is_none()));
}

/// A thousand types, each of which refers to the next, and one with thousands of features.
#[test]
fn many_types_and_features_are_loaded() {
    let type_of = |index: usize| {
        format!(
            "type T{index} {{ attr a, Integer {{ check => $it > 0 }} has next, T{} invariant {{ $a }} }}\n",
            (index + 1) % 1000
        )
    };
    let mut text = Text::new(&(0..1000).map(type_of).collect::<String>());
    let mut registry = Registry::default();
    for index in 0..1000 {
        assert!(registry.load(&mut text, &format!("t{index}")).is_ok_and(|found| found.is_some()));
    }
    let chain: String =
        (1..3000).map(|index| format!("attr a{index} {{ derived => || {{ $a{} }} }}\n", index - 1)).collect();
    let many = load(&format!("type T {{ attr a0 {chain} }}"), "t").unwrap();
    assert_eq!(many.features.len(), 3000);
}

#[test]
fn a_type_of_resources_has_a_definition() {
    let text = "type Account inherits Resource { desc 'd' attr id, String { behaviour => namevar, desc => 'i' } \
                attr l, Integer { min => 1, max => 3 } attr r, Float { behaviour => read_only } features canonicalize \
                autorequire { file => ['$id', x] } }";
    let definition = resource::definition(&load(text, "account").unwrap()).unwrap();
    assert_eq!(
        pcore::json::write(&definition).unwrap(),
        r#"{"name":"account","desc":"d","autorequire":{"file":["$id","x"]},"features":["canonicalize"],"attributes":{"id":{"type":"String","desc":"i","behaviour":"namevar"},"l":{"type":"Array[Integer, 1, 3]"},"r":{"type":"Optional[Float]","behaviour":"read_only"}}}"#
    );
    refused(
        "type A::B inherits Resource { }",
        "a::b",
        &["1:1 The name of a resource type cannot have a namespace: 'A::B'"],
    );
}
