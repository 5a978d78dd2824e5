//! The parts of a definition that a session looks up often.

use std::{
    borrow::Cow,
    cell::{OnceCell, RefCell},
};

use ecow::EcoString;
use pcore::Value;
use resource_api::{Attribute, Behaviour, Identity, State, TypeDefinition, state::CommonAttributes};
use rustc_hash::FxHashMap;

/// The hidden property of types with `custom_insync` and no other property.
pub const TRIGGER: &str = "rsapi_custom_insync_trigger";

/// The only value that [`TRIGGER`] can have.
pub(crate) const TRIGGER_VALUE: &str = "do_not_specify_in_manifest";

/// A definition, prepared for many resources.
pub(super) struct Schema<'t> {
    /// Namevars, `ensure`, other properties, then the rest: the order in which attributes are set.
    pub(super) ordered: Vec<&'t Attribute>,
    /// The position of an attribute in that order.
    positions: FxHashMap<&'t str, usize>,
    /// The attributes with a default.
    pub(super) defaults: Vec<DefaultValue<'t>>,
    /// The defaults for resources that lack the same attributes, by the positions of these among the defaults: one bit each.
    pub(super) completions: RefCell<FxHashMap<Vec<u64>, Completion>>,
    pub(super) namevars: Vec<&'t Attribute>,
    pub(super) namevar_names: Vec<&'t str>,
    /// Whether there is an attribute whose values are redacted even if they are not `Sensitive`.
    pub(super) has_sensitive: bool,
    pub(super) has_lazy: bool,
    pub(super) has_trigger: bool,
    /// Whether titles alone identify resources, so that several can have the same namevars.
    pub(super) repeats: bool,
    definition: &'t TypeDefinition,
}

/// An attribute with its value.
pub(super) type Attributed<'t, 's> = (&'t Attribute, &'s Value);

/// Defaults for resources that lack the same attributes.
#[derive(Clone)]
pub(super) struct Completion {
    pub(super) attributes: CommonAttributes,
    /// Whether there are properties among them.
    pub(super) has_properties: bool,
}

/// The default of an attribute.
pub(super) struct DefaultValue<'t> {
    pub(super) attribute: &'t Attribute,
    pub(super) value: &'t Value,
    /// The checked and converted value, once it was needed.
    pub(super) checked: OnceCell<Value>,
}

impl<'t> Schema<'t> {
    pub(super) fn new(definition: &'t TypeDefinition, repeats: bool) -> Schema<'t> {
        let mut ordered: Vec<&Attribute> = definition.attributes().collect();
        ordered.sort_by_key(|attribute| rank(attribute));
        let namevars: Vec<&Attribute> = definition.namevars().collect();
        let defaults = ordered.iter().filter_map(|attribute| {
            let value = attribute.default().filter(|value| !value.is_undef())?;
            Some(DefaultValue { attribute, value, checked: OnceCell::new() })
        });
        Schema {
            defaults: defaults.collect(),
            completions: RefCell::default(),
            positions: ordered
                .iter()
                .enumerate()
                .map(|(position, attribute)| (attribute.name().as_str(), position))
                .collect(),
            ordered,
            namevar_names: namevars.iter().map(|namevar| namevar.name().as_str()).collect(),
            namevars,
            has_sensitive: definition.attributes().any(Attribute::may_hide),
            has_lazy: definition.attributes().any(Attribute::is_lazy),
            has_trigger: definition.insync_trigger().is_some(),
            repeats,
            definition,
        }
    }

    /// The attributes of the type that a state has, in the order in which they are set, and its other entries. Types have many
    /// more attributes than their resources declare.
    pub(super) fn in_order<'s>(&self, state: &'s State) -> (Vec<Attributed<'t, 's>>, Vec<(&'s EcoString, &'s Value)>) {
        let (mut own, mut others) = (Vec::with_capacity(state.len()), Vec::new());
        for (name, value) in state.iter().filter(|(_, value)| !value.is_undef()) {
            match self.positions.get(name.as_str()) {
                Some(position) => own.push((*position, value)),
                None => others.push((name, value)),
            }
        }
        own.sort_unstable_by_key(|(position, _)| *position);
        let attributed = |(position, value): (usize, &'s Value)| Some((*self.ordered.get(position)?, value));
        (own.into_iter().filter_map(attributed).collect(), others)
    }

    /// Whether the type has an attribute of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.positions.contains_key(name)
    }

    pub(super) fn is_composite(&self) -> bool {
        self.namevars.len() > 1
    }

    pub(super) fn is_lazy(&self, attribute: &str) -> bool {
        self.definition.attribute(attribute).is_some_and(Attribute::is_lazy)
    }

    /// The identity that a state has; a missing namevar is `undef`.
    pub(super) fn identity(&self, state: &State) -> Identity {
        if self.repeats {
            return Identity::single("title", state.get("title").cloned().unwrap_or_default());
        }
        let value_of =
            |namevar: &&Attribute| (namevar.name().clone(), state.get(namevar.name()).cloned().unwrap_or_default());
        Identity::new(self.namevars.iter().map(value_of))
    }

    /// The lazy attributes that a resource manages.
    pub(super) fn lazy_of<'n>(&self, names: impl Iterator<Item = &'n EcoString>) -> Vec<EcoString> {
        if !self.has_lazy {
            return Vec::new();
        }
        names.filter(|name| self.is_lazy(name)).cloned().collect()
    }

    /// The state with the values of sensitive attributes wrapped, so that no text form shows them.
    pub(super) fn redacted<'s>(&self, state: &'s State) -> Cow<'s, State> {
        if !self.has_sensitive {
            return Cow::Borrowed(state);
        }
        let is_hidden =
            |name: &str, value: &Value| self.definition.attribute(name).is_some_and(|attribute| attribute.hides(value));
        let redact = |(name, value): (&EcoString, &Value)| match value {
            Value::Undef | Value::Sensitive(_) => (name.clone(), value.clone()),
            plain if is_hidden(name, plain) => (name.clone(), Value::sensitive(plain.clone())),
            plain => (name.clone(), plain.clone()),
        };
        Cow::Owned(state.iter().map(redact).collect())
    }
}

fn rank(attribute: &Attribute) -> u8 {
    match attribute.behaviour() {
        Behaviour::Namevar => 0,
        _ if attribute.name() == "ensure" => 1,
        Behaviour::Property | Behaviour::InitOnly => 2,
        Behaviour::Parameter | Behaviour::ReadOnly => 3,
    }
}
