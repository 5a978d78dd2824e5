//! How titles appear in log lines.

use pcore::Value;

use crate::{Context, Failure, Outcome, render::interpolate};

/// Flattens lists of titles and drops `undef`.
pub(super) fn flatten(given: &Value) -> Vec<&Value> {
    let mut titles = Vec::new();
    let mut open = vec![given];
    while let Some(title) = open.pop() {
        match title {
            Value::Undef => {}
            Value::Array(items) => open.extend(items.iter().rev()),
            other => titles.push(other),
        }
    }
    titles
}

impl Context {
    /// Returns `type[title, title]`, or the bare type if there are no titles.
    pub(super) fn subject(&self, titles: &Value) -> String {
        let name = self.definition.name();
        let none = match titles {
            Value::Undef => true,
            Value::Array(items) => items.is_empty(),
            Value::Hash(map) => map.is_empty(),
            _ => false,
        };
        if none {
            return name.to_string();
        }
        let shown: Vec<String> = flatten(titles).into_iter().map(interpolate).collect();
        format!("{name}[{}]", shown.join(", "))
    }

    /// Refuses lists. A map counts as one title if it has exactly the namevars of the type.
    pub(super) fn single(&self, title: &Value, function: &str) -> Outcome {
        let fits = match title {
            Value::Array(_) => false,
            Value::Hash(map) => {
                let named = |name: &str| map.keys().any(|key| interpolate(key) == name);
                self.definition.namevars().count() == map.len()
                    && self.definition.namevars().all(|namevar| named(namevar.name()))
            }
            _ => true,
        };
        if fits { Ok(()) } else { Err(Failure::new(format!("{function} only accepts a single resource title"))) }
    }
}
