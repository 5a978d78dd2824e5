//! References between classifiers: by path, by position or by identifier, in the same document or in another one.

use ecow::{EcoString, eco_format};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    DocumentError,
    metamodel::ECORE,
    package::{ClassifierKind, Document, Package, Reference},
};

/// The namespace of the data types of XML Schema.
const XML_TYPES: &str = "http://www.eclipse.org/emf/2003/XMLType";

/// The elements of documents.
pub(super) struct Index<'d> {
    /// The numbers of documents, by the names of their files, and by the URIs of their packages.
    names: FxHashMap<&'d str, usize>,
    documents: &'d [Document],
    /// The paths of classifiers, and of their features.
    paths: Vec<FxHashSet<EcoString>>,
}

impl<'d> Index<'d> {
    pub(super) fn of(documents: &'d [Document]) -> Index<'d> {
        let mut names = FxHashMap::default();
        let mut paths = Vec::new();
        for (number, document) in documents.iter().enumerate() {
            // '#//' refers to the first package of a file.
            names.entry(file_name(&document.source.name)).or_insert(number);
            names.entry(document.package.uri.as_str()).or_insert(number);
            let mut known = FxHashSet::default();
            for (path, classifier) in document.package.all_classifiers() {
                if let ClassifierKind::Class(class) = &classifier.kind {
                    known.extend(class.features.iter().map(|feature| eco_format!("{path}/{}", feature.name)));
                }
                known.insert(path);
            }
            paths.push(known);
        }
        Index { names, documents, paths }
    }

    /// Resolves a reference to a class, a data type or a feature to its document and its path.
    pub(super) fn element(&self, reference: &str) -> Option<(usize, EcoString)> {
        let (uri, fragment) = reference.rsplit_once('#')?;
        let number = if uri.is_empty() { 0 } else { self.document(uri)? };
        let path = EcoString::from(fragment.strip_prefix("//")?);
        self.paths.get(number)?.contains(&path).then_some((number, path))
    }

    fn document(&self, uri: &str) -> Option<usize> {
        self.names.get(uri).or_else(|| self.names.get(file_name(uri))).copied()
    }

    /// Resolves a reference in a document.
    fn classifier(&self, own: usize, raw: &str) -> Option<Reference> {
        let (uri, fragment) = raw.rsplit_once('#').unwrap_or(("", raw));
        if uri == ECORE || file_name(uri) == "Ecore.ecore" {
            return Some(Reference::Ecore(fragment.strip_prefix("//")?.into()));
        }
        if uri == XML_TYPES || file_name(uri) == "XMLType.ecore" {
            return Some(Reference::Ecore(eco_format!("XML {}", fragment.strip_prefix("//")?)));
        }
        let first = if uri.is_empty() { own } else { self.document(uri)? };
        let document = self.documents.get(first)?;
        if let Some(path) = document.identifiers.get(fragment) {
            return Some(Reference::Local(first, path.clone()));
        }
        let (number, path) = match fragment.strip_prefix("//") {
            Some(path) => (first, path),
            // '/1/Name' is in the second package of the file.
            None => {
                let (root, path) = fragment.strip_prefix('/')?.split_once('/')?;
                let same = |document: &Document| {
                    document.source.name == self.documents.get(first).map_or("", |own| own.source.name.as_str())
                };
                let start = self.documents.iter().position(same)?;
                (start.checked_add(root.parse().ok()?)?, path)
            }
        };
        let mut package = &self.documents.get(number)?.package;
        let mut names: Vec<&str> = Vec::new();
        let mut steps = path.split('/').peekable();
        while let Some(step) = steps.next() {
            let is_last = steps.peek().is_none();
            let name = match step.strip_prefix('@') {
                Some(position) => {
                    let (feature, position) = position.split_once('.')?;
                    let position: usize = position.parse().ok()?;
                    match feature {
                        "eClassifiers" if is_last => &package.classifiers.get(position)?.name,
                        "eSubpackages" => &package.packages.get(position)?.name,
                        _ => return None,
                    }
                }
                None => step,
            };
            names.push(name);
            if !is_last {
                package = package.packages.iter().find(|inner| inner.name == name)?;
            }
        }
        let path = EcoString::from(names.join("/"));
        self.paths.get(number)?.contains(&path).then_some(Reference::Local(number, path))
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

pub(super) fn resolve(documents: &mut [Document]) -> Result<(), DocumentError> {
    let index = Index::of(documents);
    let mut meanings: Vec<Reference> = Vec::new();
    for (number, document) in documents.iter().enumerate() {
        for (_, classifier) in document.package.all_classifiers() {
            let ClassifierKind::Class(class) = &classifier.kind else { continue };
            let supertypes = class.supertypes.iter().map(|supertype| (supertype, classifier.span));
            let types = class.features.iter().map(|feature| (&feature.data_type, feature.span));
            for (reference, span) in supertypes.chain(types) {
                let Reference::Unresolved(raw) = reference else { continue };
                let Some(meaning) = index.classifier(number, raw) else {
                    let message = format!("'{raw}' is not in the given models");
                    let problem = DocumentError::new(&document.source, span, message);
                    return Err(problem.hint("pass the models that others refer to as well"));
                };
                meanings.push(meaning);
            }
        }
    }
    let mut meanings = meanings.into_iter();
    for document in documents {
        each_mut(&mut document.package, &mut |reference| {
            if let Some(meaning) = meanings.next() {
                *reference = meaning;
            }
        });
    }
    Ok(())
}

fn each_mut(package: &mut Package, visit: &mut dyn FnMut(&mut Reference)) {
    for classifier in &mut package.classifiers {
        if let ClassifierKind::Class(class) = &mut classifier.kind {
            class.supertypes.iter_mut().for_each(&mut *visit);
            class.features.iter_mut().for_each(|feature| visit(&mut feature.data_type));
        }
    }
    package.packages.iter_mut().for_each(|inner| each_mut(inner, visit));
}
