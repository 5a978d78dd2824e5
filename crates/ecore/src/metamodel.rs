//! The metamodel of implementation models: the syntax tree of logic, and everything else that a base model cannot express.
//!
//! It is a table, from which the Ecore document is generated ([`document`]), and against which trees are checked when
//! they are read (`node`).

mod table;

use crate::xml::{Unwritable, Writer};

/// The namespace of the metamodel. Every addition to the table needs a new one.
pub const NAMESPACE: &str = "urn:bunraku:implementation:1";
/// The prefix by which documents name it.
pub(crate) const PREFIX: &str = "implementation";
/// The file that the metamodel is usually in.
pub const FILE: &str = "implementation.ecore";
/// The namespace of Ecore itself.
pub(crate) const ECORE: &str = "http://www.eclipse.org/emf/2002/Ecore";

#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: &'static str,
    pub(crate) is_abstract: bool,
    /// Its superclass.
    pub(crate) parent: Option<&'static str>,
    pub(crate) features: &'static [Feature],
}

#[derive(Debug)]
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    pub(crate) value_kind: ValueKind,
    pub(crate) number: Cardinality,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueKind {
    Text,
    Integer,
    Float,
    Boolean,
    /// One of several words.
    Word(&'static str),
    /// An instance of a class, as a part.
    Part(&'static str),
    /// An element of a base model, by the name of its class in Ecore.
    Base(&'static str),
}

/// The number of values of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cardinality {
    One,
    Optional,
    Any,
}

/// A class by its name.
pub(crate) fn class(name: &str) -> Option<&'static Class> {
    table::CLASSES.iter().find(|class| class.name == name)
}

impl Class {
    /// A feature by its name.
    pub(crate) fn feature(&self, name: &str) -> Option<&'static Feature> {
        self.features.iter().find(|feature| feature.name == name)
    }

    /// Whether it is a class or a subclass of it.
    pub(crate) fn is_a(&self, name: &str) -> bool {
        self.name == name || self.parent == Some(name)
    }
}

/// The words of an enumeration.
pub(crate) fn words(name: &str) -> &'static [&'static str] {
    table::ENUMERATIONS.iter().find(|(known, _)| *known == name).map_or(&[], |(_, words)| words)
}

/// The metamodel as an Ecore document.
pub fn document() -> Result<String, Unwritable> {
    let mut writer = Writer::new();
    writer.begin("ecore:EPackage");
    writer.attributes(&[
        ("xmi:version", "2.0"),
        ("xmlns:xmi", crate::xml::XMI),
        ("xmlns:xsi", crate::xml::XSI),
        ("xmlns:ecore", ECORE),
        ("name", PREFIX),
        ("nsURI", NAMESPACE),
        ("nsPrefix", PREFIX),
    ]);
    for class in table::CLASSES {
        writer.begin("eClassifiers");
        writer.attributes(&[("xsi:type", "ecore:EClass"), ("name", class.name)]);
        if class.is_abstract {
            writer.attribute("abstract", "true");
        }
        if let Some(parent) = class.parent {
            writer.attribute("eSuperTypes", &format!("#//{parent}"));
        }
        class.features.iter().for_each(|feature| feature.write(&mut writer));
        writer.end();
    }
    for (name, words) in table::ENUMERATIONS {
        writer.begin("eClassifiers");
        writer.attributes(&[("xsi:type", "ecore:EEnum"), ("name", name)]);
        for (value, word) in words.iter().enumerate() {
            writer.begin("eLiterals");
            writer.attribute("name", word);
            if value > 0 {
                writer.attribute("value", &value.to_string());
            }
            writer.end();
        }
        writer.end();
    }
    writer.finish()
}

impl Feature {
    fn write(&self, writer: &mut Writer) {
        let basic = |name: &str| format!("ecore:EDataType {ECORE}#//{name}");
        let (kind, data_type) = match self.value_kind {
            ValueKind::Text => ("ecore:EAttribute", basic("EString")),
            ValueKind::Integer => ("ecore:EAttribute", basic("ELongObject")),
            ValueKind::Float => ("ecore:EAttribute", basic("EDoubleObject")),
            ValueKind::Boolean => ("ecore:EAttribute", basic("EBooleanObject")),
            ValueKind::Word(name) => ("ecore:EAttribute", format!("#//{name}")),
            ValueKind::Part(name) => ("ecore:EReference", format!("#//{name}")),
            ValueKind::Base(name) => ("ecore:EReference", format!("ecore:EClass {ECORE}#//{name}")),
        };
        writer.begin("eStructuralFeatures");
        writer.attributes(&[("xsi:type", kind), ("name", self.name)]);
        match self.number {
            Cardinality::One => writer.attribute("lowerBound", "1"),
            Cardinality::Optional => {}
            Cardinality::Any => writer.attribute("upperBound", "-1"),
        }
        if self.number == Cardinality::Any && !matches!(self.value_kind, ValueKind::Part(_)) {
            writer.attribute("unique", "false");
        }
        writer.attribute("eType", &data_type);
        if matches!(self.value_kind, ValueKind::Part(_)) {
            writer.attribute("containment", "true");
        }
        writer.end();
    }
}
