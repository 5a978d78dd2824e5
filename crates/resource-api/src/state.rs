//! The state of a resource and its identity.

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

/// The attributes of one resource, in the order in which they were set.
///
/// Two states are equal if they have the same attributes with the same values, in any order.
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
    /// Shared by clones until one of them is modified.
    attributes: Arc<Attributes>,
}

/// The empty state.
impl Default for State {
    fn default() -> State {
        // Shared, because there may be many empty states.
        static EMPTY: LazyLock<Arc<Attributes>> = LazyLock::new(Arc::default);
        State { attributes: Arc::clone(&EMPTY) }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        // Most comparisons are with an unmodified clone.
        self.is_copy_of(other) || self.attributes == other.attributes
    }
}

impl State {
    /// Creates an empty state.
    pub fn new() -> State {
        State::default()
    }

    /// Creates an empty state with the given capacity.
    pub fn with_capacity(attributes: usize) -> State {
        State { attributes: Arc::new(Attributes::with_capacity(attributes)) }
    }

    /// Sets an attribute, replacing an earlier value.
    #[must_use]
    pub fn with(mut self, attribute: impl Into<EcoString>, value: impl Into<Value>) -> State {
        self.insert(attribute, value);
        self
    }

    /// Sets an attribute, and returns its previous value.
    pub fn insert(&mut self, attribute: impl Into<EcoString>, value: impl Into<Value>) -> Option<Value> {
        Arc::make_mut(&mut self.attributes).insert(attribute.into(), value.into())
    }

    /// Removes an attribute. The others keep their order.
    pub fn remove(&mut self, attribute: &str) -> Option<Value> {
        Arc::make_mut(&mut self.attributes).remove(attribute)
    }

    /// Adds shared attributes, none of which may be set already. They are not copied.
    #[must_use]
    pub fn with_missing(mut self, common: &CommonAttributes) -> State {
        Arc::make_mut(&mut self.attributes).add_missing(common);
        self
    }

    /// Whether it is an unmodified clone of another state.
    pub fn is_copy_of(&self, other: &State) -> bool {
        Arc::ptr_eq(&self.attributes, &other.attributes)
    }

    /// Releases unused capacity, for one of many states that is not going to change.
    pub fn shrink_to_fit(&mut self) {
        if let Some(attributes) = Arc::get_mut(&mut self.attributes) {
            attributes.shrink_to_fit();
        }
    }

    /// Returns the value of an attribute.
    pub fn get(&self, attribute: &str) -> Option<&Value> {
        self.attributes.get(attribute)
    }

    /// Returns the value of an attribute if it is a string or a symbol, and `None` for everything else, such as a number:
    /// [`read`](State::read) converts to any Rust type.
    pub fn text(&self, attribute: &str) -> Option<&str> {
        match self.get(attribute)? {
            Value::String(text) | Value::Symbol(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value of an attribute unless it is missing or `undef`.
    pub fn known(&self, attribute: &str) -> Option<&Value> {
        self.get(attribute).filter(|value| !value.is_undef())
    }

    /// Iterates over the attributes with their values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&EcoString, &Value)> {
        self.attributes.iter()
    }

    /// The number of attributes.
    pub fn len(&self) -> usize {
        self.attributes.len()
    }

    /// Whether there are no attributes.
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

/// The namevars of a resource with their values, which identify it among the resources of its type.
///
/// Most types have one namevar, and their providers only need its [`name`](Identity::name). A missing namevar of a
/// composite identity is `undef`.
///
/// ```
/// use resource_api::Identity;
///
/// assert_eq!(Identity::single("name", "alice").name(), "alice");
/// assert_eq!(Identity::single("uid", 1001).name(), "1001");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    namevars: EcoVec<(EcoString, Value)>,
    /// The first value as text, if it is not a string.
    text: EcoString,
}

impl Identity {
    /// Creates the identity of a resource whose type has one namevar.
    pub fn single(namevar: impl Into<EcoString>, value: impl Into<Value>) -> Identity {
        Identity::new([(namevar.into(), value.into())])
    }

    /// Creates an identity from all namevars, in the order of the definition.
    pub fn new(namevars: impl IntoIterator<Item = (EcoString, Value)>) -> Identity {
        let namevars: EcoVec<_> = namevars.into_iter().collect();
        let text = match namevars.first() {
            None | Some((_, Value::String(_) | Value::Symbol(_))) => EcoString::new(),
            Some((_, value)) => crate::render::interpolate(value).into(),
        };
        Identity { namevars, text }
    }

    /// Whether the type has more than one namevar.
    pub fn is_composite(&self) -> bool {
        self.namevars.len() > 1
    }

    /// Returns the value of a namevar.
    pub fn get(&self, namevar: &str) -> Option<&Value> {
        self.namevars.iter().find(|(name, _)| name == namevar).map(|(_, value)| value)
    }

    /// The value of the first namevar. Most types have only one.
    pub fn value(&self) -> &Value {
        self.namevars.first().map_or(&Value::Undef, |(_, value)| value)
    }

    /// The value of the first namevar as text: `7` for the number 7.
    pub fn name(&self) -> &str {
        match self.value() {
            Value::String(text) | Value::Symbol(text) => text,
            _ => &self.text,
        }
    }

    /// Iterates over the namevars with their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &(EcoString, Value)> {
        self.namevars.iter()
    }
}

/// A resource as a Rust type: a struct with `#[derive(Resource)]`, or [`State`] itself.
pub trait Resource: Sized {
    /// Converts the attributes from a manifest or a provider.
    fn from_state(state: &State) -> Result<Self, Failure>;

    /// Converts it to attributes; `None` fields are omitted.
    fn into_state(self) -> State;

    /// The name of the type that it defines, if it is a struct with `#[derive(Resource)]`.
    fn type_name() -> Option<&'static str> {
        None
    }
}

impl Resource for State {
    fn from_state(state: &State) -> Result<State, Failure> {
        Ok(state.clone())
    }

    fn into_state(self) -> State {
        self
    }
}

/// Displays the bare name, or a composite identity as a map in Ruby's notation.
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
