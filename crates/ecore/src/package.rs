//! Ecore packages, as far as types of the language need them.

mod read;
mod write;

use diagnostics::Span;
use ecow::{EcoString, eco_format};

pub(crate) use read::{Document, read};

#[derive(Debug, Default)]
pub(crate) struct Package {
    pub(crate) name: EcoString,
    pub(crate) uri: EcoString,
    pub(crate) prefix: EcoString,
    pub(crate) classifiers: Vec<Classifier>,
    pub(crate) packages: Vec<Package>,
    pub(crate) annotations: Vec<Annotation>,
}

impl Package {
    /// This package and all packages in it, each with the beginning of the paths of its classifiers.
    pub(crate) fn all(&self) -> Vec<(EcoString, &Package)> {
        let mut found = Vec::new();
        let mut waiting = vec![(EcoString::new(), self)];
        while let Some((path, package)) = waiting.pop() {
            let inner = package.packages.iter().rev();
            waiting.extend(inner.map(|inner| (eco_format!("{path}{}/", inner.name), inner)));
            found.push((path, package));
        }
        found
    }

    /// The classifiers of this package and of all packages in it, with their paths.
    pub(crate) fn all_classifiers(&self) -> impl Iterator<Item = (EcoString, &Classifier)> {
        self.all().into_iter().flat_map(|(path, package)| {
            package.classifiers.iter().map(move |classifier| (eco_format!("{path}{}", classifier.name), classifier))
        })
    }
}

/// A class, a data type or an enumeration.
#[derive(Debug)]
pub(crate) struct Classifier {
    pub(crate) name: EcoString,
    pub(crate) kind: ClassifierKind,
    pub(crate) annotations: Vec<Annotation>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum ClassifierKind {
    Class(Class),
    /// An EDataType, with the name of its class in Java.
    DataType(Option<EcoString>),
    /// An EEnum: the names and the values of its literals.
    Enumeration(Vec<(EcoString, EcoString)>),
}

#[derive(Debug, Default)]
pub(crate) struct Class {
    pub(crate) is_abstract: bool,
    pub(crate) supertypes: Vec<Reference>,
    pub(crate) features: Vec<Feature>,
}

/// An EAttribute or an EReference.
#[derive(Clone, Debug)]
pub(crate) struct Feature {
    pub(crate) name: EcoString,
    pub(crate) kind: FeatureKind,
    pub(crate) data_type: Reference,
    pub(crate) lower: usize,
    /// `None` if there is no bound.
    pub(crate) upper: Option<usize>,
    pub(crate) default: Option<EcoString>,
    pub(crate) unsettable: bool,
    pub(crate) transient: bool,
    pub(crate) derived: bool,
    pub(crate) changeable: bool,
    pub(crate) annotations: Vec<Annotation>,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FeatureKind {
    Attribute,
    Reference { containment: bool },
}

/// A reference to a classifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    /// One of Ecore itself: `EString`.
    Ecore(EcoString),
    /// In one of these documents: the index of the document, and the path, as `apache/Vhost`.
    Local(usize, EcoString),
    /// As written in a document.
    Unresolved(EcoString),
}

#[derive(Clone, Debug)]
pub(crate) struct Annotation {
    pub(crate) source: EcoString,
    pub(crate) details: Vec<(EcoString, EcoString)>,
    pub(crate) span: Span,
}

/// The data types of Ecore for basic types. Their values can be null, unlike those of Java's primitives, which would be
/// zero if they are missing.
pub(crate) const BASIC: [(&str, &str); 4] =
    [("Integer", "ELongObject"), ("Float", "EDoubleObject"), ("String", "EString"), ("Boolean", "EBooleanObject")];
