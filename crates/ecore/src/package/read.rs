//! Reads documents as packages. What types of the language cannot express is listed with its location.

use std::sync::Arc;

use diagnostics::{Location, Source};
use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::{Annotation, Class, Classifier, ClassifierKind, Feature, FeatureKind, Package, Reference};
use crate::{
    DocumentError, Unsupported,
    metamodel::ECORE,
    xml::{Element, XMI},
};

/// A package with all its contents; references are not resolved.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) source: Arc<Source>,
    pub(crate) package: Package,
    /// The paths of classifiers, by the identifiers that the document gives them.
    pub(crate) identifiers: FxHashMap<EcoString, EcoString>,
    pub(crate) unsupported: Vec<Unsupported>,
}

/// Reads a package, and all that is in it.
pub(crate) fn read(source: &Arc<Source>, element: &Element) -> Result<Document, DocumentError> {
    let mut reader = Reader { source, identifiers: FxHashMap::default(), unsupported: Vec::new() };
    let package = reader.package(element, "")?;
    let Reader { identifiers, unsupported, .. } = reader;
    Ok(Document { source: Arc::clone(source), package, identifiers, unsupported })
}

struct Reader<'r> {
    source: &'r Arc<Source>,
    identifiers: FxHashMap<EcoString, EcoString>,
    unsupported: Vec<Unsupported>,
}

impl Reader<'_> {
    fn error(&self, element: &Element, message: impl Into<String>) -> DocumentError {
        DocumentError::new(self.source, element.span, message)
    }

    /// Records what is not supported.
    fn note_unsupported(&mut self, owner: &str, element: &Element, message: impl Into<String>) {
        let location = Location::new(self.source, element.span);
        self.unsupported.push(Unsupported { location, owner: owner.into(), message: message.into() });
    }

    fn named(&self, element: &Element) -> Result<EcoString, DocumentError> {
        match element.attribute("name") {
            Some(name) if !name.is_empty() => Ok(name.clone()),
            _ => Err(self.error(element, format!("'{}' lacks its name", element.name.local))),
        }
    }

    fn package(&mut self, element: &Element, package_path: &str) -> Result<Package, DocumentError> {
        let text = |name: &str| element.attribute(name).cloned().unwrap_or_default();
        let mut package =
            Package { name: self.named(element)?, uri: text("nsURI"), prefix: text("nsPrefix"), ..Package::default() };
        for child in &element.children {
            match child.name.local.as_str() {
                "eAnnotations" => package.annotations.push(self.annotation(child)),
                "eClassifiers" => package.classifiers.push(self.classifier(child, package_path)?),
                "eSubpackages" => {
                    let package_path = format!("{package_path}{}/", self.named(child)?);
                    package.packages.push(self.package(child, &package_path)?);
                }
                other => self.note_unsupported("", child, format!("'{other}' of the package '{}'", package.name)),
            }
        }
        Ok(package)
    }

    fn annotation(&mut self, element: &Element) -> Annotation {
        let text = |element: &Element, name: &str| element.attribute(name).cloned().unwrap_or_default();
        let details = element.children.iter().filter(|child| child.name.local == "details");
        Annotation {
            source: text(element, "source"),
            details: details.map(|detail| (text(detail, "key"), text(detail, "value"))).collect(),
            span: element.span,
        }
    }

    fn classifier(&mut self, element: &Element, package_path: &str) -> Result<Classifier, DocumentError> {
        let name = self.named(element)?;
        let path = EcoString::from(format!("{package_path}{name}"));
        if let Some(identifier) = element.qualified(XMI, "id") {
            self.identifiers.insert(identifier.clone(), path.clone());
        }
        let kind = match &element.type_name {
            Some(kind) if kind.namespace == ECORE => kind.local.as_str(),
            _ => "",
        };
        let (kind, annotations) = match kind {
            "EClass" => self.class(element, &path)?,
            "EDataType" => {
                let annotations = self.annotations(element, &path, &[]);
                if element.attribute("serializable").is_some_and(|value| value == "false") {
                    self.note_unsupported(&path, element, "that its values are not serialized");
                }
                let java = element.attribute("instanceClassName").or_else(|| element.attribute("instanceTypeName"));
                (ClassifierKind::DataType(java.cloned()), annotations)
            }
            "EEnum" => {
                let annotations = self.annotations(element, &path, &["eLiterals"]);
                let literals = element.children.iter().filter(|child| child.name.local == "eLiterals");
                let literal = |literal: &Element| {
                    let name = self.named(literal)?;
                    let text = literal.attribute("literal").cloned().unwrap_or_else(|| name.clone());
                    Ok((name, text))
                };
                let literals = literals.map(literal).collect::<Result<_, DocumentError>>()?;
                (ClassifierKind::Enumeration(literals), annotations)
            }
            _ => {
                let problem = self.error(element, format!("the classifier '{name}' has no type"));
                return Err(problem.hint("xsi:type is ecore:EClass, ecore:EDataType or ecore:EEnum"));
            }
        };
        Ok(Classifier { name, kind, annotations, span: element.span })
    }

    /// Reads the annotations of an element, and records unknown children.
    fn annotations(&mut self, element: &Element, owner: &str, known: &[&str]) -> Vec<Annotation> {
        let mut annotations = Vec::new();
        for child in &element.children {
            match child.name.local.as_str() {
                "eAnnotations" => annotations.push(self.annotation(child)),
                other if known.contains(&other) => {}
                "eTypeParameters" => self.note_unsupported(owner, child, "a type parameter"),
                other => self.note_unsupported(owner, child, format!("'{other}'")),
            }
        }
        annotations
    }

    fn class(&mut self, element: &Element, path: &str) -> Result<(ClassifierKind, Vec<Annotation>), DocumentError> {
        let is_true = |name: &str| element.attribute(name).is_some_and(|value| value == "true");
        if is_true("interface") {
            self.note_unsupported(path, element, "that it is an interface; it is abstract");
        }
        let known = ["eStructuralFeatures", "eOperations", "eSuperTypes", "eGenericSuperTypes"];
        let annotations = self.annotations(element, path, &known);
        let mut class = Class {
            is_abstract: is_true("abstract") || is_true("interface"),
            supertypes: references(element.attribute("eSuperTypes").map_or("", EcoString::as_str)),
            features: Vec::new(),
        };
        for child in &element.children {
            match child.name.local.as_str() {
                "eStructuralFeatures" => class.features.push(self.feature(child, path)?),
                "eSuperTypes" => class.supertypes.extend(child.attribute("href").cloned().map(Reference::Unresolved)),
                "eOperations" => {
                    let name = self.named(child)?;
                    self.note_unsupported(path, child, format!("the operation '{name}'"));
                }
                "eGenericSuperTypes" => {
                    if let Some(raw) = child.attribute("eClassifier") {
                        class.supertypes.extend(references(raw));
                    }
                    self.generic(child, path, "a supertype");
                }
                _ => {}
            }
        }
        Ok((ClassifierKind::Class(class), annotations))
    }

    /// Records type arguments.
    fn generic(&mut self, element: &Element, owner: &str, what: &str) {
        if !element.children.is_empty() || element.attribute("eTypeParameter").is_some() {
            self.note_unsupported(owner, element, format!("the type arguments of {what}"));
        }
    }

    fn feature(&mut self, element: &Element, owner: &str) -> Result<Feature, DocumentError> {
        let name = self.named(element)?;
        let has_value = |name: &str, value: &str| element.attribute(name).is_some_and(|found| found == value);
        let kind = match &element.type_name {
            Some(kind) if kind.namespace == ECORE && kind.local == "EAttribute" => FeatureKind::Attribute,
            Some(kind) if kind.namespace == ECORE && kind.local == "EReference" => {
                FeatureKind::Reference { containment: has_value("containment", "true") }
            }
            _ => {
                let problem = self.error(element, format!("the feature '{name}' has no kind"));
                return Err(problem.hint("xsi:type is ecore:EAttribute or ecore:EReference"));
            }
        };
        let annotations = self.annotations(element, owner, &["eType", "eGenericType"]);
        let mut data_type = element.attribute("eType").and_then(|raw| references(raw).into_iter().next());
        for child in &element.children {
            match child.name.local.as_str() {
                "eType" => data_type = child.attribute("href").cloned().map(Reference::Unresolved),
                "eGenericType" => {
                    data_type = child.attribute("eClassifier").and_then(|raw| references(raw).into_iter().next());
                    self.generic(child, owner, &format!("the feature '{name}'"));
                }
                _ => {}
            }
        }
        let Some(data_type) = data_type else {
            return Err(self.error(element, format!("the feature '{name}' has no type")));
        };
        let upper = self.bound(element, "upperBound", 1)?;
        let is_list = upper != Some(1);
        let attribute_list = is_list && kind == FeatureKind::Attribute;
        let lost = [
            (element.attribute("eOpposite").is_some(), "its opposite"),
            (has_value("iD", "true"), "that it identifies its instance"),
            (element.attribute("eKeys").is_some(), "its keys"),
            (has_value("ordered", "false"), "that its values have no order"),
            (attribute_list && !has_value("unique", "false"), "that its values are unique"),
            (has_value("volatile", "true") && !has_value("derived", "true"), "that it is volatile"),
            (has_value("resolveProxies", "false"), "that proxies are not resolved"),
        ];
        for (_, what) in lost.into_iter().filter(|(is_lost, _)| *is_lost) {
            self.note_unsupported(owner, element, format!("of the feature '{name}', {what}"));
        }
        Ok(Feature {
            name,
            kind,
            data_type,
            lower: self.bound(element, "lowerBound", 0)?.unwrap_or(0),
            upper,
            default: element.attribute("defaultValueLiteral").cloned(),
            unsettable: has_value("unsettable", "true"),
            transient: has_value("transient", "true"),
            derived: has_value("derived", "true"),
            changeable: !has_value("changeable", "false"),
            annotations,
            span: element.span,
        })
    }

    /// A bound; `None` for -1 (unbounded) and -2 (unspecified).
    fn bound(&self, element: &Element, name: &str, default: usize) -> Result<Option<usize>, DocumentError> {
        let Some(text) = element.attribute(name) else { return Ok(Some(default)) };
        match text.trim() {
            "-1" | "-2" => Ok(None),
            text => match text.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(self.error(element, format!("'{name}' must be a number or -1, got '{text}'"))),
            },
        }
    }
}

/// The references in the text of an attribute; each may be preceded by the kind of its target.
fn references(text: &str) -> Vec<Reference> {
    let is_kind = |word: &str| !word.contains(['#', '/']) && word.contains(':');
    text.split_whitespace().filter(|word| !is_kind(word)).map(|word| Reference::Unresolved(word.into())).collect()
}
