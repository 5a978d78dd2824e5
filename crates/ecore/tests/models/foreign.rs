//! Ecore documents that others made.

use std::sync::Arc;

use diagnostics::Source;

use crate::types::{session, types};

const LIBRARY: &str = include_str!("library.ecore");

#[test]
fn what_can_be_said_is_and_the_rest_is_listed() {
    let imported = ecore::import(&[Arc::new(Source::new("library.ecore", LIBRARY))], None).unwrap();
    let text = imported.text();
    let source: String = text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    assert_eq!(source, include_str!("library.pp"));
    let unsupported: Vec<String> = imported.unsupported.iter().map(ToString::to_string).collect();
    assert_eq!(unsupported.join("\n") + "\n", include_str!("library.txt"));
    for part in &unsupported {
        assert!(text.contains(&format!("# {part}\n")), "{part}");
    }
    // It is a text that loads.
    let mut session = session(&text);
    assert_eq!(types(&mut session).len(), 6);
}

#[test]
fn types_can_be_in_a_namespace() {
    let imported = ecore::import(&[Arc::new(Source::new("library.ecore", LIBRARY))], Some("Lib")).unwrap();
    let names: Vec<&str> = imported.definitions.iter().map(|definition| definition.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Lib::Money",
            "Lib::Isbn",
            "Lib::Library",
            "Lib::Item",
            "Lib::Book",
            "Lib::Person",
            "Lib::Tagged",
            "Lib::People::Writer"
        ]
    );
}

#[test]
fn documents_may_refer_to_each_other() {
    let head = "<ecore:EPackage xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
                xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\" xmlns:xmi=\"http://www.omg.org/XMI\" nsURI=\"u\" nsPrefix=\"p\"";
    let first = format!(
        "{head} name=\"a\"><eClassifiers xsi:type=\"ecore:EClass\" name=\"A\" xmi:id=\"_1\"/></ecore:EPackage>"
    );
    let second = format!(
        "{head} name=\"b\"><eClassifiers xsi:type=\"ecore:EClass\" name=\"B\" eSuperTypes=\"models/a.ecore#_1\">\
         <eStructuralFeatures xsi:type=\"ecore:EReference\" name=\"a\"><eType xsi:type=\"ecore:EClass\" href=\"a.ecore#//@eClassifiers.0\"/>\
         </eStructuralFeatures></eClassifiers></ecore:EPackage>"
    );
    let sources = [Arc::new(Source::new("b.ecore", second)), Arc::new(Source::new("models/a.ecore", first))];
    let imported = ecore::import(&sources, None).unwrap();
    assert_eq!(imported.text(), "type B inherits A {\n  has a, A { containment => false }\n}\n\ntype A { }\n");
}
