//! Features with their settings.

use diagnostics::Span;
use ecow::{EcoString, eco_format};
use syntax::ast::{
    self, Expression, FeatureKind as Written, FeatureType, Kind, Radix, Setting, SettingValue, UnaryOperator,
};

use super::{Key, Types, documentation, word};
use crate::{
    DocumentError,
    base::Lexical,
    logic,
    package::{Feature, FeatureKind, Reference},
};

fn synthetic(kind: Kind) -> Expression {
    Expression { kind, span: Span::default(), anchor: 0 }
}

fn literal(name: &str, value: Expression) -> Setting {
    Setting { name: word(name), value: SettingValue::Literal(value), span: Span::default() }
}

fn number(name: &str, value: usize) -> Setting {
    literal(name, synthetic(Kind::Integer(i64::try_from(value).unwrap_or(i64::MAX), Radix::Decimal)))
}

/// The settings for the bounds; defaults are left out.
fn bounds(lower: usize, upper: Option<usize>) -> Vec<Setting> {
    let min = (lower > 0).then(|| number("min", lower));
    let max = match upper {
        Some(1) => None,
        Some(upper) => Some(number("max", upper)),
        // A lower bound above one implies that there is no upper bound.
        None => (lower < 2).then(|| literal("max", synthetic(Kind::Name("unbound".into())))),
    };
    min.into_iter().chain(max).collect()
}

impl Types<'_> {
    /// Converts a feature of a class, which another class may have declared; `None` if it is not supported.
    pub(super) fn feature(
        &mut self,
        key: &Key,
        owner: &Key,
        feature: &Feature,
        name: EcoString,
    ) -> Result<Option<ast::Feature>, DocumentError> {
        let span = feature.span;
        if name != feature.name {
            let message = format!("the name of the feature '{}': it is called '{name}'", feature.name);
            self.note_unsupported(key, span, message);
        }
        self.note_annotations(key, &feature.annotations);
        let implementation = (owner.0, eco_format!("{}/{}", owner.1, feature.name));
        let own = self.attachments.features.get(&implementation);
        let (kind, data_type, lexical) = match feature.kind {
            FeatureKind::Attribute => match self.attribute_type(key, span, &name, &feature.data_type)? {
                Some(found) => (Written::Attribute, found.written, found.lexical),
                None => return Ok(None),
            },
            FeatureKind::Reference { .. } => match &feature.data_type {
                Reference::Local(number, path) if self.class_of(&(*number, path.clone())).is_some() => {
                    let target = (*number, path.clone());
                    if self.is_resource(&target) {
                        let message = format!("the reference '{name}', which is to resources of any kind");
                        self.note_unsupported(key, span, message);
                        return Ok(None);
                    }
                    (Written::Reference, Some(FeatureType::Named(word(self.name(&target)))), Lexical::Text)
                }
                Reference::Local(_, path) => {
                    let message = format!("the type '{path}' of the reference '{name}' is not a class");
                    return Err(self.error(key, span, message));
                }
                Reference::Ecore(target) | Reference::Unresolved(target) => {
                    self.note_unsupported(key, span, format!("the reference '{name}', which is to {target} of Ecore"));
                    return Ok(None);
                }
            },
        };
        if feature.upper == Some(0) || feature.upper.is_some_and(|upper| upper < feature.lower) {
            let message = format!("the bounds of the feature '{name}' exclude each other");
            return Err(self.error(key, span, message));
        }
        let logic = |setting: &str| own.and_then(|own| own.one(setting)).map(logic::logic);
        let is_computed = own.is_some_and(|own| own.one("derived").is_some());
        if feature.derived && !is_computed {
            let message = format!(
                "that the feature '{name}' is derived: its computation is unknown; it is read-only and transient"
            );
            self.note_unsupported(key, span, message);
        }
        let mut settings = bounds(feature.lower, feature.upper);
        let setable = feature.changeable && (is_computed || !feature.derived);
        let flags = [
            ("unsettable", feature.unsettable, true),
            ("transient", (feature.transient || feature.derived) && !is_computed, true),
            ("setable", setable == is_computed, setable),
            ("containment", feature.kind == (FeatureKind::Reference { containment: false }), false),
        ];
        for (name, _, value) in flags.into_iter().filter(|(_, is_said, _)| *is_said) {
            settings.push(literal(name, synthetic(Kind::Boolean(value))));
        }
        let default = match (own.and_then(|own| own.one("default")), &feature.default) {
            (Some(default), _) => Some(logic::expression(default)),
            (None, Some(_)) if kind == Written::Reference => {
                self.note_unsupported(key, span, format!("the default of the reference '{name}'"));
                None
            }
            (None, Some(text)) => {
                let default = self.default(lexical, data_type.as_ref(), text);
                if default.is_none() {
                    self.note_unsupported(key, span, format!("the default '{text}' of the feature '{name}'"));
                }
                default
            }
            (None, None) => None,
        };
        settings.extend(default.map(|default| literal("default", default)));
        if let Some(behaviour) = own.and_then(|own| own.optional_text("behaviour")) {
            settings.push(literal("behaviour", synthetic(Kind::Name(behaviour.clone()))));
        }
        let description = own.and_then(|own| own.optional_text("description")).cloned();
        let description = description.or_else(|| documentation(&feature.annotations));
        settings.extend(description.map(|text| literal("desc", synthetic(Kind::String(text)))));
        let written = ["validate", "check", "derived", "set", "get"];
        settings.extend(written.into_iter().filter_map(|name| {
            Some(Setting { name: word(name), value: SettingValue::Logic(logic(name)?), span: Span::default() })
        }));
        Ok(Some(ast::Feature { kind, name: word(name), data_type, settings, span: Span::default() }))
    }

    /// Converts the text of a default to a literal.
    fn default(&self, lexical: Lexical, data_type: Option<&FeatureType>, text: &str) -> Option<Expression> {
        if let Some(FeatureType::Enumeration(words, _)) = data_type {
            return words.iter().any(|word| word.text == text).then(|| synthetic(Kind::String(text.into())));
        }
        let value = lexical.value(text).ok()?;
        expression_of(&value)
    }
}

/// A scalar as a literal.
fn expression_of(value: &pcore::Value) -> Option<Expression> {
    use pcore::Value;
    let negative = |kind: Kind| synthetic(Kind::Unary(UnaryOperator::Minus, Box::new(synthetic(kind))));
    Some(match value {
        Value::Boolean(value) => synthetic(Kind::Boolean(*value)),
        Value::Integer(value) if *value < 0 => negative(Kind::Integer(value.checked_neg()?, Radix::Decimal)),
        Value::Integer(value) => synthetic(Kind::Integer(*value, Radix::Decimal)),
        Value::Float(value) if value.is_sign_negative() => negative(Kind::Float(-value)),
        Value::Float(value) if value.is_finite() => synthetic(Kind::Float(*value)),
        Value::String(text) => synthetic(Kind::String(text.clone())),
        _ => return None,
    })
}
