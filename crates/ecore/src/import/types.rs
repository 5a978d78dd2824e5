//! Converts packages to definitions.

mod data_type;
mod feature;

use std::{fmt::Write as _, sync::Arc};

use diagnostics::{Location, Source, Span, never};
use ecow::EcoString;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{
    ast::{DefinitionLocation, Invariant, TypeDefinition, TypeStatement, Word},
    source,
};

use super::{Definition, Imported, Unsupported, names};
use crate::{
    DocumentError,
    base::RESOURCE,
    implementation::Attachments,
    logic,
    metamodel::NAMESPACE,
    node::Node,
    package::{Annotation, Class, Classifier, ClassifierKind, Document, Feature, Reference},
};

/// The annotation in which tools store descriptions.
const DOCUMENTATION: &str = "http://www.eclipse.org/emf/2002/GenModel";

/// The maximum length of a chain of supertypes.
const MAX_ANCESTORS: usize = 1000;

/// Converts all classifiers of the packages.
pub(super) fn definitions(
    documents: &[Document],
    attachments: &Attachments,
    namespace: Option<&str>,
) -> Result<Imported, DocumentError> {
    let mut types = Types {
        documents,
        attachments,
        namespace,
        classifiers: FxHashMap::default(),
        names: FxHashMap::default(),
        unsupported: documents.iter().flat_map(|document| document.unsupported.iter().cloned()).collect(),
    };
    let mut order = Vec::new();
    for (number, document) in documents.iter().enumerate() {
        for (_, package) in document.package.all() {
            types.note_annotations(&(number, EcoString::new()), &package.annotations);
        }
        for (path, classifier) in document.package.all_classifiers() {
            let key = (number, path);
            if types.classifiers.insert(key.clone(), classifier).is_some() {
                return Err(types.error(&key, classifier.span, format!("duplicate classifier '{}'", key.1)));
            }
            order.push(key);
        }
    }
    let mut definitions = types.aliases(&order)?;
    for key in &order {
        definitions.extend(types.class(key)?);
    }
    let unsupported = types.unsupported;
    annotate(&mut definitions, &unsupported, namespace);
    Ok(Imported { definitions: definitions.into_iter().map(|(_, definition)| definition).collect(), unsupported })
}

/// A classifier: the number of its document, and its path.
type Key = (usize, EcoString);

struct Types<'t> {
    documents: &'t [Document],
    attachments: &'t Attachments,
    namespace: Option<&'t str>,
    classifiers: FxHashMap<Key, &'t Classifier>,
    /// The classifiers by the lower-case names of their types.
    names: FxHashMap<EcoString, Key>,
    unsupported: Vec<Unsupported>,
}

impl<'t> Types<'t> {
    fn source(&self, number: usize) -> Arc<Source> {
        match self.documents.get(number) {
            Some(document) => Arc::clone(&document.source),
            None => Arc::new(Source::new("", "")),
        }
    }

    fn error(&self, key: &Key, span: Span, message: impl Into<String>) -> DocumentError {
        DocumentError::new(&self.source(key.0), span, message)
    }

    fn note_unsupported(&mut self, key: &Key, span: Span, message: impl Into<String>) {
        let part = Unsupported {
            location: Location::new(&self.source(key.0), span),
            owner: key.1.clone(),
            message: message.into(),
        };
        self.unsupported.push(part);
    }

    fn name(&self, key: &Key) -> EcoString {
        names::type_name(&key.1, self.namespace)
    }

    /// Reserves the name for a classifier; names are case-insensitive.
    fn take_name(&mut self, key: &Key, span: Span) -> Result<EcoString, DocumentError> {
        let name = self.name(key);
        if let Some(other) = self.names.insert(name.to_ascii_lowercase(), key.clone()) {
            return Err(self.error(key, span, format!("'{}' and '{}' would both be the type {name}", other.1, key.1)));
        }
        let is_same = key.1.rsplit('/').next().is_some_and(|last| name.ends_with(last));
        if !is_same && self.namespace.is_none() {
            self.note_unsupported(key, span, format!("its name: it is called {name}"));
        }
        Ok(name)
    }

    /// Whether a class is the built-in type of resources.
    fn is_resource(&self, key: &Key) -> bool {
        key.1 == RESOURCE
            && self
                .class_of(key)
                .is_some_and(|class| class.is_abstract && class.features.is_empty() && class.supertypes.is_empty())
    }

    fn class_of(&self, key: &Key) -> Option<&'t Class> {
        match &self.classifiers.get(key)?.kind {
            ClassifierKind::Class(class) => Some(class),
            ClassifierKind::DataType(_) | ClassifierKind::Enumeration(_) => None,
        }
    }

    /// Reports annotations that are neither ours nor descriptions.
    fn note_annotations(&mut self, key: &Key, annotations: &[Annotation]) {
        for annotation in annotations.iter().filter(|known| known.source != NAMESPACE) {
            let is_description =
                annotation.source == DOCUMENTATION && annotation.details.iter().all(|(key, _)| key == "documentation");
            if !is_description || key.1.is_empty() {
                self.note_unsupported(key, annotation.span, format!("an annotation of '{}'", annotation.source));
            }
        }
    }

    fn class(&mut self, key: &Key) -> Result<Option<(Key, Definition)>, DocumentError> {
        let Some(classifier) = self.classifiers.get(key).copied() else { return Ok(None) };
        let ClassifierKind::Class(class) = &classifier.kind else { return Ok(None) };
        if self.is_resource(key) {
            return Ok(None);
        }
        let name = self.take_name(key, classifier.span)?;
        self.note_annotations(key, &classifier.annotations);
        let own = self.attachments.types.get(key);
        let mut statements = Vec::new();
        if class.is_abstract {
            statements.push(TypeStatement::Abstract(Span::default()));
        }
        let description = own.and_then(|own| own.optional_text("description")).cloned();
        statements.extend(
            description
                .or_else(|| documentation(&classifier.annotations))
                .map(|text| TypeStatement::Description(word(text))),
        );
        if let Some(own) = own {
            statements.extend(resource_statements(own));
        }
        let supers = self.supertypes(key, classifier, class)?;
        let parent = supers.first().map(|parent| self.parent_name(parent));
        for feature in self.features(key, classifier, class, &supers)? {
            statements.push(TypeStatement::Feature(Box::new(feature)));
        }
        if let Some(own) = own {
            statements.extend(own.all("invariants").map(invariant));
        }
        let location = DefinitionLocation { source: self.source(key.0), span: Span::default(), anchor: 0 };
        let definition = TypeDefinition { name: name.clone(), parent: parent.map(word), statements, location };
        match source::type_definition(&definition) {
            Ok(text) => Ok(Some((key.clone(), Definition { name, text: text + "\n" }))),
            Err(error) => Err(self.error(key, classifier.span, error.to_string())),
        }
    }

    fn parent_name(&self, parent: &Key) -> EcoString {
        if self.is_resource(parent) { RESOURCE.into() } else { self.name(parent) }
    }

    /// The direct superclasses of a class.
    fn supertypes(&mut self, key: &Key, classifier: &Classifier, class: &Class) -> Result<Vec<Key>, DocumentError> {
        let mut supers = Vec::new();
        for supertype in &class.supertypes {
            match supertype {
                Reference::Local(number, path) if self.class_of(&(*number, path.clone())).is_some() => {
                    supers.push((*number, path.clone()));
                }
                Reference::Local(_, path) => {
                    let message = format!("'{}' extends '{path}', which is not a class", key.1);
                    return Err(self.error(key, classifier.span, message));
                }
                Reference::Ecore(name) => {
                    self.note_unsupported(key, classifier.span, format!("that it extends {name} of Ecore"));
                }
                Reference::Unresolved(_) => {}
            }
        }
        for other in supers.iter().skip(1) {
            let message = format!("that it extends {}, too: a type has one parent; the features are copied", other.1);
            self.note_unsupported(key, classifier.span, message);
        }
        Ok(supers)
    }

    /// A class and all its superclasses without duplicates, the nearest last.
    fn lineage(&self, first: &Key, seen: &mut FxHashSet<Key>) -> Vec<Key> {
        let mut lineage = Vec::new();
        let mut waiting = vec![first.clone()];
        while let Some(key) = waiting.pop() {
            if lineage.len() > MAX_ANCESTORS || !seen.insert(key.clone()) {
                continue;
            }
            if let Some(class) = self.class_of(&key) {
                waiting.extend(class.supertypes.iter().filter_map(|supertype| match supertype {
                    Reference::Local(number, path) => Some((*number, path.clone())),
                    Reference::Ecore(_) | Reference::Unresolved(_) => None,
                }));
            }
            lineage.push(key);
        }
        lineage.reverse();
        lineage
    }

    /// The features of a class, after those of all supertypes but the first.
    fn features(
        &mut self,
        key: &Key,
        classifier: &Classifier,
        class: &'t Class,
        supers: &[Key],
    ) -> Result<Vec<syntax::ast::Feature>, DocumentError> {
        let mut seen = FxHashSet::default();
        let mut inherited: FxHashMap<EcoString, Key> = FxHashMap::default();
        for ancestor in supers.first().map(|first| self.lineage(first, &mut seen)).unwrap_or_default() {
            for feature in self.class_of(&ancestor).map(|class| class.features.as_slice()).unwrap_or_default() {
                inherited.insert(names::feature_name(&feature.name), ancestor.clone());
            }
        }
        let mut own: Vec<(Key, &'t Feature)> = Vec::new();
        for other in supers.iter().skip(1) {
            for ancestor in self.lineage(other, &mut seen) {
                let features = self.class_of(&ancestor).map(|class| class.features.as_slice()).unwrap_or_default();
                own.extend(features.iter().map(|feature| (ancestor.clone(), feature)));
            }
        }
        own.extend(class.features.iter().map(|feature| (key.clone(), feature)));
        let mut written = Vec::new();
        for (owner, feature) in own {
            let name = names::feature_name(&feature.name);
            if let Some(earlier) = inherited.get(&name) {
                if *earlier == *key {
                    let message = format!("'{}' has two features '{name}'", classifier.name);
                    return Err(self.error(key, feature.span, message));
                }
                let message = format!("the feature '{name}' again, which {} has already", earlier.1);
                self.note_unsupported(key, feature.span, message);
                continue;
            }
            inherited.insert(name.clone(), owner.clone());
            written.extend(self.feature(key, &owner, feature, name)?);
        }
        Ok(written)
    }
}

pub(super) fn word(text: impl Into<EcoString>) -> Word {
    Word { text: text.into(), span: Span::default() }
}

fn documentation(annotations: &[Annotation]) -> Option<EcoString> {
    let known = annotations.iter().find(|annotation| annotation.source == DOCUMENTATION)?;
    known.details.iter().find(|(key, _)| key == "documentation").map(|(_, value)| value.clone())
}

fn resource_statements(own: &Node) -> Vec<TypeStatement> {
    let mut statements = Vec::new();
    let features = own.values.iter().filter(|(name, _)| *name == "providerFeatures");
    let features: Vec<Word> = features.map(|(_, value)| word(value.clone())).collect();
    if !features.is_empty() {
        statements.push(TypeStatement::Features(features, Span::default()));
    }
    statements.extend(own.all("automatic").filter_map(|relation| {
        let relations = logic::expression(relation.one("relations")?);
        Some(TypeStatement::Automatic(word(relation.text("kind")), relations))
    }));
    statements
}

fn invariant(node: &Node) -> TypeStatement {
    let written = node.one("logic");
    let logic =
        logic::logic(written.unwrap_or_else(|| never!("the metamodel requires the logic of an invariant", node)));
    let title = node.optional_text("title").map(|title| word(title.clone()));
    TypeStatement::Invariant(Arc::new(Invariant { title, logic, span: Span::default() }))
}

/// Adds what is unsupported as comments before the definitions that it belongs to, or at the beginning.
fn annotate(definitions: &mut [(Key, Definition)], unsupported: &[Unsupported], namespace: Option<&str>) {
    let mut comments: FxHashMap<EcoString, String> = FxHashMap::default();
    for part in unsupported {
        let name = if part.owner.is_empty() { EcoString::new() } else { names::type_name(&part.owner, namespace) };
        let lines = comments.entry(name).or_default();
        let _ = writeln!(lines, "# {}", part.to_string().replace(['\n', '\r'], " "));
    }
    let mut before = comments.remove("").unwrap_or_default();
    for (_, definition) in definitions.iter_mut() {
        before.push_str(&comments.remove(&definition.name).unwrap_or_default());
        definition.text.insert_str(0, &before);
        before.clear();
    }
}
