//! A type as it is known once it is loaded. Everything inherited is in it, so that nobody has to ask its parent.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Type, Value, types::ObjectType};
use rustc_hash::FxHashMap;
use syntax::ast::TypeDefinition;

use crate::{Logic, Multiplicity, Spot, registry::definition_spot};

/// A type of the language.
#[derive(Debug)]
pub struct ModelType {
    /// Its full name: `User`, `My::Type`.
    pub name: EcoString,
    /// The type that it extends.
    pub parent: Option<Arc<ModelType>>,
    /// Whether it has no instances of its own.
    pub is_abstract: bool,
    /// Whether it describes resources that are managed, rather than data.
    pub is_resource: bool,
    /// Its features, inherited ones first.
    pub features: Vec<Arc<Feature>>,
    /// How many of the features are inherited.
    pub inherited: usize,
    /// Its invariants, inherited ones first.
    pub invariants: Vec<Arc<Invariant>>,
    /// The type that its instances are of as values.
    pub object: Arc<ObjectType>,
    /// As it was written.
    pub definition: Arc<TypeDefinition>,
    /// For each parameter of the Object type, the place of its feature.
    pub(crate) parameters: Vec<usize>,
    /// For each feature, the place of its parameter; what is computed has none.
    pub(crate) slots: Vec<Option<usize>>,
    /// The place of each feature, by name.
    pub(crate) places: FxHashMap<EcoString, usize>,
    /// `$meta` in its invariants.
    pub(crate) meta: Value,
}

impl ModelType {
    /// The place of a feature among all.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// A feature by its name.
    pub fn feature(&self, name: &str) -> Option<&Arc<Feature>> {
        self.features.get(self.place(name)?)
    }

    /// This type, the one that it extends, and so on.
    pub fn ancestry(&self) -> impl Iterator<Item = &ModelType> {
        std::iter::successors(Some(self), |model| model.parent.as_deref())
    }

    /// Where the definition stands.
    pub fn spot(&self) -> Spot {
        definition_spot(&self.definition)
    }
}

/// An attribute or a reference.
#[derive(Debug)]
pub struct Feature {
    /// Its name.
    pub name: EcoString,
    /// The type that declares it.
    pub owner: EcoString,
    /// What it holds.
    pub kind: FeatureKind,
    /// How many values it has.
    pub multiplicity: Multiplicity,
    /// Whether "not set" differs from "set to nothing".
    pub unsettable: bool,
    /// Whether it is never written.
    pub transient: bool,
    /// Whether whoever makes an instance may set it.
    pub setable: bool,
    /// Its first value.
    pub default: Option<Value>,
    /// Sees what is given.
    pub validate: Option<Logic>,
    /// Sees what is stored.
    pub check: Option<Logic>,
    /// Computes its value.
    pub derived: Option<Logic>,
    /// Makes what is stored of what is given.
    pub set: Option<Logic>,
    /// Makes what is read of what is stored.
    pub get: Option<Logic>,
    /// What it means for a resource.
    pub behaviour: Option<Behaviour>,
    /// What it is for.
    pub description: Option<EcoString>,
    /// Where it is declared.
    pub spot: Spot,
    /// `$meta` in its logic.
    pub(crate) meta: Value,
}

/// What a feature holds.
#[derive(Clone, Debug, PartialEq)]
pub enum FeatureKind {
    /// Data of a type.
    Attribute(Type),
    /// Instances of a type of the language.
    Reference {
        /// The name of the type.
        target: EcoString,
        /// Whether they are part of the instance.
        containment: bool,
    },
}

/// What an attribute means for a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// Tells the resource from others.
    Namevar,
    /// Says how, not what.
    Parameter,
    /// Is found out, never set.
    ReadOnly,
    /// Is set only when the resource is made.
    InitOnly,
}

impl Behaviour {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            Behaviour::Namevar => "namevar",
            Behaviour::Parameter => "parameter",
            Behaviour::ReadOnly => "read_only",
            Behaviour::InitOnly => "init_only",
        }
    }
}

/// What must hold of an instance as a whole.
#[derive(Debug)]
pub struct Invariant {
    /// What is said when it does not hold.
    pub title: Option<EcoString>,
    /// The type that declares it.
    pub owner: EcoString,
    /// What must hold.
    pub logic: Logic,
}
