//! Instances of Object types.

use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, OnceLock, Weak},
};

use ecow::EcoString;

use super::{Hash, Value, equality::unordered};
use crate::types::{Attribute, ObjectError, ObjectType};

/// An instance of an Object type: a value for each attribute that the constructor takes.
///
/// Equality depends on the type: only the attributes in its `equality` are compared. Instances of two types that
/// exclude the type from the comparison (`equality_include_type => false`) may be equal if both compare the same
/// attributes. Puppet asks only the type on the left, so `==` is not symmetric there; here it is.
#[derive(Clone)]
pub struct ObjectInstance {
    pub(super) object_type: Arc<ObjectType>,
    /// In the order of [`ObjectType::parameters`].
    pub(super) values: Vec<Value>,
    /// Its container, for types of the language.
    pub(super) container: OnceLock<Weak<ObjectInstance>>,
}

impl ObjectInstance {
    /// Creates an instance from the values of all parameters, which the caller has checked.
    pub fn from_checked(object_type: Arc<ObjectType>, values: Vec<Value>) -> ObjectInstance {
        debug_assert_eq!(object_type.parameters().len(), values.len());
        ObjectInstance { object_type, values, container: OnceLock::new() }
    }

    /// Returns the type this is an instance of.
    pub fn object_type(&self) -> &Arc<ObjectType> {
        &self.object_type
    }

    /// Returns the value of an attribute or constant, inherited ones included. A derived attribute has none here.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let parameter = self.object_type.parameters().iter().position(|attribute| attribute.name == name);
        match parameter {
            Some(index) => self.values.get(index),
            None => self.object_type.constant(name),
        }
    }

    /// Iterates over name and value of every parameter in the order of declaration, inherited ones first.
    pub fn iter(&self) -> impl Iterator<Item = (&EcoString, &Value)> {
        self.parameters().map(|(attribute, value)| (&attribute.name, value))
    }

    /// Iterates over name and value of the parameters that differ from their default, as in text forms. For types of
    /// the language, transient features are omitted, and instances that are referred to are URIs.
    pub fn initializers(&self) -> impl Iterator<Item = (&EcoString, Cow<'_, Value>)> {
        let model = self.object_type.model();
        self.parameters()
            .filter(|(attribute, value)| attribute.value.as_ref() != Some(value))
            .filter(move |(attribute, _)| model.is_none_or(|model| !model.transient.contains(&attribute.name)))
            .map(|(attribute, value)| {
                let written = self.written(&attribute.name, value);
                (&attribute.name, written.map_or(Cow::Borrowed(value), Cow::Owned))
            })
    }

    fn parameters(&self) -> impl Iterator<Item = (&Attribute, &Value)> {
        let order = self.object_type.declaration_order().iter();
        order.filter_map(|&index| Some((self.object_type.parameters().get(index)?, self.values.get(index)?)))
    }

    /// Iterates over the attributes that are compared by equality.
    fn compared(&self) -> impl Iterator<Item = (&EcoString, &Value)> {
        self.iter().filter(|(name, _)| self.object_type.counts_for_equality(name))
    }
}

impl fmt::Debug for ObjectInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As source text, which does not show secrets.
        write!(f, "{:?}", Value::from(self.clone()))
    }
}

impl PartialEq for ObjectInstance {
    fn eq(&self, other: &ObjectInstance) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        let same_type = self.object_type == other.object_type;
        let either = self.object_type.equality_includes_type() || other.object_type.equality_includes_type();
        if either && !same_type {
            return false;
        }
        let (own, others) = (self.compared().count(), other.compared().count());
        own == others && self.compared().all(|(name, value)| other.compared().any(|entry| entry == (name, value)))
    }
}

impl Eq for ObjectInstance {}

impl std::hash::Hash for ObjectInstance {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        unordered(self.compared()).hash(state);
    }
}

/// Constructors of instances of Puppet's own Object types.
impl Value {
    /// Returns a deferred call of a function, or value of a variable (`$name`).
    ///
    /// ```
    /// use pcore::Value;
    ///
    /// let call = Value::deferred("upcase", ["a".into()]).unwrap();
    /// assert_eq!(call.to_string(), "Deferred({'name' => 'upcase', 'arguments' => ['a']})");
    /// assert!(Value::deferred("Upcase", []).is_err());
    /// ```
    pub fn deferred(
        name: impl Into<EcoString>,
        arguments: impl IntoIterator<Item = Value>,
    ) -> Result<Value, ObjectError> {
        let arguments = [Value::String(name.into()), Value::array(arguments)];
        ObjectType::deferred().instantiate(&arguments).map(Value::from)
    }

    /// Returns an `Error`. Its message, and its kind and code if present, must not be empty.
    ///
    /// ```
    /// use pcore::Value;
    ///
    /// let error = Value::error("disk full", Some("my/disk"), None, None).unwrap();
    /// assert_eq!(error.to_string(), "Error({'msg' => 'disk full', 'kind' => 'my/disk'})");
    /// ```
    pub fn error(
        message: impl Into<EcoString>,
        kind: Option<&str>,
        details: Option<Hash>,
        issue_code: Option<&str>,
    ) -> Result<Value, ObjectError> {
        let text = |text: Option<&str>| text.map(Value::from).unwrap_or_default();
        let details = details.map(Value::from).unwrap_or_default();
        let arguments = [Value::String(message.into()), text(kind), details, text(issue_code)];
        ObjectType::error().instantiate(&arguments).map(Value::from)
    }
}
