//! Loads a feature: its type, its settings, its default.

use diagnostics::{Problem, Span};
use ecow::EcoString;
use pcore::{Type, Value, convert};
use rustc_hash::FxHashMap;
use syntax::ast::{self, Expression, FeatureType, Kind, SettingValue, UnaryOperator, Word};

use super::{Loader, meta};
use crate::{
    Behaviour, Feature, FeatureKind, Logic, Multiplicity,
    registry::{Definitions, key_of},
};

/// The settings of a feature.
#[derive(Default)]
struct Settings<'f> {
    min: Option<usize>,
    max: Option<Option<usize>>,
    unsettable: bool,
    transient: bool,
    setable: Option<bool>,
    containment: bool,
    default: Option<&'f Expression>,
    behaviour: Option<Behaviour>,
    description: Option<EcoString>,
}

impl<D: Definitions> Loader<'_, D> {
    pub(super) fn feature(&mut self, feature: &ast::Feature) -> Result<Feature, D::Error> {
        let settings = self.settings(feature)?;
        let kind = self.kind(feature, settings.containment)?;
        let multiplicity = Multiplicity::of(settings.min, settings.max);
        let default = match (&kind, settings.default) {
            (FeatureKind::Attribute(data_type), Some(written)) => {
                Some(self.default(feature, data_type, multiplicity, written)?)
            }
            _ => None,
        };
        let derived = self.logic_of(feature, "derived")?;
        let is_derived = derived.is_some();
        Ok(Feature {
            name: feature.name.text.clone(),
            owner: self.definition.name.clone(),
            kind,
            multiplicity,
            unsettable: settings.unsettable,
            transient: settings.transient || is_derived,
            setable: settings.setable.unwrap_or(!is_derived),
            default,
            validate: self.logic_of(feature, "validate")?,
            check: self.logic_of(feature, "check")?,
            derived,
            set: self.logic_of(feature, "set")?,
            get: self.logic_of(feature, "get")?,
            behaviour: settings.behaviour,
            description: settings.description,
            location: self.location(feature.name.span),
            meta: meta(&feature.name.text, &self.definition.name),
        })
    }

    fn settings<'f>(&self, feature: &'f ast::Feature) -> Result<Settings<'f>, Problem> {
        let mut settings = Settings { containment: true, ..Settings::default() };
        for setting in &feature.settings {
            let SettingValue::Literal(value) = &setting.value else { continue };
            let is_true = matches!(value.kind, Kind::Boolean(true));
            match setting.name.text.as_str() {
                "min" => settings.min = count(value),
                "max" => settings.max = Some(count(value)),
                "unsettable" => settings.unsettable = is_true,
                "transient" => settings.transient = is_true,
                "setable" | "settable" => settings.setable = Some(is_true),
                "containment" => settings.containment = is_true,
                "default" => settings.default = Some(value),
                "behaviour" => {
                    self.only_resources(setting.name.span, "behaviour")?;
                    settings.behaviour = text(value).and_then(|word| Behaviour::named(&word));
                }
                "desc" => settings.description = text(value),
                _ => {}
            }
        }
        Ok(settings)
    }

    fn kind(&mut self, feature: &ast::Feature, containment: bool) -> Result<FeatureKind, D::Error> {
        let name = &feature.name.text;
        match (feature.kind, &feature.data_type) {
            (ast::FeatureKind::Attribute, None) => Ok(FeatureKind::Attribute(Type::Scalar)),
            (ast::FeatureKind::Attribute, Some(FeatureType::Enumeration(words, _))) => {
                self.distinct(words)?;
                let values = words.iter().map(|word| word.text.clone());
                Ok(FeatureKind::Attribute(Type::enumeration(values)))
            }
            (ast::FeatureKind::Attribute, Some(FeatureType::Named(word))) => self.attribute_type(name, word),
            (ast::FeatureKind::Reference, Some(FeatureType::Named(word))) => {
                if self.definitions.definition(&key_of(&word.text))?.is_some() {
                    let target = word.text.trim_start_matches("::").into();
                    return Ok(FeatureKind::Reference { target, containment });
                }
                let problem = match self.basic_or_named(&word.text)? {
                    Some(_) => self.wrong_keyword(word, "is a data type", format!("attr {name}, {}", word.text)),
                    None => self.unknown_type(word),
                };
                Err(problem.into())
            }
            (ast::FeatureKind::Reference, Some(FeatureType::Enumeration(_, span))) => {
                let problem = self.problem(*span, "A reference needs a type, not an enumeration");
                Err(problem.hint(format!("write attr {name}, enum[…]")).into())
            }
            // The parser requires the type of a reference.
            (ast::FeatureKind::Reference, None) => {
                Err(self.problem(feature.span, format!("The reference '{name}' has no type")).into())
            }
        }
    }

    fn attribute_type(&mut self, name: &str, word: &Word) -> Result<FeatureKind, D::Error> {
        if let Some(basic) = basic(&word.text) {
            return Ok(FeatureKind::Attribute(basic));
        }
        if self.definitions.definition(&key_of(&word.text))?.is_some() {
            let hint = format!("has {name}, {}", word.text);
            return Err(self.wrong_keyword(word, "is a type with instances", hint).into());
        }
        match self.definitions.data_type(&word.text)? {
            Some(data_type) => Ok(FeatureKind::Attribute(data_type)),
            None => Err(self.unknown_type(word).into()),
        }
    }

    fn basic_or_named(&mut self, name: &str) -> Result<Option<Type>, D::Error> {
        match basic(name) {
            Some(basic) => Ok(Some(basic)),
            None => self.definitions.data_type(name),
        }
    }

    fn wrong_keyword(&self, word: &Word, what: &str, instead: String) -> Problem {
        self.problem(word.span, format!("'{}' {what}", word.text)).hint(format!("write {instead}"))
    }

    fn unknown_type(&self, word: &Word) -> Problem {
        let basics = ["Integer", "Float", "String", "Boolean"];
        self.problem(word.span, format!("The type '{}' is not defined", word.text)).did_you_mean(&word.text, basics)
    }

    fn distinct(&self, words: &[Word]) -> Result<(), Problem> {
        let mut known: FxHashMap<&str, Span> = FxHashMap::default();
        for word in words {
            if let Some(earlier) = known.insert(&word.text, word.span) {
                let problem = self.problem(word.span, format!("Duplicate word '{}' in the enum", word.text));
                return Err(problem.label(self.location(earlier), "first used here"));
            }
        }
        Ok(())
    }

    /// Converts the default to a value of the type.
    fn default(
        &self,
        feature: &ast::Feature,
        data_type: &Type,
        multiplicity: Multiplicity,
        written: &Expression,
    ) -> Result<Value, Problem> {
        let given = literal(written);
        let wrong = |reason: String, span: Span| {
            let name = &feature.name.text;
            self.problem(span, format!("The default of the feature '{name}' does not match {data_type}: {reason}"))
        };
        let value = match given {
            given if data_type.is_instance(&given) => given,
            given => convert::new_instance(data_type, std::slice::from_ref(&given)).map_err(|error| {
                let reason = match data_type {
                    Type::Enum(_) => format!("got '{given}'"),
                    _ => error.to_string(),
                };
                wrong(reason, written.span)
            })?,
        };
        Ok(if multiplicity.is_list() { Value::array([value]) } else { value })
    }

    fn logic_of(&self, feature: &ast::Feature, name: &str) -> Result<Option<Logic>, Problem> {
        let setting = feature.settings.iter().find(|setting| setting.name.text == name);
        let Some(SettingValue::Logic(written)) = setting.map(|setting| &setting.value) else { return Ok(None) };
        let own = &feature.name.text;
        let has_it = written.lambda.parameters.is_empty() && name != "derived";
        let only_own = |variable: &str| match variable {
            _ if variable == own || variable == "meta" || has_it && variable == "it" => None,
            _ if self.names.contains_key(variable) => {
                Some(format!("'{name}' can only use its own feature; an invariant can use all"))
            }
            _ => self.why_hidden(variable, has_it),
        };
        let all = |variable: &str| self.why_hidden(variable, has_it);
        let is_feature = |variable: &str| self.names.contains_key(variable);
        let logic = match name {
            "validate" | "check" => self.logic(written, &only_own, &|_| false),
            "set" => self.logic(written, &all, &is_feature),
            _ => self.logic(written, &all, &|_| false),
        };
        logic.map(Some)
    }
}

fn basic(name: &str) -> Option<Type> {
    Some(match name {
        "Integer" => Type::INTEGER,
        "Float" => Type::FLOAT,
        "String" => Type::STRING,
        "Boolean" => Type::BOOLEAN,
        _ => return None,
    })
}

/// A number of values; `None` for `unbound`.
fn count(value: &Expression) -> Option<usize> {
    match value.kind {
        Kind::Integer(number, _) => Some(usize::try_from(number).unwrap_or(0)),
        _ => None,
    }
}

fn text(value: &Expression) -> Option<EcoString> {
    match &value.kind {
        Kind::String(text) | Kind::Name(text) => Some(text.clone()),
        Kind::Heredoc(heredoc) => text(&heredoc.text),
        _ => None,
    }
}

fn literal(value: &Expression) -> Value {
    match &value.kind {
        Kind::Integer(number, _) => Value::Integer(*number),
        Kind::Float(number) => Value::Float(*number),
        Kind::Boolean(value) => Value::Boolean(*value),
        Kind::String(text) | Kind::Name(text) | Kind::TypeName(text) => Value::String(text.clone()),
        Kind::Unary(UnaryOperator::Minus, inner) => match literal(inner) {
            // A literal is never negative, so that the negation cannot overflow.
            Value::Integer(number) => Value::Integer(-number),
            Value::Float(number) => Value::Float(-number),
            other => other,
        },
        _ => Value::Undef,
    }
}
