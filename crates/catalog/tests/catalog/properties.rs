//! What holds for all catalogs.

use std::collections::BTreeMap;

use catalog::{Catalog, Declared, Secrets};
use pcore::{NoNames, Value};
use proptest::prelude::*;

fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        any::<bool>().prop_map(Value::Boolean),
        any::<i64>().prop_map(Value::Integer),
        (-1e9..1e9_f64).prop_map(Value::Float),
        ".{0,6}".prop_map(Value::from),
        "(File|Class)\\[[a-z\\[\\]]{1,4}\\]".prop_map(Value::from),
        Just(Value::Default),
        Just(Value::Binary(b"bytes".as_slice().into())),
        Just(Value::from(pcore::parse_type("Optional[Integer[1, 5]]").expect("a type"))),
    ];
    scalar.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::array),
            prop::collection::vec((inner.clone(), inner.clone()), 0..3).prop_map(Value::hash),
            // What is secret twice is read as what is secret once.
            inner.prop_map(|inner| if let Value::Sensitive(_) = inner { inner } else { Value::sensitive(inner) }),
        ]
    })
}

fn parameters() -> impl Strategy<Value = Vec<(ecow::EcoString, Value)>> {
    prop::collection::btree_map("[a-z_]{1,6}", value(), 0..4).prop_map(|parameters: BTreeMap<String, Value>| {
        let allowed = parameters.into_iter().filter(|(name, _)| name != "alias");
        allowed.map(|(name, value)| (name.into(), value)).collect()
    })
}

fn catalog() -> impl Strategy<Value = Catalog> {
    let resource = ("[A-Z][a-z]{0,3}(::[A-Z][a-z]{1,3})?", ".{1,5}", parameters(), any::<bool>(), any::<Option<u32>>());
    (prop::collection::vec(resource, 0..8), any::<i64>()).prop_flat_map(|(given, version)| {
        let mut resources: BTreeMap<String, Declared> = BTreeMap::new();
        for (type_name, title, parameters, exported, line) in given {
            let tags = vec!["tag".into()];
            let type_name = type_name.into();
            let title = title.into();
            let declared = Declared { type_name, title, parameters, exported, line, tags, ..Declared::default() };
            if declared.type_name != "Class" {
                resources.insert(declared.to_string(), declared);
            }
        }
        let resources: Vec<Declared> = resources.into_values().collect();
        let count = resources.len().max(1);
        let limit = if resources.is_empty() { 0 } else { 6 };
        prop::collection::vec((0..count, 0..count), 0..=limit).prop_map(move |containment| Catalog {
            name: "node".into(),
            version: Value::Integer(version),
            resources: resources.clone(),
            containment,
            ..Catalog::default()
        })
    })
}

proptest! {
    #[test]
    fn a_catalog_is_read_as_it_was_written(catalog in catalog()) {
        let text = catalog.to_json(Secrets::Written).expect("can be written");
        prop_assert_eq!(Catalog::from_json(&text, &NoNames), Ok(catalog));
    }

    #[test]
    fn no_text_breaks_the_reader(text in ".{0,40}") {
        let _ = Catalog::from_json(&text, &NoNames);
    }

    #[test]
    fn no_document_breaks_the_reader(title in value(), rest in value(), edge in value()) {
        let data = Value::hash([
            ("tags".into(), rest.clone()),
            ("resources".into(), Value::array([Value::hash([
                ("type".into(), "Notify".into()), ("title".into(), title), ("parameters".into(), rest.clone()),
                ("sensitive_parameters".into(), edge.clone()),
            ])])),
            ("edges".into(), Value::array([edge])),
        ]);
        let text = pcore::rich_data::to_json(&data, pcore::rich_data::EncodeOptions::CATALOG).expect("can be written");
        let _ = Catalog::from_json(&text, &NoNames);
    }
}
