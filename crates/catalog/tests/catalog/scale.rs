//! Large catalogs: what they cost grows with their size and not faster.

use catalog::{Catalog, CatalogIndex, Declared, ResourceIndex, Secrets};
use pcore::{NoNames, Value};

fn large(count: usize) -> Catalog {
    let class = Declared { type_name: "Class".into(), title: "Big".into(), ..Declared::default() };
    let resource = |number: usize| Declared {
        type_name: "Notify".into(),
        title: format!("message {number}").into(),
        parameters: vec![("message".into(), Value::from("text")), ("noop".into(), Value::from(true))],
        ..Declared::default()
    };
    Catalog {
        resources: std::iter::once(class).chain((1..count).map(resource)).collect(),
        containment: (1..count).map(|index| (0, index)).collect(),
        ..Catalog::default()
    }
}

/// The bytes that are allocated to read a catalog.
fn cost(count: usize) -> u64 {
    let text = large(count).to_json(Secrets::Written).unwrap();
    let measured = allocation_counter::measure(|| {
        let catalog = Catalog::from_json(&text, &NoNames).unwrap();
        assert_eq!(catalog.containment.len(), count - 1);
    });
    measured.bytes_total
}

#[test]
fn reading_is_linear() {
    let (small, big) = (cost(1_000), cost(10_000));
    assert!(big < small * 15, "{small} bytes for 1,000 resources, {big} for 10,000");
}

#[test]
fn a_hundred_thousand_resources_are_read_and_found() {
    let catalog = large(100_000);
    let text = catalog.to_json(Secrets::Written).unwrap();
    let read = Catalog::from_json(&text, &NoNames).unwrap();
    let index = CatalogIndex::new(&read).unwrap();
    assert_eq!(index.find("Notify[message 99999]"), Some(ResourceIndex(99_999)));
    assert_eq!(read.resources.len(), catalog.resources.len());
}
