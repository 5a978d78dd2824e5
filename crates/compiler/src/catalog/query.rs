//! What a collector asks of resources.

use ecow::EcoString;
use pcore::{Value, names::capitalized};
use syntax::ast::{BinaryOperator, Expression, Kind};

use super::{
    store::{Resource, ResourceId, Resources},
    tags::lowercase,
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
};

/// A query whose values are known.
#[derive(Clone, Debug)]
pub(crate) enum Query {
    And(Box<(Query, Query)>),
    Or(Box<(Query, Query)>),
    Equal(EcoString, Value),
    NotEqual(EcoString, Value),
    /// Has one of several tags, itself or through what contains it.
    Tagged(Vec<EcoString>),
}

impl Query {
    /// Whether the tags of containers matter.
    pub fn asks_for_tags(&self) -> bool {
        match self {
            Query::And(sides) | Query::Or(sides) => sides.0.asks_for_tags() || sides.1.asks_for_tags(),
            Query::Tagged(_) => true,
            Query::Equal(..) | Query::NotEqual(..) => false,
        }
    }

    pub fn matches(&self, resources: &Resources, id: ResourceId) -> bool {
        match self {
            Query::And(sides) => sides.0.matches(resources, id) && sides.1.matches(resources, id),
            Query::Or(sides) => sides.0.matches(resources, id) || sides.1.matches(resources, id),
            Query::Equal(name, wanted) => match attribute(resources.get(id), name) {
                Value::Array(items) => items.iter().any(|item| item.loosely_equals(wanted)),
                value => value.loosely_equals(wanted),
            },
            Query::NotEqual(name, wanted) => !attribute(resources.get(id), name).loosely_equals(wanted),
            Query::Tagged(words) => {
                words.iter().filter_map(|word| resources.tags.find(word)).any(|tag| resources.is_tagged(id, tag))
            }
        }
    }
}

/// The value of an attribute; `title` is one, too.
fn attribute(resource: &Resource, name: &str) -> Value {
    match resource.parameters.value(name) {
        _ if name == "title" => Value::String(resource.title.clone()),
        Some(value) => value.clone(),
        None => Value::Undef,
    }
}

impl Compilation<'_> {
    /// Evaluates the values of a query.
    pub(super) fn query(&mut self, frame: &Frame, expression: &Expression) -> Outcome<Query> {
        match &expression.kind {
            Kind::Parenthesized(inner) => self.query(frame, inner),
            Kind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), sides) => {
                let both = Box::new((self.query(frame, &sides.0)?, self.query(frame, &sides.1)?));
                Ok(if *operator == BinaryOperator::And { Query::And(both) } else { Query::Or(both) })
            }
            Kind::Binary(BinaryOperator::Equal, sides) => {
                let name = self.query_name(frame, &sides.0)?;
                let wanted = self.evaluate(frame, &sides.1)?;
                if name == "tag" { tagged(&wanted) } else { Ok(Query::Equal(name, wanted)) }
            }
            Kind::Binary(BinaryOperator::NotEqual, sides) => {
                let name = self.query_name(frame, &sides.0)?;
                Ok(Query::NotEqual(name, self.evaluate(frame, &sides.1)?))
            }
            _ => {
                let label = syntax::label::with_article(expression);
                let message = format!("Illegal query expression. {} cannot be used in a query", capitalized(&label));
                Err(frame.failure(expression, message))
            }
        }
    }

    fn query_name(&mut self, frame: &Frame, expression: &Expression) -> Outcome<EcoString> {
        match self.evaluate(frame, expression)? {
            Value::String(name) => Ok(name),
            other => {
                let message = format!("A query compares attributes; '{other}' is not the name of one");
                Err(frame.failure(expression, message))
            }
        }
    }
}

fn tagged(wanted: &Value) -> Outcome<Query> {
    let words = match wanted {
        Value::Array(words) => words.as_slice(),
        word => std::slice::from_ref(word),
    };
    let word = |word: &Value| match word {
        Value::Integer(_) | Value::Float(_) => Err(Interrupt::unplaced("Cannot transform a number to a tag")),
        other => Ok(lowercase(&other.to_string())),
    };
    Ok(Query::Tagged(words.iter().map(word).collect::<Outcome<_>>()?))
}
