//! What the caller wants: nothing special, one format, or formats by type.

use std::cell::Cell;

use super::{
    FormatError,
    container::Place,
    expected,
    grammar::Format,
    rules::{Rule, Rules},
};
use crate::{
    infer,
    types::Type,
    value::{Hash, Value},
};

/// How values are to be shown.
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
pub struct Formats(Wanted);

#[derive(Clone, Debug, Default)]
enum Wanted {
    #[default]
    Usual,
    /// For values of the type that the given value has.
    OwnType(Box<Rule>),
    /// By type, merged with the usual formats.
    ByType(Rules),
}

impl Formats {
    /// Reads the second argument of `String.new`: `default`, a format, or a hash of formats by type.
    ///
    /// An explicit `undef` is none of these; where no argument is given, [`Formats::default`] is meant.
    pub fn from_value(value: &Value) -> Result<Formats, FormatError> {
        if !expected::is_formats(value) {
            return Err(FormatError::NotFormats(expected::explain(value)));
        }
        Ok(Formats(match value {
            Value::String(text) => Wanted::OwnType(Box::new(Rule::from(Format::parse(text)?))),
            Value::Hash(by_type) => {
                let wanted = rules(by_type)?;
                Wanted::ByType(Rules::usual().overridden_by(&wanted))
            }
            _ => Wanted::Usual,
        }))
    }

    /// Shows a value.
    pub(super) fn apply(&self, value: &Value) -> Result<String, FormatError> {
        let usual = Rules::usual();
        match &self.0 {
            Wanted::Usual => super::by_rules(value, usual, Place::top(&Cell::new(0))),
            Wanted::ByType(rules) => super::by_rules(value, rules, Place::top(&Cell::new(0))),
            Wanted::OwnType(rule) => match value {
                // The format of a container holds for those inside it as well.
                Value::Array(_) => self.apply_to_container(Type::any_array(), rule, value),
                Value::Hash(_) => self.apply_to_container(Type::any_hash(), rule, value),
                Value::Iterator(_) => super::by_rules(value, usual, Place::top(&Cell::new(0))),
                // The type of an Error, with its kind in brackets, does not accept itself in Puppet.
                Value::Object(_) if matches!(infer::reduced(value), Type::ObjectExtension(_)) => {
                    super::by_rules(value, usual, Place::top(&Cell::new(0)))
                }
                _ => super::by_rule(value, rule, usual, Place::top(&Cell::new(0))),
            },
        }
    }

    fn apply_to_container(&self, container: Type, rule: &Rule, value: &Value) -> Result<String, FormatError> {
        let rules = Rules::usual().overridden_by(&Rules::from_iter([(container, rule.clone())]));
        super::by_rules(value, &rules, Place::top(&Cell::new(0)))
    }
}

fn rules(by_type: &Hash) -> Result<Rules, FormatError> {
    let mut rules = Vec::with_capacity(by_type.len());
    for (key, wanted) in by_type.iter() {
        // That the keys are types has been checked with the rest.
        let Value::Type(held) = key else { continue };
        let rule = match wanted {
            Value::Hash(details) => container_rule(details)?,
            other => Rule::from(Format::parse(other.as_str().unwrap_or_default())?),
        };
        rules.push(((**held).clone(), rule));
    }
    Ok(Rules::from_iter(rules))
}

fn container_rule(details: &Hash) -> Result<Rule, FormatError> {
    let text = |key| details.get_str(key).and_then(Value::as_str);
    Ok(Rule {
        // To leave it out passes the check, and is an error all the same.
        format: Format::parse(text("format").unwrap_or_default())?,
        separator: text("separator").map(Into::into),
        pair_separator: text("separator2").map(Into::into),
        elements: details.get_str("string_formats").and_then(Value::as_hash).map(rules).transpose()?,
    })
}
