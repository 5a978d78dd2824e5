//! Splits the value of a setting into parts.

use resource_api::{State, render::interpolate};

/// The parts of a value.
pub(super) struct Parts {
    items: Vec<String>,
    separator: String,
    quote: String,
    /// The text between the name of a part and its value.
    between: String,
}

impl Parts {
    pub(super) fn new(value: Option<&str>, separator: String, quote: String, between: String) -> Parts {
        let mut parts = Parts { items: Vec::new(), separator, quote, between };
        let Some(value) = value else { return parts };
        let unquoted = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote).map(|inner| (inner, quote));
        let inner = match unquoted('"').or_else(|| unquoted('\'')) {
            Some((inner, quote)) => {
                parts.quote = quote.to_string();
                inner
            }
            None => value,
        };
        let items = inner.split(|letter: char| parts.separator.contains(letter)).filter(|item| !item.is_empty());
        parts.items = items.map(|item| item.trim().to_owned()).collect();
        parts
    }

    /// The whole value.
    pub(super) fn to_text(&self) -> String {
        format!("{0}{1}{0}", self.quote, self.items.join(&self.separator))
    }

    pub(super) fn has(&self, name: &str, is_exact: bool) -> bool {
        self.find(name, is_exact).is_some()
    }

    /// The text after the name of the first part that begins with it.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let item = self.items.get(self.find(name, false)?)?;
        item.strip_prefix(name)?.strip_prefix(self.between.as_str())
    }

    /// Sets the value of all parts with a name, or adds one where `insert_type` and `insert_value` say.
    pub(super) fn set(&mut self, name: &str, value: &str, is_exact: bool, should: &State) {
        let new = format!("{name}{}{value}", self.between);
        if self.has(name, is_exact) {
            let (items, between) = (&mut self.items, &self.between);
            items
                .iter_mut()
                .filter(|item| matches(item, name, between, is_exact))
                .for_each(|item| item.clone_from(&new));
            return;
        }
        let end = self.items.len();
        let given = should.known("insert_value").map(interpolate).unwrap_or_default();
        let index = match should.text("insert_type") {
            Some("start") => 0,
            Some("before") => self.find(&given, is_exact).unwrap_or(end),
            Some("after") => self.find(&given, is_exact).map_or(end, |index| index + 1),
            // Anything else than a number counts as zero.
            Some("index") => given.trim().parse().unwrap_or(0).min(end),
            _ => end,
        };
        self.items.insert(index, new);
    }

    /// Removes all parts with a name.
    pub(super) fn remove(&mut self, name: &str, is_exact: bool) {
        let between = &self.between;
        self.items.retain(|item| !matches(item, name, between, is_exact));
    }

    fn find(&self, name: &str, is_exact: bool) -> Option<usize> {
        self.items.iter().position(|item| matches(item, name, &self.between, is_exact))
    }
}

fn matches(item: &str, name: &str, between: &str, is_exact: bool) -> bool {
    if is_exact { item == name } else { item.strip_prefix(name).is_some_and(|rest| rest.starts_with(between)) }
}
