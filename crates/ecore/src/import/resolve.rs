//! References between classifiers: by path, by place or by identifier, in the same document or in another one.

use ecow::{EcoString, eco_format};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    Faulty,
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
    paths: Vec<FxHashSet<EcoString>>,
}

impl<'d> Index<'d> {
    pub(super) fn of(documents: &'d [Document]) -> Index<'d> {
        let mut names = FxHashMap::default();
        let mut paths = Vec::new();
        for (number, document) in documents.iter().enumerate() {
            // The first package of a file is the one that '#//' means.
            names.entry(file_name(&document.source.name)).or_insert(number);
            names.entry(document.package.uri.as_str()).or_insert(number);
            let mut known = FxHashSet::default();
            collect(&document.package, "", &mut known);
            paths.push(known);
        }
        Index { names, documents, paths }
    }

    /// The document and the path in it that a reference to a class, a data type or a feature means.
    pub(super) fn element(&self, reference: &str) -> Option<(usize, EcoString)> {
        let (uri, fragment) = reference.rsplit_once('#')?;
        let number = if uri.is_empty() { 0 } else { self.document(uri)? };
        let path = EcoString::from(fragment.strip_prefix("//")?);
        self.paths.get(number)?.contains(&path).then_some((number, path))
    }

    fn document(&self, uri: &str) -> Option<usize> {
        self.names.get(uri).or_else(|| self.names.get(file_name(uri))).copied()
    }

    /// What a reference of a document means.
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
                Some(place) => {
                    let (feature, place) = place.split_once('.')?;
                    let place: usize = place.parse().ok()?;
                    match feature {
                        "eClassifiers" if is_last => &package.classifiers.get(place)?.name,
                        "eSubpackages" => &package.packages.get(place)?.name,
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

/// The paths of classifiers, and of their features.
fn collect(package: &Package, folder: &str, known: &mut FxHashSet<EcoString>) {
    for classifier in &package.classifiers {
        let path = eco_format!("{folder}{}", classifier.name);
        if let ClassifierKind::Class(class) = &classifier.kind {
            known.extend(class.features.iter().map(|feature| eco_format!("{path}/{}", feature.name)));
        }
        known.insert(path);
    }
    for inner in &package.packages {
        collect(inner, &format!("{folder}{}/", inner.name), known);
    }
}

/// Replaces all references by what they mean.
pub(super) fn resolve(documents: &mut [Document]) -> Result<(), Faulty> {
    let mut meanings: Vec<Vec<Reference>> = Vec::new();
    {
        let index = Index::of(documents);
        for (number, document) in documents.iter().enumerate() {
            let mut found = Vec::new();
            each(&document.package, &mut |reference, span| {
                let Reference::Unresolved(raw) = reference else { return Ok(()) };
                match index.classifier(number, raw) {
                    Some(meaning) => found.push(meaning),
                    None => {
                        let message = format!("'{raw}' is not among the models that were given");
                        let problem = Faulty::new(&document.source, span, message);
                        return Err(problem.hint("a model that others refer to is given beside them"));
                    }
                }
                Ok(())
            })?;
            meanings.push(found);
        }
    }
    for (document, found) in documents.iter_mut().zip(meanings) {
        let mut found = found.into_iter();
        each_mut(&mut document.package, &mut |reference| {
            if let Some(meaning) = found.next() {
                *reference = meaning;
            }
        });
    }
    Ok(())
}

fn each(
    package: &Package,
    visit: &mut dyn FnMut(&Reference, diagnostics::Span) -> Result<(), Faulty>,
) -> Result<(), Faulty> {
    for classifier in &package.classifiers {
        if let ClassifierKind::Class(class) = &classifier.kind {
            class.supertypes.iter().try_for_each(|supertype| visit(supertype, classifier.span))?;
            class.features.iter().try_for_each(|feature| visit(&feature.data_type, feature.span))?;
        }
    }
    package.packages.iter().try_for_each(|inner| each(inner, visit))
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
