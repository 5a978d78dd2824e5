//! Reads implementation models from annotations or from a separate document.

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::{EcoString, eco_format};
use rustc_hash::FxHashMap;

use super::{FUNCTION_SET, FUNCTION_SET_VERSION, TREE};
use crate::{
    DocumentError, function_set,
    metamodel::NAMESPACE,
    node::Node,
    package::{Annotation, Classifier, ClassifierKind, Document},
    xml::{self, Element},
};

/// What is attached to the elements of base models: by the number of the document and the path in it.
#[derive(Debug, Default)]
pub(crate) struct Attachments {
    pub(crate) types: FxHashMap<(usize, EcoString), Node>,
    /// The path of the class, followed by the name of the feature.
    pub(crate) features: FxHashMap<(usize, EcoString), Node>,
    pub(crate) aliases: FxHashMap<(usize, EcoString), Node>,
}

/// Collects the trees in the annotations of a base model.
pub(crate) fn from_annotations(
    attachments: &mut Attachments,
    number: usize,
    document: &Document,
) -> Result<(), DocumentError> {
    let source = &document.source;
    let mut is_checked = false;
    for annotation in ours(&document.package.annotations) {
        function_set::check(
            source,
            annotation.span,
            detail(annotation, FUNCTION_SET).map_or("", EcoString::as_str),
            detail(annotation, FUNCTION_SET_VERSION).map_or("", EcoString::as_str),
        )?;
        is_checked = true;
    }
    let mut collector = Collector { attachments, number, source, first: None };
    for (path, classifier) in document.package.all_classifiers() {
        collector.classifier(path, classifier)?;
    }
    match collector.first {
        Some(span) if !is_checked => {
            let message = "the model contains logic and does not name its function set";
            let hint = format!("'{FUNCTION_SET}' and '{FUNCTION_SET_VERSION}' are details of the package's annotation");
            Err(DocumentError::new(source, span, message).hint(hint))
        }
        _ => Ok(()),
    }
}

fn ours(annotations: &[Annotation]) -> impl Iterator<Item = &Annotation> {
    annotations.iter().filter(|annotation| annotation.source == NAMESPACE)
}

fn detail<'a>(annotation: &'a Annotation, key: &str) -> Option<&'a EcoString> {
    annotation.details.iter().find(|(known, _)| known == key).map(|(_, value)| value)
}

struct Collector<'c> {
    attachments: &'c mut Attachments,
    number: usize,
    source: &'c Arc<Source>,
    first: Option<Span>,
}

impl Collector<'_> {
    fn classifier(&mut self, path: EcoString, classifier: &Classifier) -> Result<(), DocumentError> {
        match &classifier.kind {
            ClassifierKind::Class(class) => {
                if let Some(own) = self.tree(&classifier.annotations, "TypeImplementation")? {
                    self.attachments.types.insert((self.number, path.clone()), own);
                }
                for feature in &class.features {
                    if let Some(own) = self.tree(&feature.annotations, "FeatureImplementation")? {
                        let key = (self.number, eco_format!("{path}/{}", feature.name));
                        self.attachments.features.insert(key, own);
                    }
                }
            }
            ClassifierKind::DataType(_) => {
                if let Some(own) = self.tree(&classifier.annotations, "Alias")? {
                    self.attachments.aliases.insert((self.number, path), own);
                }
            }
            ClassifierKind::Enumeration(_) => {}
        }
        Ok(())
    }

    fn tree(&mut self, annotations: &[Annotation], class: &str) -> Result<Option<Node>, DocumentError> {
        let Some((annotation, text)) = ours(annotations).find_map(|known| Some((known, detail(known, TREE)?))) else {
            return Ok(None);
        };
        self.first.get_or_insert(annotation.span);
        // Spans in the text of an annotation are replaced by that of the annotation.
        let inner = Arc::new(Source::new("", text.as_str()));
        let read = xml::read(&inner).and_then(|root| outermost(&inner, &root, class));
        match read {
            Ok(mut node) => {
                relocate(&mut node, annotation.span);
                Ok(Some(node))
            }
            Err(error) => {
                let message = format!("in the annotation, {}", error.diagnostic.message);
                Err(DocumentError::new(self.source, annotation.span, message))
            }
        }
    }
}

/// Sets the span of all nodes to that of their annotation.
fn relocate(node: &mut Node, span: Span) {
    let mut waiting = vec![node];
    while let Some(next) = waiting.pop() {
        next.span = span;
        waiting.extend(next.parts.iter_mut().map(|(_, part)| part));
    }
}

fn outermost(source: &Arc<Source>, root: &Element, class: &str) -> Result<Node, DocumentError> {
    if root.name.namespace != NAMESPACE || root.name.local != class {
        let message = format!("expected {class} of '{NAMESPACE}', got '{}'", root.name.local);
        return Err(DocumentError::new(source, root.span, message));
    }
    Node::read(source, root, class)
}

/// Collects the trees of a separate document. `find` resolves a reference to an element of a document.
pub(crate) fn from_document(
    attachments: &mut Attachments,
    source: &Arc<Source>,
    root: &Element,
    find: &dyn Fn(&str) -> Option<(usize, EcoString)>,
) -> Result<(), DocumentError> {
    // The function set is checked first: a later version may contain elements that are unknown here.
    let attribute = |name: &str| root.attribute(name).map_or("", EcoString::as_str);
    function_set::check(source, root.span, attribute(FUNCTION_SET), attribute(FUNCTION_SET_VERSION))?;
    let node = outermost(source, root, "Implementation")?;
    let base = |node: &Node| -> Result<(usize, EcoString), DocumentError> {
        let reference = node.text("base");
        find(reference).ok_or_else(|| {
            let message = match reference {
                "" => format!("the {} has no 'base'", node.class),
                _ => format!("'{reference}' is not in the given models"),
            };
            DocumentError::new(source, node.span, message)
                .hint("pass the base model together with its implementation model")
        })
    };
    let once = |earlier: Option<Node>| match earlier {
        None => Ok(()),
        Some(node) => {
            let message = format!("'{}' has an implementation already", node.text("base"));
            Err(DocumentError::new(source, node.span, message))
        }
    };
    for (name, part) in node.parts {
        let key = base(&part)?;
        if name == "aliases" {
            once(attachments.aliases.insert(key, part))?;
            continue;
        }
        let (features, rest) = part.parts.into_iter().partition(|(name, _)| *name == "features");
        let features: Vec<(&str, Node)> = features;
        for (_, feature) in features {
            once(attachments.features.insert(base(&feature)?, feature))?;
        }
        let own = Node { parts: rest, ..part };
        once(attachments.types.insert(key, own))?;
    }
    Ok(())
}
