//! Ecore packages as far as types of the language need them: what is written to `.ecore` documents, and read from them.

mod read;
mod write;

use diagnostics::Span;
use ecow::EcoString;

pub(crate) use read::{Document, read};

/// An EPackage.
#[derive(Debug, Default)]
pub(crate) struct Package {
    pub(crate) name: EcoString,
    pub(crate) uri: EcoString,
    pub(crate) prefix: EcoString,
    pub(crate) classifiers: Vec<Classifier>,
    pub(crate) packages: Vec<Package>,
    pub(crate) annotations: Vec<Annotation>,
}

/// What a package holds.
#[derive(Debug)]
pub(crate) struct Classifier {
    pub(crate) name: EcoString,
    pub(crate) kind: ClassifierKind,
    pub(crate) annotations: Vec<Annotation>,
    pub(crate) span: Span,
}

/// The three kinds of classifiers.
#[derive(Debug)]
pub(crate) enum ClassifierKind {
    /// An EClass.
    Class(Class),
    /// An EDataType, with the name of its class in Java.
    DataType(Option<EcoString>),
    /// An EEnum: the names of its literals, and what they stand for.
    Enumeration(Vec<(EcoString, EcoString)>),
}

/// An EClass.
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
    /// Nothing where there is no bound.
    pub(crate) upper: Option<usize>,
    pub(crate) default: Option<EcoString>,
    pub(crate) unsettable: bool,
    pub(crate) transient: bool,
    pub(crate) derived: bool,
    pub(crate) changeable: bool,
    pub(crate) annotations: Vec<Annotation>,
    pub(crate) span: Span,
}

/// What a feature holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FeatureKind {
    Attribute,
    Reference { containment: bool },
}

/// The classifier that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    /// One of Ecore itself: `EString`.
    Ecore(EcoString),
    /// One of these documents: of which, and the path in it, as `apache/Vhost`.
    Local(usize, EcoString),
    /// As a document says it.
    Unresolved(EcoString),
}

/// An EAnnotation.
#[derive(Clone, Debug)]
pub(crate) struct Annotation {
    pub(crate) source: EcoString,
    pub(crate) details: Vec<(EcoString, EcoString)>,
    pub(crate) span: Span,
}

/// What Ecore has for the types that every language has. The Object forms can be nothing, which those of Java's
/// primitives cannot: without a value they would be zero.
pub(crate) const BASIC: [(&str, &str); 4] =
    [("Integer", "ELongObject"), ("Float", "EDoubleObject"), ("String", "EString"), ("Boolean", "EBooleanObject")];
