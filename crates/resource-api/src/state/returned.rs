//! What `get` of a provider in another language returned, as states.

use ecow::EcoString;
use pcore::{Hash, Value};

use super::State;
use crate::{Failure, Outcome, render};

/// Reads what a provider's `get` returned: a list of maps with symbols as keys, or a sequence that is computed lazily.
///
/// A key that is a string does not name an attribute, as it does not in Ruby: it is kept in quotes, under which no
/// attribute is found.
///
/// ```
/// use pcore::Value;
/// use resource_api::state::states_from_value;
///
/// let alice = Value::hash([(Value::Symbol("name".into()), "alice".into())]);
/// assert_eq!(states_from_value("user", &Value::array([alice])).unwrap()[0].text("name"), Some("alice"));
/// assert_eq!(
///     states_from_value("user", &Value::Undef).unwrap_err().to_string(),
///     "`user.get` did not return an array of resource hashes"
/// );
/// ```
pub fn states_from_value(type_name: &str, returned: &Value) -> Outcome<Vec<State>> {
    let state = |item: &Value| item.as_hash().map(from_hash);
    let states = match returned {
        Value::Array(items) => items.iter().map(state).collect(),
        Value::Iterator(items) => items.iter().map(|item| state(&item)).collect(),
        _ => None,
    };
    states.ok_or_else(|| Failure::developer(format!("`{type_name}.get` did not return an array of resource hashes")))
}

fn from_hash(attributes: &Hash) -> State {
    let name = |key: &Value| match key {
        Value::Symbol(name) => name.clone(),
        other => EcoString::from(render::inspect(other)),
    };
    attributes.iter().map(|(key, value)| (name(key), value.clone())).collect()
}
