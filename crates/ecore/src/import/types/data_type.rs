//! The data types of attributes.

use diagnostics::Span;
use pcore::types::builtin_type;
use syntax::{
    ast::{DefinitionLocation, FeatureType, TypeAliasDefinition},
    source,
};

use super::{Key, Types, word};
use crate::{
    DocumentError,
    base::{Lexical, lexical},
    import::Definition,
    logic,
    package::{ClassifierKind, Reference},
};

/// The type of an attribute, and the notation of its values.
pub(super) struct AttributeType {
    /// `None` stands for any scalar.
    pub(super) written: Option<FeatureType>,
    pub(super) lexical: Lexical,
}

/// The type of the language for a Java class or a data type of Ecore or XML Schema, and what is lost.
fn of_java(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match name {
        "java.lang.String"
        | "EString"
        | "String"
        | "XML String"
        | "XML Token"
        | "XML NormalizedString"
        | "XML NCName"
        | "XML AnyURI"
        | "XML ID" => ("String", None),
        "char" | "java.lang.Character" | "EChar" | "ECharacterObject" => {
            ("String", Some("that it is a single character"))
        }
        "long" | "java.lang.Long" | "ELong" | "ELongObject" | "XML Long" | "XML LongObject" => ("Integer", None),
        "int" | "java.lang.Integer" | "Integer" | "EInt" | "EIntegerObject" | "EInteger" | "XML Int"
        | "XML IntObject" => ("Integer", Some("that it has 32 bits")),
        "short" | "java.lang.Short" | "EShort" | "EShortObject" => ("Integer", Some("that it has 16 bits")),
        "byte" | "java.lang.Byte" | "EByte" | "EByteObject" => ("Integer", Some("that it has 8 bits")),
        "java.math.BigInteger" | "EBigInteger" | "XML Integer" => {
            ("Integer", Some("that it may need more than 64 bits"))
        }
        "double" | "java.lang.Double" | "EDouble" | "EDoubleObject" | "XML Double" | "XML DoubleObject" => {
            ("Float", None)
        }
        "float" | "java.lang.Float" | "EFloat" | "EFloatObject" | "XML Float" => ("Float", Some("that it has 32 bits")),
        "java.math.BigDecimal" | "EBigDecimal" | "XML Decimal" => ("Float", Some("that it may need more than 64 bits")),
        "boolean" | "java.lang.Boolean" | "Boolean" | "EBoolean" | "EBooleanObject" | "XML Boolean"
        | "XML BooleanObject" => ("Boolean", None),
        "java.lang.Object" => ("Scalar", None),
        _ => return None,
    })
}

/// How the values of a built-in type are written.
fn lexical_of(name: &str) -> Lexical {
    builtin_type(name).map_or(Lexical::Text, |known| lexical(&known))
}

impl<'t> Types<'t> {
    /// Definitions of the data types that are not built in.
    pub(super) fn aliases(&mut self, order: &[Key]) -> Result<Vec<(Key, Definition)>, DocumentError> {
        let mut definitions = Vec::new();
        for key in order {
            let Some(classifier) = self.classifiers.get(key).copied() else { continue };
            if matches!(classifier.kind, ClassifierKind::Class(_)) || self.is_builtin(key) {
                continue;
            }
            self.note_annotations(key, &classifier.annotations);
            // Enumerations are written at the attributes that use them.
            let ClassifierKind::DataType(java) = &classifier.kind else { continue };
            let name = self.take_name(key, classifier.span)?;
            let definition = match self.attachments.aliases.get(key).and_then(|alias| alias.one("definition")) {
                Some(definition) => {
                    let location = DefinitionLocation { source: self.source(key.0), span: Span::default(), anchor: 0 };
                    let definition = logic::expression(definition);
                    let alias = TypeAliasDefinition { name: name.clone(), parent: None, definition, location };
                    source::type_alias(&alias).map_err(|error| self.error(key, classifier.span, error.to_string()))?
                }
                None => format!("type {name} = {}", self.java_type(key, classifier.span, java.as_deref())),
            };
            definitions.push((key.clone(), Definition { name, text: definition + "\n" }));
        }
        Ok(definitions)
    }

    /// The type of the values of a Java class.
    fn java_type(&mut self, key: &Key, span: Span, java: Option<&str>) -> &'static str {
        match java.and_then(of_java) {
            Some((name, loss)) => {
                if let Some(loss) = loss {
                    self.note_unsupported(key, span, loss);
                }
                name
            }
            None => {
                let class = java.map_or("an unknown class".to_owned(), |java| format!("'{java}'"));
                self.note_unsupported(key, span, format!("that its values are of {class} of Java; they are texts"));
                "String"
            }
        }
    }

    /// Whether the language has a data type of that name.
    fn is_builtin(&self, key: &Key) -> bool {
        if key.1.contains('/') || self.attachments.aliases.contains_key(key) {
            return false;
        }
        let Some(known) = builtin_type(&key.1) else { return false };
        match self.classifiers.get(key).map(|classifier| &classifier.kind) {
            Some(ClassifierKind::DataType(Some(java))) => lexical(&known).java() == java.as_str(),
            Some(ClassifierKind::DataType(None)) => true,
            _ => false,
        }
    }

    /// The type of an attribute, or `None` if it cannot be resolved.
    pub(super) fn attribute_type(
        &mut self,
        key: &Key,
        span: Span,
        name: &str,
        reference: &Reference,
    ) -> Result<Option<AttributeType>, DocumentError> {
        let named = |name: &str| Some(FeatureType::Named(word(name)));
        let target = match reference {
            Reference::Local(number, path) => (*number, path.clone()),
            Reference::Ecore(ecore) => {
                let Some((known, loss)) = of_java(ecore) else {
                    let message = format!("that the feature '{name}' is of {ecore}; it holds any scalar");
                    self.note_unsupported(key, span, message);
                    return Ok(Some(AttributeType { written: None, lexical: Lexical::Json }));
                };
                if let Some(loss) = loss {
                    self.note_unsupported(key, span, format!("of the feature '{name}', {loss}"));
                }
                return Ok(Some(AttributeType { written: named(known), lexical: lexical_of(known) }));
            }
            Reference::Unresolved(_) => return Ok(None),
        };
        let Some(classifier) = self.classifiers.get(&target).copied() else { return Ok(None) };
        match &classifier.kind {
            ClassifierKind::Class(_) => {
                let message =
                    format!("the attribute '{name}' has the class '{}' as its type: use a reference", target.1);
                Err(self.error(key, span, message))
            }
            ClassifierKind::Enumeration(literals) if literals.is_empty() => {
                Err(self.error(&target, classifier.span, format!("the enumeration '{}' has no literals", target.1)))
            }
            ClassifierKind::Enumeration(literals) => {
                let words = literals.iter().map(|(_, literal)| word(literal.clone())).collect();
                let written = Some(FeatureType::Enumeration(words, Span::default()));
                Ok(Some(AttributeType { written, lexical: Lexical::Text }))
            }
            ClassifierKind::DataType(java) => {
                let lexical = java.as_deref().and_then(of_java).map_or(Lexical::Text, |(name, _)| lexical_of(name));
                if !self.is_builtin(&target) {
                    return Ok(Some(AttributeType { written: named(&self.name(&target)), lexical }));
                }
                let written = if target.1 == "Scalar" { None } else { named(&target.1) };
                Ok(Some(AttributeType { written, lexical }))
            }
        }
    }
}
