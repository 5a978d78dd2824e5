//! Reads the resources that providers in other languages generate, given as plain maps.

#[cfg(test)]
mod tests;

use ecow::EcoString;
use pcore::{Hash, Value};

use crate::{
    Failure, Generated, Outcome,
    definition::{field, ruby_class::ruby_class},
    render::{inspect, interpolate},
};

impl Generated {
    /// Reads generated resources from plain values: `undef`, a map, or an array of maps.
    ///
    /// A map has a `type` and a `title`. The attributes are either beside them or in a nested map called `attributes`.
    /// Anything else is fatal, as it is in Puppet, because it is unknown what was meant to be managed.
    ///
    /// ```
    /// use resource_api::Generated;
    ///
    /// let answer = pcore::yaml::parse("[{type: file, title: /tmp/a, ensure: file}]").unwrap();
    /// let generated = Generated::from_value(&answer).unwrap();
    /// assert_eq!(generated[0].title, "/tmp/a");
    /// ```
    pub fn from_value(answer: &Value) -> Outcome<Vec<Generated>> {
        match answer {
            Value::Undef => Ok(Vec::new()),
            Value::Array(items) => items.iter().map(one).collect(),
            single => Ok(vec![one(single)?]),
        }
    }
}

fn one(element: &Value) -> Outcome<Generated> {
    let Value::Hash(map) = element else {
        return Err(refused(format!("{} {}", ruby_class(element), inspect(element))));
    };
    let text = |key: &str| match field(map, key) {
        Some(Value::String(text) | Value::Symbol(text)) => Ok(text.clone()),
        Some(other) => Err(refused(format!("a map whose {key} is the {} {}", ruby_class(other), inspect(other)))),
        None => Err(refused(format!("a map without {key}"))),
    };
    Ok(Generated { type_name: text("type")?, title: text("title")?, attributes: attributes(map) })
}

fn attributes(map: &Hash) -> Vec<(EcoString, Value)> {
    let named = |(name, value): (&Value, &Value)| (EcoString::from(interpolate(name)), value.clone());
    match field(map, "attributes") {
        // If the map has other keys, `attributes` is an ordinary attribute.
        Some(Value::Hash(nested)) if map.len() == 3 => nested.iter().map(named).collect(),
        _ => map.iter().map(named).filter(|(name, _)| name != "type" && name != "title").collect(),
    }
}

fn refused(found: String) -> Failure {
    Failure::fatal(format!("generate must return maps with a type and a title, not {found}"))
}
