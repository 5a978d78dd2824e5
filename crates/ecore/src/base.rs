//! The base model of types: one package per namespace, one class per type, and the data types that Ecore lacks.

mod data_type;

use std::{collections::BTreeMap, sync::Arc};

use diagnostics::Span;
use ecow::{EcoString, eco_format};
use model::{FeatureKind as ValueKind, ModelType};
use pcore::{TypeAlias, names::capitalized};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{self, TypeStatement};

use crate::{
    Secrets, WriteError,
    package::{Class, Classifier, ClassifierKind, Feature, FeatureKind, Package, Reference},
};

pub(crate) use data_type::{Lexical, lexical, literal_of};

/// The built-in type that types of resources inherit from. As a class it is abstract and has no features.
pub(crate) const RESOURCE: &str = "Resource";

/// The name and the URI of a model.
#[derive(Clone, Debug)]
pub struct Naming {
    /// The name of the outermost package.
    pub name: String,
    /// Its URI, which is the prefix of the URIs of nested packages.
    pub uri: String,
}

impl Naming {
    /// Returns a naming whose URI is derived from the name.
    pub fn new(name: impl Into<String>) -> Naming {
        let name = name.into();
        Naming { uri: format!("urn:model:{name}"), name }
    }
}

/// A base model, and the aliases among its data types.
pub(crate) struct Base {
    /// The outermost package, without its contents.
    pub(crate) root: Package,
    /// The classifiers by their paths: classes in their order, then data types by name.
    pub(crate) classifiers: Vec<(EcoString, Classifier)>,
    pub(crate) aliases: BTreeMap<EcoString, Arc<TypeAlias>>,
}

/// Returns the types and their ancestors without duplicates, ordered by package, then as given. A model that is read and
/// written again stays the same.
pub(crate) fn complete(types: &[Arc<ModelType>]) -> Vec<&ModelType> {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let given = types.iter().map(|model| &**model);
    let ancestors = types.iter().flat_map(|model| model.ancestry());
    let mut all: Vec<&ModelType> = given.chain(ancestors).filter(|model| seen.insert(model.name.as_str())).collect();
    all.sort_by_cached_key(|model| {
        let path = path_of(&model.name);
        path.rsplit_once('/').map_or(EcoString::new(), |(package_path, _)| package_path.into())
    });
    all
}

/// The path of a type in a model: `Apache::Vhost` is `apache/Vhost`.
pub(crate) fn path_of(name: &str) -> EcoString {
    let mut segments: Vec<EcoString> = name.trim_start_matches("::").split("::").map(EcoString::from).collect();
    let last = segments.len().saturating_sub(1);
    for segment in segments.iter_mut().take(last) {
        let mut letters = segment.chars();
        let first = letters.next().map(|first| first.to_ascii_lowercase());
        *segment = first.into_iter().chain(letters.as_str().chars()).collect();
    }
    EcoString::from(segments.join("/"))
}

/// Builds the base model of types.
pub(crate) fn base(types: &[&ModelType], naming: &Naming, secrets: Secrets) -> Result<Base, WriteError> {
    let mut builder = Builder {
        known: types.iter().map(|model| (model.name.to_ascii_lowercase(), path_of(&model.name))).collect(),
        taken: types.iter().map(|model| path_of(&model.name)).collect(),
        classes: Vec::new(),
        data_types: BTreeMap::new(),
        aliases: BTreeMap::new(),
        secrets,
    };
    if types.iter().any(|model| extends_resource(model)) {
        if !builder.taken.insert(RESOURCE.into()) {
            return Err(WriteError::clash(RESOURCE));
        }
        let class = Class { is_abstract: true, ..Class::default() };
        builder.classes.push((RESOURCE.into(), classifier(RESOURCE, ClassifierKind::Class(class))));
    }
    for model in types {
        builder.data_types(model)?;
    }
    for model in types {
        builder.class(model)?;
    }
    let root = Package {
        name: naming.name.as_str().into(),
        uri: naming.uri.as_str().into(),
        prefix: naming.name.as_str().into(),
        ..Package::default()
    };
    let Builder { classes, data_types, aliases, .. } = builder;
    let data_types = data_types.into_iter().map(|(path, java)| {
        let data_type = classifier(last(&path), ClassifierKind::DataType(Some(java.into())));
        (path, data_type)
    });
    Ok(Base { root, classifiers: classes.into_iter().chain(data_types).collect(), aliases })
}

/// Whether a type inherits from the built-in type of resources directly.
pub(crate) fn extends_resource(model: &ModelType) -> bool {
    model.is_resource && model.parent.is_none()
}

/// The features that a type declares itself, with their definitions.
pub(crate) fn own_features(model: &ModelType) -> impl Iterator<Item = (&model::Feature, &ast::Feature)> {
    let written = model.definition.statements.iter().filter_map(|statement| match statement {
        TypeStatement::Feature(feature) => Some(&**feature),
        _ => None,
    });
    model.features.iter().skip(model.inherited).map(|feature| &**feature).zip(written)
}

/// The last part of a path: the name of the classifier.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn classifier(name: &str, kind: ClassifierKind) -> Classifier {
    Classifier { name: name.into(), kind, annotations: Vec::new(), span: Span::default() }
}

struct Builder {
    /// The paths of the types, by their names in lower case.
    known: FxHashMap<EcoString, EcoString>,
    /// The paths that are in use.
    taken: FxHashSet<EcoString>,
    classes: Vec<(EcoString, Classifier)>,
    /// The data types, by their paths: their classes in Java.
    data_types: BTreeMap<EcoString, &'static str>,
    aliases: BTreeMap<EcoString, Arc<TypeAlias>>,
    secrets: Secrets,
}

impl Builder {
    fn class(&mut self, model: &ModelType) -> Result<(), WriteError> {
        let path = path_of(&model.name);
        let supertype = match &model.parent {
            Some(parent) => Some(path_of(&parent.name)),
            None => extends_resource(model).then(|| RESOURCE.into()),
        };
        let index = self.classes.len();
        let mut class = Class {
            is_abstract: model.is_abstract,
            supertypes: supertype.into_iter().map(|path| Reference::Local(0, path)).collect(),
            features: Vec::new(),
        };
        for (feature, written) in own_features(model) {
            class.features.push(self.feature(model, feature, written)?);
        }
        // Its enumerations were added after this index.
        let class = classifier(last(&path), ClassifierKind::Class(class));
        self.classes.insert(index, (path, class));
        Ok(())
    }

    fn feature(
        &mut self,
        model: &ModelType,
        feature: &model::Feature,
        written: &ast::Feature,
    ) -> Result<Feature, WriteError> {
        let (kind, data_type) = match &feature.kind {
            ValueKind::Attribute(_) => (FeatureKind::Attribute, self.data_type(model, written)),
            ValueKind::Reference { target, containment } => {
                let Some(path) = self.known.get(&target.to_ascii_lowercase()) else {
                    let (owner, name) = (&model.name, &feature.name);
                    return Err(WriteError::Refused(format!(
                        "the feature '{name}' of {owner} refers to {target}, which is not among the types to export"
                    )));
                };
                (FeatureKind::Reference { containment: *containment }, Reference::Local(0, path.clone()))
            }
        };
        let default = match (&feature.default, &feature.kind) {
            (Some(value), ValueKind::Attribute(data_type)) => {
                let element = value.as_array().and_then(|items| items.first()).unwrap_or(value);
                self.secrets.allow(element, &model.name, &feature.name)?;
                let element = if feature.multiplicity.is_list() { element } else { value };
                Some(lexical(data_type).text(element)?)
            }
            _ => None,
        };
        Ok(Feature {
            name: feature.name.clone(),
            kind,
            data_type,
            lower: feature.multiplicity.min,
            upper: feature.multiplicity.max,
            default,
            unsettable: feature.unsettable,
            transient: feature.transient,
            derived: feature.derived.is_some(),
            changeable: feature.setable,
            annotations: Vec::new(),
            span: Span::default(),
        })
    }

    /// Adds the enumeration of a feature under a unique name.
    fn enumeration(&mut self, model: &ModelType, written: &ast::Feature, words: &[ast::Word]) -> Reference {
        let owner = path_of(&model.name);
        let wanted = eco_format!("{owner}{}", capitalized(&written.name.text));
        let path = data_type::unique(&wanted, "", &mut self.taken);
        let words: Vec<EcoString> = words.iter().map(|word| word.text.clone()).collect();
        let literals = data_type::literals(&words);
        self.classes.push((path.clone(), classifier(last(&path), ClassifierKind::Enumeration(literals))));
        Reference::Local(0, path)
    }
}

impl Base {
    /// Returns the outermost package with its contents; packages are ordered by name.
    pub(crate) fn package(self) -> Package {
        let mut root = self.root;
        let mut by_package: BTreeMap<EcoString, Vec<Classifier>> = BTreeMap::new();
        for (path, classifier) in self.classifiers {
            let package_path = path.rsplit_once('/').map_or("", |(package_path, _)| package_path);
            by_package.entry(package_path.into()).or_default().push(classifier);
        }
        for (package_path, classifiers) in by_package {
            let mut package = &mut root;
            for segment in package_path.split('/').filter(|segment| !segment.is_empty()) {
                let index = package.packages.iter().position(|known| known.name == segment);
                let index = index.unwrap_or_else(|| {
                    let separator = if package.uri.starts_with("urn:") { ':' } else { '/' };
                    let inner = Package {
                        name: segment.into(),
                        uri: eco_format!("{}{separator}{segment}", package.uri),
                        prefix: eco_format!("{}.{segment}", package.prefix),
                        ..Package::default()
                    };
                    package.packages.push(inner);
                    package.packages.len() - 1
                });
                // The package was found or added just now.
                let Some(next) = package.packages.get_mut(index) else { break };
                package = next;
            }
            package.classifiers = classifiers;
        }
        root
    }
}
