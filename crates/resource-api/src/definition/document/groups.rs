//! Attributes that several types of a document share.

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::{Hash, Value};
use rustc_hash::FxBuildHasher;

use crate::definition::{DefinitionError, PathStep, field};

/// The groups of a document, by name.
#[derive(Default)]
pub(super) struct Groups<'v> {
    groups: IndexMap<&'v str, &'v Hash, FxBuildHasher>,
}

/// A definition with the attributes of its included groups.
pub(super) struct Expanded {
    pub(super) value: Value,
    /// The group of each attribute that comes from one.
    origins: IndexMap<EcoString, EcoString, FxBuildHasher>,
}

/// Why groups cannot be included, with other relevant locations.
pub(super) struct Clash {
    pub(super) error: DefinitionError,
    pub(super) other_locations: Vec<(Vec<PathStep>, String)>,
}

impl From<DefinitionError> for Clash {
    fn from(error: DefinitionError) -> Clash {
        Clash { error, other_locations: Vec::new() }
    }
}

impl<'v> Groups<'v> {
    /// Reads `attribute_groups`. The attributes are validated in the types that include them.
    pub(super) fn read(value: Option<&'v Value>) -> Result<Groups<'v>, DefinitionError> {
        let entries = match value {
            None | Some(Value::Undef) => return Ok(Groups::default()),
            Some(Value::Hash(entries)) => entries,
            Some(other) => {
                let error = DefinitionError::unexpected("`attribute_groups` must be a hash of groups", other);
                return Err(error.within("attribute_groups"));
            }
        };
        let mut groups = IndexMap::default();
        for (name, group) in entries.iter() {
            let (Value::String(name) | Value::Symbol(name)) = name else {
                let error = DefinitionError::unexpected("`attribute_groups` must have names as keys", name);
                return Err(error.within("attribute_groups"));
            };
            let Some(attributes) = group.as_hash() else {
                let expected = format!("`attribute_groups.{name}` must be a hash of attributes");
                let error = DefinitionError::unexpected(expected, group);
                return Err(error.within(name.as_str()).within("attribute_groups"));
            };
            groups.insert(name.as_str(), attributes);
        }
        Ok(Groups { groups })
    }

    /// Inserts the attributes of the included groups before the type's own.
    pub(super) fn expand(&self, definition: &Value) -> Result<Expanded, Clash> {
        let unchanged = || Ok(Expanded { value: definition.clone(), origins: IndexMap::default() });
        let Some(map) = definition.as_hash() else { return unchanged() };
        let include = match field(map, "include") {
            None | Some(Value::Undef) => return unchanged(),
            Some(Value::Array(include)) => include,
            Some(other) => {
                let error = DefinitionError::unexpected("`include` must be an array of attribute groups", other);
                return Err(error.within("include").into());
            }
        };
        let empty = Hash::default();
        let own = match field(map, "attributes") {
            None | Some(Value::Undef) => &empty,
            Some(Value::Hash(own)) => own,
            // The definition itself is invalid, which gives a better error.
            Some(_) => return unchanged(),
        };
        let mut attributes = Hash::with_capacity(own.len());
        let mut origins: IndexMap<EcoString, EcoString, FxBuildHasher> = IndexMap::default();
        for (index, name) in include.iter().enumerate() {
            let (group, members) = self.group(name).map_err(|error| error.within(index).within("include"))?;
            for (key, attribute) in members.iter() {
                let label = label(key);
                if let Some(first) = origins.get(label) {
                    return Err(twice(label, first, group, None));
                }
                if field(own, label).is_some() {
                    return Err(twice(label, group, group, Some(vec!["attributes".into(), label.into()])));
                }
                origins.insert(label.into(), group.into());
                attributes.insert(key.clone(), attribute.clone());
            }
        }
        attributes.extend(own.iter().map(|(key, attribute)| (key.clone(), attribute.clone())));
        let mut value = map.clone();
        value.remove(&Value::Symbol("attributes".into()));
        value.insert("attributes".into(), attributes.into());
        Ok(Expanded { value: value.into(), origins })
    }

    fn group<'n>(&self, name: &'n Value) -> Result<(&'n str, &'v Hash), DefinitionError> {
        let (Value::String(name) | Value::Symbol(name)) = name else {
            return Err(DefinitionError::unexpected("`include` must contain names of attribute groups", name));
        };
        if let Some(members) = self.groups.get(name.as_str()) {
            return Ok((name, members));
        }
        let error = DefinitionError::developer(format!("there is no attribute group '{name}'"));
        Err(if self.groups.is_empty() {
            error.hint("the document has no attribute groups; define them under `attribute_groups`")
        } else {
            let known: Vec<String> = self.groups.keys().map(|known| format!("'{known}'")).collect();
            error.hint(format!("the groups of this document are {}", known.join(", ")))
        })
    }
}

fn label(key: &Value) -> &str {
    if let Value::String(name) | Value::Symbol(name) = key { name } else { "" }
}

/// Creates the error for an attribute that is in a group and also in another group or in the type itself.
fn twice(attribute: &str, first: &str, second: &str, own: Option<Vec<PathStep>>) -> Clash {
    let in_group = |group: &str| vec!["attribute_groups".into(), group.into(), attribute.into()];
    let (message, path) = match &own {
        Some(path) => (format!("attribute '{attribute}' is defined here and in the group '{first}'"), path.clone()),
        None => (
            format!("attribute '{attribute}' is defined by both of the groups '{first}' and '{second}'"),
            vec!["include".into()],
        ),
    };
    let error = path.iter().rev().fold(DefinitionError::developer(message), |error, step| match step {
        PathStep::Key(key) => error.within(key.as_str()),
        PathStep::Index(index) => error.within(*index),
    });
    let mut other_locations = vec![(in_group(first), format!("in the group '{first}'"))];
    if own.is_none() {
        other_locations.push((in_group(second), format!("in the group '{second}'")));
    }
    Clash { error: error.hint("rename one of them, or remove it"), other_locations }
}

impl Expanded {
    /// Converts a path in the definition to a path in the document if it belongs to a group.
    pub(super) fn origin(&self, path: &[PathStep]) -> Option<Vec<PathStep>> {
        let [PathStep::Key(attributes), PathStep::Key(attribute), rest @ ..] = path else { return None };
        let group = self.origins.get(attribute).filter(|_| attributes == "attributes")?;
        let start = ["attribute_groups".into(), group.as_str().into(), attribute.as_str().into()];
        Some(start.into_iter().chain(rest.iter().cloned()).collect())
    }
}
