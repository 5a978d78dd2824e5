//! The parts of a type: keys, elements, alternatives.

use std::fmt;

use ecow::EcoString;

use super::layout;
use pcore::{
    quote,
    types::{Type, alias},
    value::{Hash, Value},
};

/// A part of a described type.
#[derive(Clone, Debug)]
pub struct Part {
    /// What it is in relation to the whole.
    pub role: Role,
    /// What it accepts, in one sentence.
    pub summary: String,
    /// Its own parts.
    pub parts: Vec<Part>,
}

/// What a part is in relation to the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The value of one key of a hash, or of one attribute of an object.
    Key {
        /// The key.
        name: EcoString,
        /// Whether it must be there.
        required: bool,
    },
    /// Each key of a hash.
    Keys,
    /// Each value of a hash.
    Values,
    /// Each element of a list.
    Elements,
    /// The element of a list at this position, counted from 1.
    Position(usize),
    /// The elements of a list from this position on, counted from 1.
    PositionsFrom(usize),
    /// One of several possibilities, counted from 1.
    Alternative(usize),
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Role::Key { name, required: true } => write!(f, "{} (required)", quote(name)),
            Role::Key { name, required: false } => write!(f, "{} (optional)", quote(name)),
            Role::Keys => f.write_str("each key"),
            Role::Values => f.write_str("each value"),
            Role::Elements => f.write_str("each element"),
            Role::Position(position) => write!(f, "element {position}"),
            Role::PositionsFrom(position) => write!(f, "element {position} and following"),
            Role::Alternative(number) => write!(f, "alternative {number}"),
        }
    }
}

impl Part {
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, level: usize) -> fmt::Result {
        layout::write_wrapped(f, level, &format!("{}: {}", self.role, self.summary))?;
        self.parts.iter().try_for_each(|part| part.write(f, level + 1))
    }

    pub(super) fn to_value(&self) -> Value {
        let (role, detail) = match &self.role {
            Role::Key { name, required } => {
                ("key", vec![("name", Value::String(name.clone())), ("required", Value::from(*required))])
            }
            Role::Keys => ("keys", Vec::new()),
            Role::Values => ("values", Vec::new()),
            Role::Elements => ("elements", Vec::new()),
            Role::Position(position) => ("position", vec![("position", number(*position))]),
            Role::PositionsFrom(position) => ("positions_from", vec![("position", number(*position))]),
            Role::Alternative(index) => ("alternative", vec![("number", number(*index))]),
        };
        let mut entry = Hash::from_iter([("role".into(), Value::from(role))]);
        entry.extend(detail.into_iter().map(|(name, value)| (name.into(), value)));
        entry.insert("summary".into(), self.summary.as_str().into());
        if !self.parts.is_empty() {
            entry.insert("parts".into(), self.parts.iter().map(Part::to_value).collect());
        }
        Value::from(entry)
    }
}

fn number(count: usize) -> Value {
    Value::Integer(i64::try_from(count).unwrap_or(i64::MAX))
}

/// The limit on the types in one description; aliases that mention each other could make it endless.
const MAX_PHRASES: usize = 5_000;

/// The limit on the nesting of parts.
const MAX_DEPTH: usize = 8;

/// The state of a description.
#[derive(Default)]
pub(super) struct Describer {
    /// The aliases that are being described.
    pub(super) open: Vec<EcoString>,
    phrases: usize,
    depth: usize,
}

impl Describer {
    /// Returns the summary and the parts of a type.
    pub(super) fn describe(&mut self, described: &Type) -> (String, Vec<Part>) {
        (self.phrase(described).one, self.parts(described))
    }

    /// Counts one more phrase; false if there are too many.
    pub(super) fn spend(&mut self) -> bool {
        self.phrases += 1;
        self.phrases <= MAX_PHRASES
    }

    /// Returns whether the alias is being described.
    pub(super) fn is_open(&self, name: &str) -> bool {
        self.open.iter().any(|open| open == name)
    }

    fn part(&mut self, role: Role, described: &Type) -> Part {
        let (summary, parts) = self.describe(described);
        Part { role, summary, parts }
    }

    fn parts(&mut self, described: &Type) -> Vec<Part> {
        if !is_compound(described) || self.depth >= MAX_DEPTH || self.phrases > MAX_PHRASES {
            return Vec::new();
        }
        self.depth += 1;
        let parts = self.parts_of_compound(described);
        self.depth -= 1;
        parts
    }

    fn parts_of_compound(&mut self, described: &Type) -> Vec<Part> {
        match described {
            Type::Struct(structure) => {
                let elements = structure.elements.iter();
                elements
                    .map(|element| {
                        let role = Role::Key { name: element.name.clone(), required: !element.optional };
                        self.part(role, &element.value_type)
                    })
                    .collect()
            }
            Type::Object(Some(object)) => {
                let attributes = object.parameters().iter();
                attributes
                    .map(|attribute| {
                        let role = Role::Key { name: attribute.name.clone(), required: attribute.value.is_none() };
                        self.part(role, &attribute.value_type)
                    })
                    .collect()
            }
            Type::Variant(types) => types
                .iter()
                .enumerate()
                .map(|(index, member)| self.part(Role::Alternative(index + 1), member))
                .collect(),
            Type::Array(array) => vec![self.part(Role::Elements, &array.element)],
            Type::Hash(hash) => vec![self.part(Role::Keys, &hash.key), self.part(Role::Values, &hash.value)],
            Type::Tuple(tuple) => {
                let maximum = usize::try_from(tuple.size_range().to).unwrap_or(usize::MAX);
                let positions = tuple.types.iter().take(maximum).enumerate();
                let last = tuple.types.len();
                positions
                    .map(|(index, part)| {
                        let repeats = index + 1 == last && maximum > last;
                        let role = if repeats { Role::PositionsFrom(index + 1) } else { Role::Position(index + 1) };
                        self.part(role, part)
                    })
                    .collect()
            }
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) | Type::Sensitive(Some(inner)) => {
                self.parts_of_compound(inner)
            }
            Type::Alias(alias) if !self.is_open(alias.name()) => {
                let Some(target) = alias.resolved() else { return Vec::new() };
                self.open.push(alias.name().clone());
                let parts = self.parts_of_compound(target);
                self.open.pop();
                parts
            }
            _ => Vec::new(),
        }
    }
}

/// The maximum number of alternatives in a sentence.
const MAX_ALTERNATIVES: usize = 5;

/// Returns whether a type is too complex for one sentence.
pub(super) fn is_compound(described: &Type) -> bool {
    has_parts(described, &mut Vec::new())
}

/// Visits each alias only once.
fn has_parts<'a>(described: &'a Type, seen: &mut Vec<&'a str>) -> bool {
    match described {
        Type::Struct(structure) => !structure.elements.is_empty(),
        // The phrase for a function call is sufficient.
        Type::Object(Some(object)) => !object.parameters().is_empty() && object.label() != "Deferred",
        Type::Variant(types) => types.len() > MAX_ALTERNATIVES || types.iter().any(|member| has_parts(member, seen)),
        Type::Array(array) => has_parts(&array.element, seen),
        Type::Hash(hash) => has_parts(&hash.key, seen) || has_parts(&hash.value, seen),
        Type::Tuple(tuple) => {
            tuple.types.len() > MAX_ALTERNATIVES || tuple.types.iter().any(|part| has_parts(part, seen))
        }
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) | Type::Sensitive(Some(inner)) => {
            has_parts(inner, seen)
        }
        // These have descriptions of their own.
        Type::Alias(own) if *own == *alias::DATA || *own == *alias::RICH_DATA => false,
        Type::Alias(alias) if seen.contains(&alias.name().as_str()) => false,
        Type::Alias(alias) => {
            seen.push(alias.name());
            alias.resolved().is_some_and(|target| has_parts(target, seen))
        }
        _ => false,
    }
}
