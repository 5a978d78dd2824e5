//! Packages as documents.

use super::{Annotation, Class, Classifier, ClassifierKind, Feature, FeatureKind, Package, Reference};
use crate::{
    metamodel::ECORE,
    xml::{Unwritable, Writer, XMI, XSI},
};

impl Package {
    pub(crate) fn document(&self) -> Result<String, Unwritable> {
        let mut writer = Writer::new();
        writer.begin("ecore:EPackage");
        writer.attributes(&[("xmi:version", "2.0"), ("xmlns:xmi", XMI), ("xmlns:xsi", XSI), ("xmlns:ecore", ECORE)]);
        self.write(&mut writer);
        writer.finish()
    }

    /// Writes its contents into the element that was begun. Names of types and the XML reader limit the nesting.
    fn write(&self, writer: &mut Writer) {
        writer.attributes(&[("name", &self.name), ("nsURI", &self.uri), ("nsPrefix", &self.prefix)]);
        annotations(&self.annotations, writer);
        for classifier in &self.classifiers {
            classifier.write(writer);
        }
        for package in &self.packages {
            writer.begin("eSubpackages");
            package.write(writer);
            writer.end();
        }
    }
}

fn annotations(annotations: &[Annotation], writer: &mut Writer) {
    for annotation in annotations {
        writer.begin("eAnnotations");
        writer.attribute("source", &annotation.source);
        for (key, value) in &annotation.details {
            writer.element("details", &[("key", key), ("value", value)]);
        }
        writer.end();
    }
}

impl Classifier {
    fn write(&self, writer: &mut Writer) {
        writer.begin("eClassifiers");
        let kind = match &self.kind {
            ClassifierKind::Class(_) => "ecore:EClass",
            ClassifierKind::DataType(_) => "ecore:EDataType",
            ClassifierKind::Enumeration(_) => "ecore:EEnum",
        };
        writer.attributes(&[("xsi:type", kind), ("name", &self.name)]);
        match &self.kind {
            ClassifierKind::Class(class) => class.write(&self.annotations, writer),
            ClassifierKind::DataType(java) => {
                if let Some(java) = java {
                    writer.attribute("instanceClassName", java);
                }
                annotations(&self.annotations, writer);
            }
            ClassifierKind::Enumeration(literals) => {
                annotations(&self.annotations, writer);
                for (value, (name, literal)) in literals.iter().enumerate() {
                    writer.begin("eLiterals");
                    writer.attribute("name", name);
                    if value > 0 {
                        writer.attribute("value", &value.to_string());
                    }
                    if literal != name {
                        writer.attribute("literal", literal);
                    }
                    writer.end();
                }
            }
        }
        writer.end();
    }
}

impl Class {
    fn write(&self, annotated: &[Annotation], writer: &mut Writer) {
        if self.is_abstract {
            writer.attribute("abstract", "true");
        }
        if !self.supertypes.is_empty() {
            let supertypes: Vec<String> = self.supertypes.iter().map(|name| text(name, "EClass")).collect();
            writer.attribute("eSuperTypes", &supertypes.join(" "));
        }
        annotations(annotated, writer);
        self.features.iter().for_each(|feature| feature.write(writer));
    }
}

impl Feature {
    fn write(&self, writer: &mut Writer) {
        writer.begin("eStructuralFeatures");
        let (kind, type_kind) = match self.kind {
            FeatureKind::Attribute => ("ecore:EAttribute", "EDataType"),
            FeatureKind::Reference { .. } => ("ecore:EReference", "EClass"),
        };
        writer.attributes(&[("xsi:type", kind), ("name", &self.name)]);
        let is_contained = self.kind == FeatureKind::Reference { containment: true };
        // A list may contain equal values, but not the same part twice.
        if self.upper != Some(1) && !is_contained {
            writer.attribute("unique", "false");
        }
        if self.lower > 0 {
            writer.attribute("lowerBound", &self.lower.to_string());
        }
        match self.upper {
            Some(1) => {}
            Some(upper) => writer.attribute("upperBound", &upper.to_string()),
            None => writer.attribute("upperBound", "-1"),
        }
        writer.attribute("eType", &text(&self.data_type, type_kind));
        let flags = [
            ("changeable", !self.changeable, "false"),
            ("volatile", self.derived, "true"),
            ("transient", self.transient, "true"),
            ("unsettable", self.unsettable, "true"),
            ("derived", self.derived, "true"),
            ("containment", is_contained, "true"),
        ];
        for (name, _, value) in flags.into_iter().filter(|(_, is_said, _)| *is_said) {
            writer.attribute(name, value);
        }
        if let Some(default) = &self.default {
            writer.attribute("defaultValueLiteral", default);
        }
        annotations(&self.annotations, writer);
        writer.end();
    }
}

fn text(reference: &Reference, kind: &str) -> String {
    match reference {
        Reference::Ecore(name) => format!("ecore:{kind} {ECORE}#//{name}"),
        Reference::Local(_, path) => format!("#//{path}"),
        Reference::Unresolved(text) => text.to_string(),
    }
}
