//! The types of attributes: those of Ecore, enumerations, and named data types.

use std::sync::Arc;

use diagnostics::never;
use ecow::{EcoString, eco_format};
use model::{FeatureKind as ValueKind, ModelType};
use pcore::{
    Type, TypeAlias, TypeRegistry, Value,
    rich_data::{self, RichDataError},
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{self, FeatureType};

use super::{Builder, own_features, path_of};
use crate::{
    WriteError,
    package::{BASIC, Reference},
};

/// Names that PyEcore uses itself in an enumeration; a literal of that name would replace them.
const TAKEN_IN_ENUMERATIONS: [&str; 14] = [
    "name",
    "eLiterals",
    "eClass",
    "eType",
    "ePackage",
    "eAnnotations",
    "eContainer",
    "eResource",
    "instanceClass",
    "instanceClassName",
    "serializable",
    "default_value",
    "from_string",
    "to_string",
];

/// How the values of a data type are written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lexical {
    /// As they are.
    Text,
    /// `42`
    Integer,
    /// `1.5`
    Float,
    /// `true`
    Boolean,
    /// As JSON, which keeps strings and other values apart: `"42"`, `42`, `{"__ptype": "Timestamp", …}`.
    Json,
}

/// How the values of a type are written.
pub(crate) fn lexical(data_type: &Type) -> Lexical {
    let forms = [
        (Type::STRING, Lexical::Text),
        (Type::INTEGER, Lexical::Integer),
        (Type::FLOAT, Lexical::Float),
        (Type::BOOLEAN, Lexical::Boolean),
    ];
    forms.into_iter().find(|(wide, _)| wide.accepts(data_type)).map_or(Lexical::Json, |(_, form)| form)
}

impl Lexical {
    /// The class in Java that values are of.
    pub(crate) fn java(self) -> &'static str {
        match self {
            Lexical::Text => "java.lang.String",
            Lexical::Integer => "java.lang.Long",
            Lexical::Float => "java.lang.Double",
            Lexical::Boolean => "java.lang.Boolean",
            Lexical::Json => "java.lang.Object",
        }
    }

    /// A value as text.
    pub(crate) fn text(self, value: &Value) -> Result<EcoString, RichDataError> {
        match (self, value) {
            (Lexical::Text, Value::String(text)) => Ok(text.clone()),
            (Lexical::Integer, Value::Integer(number)) => Ok(eco_format!("{number}")),
            (Lexical::Float, Value::Float(number)) => Ok(eco_format!("{number:?}")),
            (Lexical::Boolean, Value::Boolean(value)) => Ok(eco_format!("{value}")),
            _ => rich_data::to_json(value, rich_data::EncodeOptions::CATALOG).map(EcoString::from),
        }
    }

    /// Parses a text as a value; the error says what was expected.
    pub(crate) fn value(self, text: &str) -> Result<Value, String> {
        match self {
            Lexical::Text => Ok(Value::from(text)),
            Lexical::Integer => text.trim().parse().map(Value::Integer).map_err(|_| "an integer".to_owned()),
            Lexical::Float => text.trim().parse().map(Value::Float).map_err(|_| "a number".to_owned()),
            Lexical::Boolean => match text.trim() {
                "true" | "True" => Ok(Value::Boolean(true)),
                "false" | "False" => Ok(Value::Boolean(false)),
                _ => Err("true or false".to_owned()),
            },
            Lexical::Json => rich_data::from_json(text, &TypeRegistry::default())
                .map_err(|error| format!("a value in JSON ({error})")),
        }
    }
}

/// A name that is not taken yet: the wanted one, with a number after the separator if necessary.
pub(super) fn unique(wanted: &EcoString, separator: &str, taken: &mut FxHashSet<EcoString>) -> EcoString {
    let numbered = (2_usize..).map(|number| eco_format!("{wanted}{separator}{number}"));
    let mut names = std::iter::once(wanted.clone()).chain(numbered);
    names.find(|name| taken.insert(name.clone())).unwrap_or_else(|| never!("the numbers do not end", wanted.clone()))
}

/// The literals of an enumeration: their names and their words. The name of a word does not depend on the order of the
/// words.
pub(super) fn literals(words: &[EcoString]) -> Vec<(EcoString, EcoString)> {
    let mut sorted: Vec<&EcoString> = words.iter().collect();
    // Words that are names already keep them.
    sorted.sort_by_key(|word| (literal_name(word) != **word, *word));
    let mut names: FxHashMap<&EcoString, EcoString> = FxHashMap::default();
    let mut taken: FxHashSet<EcoString> = FxHashSet::default();
    for word in sorted {
        names.insert(word, unique(&literal_name(word), "_", &mut taken));
    }
    words.iter().map(|word| (names.get(word).unwrap_or(word).clone(), word.clone())).collect()
}

/// The name of a literal: the word itself if possible, because some tools read instances by the names of literals and
/// others by their values.
fn literal_name(word: &str) -> EcoString {
    match word {
        "" => "_".into(),
        word if TAKEN_IN_ENUMERATIONS.contains(&word) => eco_format!("{word}_"),
        word => word.into(),
    }
}

/// The word of an enumeration that has a literal of that name.
pub(crate) fn literal_of(data_type: &Type, name: &str) -> Option<EcoString> {
    let Type::Enum(words) = data_type else { return None };
    literals(&words.values).into_iter().find(|(known, _)| known == name).map(|(_, word)| word)
}

/// The type of an attribute without a declared type.
const SCALAR: &str = "Scalar";

impl Builder {
    /// Collects the named data types, so that their names are reserved.
    pub(super) fn data_types(&mut self, model: &ModelType) -> Result<(), WriteError> {
        for (feature, written) in own_features(model) {
            let ValueKind::Attribute(data_type) = &feature.kind else { continue };
            let name = match &written.data_type {
                None => SCALAR,
                Some(FeatureType::Named(word)) => word.text.trim_start_matches("::"),
                Some(FeatureType::Enumeration(..)) => continue,
            };
            if BASIC.iter().any(|(basic, _)| *basic == name) {
                continue;
            }
            match data_type {
                Type::Alias(alias) if !alias.is_builtin() => self.alias(alias)?,
                Type::Object(Some(_)) | Type::ObjectExtension(_) | Type::TypeSet(_) => {
                    let (owner, name) = (&model.name, &feature.name);
                    return Err(WriteError::Refused(format!(
                        "the feature '{name}' of {owner} has the type {data_type}, which a model cannot represent"
                    )));
                }
                _ => self.named(name.into(), data_type)?,
            }
        }
        Ok(())
    }

    fn named(&mut self, path: EcoString, data_type: &Type) -> Result<(), WriteError> {
        let java = lexical(data_type).java();
        if self.data_types.insert(path.clone(), java).is_none() && !self.taken.insert(path.clone()) {
            return Err(WriteError::clash(&path));
        }
        Ok(())
    }

    /// Adds an alias, and the aliases that it refers to.
    fn alias(&mut self, first: &Arc<TypeAlias>) -> Result<(), WriteError> {
        let mut waiting = vec![Arc::clone(first)];
        while let Some(alias) = waiting.pop() {
            let path = path_of(alias.name());
            if self.aliases.contains_key(&path) {
                continue;
            }
            self.named(path.clone(), &Type::Alias(Arc::clone(&alias)))?;
            if let Some(target) = alias.resolved() {
                let mut parts = vec![target];
                while let Some(part) = parts.pop() {
                    match part {
                        Type::Alias(inner) if !inner.is_builtin() => waiting.push(Arc::clone(inner)),
                        _ => part.each_part(&mut |inner| parts.push(inner)),
                    }
                }
            }
            self.aliases.insert(path, alias);
        }
        Ok(())
    }

    pub(super) fn data_type(&mut self, model: &ModelType, written: &ast::Feature) -> Reference {
        let name = match &written.data_type {
            None => SCALAR,
            Some(FeatureType::Enumeration(words, _)) => return self.enumeration(model, written, words),
            Some(FeatureType::Named(word)) => word.text.trim_start_matches("::"),
        };
        match BASIC.iter().find(|(basic, _)| *basic == name) {
            Some((_, ecore)) => Reference::Ecore((*ecore).into()),
            None => Reference::Local(0, path_of(name)),
        }
    }
}
