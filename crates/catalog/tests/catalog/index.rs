//! References to resources.

use catalog::{Catalog, CatalogIndex, Declared, ResourceIndex};
use pcore::Value;

fn declared(type_name: &str, title: &str) -> Declared {
    Declared { type_name: type_name.into(), title: title.into(), ..Declared::default() }
}

fn catalog() -> Catalog {
    let mut motd = declared("File", "/etc/motd");
    motd.parameters.push(("alias".into(), Value::array([Value::from("motd"), Value::from("/etc/motd")])));
    Catalog {
        resources: vec![
            motd,
            declared("Class", "Apache::Mod"),
            declared("Class", "main"),
            declared("Foo::Bar", "a[b]"),
        ],
        ..Catalog::default()
    }
}

#[test]
fn types_and_classes_are_found_in_any_case_and_titles_in_theirs() {
    let index = CatalogIndex::new(&catalog()).unwrap();
    assert_eq!(index.find("File[/etc/motd]"), Some(ResourceIndex(0)));
    assert_eq!(index.find("file[/etc/motd]"), Some(ResourceIndex(0)));
    assert_eq!(index.find("File[/ETC/motd]"), None);
    assert_eq!(index.find("class[apache::mod]"), Some(ResourceIndex(1)));
    assert_eq!(index.find("Class[main]"), Some(ResourceIndex(2)));
    assert_eq!(index.find("Class[Main]"), Some(ResourceIndex(2)));
    assert_eq!(index.find("foo::bar[a[b]]"), Some(ResourceIndex(3)));
    assert_eq!(index.find_titled("foo::bar", "a[b]"), Some(ResourceIndex(3)));
    assert_eq!(index.find("nothing"), None);
}

#[test]
fn aliases_are_names_too() {
    let catalog = catalog();
    let mut index = CatalogIndex::new(&catalog).unwrap();
    assert_eq!(index.find("File[motd]"), Some(ResourceIndex(0)));
    index.alias(&catalog, ResourceIndex(3), "other").unwrap();
    assert_eq!(index.find("Foo::Bar[other]"), Some(ResourceIndex(3)));
    index.alias(&catalog, ResourceIndex(3), "other").expect("the same name again");
}

#[test]
fn a_resource_that_came_later_is_found() {
    let mut catalog = catalog();
    let mut index = CatalogIndex::new(&catalog).unwrap();
    catalog.resources.push(declared("File", "/new"));
    index.add(&catalog, ResourceIndex(4)).unwrap();
    assert_eq!(index.find("File[/new]"), Some(ResourceIndex(4)));
    catalog.resources.push(declared("File", "motd"));
    let error = index.add(&catalog, ResourceIndex(5)).unwrap_err();
    assert_eq!(error.to_string(), "Duplicate declaration: File[motd] is already declared; cannot redeclare");
}
