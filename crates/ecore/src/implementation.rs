//! The implementation model: logic, and everything else that a base model cannot express, attached to its elements.

mod read;

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::{EcoString, eco_format};
use model::{FeatureKind as ValueKind, ModelType, functions::CURRENT};
use pcore::TypeAlias;
use rustc_hash::FxHashMap;
use syntax::ast::{SettingValue, TypeStatement};

use crate::{
    ExportError,
    base::{Base, Lexical, lexical, own_features, path_of},
    logic::{NotLogic, encode_expression, encode_logic},
    metamodel::{ECORE, NAMESPACE, PREFIX},
    node::Node,
    package::{Annotation, ClassifierKind, Package},
    xml::{Unwritable, Writer, XMI, XSI},
};

pub(crate) use read::{Attached, Attachments, from_annotations, from_document};

/// The keys of annotations: the name of the function set, its version, and the tree.
pub(crate) const FUNCTION_SET: &str = "functionSet";
pub(crate) const FUNCTION_SET_VERSION: &str = "functionSetVersion";
pub(crate) const TREE: &str = "implementation";

/// What is attached to a type: its own tree, and the trees of its features by name.
struct TypeTrees {
    own: Option<Node>,
    features: Vec<(EcoString, Node)>,
}

fn trees(model: &ModelType) -> Result<TypeTrees, ExportError> {
    let failed = |error: NotLogic| ExportError::Logic { owner: model.name.clone(), error };
    let mut own = Node::new("TypeImplementation");
    for statement in &model.definition.statements {
        own = match statement {
            TypeStatement::Description(text) => {
                // The last one wins.
                own.values.retain(|(name, _)| *name != "description");
                own.value("description", text.text.clone())
            }
            TypeStatement::Features(words, _) => {
                words.iter().fold(own, |own, word| own.value("providerFeatures", word.text.clone()))
            }
            TypeStatement::Automatic(word, relations) => {
                let relations = encode_expression(relations).map_err(failed)?;
                let node = Node::new("AutomaticRelation").value("kind", word.text.clone());
                own.part("automatic", node.part("relations", relations))
            }
            TypeStatement::Invariant(invariant) => {
                let mut node = Node::new("Invariant");
                if let Some(title) = &invariant.title {
                    node = node.value("title", title.text.clone());
                }
                own.part("invariants", node.part("logic", encode_logic(&invariant.logic).map_err(failed)?))
            }
            TypeStatement::Feature(_) | TypeStatement::Abstract(_) => own,
        };
    }
    // The order of the metamodel: relations, then invariants.
    own.parts.sort_by_key(|(name, _)| *name != "automatic");
    let mut features = Vec::new();
    for (feature, written) in own_features(model) {
        let mut node = Node::new("FeatureImplementation");
        if let Some(behaviour) = feature.behaviour {
            node = node.value("behaviour", behaviour.word());
        }
        if let Some(description) = &feature.description {
            node = node.value("description", description.clone());
        }
        let setting = |name: &str| written.settings.iter().find(|setting| setting.name.text == name);
        if let ValueKind::Attribute(data_type) = &feature.kind
            && lexical(data_type) == Lexical::Json
            && let Some(SettingValue::Literal(default)) = setting("default").map(|setting| &setting.value)
        {
            node = node.part("default", encode_expression(default).map_err(failed)?);
        }
        for name in ["validate", "check", "derived", "set", "get"] {
            if let Some(SettingValue::Logic(logic)) = setting(name).map(|setting| &setting.value) {
                node = node.part(name, encode_logic(logic).map_err(failed)?);
            }
        }
        if !is_empty(&node) {
            features.push((feature.name.clone(), node));
        }
    }
    Ok(TypeTrees { own: Some(own).filter(|own| !is_empty(own)), features })
}

fn is_empty(node: &Node) -> bool {
    node.values.is_empty() && node.parts.is_empty()
}

fn alias(alias: &TypeAlias) -> Result<Node, ExportError> {
    let failed = || ExportError::Logic {
        owner: alias.name().clone(),
        error: NotLogic("type that is not a type expression".to_owned()),
    };
    let text = alias.resolved().map(ToString::to_string).ok_or_else(failed)?;
    let parsed = syntax::parse(Arc::new(Source::new("", text)));
    match (parsed.problems.as_slice(), parsed.program.body.as_slice()) {
        ([], [definition]) => {
            let definition = encode_expression(definition)
                .map_err(|error| ExportError::Logic { owner: alias.name().clone(), error })?;
            Ok(Node::new("Alias").part("definition", definition))
        }
        _ => Err(failed()),
    }
}

/// Returns the implementation model as a separate document.
pub(crate) fn document(base: &Base, types: &[&ModelType], file: &str) -> Result<String, ExportError> {
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
        writer.attribute("xmi:version", "2.0");
        writer.attribute("xmlns:xmi", XMI);
        writer.attribute("xmlns:ecore", ECORE);
    }
    writer.attribute("xmlns:xsi", XSI);
    writer.attribute(&format!("xmlns:{PREFIX}"), NAMESPACE);
    node.write_rest(writer);
}

/// Writes the implementation model into annotations of the base model.
pub(crate) fn annotate(base: &mut Base, types: &[&ModelType]) -> Result<(), ExportError> {
    let mut attached: FxHashMap<EcoString, TypeTrees> = FxHashMap::default();
    for model in types {
        attached.insert(path_of(&model.name), trees(model)?);
    }
    let version =
        vec![(FUNCTION_SET.into(), CURRENT.name.into()), (FUNCTION_SET_VERSION.into(), CURRENT.version.into())];
    base.package.annotations.push(annotation(version));
    let mut aliases = FxHashMap::default();
    for (path, known) in &base.aliases {
        aliases.insert(path.clone(), alias(known)?);
    }
    annotate_package(&mut base.package, "", &mut attached, &mut aliases)?;
    Ok(())
}

fn annotate_package(
    package: &mut Package,
    package_path: &str,
    attached: &mut FxHashMap<EcoString, TypeTrees>,
    aliases: &mut FxHashMap<EcoString, Node>,
) -> Result<(), Unwritable> {
    for classifier in &mut package.classifiers {
        let path = eco_format!("{package_path}{}", classifier.name);
        match &mut classifier.kind {
            ClassifierKind::Class(class) => {
                let Some(TypeTrees { own, features }) = attached.remove(&path) else { continue };
                if let Some(own) = own {
                    classifier.annotations.push(tree_annotation(&own)?);
                }
                let mut features: FxHashMap<EcoString, Node> = features.into_iter().collect();
                for feature in &mut class.features {
                    if let Some(node) = features.remove(&feature.name) {
                        feature.annotations.push(tree_annotation(&node)?);
                    }
                }
            }
            ClassifierKind::DataType(_) => {
                if let Some(node) = aliases.remove(&path) {
                    classifier.annotations.push(tree_annotation(&node)?);
                }
            }
            ClassifierKind::Enumeration(_) => {}
        }
    }
    for inner in &mut package.packages {
        let package_path = format!("{package_path}{}/", inner.name);
        annotate_package(inner, &package_path, attached, aliases)?;
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
