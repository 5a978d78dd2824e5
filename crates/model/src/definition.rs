//! Loaded types. They include everything they inherit, so that parents need not be searched.

use diagnostics::{Location, Problem};
use std::sync::Arc;

use ecow::EcoString;
use pcore::{
    Type, Value,
    types::{ArrayType, IntegerRange, ObjectType},
};
use rustc_hash::FxHashMap;
use syntax::ast::TypeDefinition;

use crate::{Logic, Multiplicity, registry::definition_location};

/// A type of the language.
#[derive(Debug)]
pub struct ModelType {
    /// Its full name: `User`, `My::Type`.
    pub name: EcoString,
    /// The type that it inherits.
    pub parent: Option<Arc<ModelType>>,
    /// Whether it cannot have instances itself.
    pub is_abstract: bool,
    /// Whether it describes resources that are managed, rather than data.
    pub is_resource: bool,
    /// Its features, inherited ones first.
    pub features: Vec<Arc<Feature>>,
    /// The number of inherited features.
    pub inherited: usize,
    /// Its invariants, inherited ones first.
    pub invariants: Vec<Arc<Invariant>>,
    /// The Object type of its instances.
    pub object: Arc<ObjectType>,
    /// Its definition.
    pub definition: Arc<TypeDefinition>,
    /// For each parameter of the Object type, the index of its feature.
    pub(crate) parameters: Vec<usize>,
    /// For each feature, the index of its parameter; derived features have none.
    pub(crate) slots: Vec<Option<usize>>,
    /// The index of each feature, by name.
    pub(crate) feature_indices: FxHashMap<EcoString, usize>,
    /// `$meta` in its invariants.
    pub(crate) meta: Value,
}

impl ModelType {
    /// Returns the index of a feature.
    pub fn feature_index(&self, name: &str) -> Option<usize> {
        self.feature_indices.get(name).copied()
    }

    /// Returns a feature by its name.
    pub fn feature(&self, name: &str) -> Option<&Arc<Feature>> {
        self.features.get(self.feature_index(name)?)
    }

    /// Iterates over this type, its parent, and so on.
    pub fn ancestry(&self) -> impl Iterator<Item = &ModelType> {
        std::iter::successors(Some(self), |model| model.parent.as_deref())
    }

    /// Returns the location of the definition.
    pub fn location(&self) -> Location {
        definition_location(&self.definition)
    }
}

/// An attribute or a reference.
#[derive(Debug)]
pub struct Feature {
    /// Its name.
    pub name: EcoString,
    /// The type that declares it.
    pub owner: EcoString,
    /// Whether it is an attribute or a reference, and its type.
    pub kind: FeatureKind,
    /// The number of its values.
    pub multiplicity: Multiplicity,
    /// Whether "not set" differs from "set to nothing".
    pub unsettable: bool,
    /// Whether it is never stored in a document.
    pub transient: bool,
    /// Whether it can be set when an instance is created.
    pub setable: bool,
    /// Its default value.
    pub default: Option<Value>,
    /// Checks an input value.
    pub validate: Option<Logic>,
    /// Checks a value before it is stored.
    pub check: Option<Logic>,
    /// Computes its value.
    pub derived: Option<Logic>,
    /// Converts an input value to the stored value.
    pub set: Option<Logic>,
    /// Converts the stored value to the value that is read.
    pub get: Option<Logic>,
    /// Its behaviour in a resource.
    pub behaviour: Option<Behaviour>,
    /// Its description.
    pub description: Option<EcoString>,
    /// Where it is declared.
    pub location: Location,
    /// `$meta` in its logic.
    pub(crate) meta: Value,
}

impl Feature {
    /// Iterates over its logic, each with the name of its setting.
    pub fn logic(&self) -> impl Iterator<Item = (&'static str, &Logic)> {
        let all = [
            ("validate", &self.validate),
            ("check", &self.check),
            ("derived", &self.derived),
            ("set", &self.set),
            ("get", &self.get),
        ];
        all.into_iter().filter_map(|(setting, logic)| Some((setting, logic.as_ref()?)))
    }

    /// Returns the values in a value: the elements of a list, or the value alone.
    pub fn items<'v>(&self, value: &'v Value) -> &'v [Value] {
        match value {
            Value::Array(items) if self.multiplicity.is_list() => items.as_slice(),
            single => std::slice::from_ref(single),
        }
    }

    /// The type of its values as a whole, by the type of each.
    pub(crate) fn whole_type(&self, element: Type) -> Type {
        if !self.multiplicity.is_list() {
            return element;
        }
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let Multiplicity { min, max } = self.multiplicity;
        let size = IntegerRange { from: number(min), to: max.map_or(i64::MAX, number) };
        ArrayType::sized(element, Some(size).filter(|size| *size != IntegerRange::ANY_SIZE))
    }

    /// A problem with a value of it.
    pub(crate) fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(message).label(self.location.clone(), "the feature is declared here")
    }
}

/// The kinds of features.
#[derive(Clone, Debug, PartialEq)]
pub enum FeatureKind {
    /// Data of a type.
    Attribute(Type),
    /// Instances of another type.
    Reference {
        /// The name of the type.
        target: EcoString,
        /// Whether they are contained in the instance.
        containment: bool,
    },
}

/// The behaviour of an attribute of a resource, as in the Resource API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// Identifies the resource.
    Namevar,
    /// Controls how the resource is managed.
    Parameter,
    /// Is reported, but never set.
    ReadOnly,
    /// Is set only when the resource is created.
    InitOnly,
}

impl Behaviour {
    /// The behaviour of a word.
    pub(crate) fn named(word: &str) -> Option<Behaviour> {
        let all = [Behaviour::Namevar, Behaviour::Parameter, Behaviour::ReadOnly, Behaviour::InitOnly];
        all.into_iter().find(|behaviour| behaviour.word() == word)
    }

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Behaviour::Namevar => "namevar",
            Behaviour::Parameter => "parameter",
            Behaviour::ReadOnly => "read_only",
            Behaviour::InitOnly => "init_only",
        }
    }
}

/// A condition on a whole instance.
#[derive(Debug)]
pub struct Invariant {
    /// The message if it does not hold.
    pub title: Option<EcoString>,
    /// The type that declares it.
    pub owner: EcoString,
    /// The condition.
    pub logic: Logic,
}
