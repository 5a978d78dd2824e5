//! `Object[{…}]`: types with named attributes, and their parameterized forms.
//!
//! A definition is a hash. [`ObjectType::define`] reads and checks it; [`ObjectType::definition`] returns it, which
//! also is what is printed. An instance holds one value for each *parameter*: an attribute that the constructor takes.
//! Constants belong to the type, derived attributes are computed elsewhere, so neither is a parameter.
//!
//! Functions are declared here and implemented elsewhere.

mod attribute;
mod builtin;
mod definition;
mod equality;
mod error;
mod extension;
mod instantiate;
mod model;
mod overriding;
mod printing;
mod shape;

#[cfg(test)]
mod tests;

use std::{
    hash::{Hash, Hasher},
    iter,
    sync::Arc,
};

use ecow::EcoString;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

pub use attribute::{Attribute, AttributeKind, MemberLabel, ObjectFunction};
pub use error::ObjectError;
pub use extension::ObjectExtension;
pub use model::ModelTraits;

pub(super) use definition::conforms;
pub(super) use printing::{write_definition, write_value};
pub(super) use shape::{DEFINITION, Presence, annotations, qualified_name, simple_type_name, structure};

use super::{
    Type,
    parameters::{ParameterError, Parameters},
};
use crate::value::{ObjectInstance, Value, unordered};
use attribute::{Feature, Member};
use instantiate::Constructor;

/// A type with named attributes.
///
/// Types with a name are equal if their names are, others if their definitions are, in any order.
///
/// ```
/// use std::sync::Arc;
/// use pcore::{Value, parse_literal, types::ObjectType};
///
/// let text = "{ attributes => { host => String, port => { 'type' => Integer, value => 80 } } }";
/// let definition = parse_literal(text).unwrap();
/// let endpoint = Arc::new(ObjectType::define(Some("Endpoint"), definition.as_hash().unwrap()).unwrap());
/// let instance = endpoint.instantiate(&[Value::from("example.com")]).unwrap();
/// assert_eq!(instance.get("port"), Some(&Value::from(80)));
/// assert_eq!(Value::from(instance).to_string(), "Endpoint({'host' => 'example.com'})");
/// ```
#[derive(Clone, Debug)]
pub struct ObjectType {
    name: Option<EcoString>,
    /// As written, so possibly an alias.
    parent: Option<Type>,
    type_parameters: Vec<Attribute>,
    attributes: Vec<Attribute>,
    functions: Vec<ObjectFunction>,
    equality: Option<Vec<EcoString>>,
    equality_include_type: bool,
    checks: Option<Value>,
    annotations: Option<Value>,
    constructor: Constructor,
    /// For types of the language: how their instances are written.
    model: Option<Box<ModelTraits>>,
}

impl ObjectType {
    /// Creates the type from the parameters of `Object[…]`. An empty definition is the bare `Object`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(1, 1, "Object-Type")?;
        let parameter = parameters.get(0).unwrap_or(&Value::Undef);
        let Value::Hash(definition) = parameter else {
            return Err(parameters.wrong_kind(0, "an Object-Type", parameter, "Hash"));
        };
        if definition.is_empty() {
            return Ok(Type::Object(None));
        }
        match ObjectType::define(None, definition) {
            Ok(object) => Ok(Type::Object(Some(Arc::new(object)))),
            Err(error) => Err(parameters.error_at(0, error.to_string())),
        }
    }

    /// Creates the type from the type parameters in `Name[…]`.
    pub(super) fn with_parameters(self: &Arc<ObjectType>, parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        let parameter: Vec<Value> = parameters.values().cloned().collect();
        match ObjectExtension::new(self, &parameter) {
            Ok(extension) => Ok(Type::ObjectExtension(Arc::new(extension))),
            Err(error) => Err(parameters.error(error.to_string())),
        }
    }

    /// Returns the name.
    pub fn name(&self) -> Option<&EcoString> {
        self.name.as_ref()
    }

    /// Returns the name, or `Object` for a type without one.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or("Object")
    }

    /// Returns the type this one inherits from, as written: possibly an alias.
    ///
    /// Puppet lets any type be a parent; only an Object type has something to inherit.
    pub fn parent(&self) -> Option<&Type> {
        self.parent.as_ref()
    }

    /// Returns the Object type this one inherits from, with aliases resolved.
    pub fn parent_object(&self) -> Option<&Arc<ObjectType>> {
        match self.parent.as_ref()?.resolved() {
            Type::Object(parent) => parent.as_ref(),
            _ => None,
        }
    }

    /// Iterates over this type, its parent, the parent's parent and so on.
    pub fn ancestry(&self) -> impl Iterator<Item = &ObjectType> {
        iter::successors(Some(self), |object| object.parent_object().map(|parent| &**parent))
    }

    /// Returns the type's own type parameters. Each is an `Optional` of its declared type.
    pub fn type_parameters(&self) -> &[Attribute] {
        &self.type_parameters
    }

    /// Returns all type parameters, inherited ones first.
    pub fn all_type_parameters(&self) -> Vec<&Attribute> {
        self.inherited_first(|object| &object.type_parameters)
    }

    /// Returns the type's own attributes and constants.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// Returns all attributes and constants, inherited ones first.
    pub fn all_attributes(&self) -> Vec<&Attribute> {
        self.inherited_first(|object| &object.attributes)
    }

    /// An attribute that overrides another one replaces it.
    fn inherited_first<'a>(&'a self, own: impl Fn(&'a ObjectType) -> &'a [Attribute]) -> Vec<&'a Attribute> {
        let ancestry: Vec<&ObjectType> = self.ancestry().collect();
        let mut all: IndexMap<&str, &Attribute, FxBuildHasher> = IndexMap::default();
        for attribute in ancestry.into_iter().rev().flat_map(own) {
            all.insert(&attribute.name, attribute);
        }
        all.into_values().collect()
    }

    /// Returns an attribute or constant, inherited ones included.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.ancestry().find_map(|object| object.attributes.iter().find(|attribute| attribute.name == name))
    }

    /// Returns the type's own functions.
    pub fn functions(&self) -> &[ObjectFunction] {
        &self.functions
    }

    /// Returns a declared function, inherited ones included.
    pub fn function(&self, name: &str) -> Option<&ObjectFunction> {
        self.ancestry().find_map(|object| object.functions.iter().find(|function| function.name == name))
    }

    /// Returns a member with its label in messages, inherited ones included.
    fn member(&self, name: &str) -> Option<(MemberLabel, Member<'_>)> {
        self.ancestry().find_map(|object| {
            let attribute = object.attributes.iter().find(|attribute| attribute.name == name);
            let attribute = attribute.map(|attribute| Member::attribute(Feature::Attribute, attribute));
            let function = || object.functions.iter().find(|function| function.name == name).map(Member::function);
            let member = attribute.or_else(function)?;
            Some((member.label(object.label()), member))
        })
    }

    /// Returns the `checks` of a definition, which are not interpreted here.
    pub fn checks(&self) -> Option<&Value> {
        self.checks.as_ref()
    }

    /// Returns the annotations: a hash from types that inherit from `Annotation` to hashes.
    pub fn annotations(&self) -> Option<&Value> {
        self.annotations.as_ref()
    }

    /// Returns the attributes that a constructor takes by position, inherited ones included: those without a default
    /// first.
    pub fn parameters(&self) -> &[Attribute] {
        &self.constructor.parameters
    }

    /// Returns the indices into [`parameters`](ObjectType::parameters) in the order of declaration.
    pub(crate) fn declaration_order(&self) -> &[usize] {
        &self.constructor.declaration_order
    }

    /// Returns the value of a constant, inherited ones included.
    pub fn constant(&self, name: &str) -> Option<&Value> {
        self.attribute(name).filter(|attribute| attribute.is_constant())?.value.as_ref()
    }

    /// Returns whether the instance is of this type or of one that inherits from it.
    pub fn is_instance(&self, instance: &ObjectInstance) -> bool {
        self.is_ancestor_of(instance.object_type())
    }

    /// Returns whether every instance of `other` is of this type.
    pub(super) fn accepts(&self, other: &Type) -> bool {
        match other {
            Type::Object(Some(other)) => self.is_ancestor_of(other),
            Type::ObjectExtension(other) => self.is_ancestor_of(other.base()),
            _ => false,
        }
    }

    fn is_ancestor_of(&self, other: &ObjectType) -> bool {
        if self.is_anything() || other.ancestry().any(|object| self == object) {
            return true;
        }
        // A parameterized parent has no members to inherit, but its children are of its type.
        match other.ancestry().last().and_then(|object| object.parent.as_ref()).map(Type::resolved) {
            Some(Type::ObjectExtension(parent)) => self.is_ancestor_of(parent.base()),
            _ => false,
        }
    }

    /// Returns whether this is the bare `Object` written as a definition.
    fn is_anything(&self) -> bool {
        self.name.is_none()
            && self.parent.is_none()
            && self.type_parameters.is_empty()
            && self.attributes.is_empty()
            && self.functions.is_empty()
            && self.equality.is_none()
            && self.checks.is_none()
    }
}

impl PartialEq for ObjectType {
    fn eq(&self, other: &ObjectType) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        match (&self.name, &other.name) {
            (Some(name), Some(others)) => name == others,
            (None, None) => {
                self.parent == other.parent
                    && same_members(&self.type_parameters, &other.type_parameters)
                    && same_members(&self.attributes, &other.attributes)
                    && same_members(&self.functions, &other.functions)
                    && self.equality == other.equality
                    && self.checks == other.checks
            }
            _ => false,
        }
    }
}

impl Eq for ObjectType {}

impl Hash for ObjectType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.name {
            Some(name) => name.hash(state),
            None => {
                self.parent.hash(state);
                unordered(self.type_parameters.iter()).hash(state);
                unordered(self.attributes.iter()).hash(state);
                unordered(self.functions.iter()).hash(state);
            }
        }
    }
}

/// Compares members, which all have different names, without regard to their order.
fn same_members<T: PartialEq>(own: &[T], others: &[T]) -> bool {
    own == others || own.len() == others.len() && own.iter().all(|member| others.contains(member))
}
