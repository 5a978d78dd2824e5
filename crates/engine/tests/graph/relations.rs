//! Relations that catalogs and types declare. The texts of errors are those of Puppet 7.23.

use catalog::{Catalog, CatalogIndex};
use engine::{
    graph::{Relation, Relations},
    index::ResourceIndex,
};
use pcore::{Type, Value, parse_type};
use resource_api::definition::relations::{self, RelationKind};

use crate::support::{catalog, graph, names, order_of, try_graph};

#[track_caller]
fn check_error(catalog: &Catalog, expected: &str) {
    assert_eq!(try_graph(catalog).expect_err("a relation is wrong").to_string(), expected);
}

#[track_caller]
fn check_order(catalog: &Catalog, expected: &[&str]) {
    let graph = graph(catalog);
    assert_eq!(names(catalog, &graph, &order_of(&graph)), expected);
}

/// A catalog of `Probe[a]` with a metaparameter, and of `Probe[b]`.
fn with(metaparameter: &str, value: Value) -> Catalog {
    let mut catalog = catalog(&[("Probe[a]", &[]), ("Probe[b]", &[])]);
    catalog.resources[0].parameters.push((metaparameter.into(), value));
    catalog
}

fn type_value(text: &str) -> Value {
    let held: Type = parse_type(text).expect("a type");
    Value::Type(held.into())
}

#[test]
fn a_relation_to_what_the_catalog_does_not_hold_is_refused() {
    check_error(&with("require", "File[/x]".into()), "Could not retrieve dependency 'File[/x]' of Probe[a]");
    check_error(&with("before", "file[/x]".into()), "Could not retrieve dependency 'File[/x]' of Probe[a]");
    let several = Value::array([Value::from("Probe[b]"), Value::from("class[foo::bar]")]);
    check_error(&with("notify", several), "Could not retrieve dependency 'Class[Foo::Bar]' of Probe[a]");
}

#[test]
fn a_name_that_begins_with_a_capital_counts_as_it_is() {
    check_error(
        &with("subscribe", "FOO::bAR[x[1]]".into()),
        "Could not retrieve dependency 'FOO::bAR[x[1]]' of Probe[a]",
    );
    check_error(&with("require", "PROBE[b]".into()), "Could not retrieve dependency 'PROBE[b]' of Probe[a]");
    check_order(&with("require", "pROBE[b]".into()), &["Probe[b]", "Probe[a]"]);
}

#[test]
fn the_first_missing_resource_is_named_in_the_order_of_metaparameters() {
    let catalog = catalog(&[
        ("Probe[a]", &[("before", "Probe[q1]"), ("require", "Probe[q2]")]),
        ("Probe[b]", &[("require", "Probe[q3]")]),
    ]);
    check_error(&catalog, "Could not retrieve dependency 'Probe[q2]' of Probe[a]");
}

#[test]
fn an_invalid_reference_is_refused_with_its_location() {
    let mut catalog = with("require", "nonsense".into());
    catalog.resources[0].file = Some("/m.pp".into());
    catalog.resources[0].line = Some(3);
    check_error(
        &catalog,
        "Parameter require failed on Probe[a]: No title provided and \"nonsense\" is not a valid resource reference \
         (file: /m.pp, line: 3)",
    );
    for (value, shown) in [
        (Value::Integer(5), "5"),
        ("File[]".into(), "\"File[]\""),
        (Value::array([Value::array([Value::from("Probe[b]")])]), "[\"Probe[b]\"]"),
    ] {
        let expected = format!(
            "Parameter require failed on Probe[a]: No title provided and {shown} is not a valid resource reference"
        );
        check_error(&with("require", value), &expected);
    }
}

#[test]
fn a_secret_that_is_no_reference_is_not_shown() {
    let error = try_graph(&with("require", Value::sensitive("s3cret".into()))).expect_err("a secret is no reference");
    assert!(!error.to_string().contains("s3cret"));
    assert!(!format!("{error:?}").contains("s3cret"));
}

#[test]
fn references_may_be_types() {
    check_order(&with("require", type_value("Resource['probe', 'b']")), &["Probe[b]", "Probe[a]"]);
    let mut catalog = catalog(&[("Probe[a]", &[]), ("Class[B::C]", &[])]);
    catalog.resources[0].parameters.push(("require".into(), type_value("Class['b::c']")));
    check_order(&catalog, &["admissible_Class[B::C]", "completed_Class[B::C]", "Probe[a]"]);
}

#[test]
fn nothing_is_related_by_undef_or_an_empty_array() {
    for value in [Value::Undef, Value::array([])] {
        check_order(&with("require", value), &["Probe[a]", "Probe[b]"]);
    }
}

#[test]
fn automatic_relations_give_way_and_say_so() {
    let catalog = catalog(&[("Probe[a]", &[]), ("Probe[b]", &[("require", "Probe[a]")]), ("Probe[c]", &[])]);
    let index = CatalogIndex::new(&catalog).unwrap();
    let mut relations = Relations::new(&catalog, &index, &[]).unwrap();
    let mut add = |own: usize, kind: RelationKind, title: &str| {
        relations.add_automatic(
            ResourceIndex(own),
            &relations::Relation { kind, type_name: "probe".into(), title: title.into() },
        )
    };

    assert_eq!(
        add(0, RelationKind::Autorequire, "b").as_deref(),
        Some("Skipping automatic relationship with Probe[b]")
    );
    assert_eq!(add(0, RelationKind::Autonotify, "c").as_deref(), Some("Adding autonotify relationship with Probe[c]"));
    // The order is known now, from either side.
    assert_eq!(add(0, RelationKind::Autobefore, "c"), None);
    assert_eq!(add(2, RelationKind::Autorequire, "a"), None);
    assert_eq!(add(2, RelationKind::Autobefore, "a").as_deref(), Some("Skipping automatic relationship with Probe[a]"));
    assert_eq!(add(1, RelationKind::Autorequire, "nobody"), None);
    assert_eq!(add(1, RelationKind::Autorequire, "b"), None);
    assert_eq!(
        relations.as_slice(),
        [(1, false), (2, true)].map(|(to, refresh)| Relation {
            from: ResourceIndex(0),
            to: ResourceIndex(to),
            refresh
        })
    );
}
