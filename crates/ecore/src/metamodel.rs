//! What implementation models consist of: the syntax tree of logic, and what else a base model cannot say.
//!
//! One table. The metamodel as an Ecore document is made of it ([`document`]), and trees are checked against it when
//! they are read (`node`).

mod table;

use crate::xml::{Unwritable, Writer};

/// The namespace of the metamodel. What is added to the table makes a new one.
pub const NAMESPACE: &str = "urn:bunraku:implementation:1";
/// The prefix by which documents name it.
pub(crate) const PREFIX: &str = "implementation";
/// The file that the metamodel is usually in.
pub const FILE: &str = "implementation.ecore";
/// The namespace of Ecore itself.
pub(crate) const ECORE: &str = "http://www.eclipse.org/emf/2002/Ecore";

/// A class of the metamodel.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: &'static str,
    pub(crate) is_abstract: bool,
    /// The class that it extends.
    pub(crate) parent: Option<&'static str>,
    pub(crate) features: &'static [Feature],
}

/// A feature of a class.
#[derive(Debug)]
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    pub(crate) holds: Holds,
    pub(crate) number: Number,
}

/// What a feature holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
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

/// How many values a feature has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
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

    /// Whether an instance of it may stand where one of another class is expected.
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
    for (name, value) in [
        ("xmi:version", "2.0"),
        ("xmlns:xmi", crate::xml::XMI),
        ("xmlns:xsi", crate::xml::XSI),
        ("xmlns:ecore", ECORE),
        ("name", PREFIX),
        ("nsURI", NAMESPACE),
        ("nsPrefix", PREFIX),
    ] {
        writer.attribute(name, value);
    }
    for class in table::CLASSES {
        writer.begin("eClassifiers");
        writer.attribute("xsi:type", "ecore:EClass");
        writer.attribute("name", class.name);
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
        writer.attribute("xsi:type", "ecore:EEnum");
        writer.attribute("name", name);
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
        let (kind, data_type) = match self.holds {
            Holds::Text => ("ecore:EAttribute", basic("EString")),
            Holds::Integer => ("ecore:EAttribute", basic("ELongObject")),
            Holds::Float => ("ecore:EAttribute", basic("EDoubleObject")),
            Holds::Boolean => ("ecore:EAttribute", basic("EBooleanObject")),
            Holds::Word(name) => ("ecore:EAttribute", format!("#//{name}")),
            Holds::Part(name) => ("ecore:EReference", format!("#//{name}")),
            Holds::Base(name) => ("ecore:EReference", format!("ecore:EClass {ECORE}#//{name}")),
        };
        writer.begin("eStructuralFeatures");
        writer.attribute("xsi:type", kind);
        writer.attribute("name", self.name);
        match self.number {
            Number::One => writer.attribute("lowerBound", "1"),
            Number::Optional => {}
            Number::Any => writer.attribute("upperBound", "-1"),
        }
        if self.number == Number::Any && !matches!(self.holds, Holds::Part(_)) {
            writer.attribute("unique", "false");
        }
        writer.attribute("eType", &data_type);
        if matches!(self.holds, Holds::Part(_)) {
            writer.attribute("containment", "true");
        }
        writer.end();
    }
}
