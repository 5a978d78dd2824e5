//! What is known of one resource, and what tells it from others.

mod attributes;
mod returned;

#[cfg(test)]
mod tests;

use std::{
    fmt,
    sync::{Arc, LazyLock},
};

use ecow::{EcoString, EcoVec};
use pcore::Value;

use self::attributes::Attributes;
pub use self::{attributes::CommonAttributes, returned::states_from_value};
use crate::Failure;

/// The attributes of one resource, in the order in which they were given.
///
/// Two states are equal when they have the same attributes with the same values, in any order.
///
/// ```
/// use resource_api::State;
///
/// let state = State::new().with("name", "alice").with("uid", 1001);
/// assert_eq!(state.text("name"), Some("alice"));
/// assert_eq!(state.get("shell"), None);
/// ```
#[derive(Clone, Debug)]
pub struct State {
    /// Copies share it until one of them is changed.
    attributes: Arc<Attributes>,
}

/// Nothing is known.
impl Default for State {
    fn default() -> State {
        // There may be one for each of many resources.
        static EMPTY: LazyLock<Arc<Attributes>> = LazyLock::new(Arc::default);
        State { attributes: Arc::clone(&EMPTY) }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        // Most are compared with a copy that nobody has changed.
        self.is_copy_of(other) || self.attributes == other.attributes
    }
}

impl State {
    /// A state without attributes.
    pub fn new() -> State {
        State::default()
    }

    /// A state without attributes that has room for so many: for one of many.
    pub fn with_capacity(attributes: usize) -> State {
        State { attributes: Arc::new(Attributes::with_capacity(attributes)) }
    }

    /// This state with one more attribute; a second value for the same attribute replaces the first.
    #[must_use]
    pub fn with(mut self, attribute: impl Into<EcoString>, value: impl Into<Value>) -> State {
        self.insert(attribute, value);
        self
    }

    /// Sets an attribute, and returns what it was.
    pub fn insert(&mut self, attribute: impl Into<EcoString>, value: impl Into<Value>) -> Option<Value> {
        Arc::make_mut(&mut self.attributes).insert(attribute.into(), value.into())
    }

    /// Takes an attribute away; the order of the others stays.
    pub fn remove(&mut self, attribute: &str) -> Option<Value> {
        Arc::make_mut(&mut self.attributes).remove(attribute)
    }

    /// This state with what others have, too, as far as it has no value for that yet: for one of many.
    #[must_use]
    pub fn with_common(mut self, common: &CommonAttributes) -> State {
        Arc::make_mut(&mut self.attributes).add_common(common);
        self
    }

    /// As [`with_common`](State::with_common), where it is known that it has no value for any of them.
    #[must_use]
    pub fn with_missing(mut self, missing: &CommonAttributes) -> State {
        Arc::make_mut(&mut self.attributes).add_missing(missing);
        self
    }

    /// Whether it is a copy that nobody has changed since.
    pub fn is_copy_of(&self, other: &State) -> bool {
        Arc::ptr_eq(&self.attributes, &other.attributes)
    }

    /// Gives back memory that is kept for more attributes: for a state that stays as it is, one of many.
    pub fn shrink_to_fit(&mut self) {
        if let Some(attributes) = Arc::get_mut(&mut self.attributes) {
            attributes.shrink_to_fit();
        }
    }

    /// The value of an attribute.
    pub fn get(&self, attribute: &str) -> Option<&Value> {
        self.attributes.get(attribute)
    }

    /// The value of an attribute, when it is a string or a symbol.
    pub fn text(&self, attribute: &str) -> Option<&str> {
        match self.get(attribute)? {
            Value::String(text) | Value::Symbol(text) => Some(text),
            _ => None,
        }
    }

    /// The value of an attribute, unless it is missing or `undef`.
    pub fn known(&self, attribute: &str) -> Option<&Value> {
        self.get(attribute).filter(|value| !value.is_undef())
    }

    /// The attributes with their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&EcoString, &Value)> + DoubleEndedIterator {
        self.attributes.iter()
    }

    /// How many attributes there are.
    pub fn len(&self) -> usize {
        self.attributes.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.attributes.len() == 0
    }
}

impl<N: Into<EcoString>, V: Into<Value>> FromIterator<(N, V)> for State {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(attributes: I) -> State {
        let mut attributes = attributes.into_iter().map(|(name, value)| (name.into(), value.into())).peekable();
        match attributes.peek() {
            None => State::default(),
            Some(_) => State { attributes: Arc::new(attributes.collect()) },
        }
    }
}

impl IntoIterator for State {
    type Item = (EcoString, Value);
    type IntoIter = std::vec::IntoIter<(EcoString, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        Arc::unwrap_or_clone(self.attributes).into_entries().into_iter()
    }
}

/// The namevars of a resource with their values: what tells it from the others of its type.
///
/// Most types have one namevar, and their providers ask for its [`name`](Identity::name). A missing namevar of a
/// composite identity is `undef`.
///
/// ```
/// use resource_api::Identity;
///
/// assert_eq!(Identity::single("name", "alice").name(), "alice");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    namevars: EcoVec<(EcoString, Value)>,
}

impl Identity {
    /// The identity of a resource whose type has one namevar.
    pub fn single(namevar: impl Into<EcoString>, value: impl Into<Value>) -> Identity {
        Identity { namevars: [(namevar.into(), value.into())].into_iter().collect() }
    }

    /// The identity of a resource by all its namevars, in the order of the definition.
    pub fn new(namevars: impl IntoIterator<Item = (EcoString, Value)>) -> Identity {
        Identity { namevars: namevars.into_iter().collect() }
    }

    /// Whether the type has more than one namevar.
    pub fn is_composite(&self) -> bool {
        self.namevars.len() > 1
    }

    /// The value of a namevar.
    pub fn get(&self, namevar: &str) -> Option<&Value> {
        self.namevars.iter().find(|(name, _)| name == namevar).map(|(_, value)| value)
    }

    /// The value of the first namevar, which is the only one of most types.
    pub fn value(&self) -> &Value {
        self.namevars.first().map_or(&Value::Undef, |(_, value)| value)
    }

    /// The value of the first namevar as text; empty when it is not a string.
    pub fn name(&self) -> &str {
        match self.value() {
            Value::String(text) | Value::Symbol(text) => text,
            _ => "",
        }
    }

    /// The namevars with their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &(EcoString, Value)> {
        self.namevars.iter()
    }
}

/// A resource in the author's own shape: a struct with `#[derive(Resource)]`, or [`State`] itself.
pub trait Resource: Sized {
    /// Reads the attributes that a manifest or a provider gave.
    fn from_state(state: &State) -> Result<Self, Failure>;

    /// The attributes as data; what is `None` is left out.
    fn into_state(self) -> State;
}

impl Resource for State {
    fn from_state(state: &State) -> Result<State, Failure> {
        Ok(state.clone())
    }

    fn into_state(self) -> State {
        self
    }
}

/// Writes the bare name, or the map of a composite identity as Ruby shows it.
impl fmt::Display for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = if self.is_composite() {
            crate::render::inspect_attributes(self.namevars.iter().map(|(name, value)| (name, value)))
        } else {
            crate::render::interpolate(self.value())
        };
        formatter.write_str(&shown)
    }
}
