//! The formats that the caller requested: none, one format, or formats by type.

use std::cell::Cell;

use super::{
    FormatError,
    container::Context,
    grammar::Format,
    rules::{Rule, Rules},
};
use crate::{
    infer,
    types::Type,
    value::{Hash, Value},
};

/// How values are formatted.
///
/// ```
/// use pcore::{Value, format::{Formats, convert}, parse_literal};
///
/// let formats = parse_literal("{ Array => { format => '%(a', separator => '; ' }, Integer => '%x' }").unwrap();
/// let formats = Formats::from_value(&formats).unwrap();
/// assert_eq!(convert(&Value::from(255), &formats).unwrap(), "ff");
/// // What is inside a container has formats of its own, which `string_formats` sets.
/// assert_eq!(convert(&Value::array([255.into(), "a".into()]), &formats).unwrap(), "(255; 'a')");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Formats(Selection);

#[derive(Clone, Debug, Default)]
enum Selection {
    #[default]
    Defaults,
    /// For values of the same type as the formatted value.
    OwnType(Box<Rule>),
    /// By type, merged with the default formats.
    ByType(Rules),
}

impl Formats {
    /// Parses the second argument of `String.new`: `default`, a format, or a hash of formats by type. The signature of
    /// `String.new` accepts nothing else.
    pub fn from_value(value: &Value) -> Result<Formats, FormatError> {
        Ok(Formats(match value {
            Value::String(text) => Selection::OwnType(Box::new(Rule::from(Format::parse(text)?))),
            Value::Hash(by_type) => {
                let overrides = rules(by_type)?;
                Selection::ByType(Rules::defaults().overridden_by(&overrides))
            }
            _ => Selection::Defaults,
        }))
    }

    /// Formats a value.
    pub(super) fn apply(&self, value: &Value) -> Result<String, FormatError> {
        let defaults = Rules::defaults();
        match &self.0 {
            Selection::Defaults => super::by_rules(value, defaults, Context::top(&Cell::new(0))),
            Selection::ByType(rules) => super::by_rules(value, rules, Context::top(&Cell::new(0))),
            Selection::OwnType(rule) => match value {
                // The format of a container also applies to nested ones.
                Value::Array(_) => self.apply_to_container(Type::any_array(), rule, value),
                Value::Hash(_) => self.apply_to_container(Type::any_hash(), rule, value),
                Value::Iterator(_) => super::by_rules(value, defaults, Context::top(&Cell::new(0))),
                // The type of an Error, with its kind in brackets, does not accept itself in Puppet.
                Value::Object(_) if matches!(infer::reduced(value), Type::ObjectExtension(_)) => {
                    super::by_rules(value, defaults, Context::top(&Cell::new(0)))
                }
                _ => super::by_rule(value, rule, defaults, Context::top(&Cell::new(0))),
            },
        }
    }

    fn apply_to_container(&self, container: Type, rule: &Rule, value: &Value) -> Result<String, FormatError> {
        let rules = Rules::defaults().overridden_by(&Rules::from_iter([(container, rule.clone())]));
        super::by_rules(value, &rules, Context::top(&Cell::new(0)))
    }
}

fn rules(by_type: &Hash) -> Result<Rules, FormatError> {
    let mut rules = Vec::with_capacity(by_type.len());
    for (key, specification) in by_type.iter() {
        // That the keys are types has already been checked.
        let Value::Type(inner) = key else { continue };
        let rule = match specification {
            Value::Hash(details) => container_rule(details)?,
            other => Rule::from(Format::parse(other.as_str().unwrap_or_default())?),
        };
        rules.push(((**inner).clone(), rule));
    }
    Ok(Rules::from_iter(rules))
}

fn container_rule(details: &Hash) -> Result<Rule, FormatError> {
    let text = |key| details.get_str(key).and_then(Value::as_str);
    Ok(Rule {
        // A missing format passes the check, but is an error all the same.
        format: Format::parse(text("format").unwrap_or_default())?,
        separator: text("separator").map(Into::into),
        pair_separator: text("separator2").map(Into::into),
        elements: details.get_str("string_formats").and_then(Value::as_hash).map(rules).transpose()?,
    })
}
