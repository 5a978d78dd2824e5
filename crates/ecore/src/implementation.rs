//! The implementation model: logic, and everything else that a base model cannot express, attached to its elements.

mod read;

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::{EcoString, eco_format};
use model::{Behaviour, FeatureKind as ValueKind, ModelType, functions::CURRENT};
use pcore::TypeAlias;
use rustc_hash::FxHashMap;
use syntax::ast::{self, SettingValue, TypeStatement};

use crate::{
    WriteError,
    base::{Base, Lexical, lexical, own_features, path_of},
    logic::{Encoded, NotLogic},
    metamodel::{ECORE, NAMESPACE, PREFIX},
    node::Node,
    package::{Annotation, ClassifierKind},
    xml::{Unwritable, Writer, XMI, XSI},
};

pub(crate) use read::{Attachments, from_annotations, from_document};

/// The keys of annotations: the name of the function set, its version, and the tree.
pub(crate) const FUNCTION_SET: &str = "functionSet";
pub(crate) const FUNCTION_SET_VERSION: &str = "functionSetVersion";
pub(crate) const TREE: &str = "implementation";

/// What is attached to a type: its own tree, and the trees of its features by name.
struct TypeTrees {
    own: Option<Node>,
    features: Vec<(EcoString, Node)>,
}

fn trees(model: &ModelType) -> Result<TypeTrees, WriteError> {
    let failed = |error: NotLogic| WriteError::logic(&model.name, &error);
    let own = type_tree(model).map_err(failed)?;
    let mut features = Vec::new();
    for (feature, written) in own_features(model) {
        let node = feature_tree(feature, written).map_err(failed)?;
        if !node.is_empty() {
            features.push((feature.name.clone(), node));
        }
    }
    Ok(TypeTrees { own: Some(own).filter(|own| !own.is_empty()), features })
}

fn type_tree(model: &ModelType) -> Encoded {
    let mut node = Node::new("TypeImplementation");
    for statement in &model.definition.statements {
        node = match statement {
            TypeStatement::Description(text) => {
                // The last one wins.
                node.values.retain(|(name, _)| *name != "description");
                node.value("description", text.text.clone())
            }
            TypeStatement::Features(words, _) => {
                node.values("providerFeatures", words.iter().map(|word| word.text.clone()))
            }
            TypeStatement::Automatic(word, relations) => {
                let relation = Node::new("AutomaticRelation").value("kind", word.text.clone());
                node.part("automatic", relation.encoded("relations", [relations])?)
            }
            TypeStatement::Invariant(invariant) => node.encoded("invariants", [&**invariant])?,
            TypeStatement::Feature(_) | TypeStatement::Abstract(_) => node,
        };
    }
    // The order of the metamodel: relations, then invariants.
    node.parts.sort_by_key(|(name, _)| *name != "automatic");
    Ok(node)
}

fn feature_tree(feature: &model::Feature, written: &ast::Feature) -> Encoded {
    let node = Node::new("FeatureImplementation").values("behaviour", feature.behaviour.map(Behaviour::word));
    let mut node = node.values("description", feature.description.clone());
    let setting = |name: &str| written.settings.iter().find(|setting| setting.name.text == name);
    if let ValueKind::Attribute(data_type) = &feature.kind
        && lexical(data_type) == Lexical::Json
        && let Some(SettingValue::Literal(default)) = setting("default").map(|setting| &setting.value)
    {
        node = node.encoded("default", [default])?;
    }
    for name in ["validate", "check", "derived", "set", "get"] {
        if let Some(SettingValue::Logic(logic)) = setting(name).map(|setting| &setting.value) {
            node = node.encoded(name, [logic])?;
        }
    }
    Ok(node)
}

fn alias(alias: &TypeAlias) -> Result<Node, WriteError> {
    let failed = |error: NotLogic| WriteError::logic(alias.name(), &error);
    let unwritten = || failed(NotLogic("type that is not a type expression".to_owned()));
    let text = alias.resolved().map(ToString::to_string).ok_or_else(unwritten)?;
    let parsed = syntax::parse(Arc::new(Source::new("", text)));
    match (parsed.problems.as_slice(), parsed.program.body.as_slice()) {
        ([], [definition]) => Node::new("Alias").encoded("definition", [definition]).map_err(failed),
        _ => Err(unwritten()),
    }
}

/// Returns the implementation model as a separate document.
pub(crate) fn document(base: &Base, types: &[&ModelType], file: &str) -> Result<String, WriteError> {
    let mut root =
        Node::new("Implementation").value(FUNCTION_SET, CURRENT.name).value(FUNCTION_SET_VERSION, CURRENT.version);
    for model in types {
        let path = path_of(&model.name);
        let TypeTrees { own, features } = trees(model)?;
        if own.is_none() && features.is_empty() {
            continue;
        }
        let mut node = own.unwrap_or_else(|| Node::new("TypeImplementation"));
        node.values.insert(0, ("base", eco_format!("{file}#//{path}")));
        let invariants = node.parts.iter().position(|(name, _)| *name == "invariants").unwrap_or(node.parts.len());
        let invariants = node.parts.split_off(invariants);
        for (name, mut feature) in features {
            feature.values.insert(0, ("base", eco_format!("{file}#//{path}/{name}")));
            node = node.part("features", feature);
        }
        node.parts.extend(invariants);
        root = root.part("types", node);
    }
    for (path, known) in &base.aliases {
        let mut node = alias(known)?;
        node.values.insert(0, ("base", eco_format!("{file}#//{path}")));
        root = root.part("aliases", node);
    }
    let mut writer = Writer::new();
    begin(&mut writer, &root, true);
    Ok(writer.finish()?)
}

/// Begins the outermost element of a document, and writes its contents.
fn begin(writer: &mut Writer, node: &Node, whole: bool) {
    writer.begin(&format!("{PREFIX}:{}", node.class));
    if whole {
        writer.attributes(&[("xmi:version", "2.0"), ("xmlns:xmi", XMI), ("xmlns:ecore", ECORE)]);
    }
    writer.attributes(&[("xmlns:xsi", XSI), (&format!("xmlns:{PREFIX}"), NAMESPACE)]);
    node.write_rest(writer);
}

/// Writes the implementation model into annotations of the base model.
pub(crate) fn annotate(base: &mut Base, types: &[&ModelType]) -> Result<(), WriteError> {
    let mut attached: FxHashMap<EcoString, TypeTrees> = FxHashMap::default();
    for model in types {
        attached.insert(path_of(&model.name), trees(model)?);
    }
    let version =
        vec![(FUNCTION_SET.into(), CURRENT.name.into()), (FUNCTION_SET_VERSION.into(), CURRENT.version.into())];
    base.root.annotations.push(annotation(version));
    let mut aliases = FxHashMap::default();
    for (path, known) in &base.aliases {
        aliases.insert(path.clone(), alias(known)?);
    }
    for (path, classifier) in &mut base.classifiers {
        let own = match &mut classifier.kind {
            ClassifierKind::Class(class) => {
                let Some(TypeTrees { own, features }) = attached.remove(path) else { continue };
                let mut features: FxHashMap<EcoString, Node> = features.into_iter().collect();
                for feature in &mut class.features {
                    if let Some(node) = features.remove(&feature.name) {
                        feature.annotations.push(tree_annotation(&node)?);
                    }
                }
                own
            }
            ClassifierKind::DataType(_) => aliases.remove(path),
            ClassifierKind::Enumeration(_) => None,
        };
        if let Some(own) = own {
            classifier.annotations.push(tree_annotation(&own)?);
        }
    }
    Ok(())
}

fn tree_annotation(node: &Node) -> Result<Annotation, Unwritable> {
    let mut writer = Writer::fragment();
    begin(&mut writer, node, false);
    let text = writer.finish()?;
    Ok(annotation(vec![(TREE.into(), text.trim_end().into())]))
}

fn annotation(details: Vec<(EcoString, EcoString)>) -> Annotation {
    Annotation { source: NAMESPACE.into(), details, span: Span::default() }
}
