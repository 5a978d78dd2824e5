//! Attributes of a type: their types and behaviours, and how values are converted.

#[cfg(test)]
mod tests;

use std::fmt;

use ecow::{EcoString, eco_format};
use pcore::{
    Type, Value, mismatch,
    munge::{self, MungeError},
};

use super::{Behaviour, REDACTED_VALUE, field};
use crate::{Failure, Outcome};

/// An attribute of a type.
#[derive(Clone)]
pub struct Attribute {
    pub(super) name: EcoString,
    /// The type and the attribute, for example `user.uid`, for messages.
    pub(super) qualified_name: EcoString,
    /// Parsed lazily if the text is known to be a type.
    pub(super) data_type: Type,
    pub(super) type_text: EcoString,
    pub(super) description: Option<EcoString>,
    pub(super) default: Option<Value>,
    pub(super) behaviour: Behaviour,
    pub(super) sensitive: bool,
    /// Whether the type requires secrets to be wrapped.
    pub(super) expects_secret: bool,
    pub(super) lazy: bool,
    /// The type of what a manifest may write, if the provider converts it to the type of the attribute.
    pub(super) accepts: Option<Type>,
    /// The symbols that a state may have instead of a value of the type.
    pub(super) states: Vec<EcoString>,
    pub(super) raw: Value,
}

impl Attribute {
    /// The name of the attribute.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// The type and the attribute, for example `user.uid`, for messages.
    pub fn qualified_name(&self) -> &EcoString {
        &self.qualified_name
    }

    /// The Puppet type of its values.
    pub fn data_type(&self) -> &Type {
        &self.data_type
    }

    /// The Puppet type of the values that a manifest may write. It is wider than [`data_type`](Attribute::data_type) if the
    /// provider's `canonicalize` converts them: the key `accepts`.
    pub fn accepted_type(&self) -> &Type {
        self.accepts.as_ref().unwrap_or_else(|| self.data_type())
    }

    /// Whether a value is a symbol that a state may have instead of a value of the type, such as `absent`: the key
    /// `states`.
    pub fn is_state(&self, value: &Value) -> bool {
        matches!(value, Value::Symbol(word) if self.states.contains(word))
    }

    /// The type as it was written.
    pub fn type_text(&self) -> &EcoString {
        &self.type_text
    }

    /// The description of the attribute.
    pub fn description(&self) -> Option<&EcoString> {
        self.description.as_ref()
    }

    /// The description with the type as it was written: `The user's number (a Optional[Integer])`.
    pub fn documentation(&self) -> Option<EcoString> {
        self.description.as_ref().map(|description| eco_format!("{description} (a {})", self.type_text))
    }

    /// The default value, which is always of the attribute's type.
    pub fn default(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// The behaviour of the attribute.
    pub fn behaviour(&self) -> Behaviour {
        self.behaviour
    }

    /// Whether messages must not show its values.
    pub fn is_sensitive(&self) -> bool {
        self.sensitive
    }

    /// Whether messages must not show some of its values.
    pub fn may_hide(&self) -> bool {
        self.sensitive || self.expects_secret
    }

    /// Whether messages must not show a value: the attribute is [sensitive](Attribute::is_sensitive), or the value is
    /// not wrapped although the type requires it.
    pub fn hides(&self, value: &Value) -> bool {
        let shows_itself = matches!(value, Value::Undef | Value::Sensitive(_)) || self.is_state(value);
        self.sensitive || (self.expects_secret && !shows_itself && !self.data_type().is_instance(value))
    }

    /// Whether it is read only on request.
    pub fn is_lazy(&self) -> bool {
        self.lazy
    }

    /// The attribute as it was written, including unknown keys.
    pub fn raw(&self) -> &Value {
        &self.raw
    }

    /// Returns the value of a key of the attribute as it was written.
    pub fn key(&self, key: &str) -> Option<&Value> {
        field(self.raw.as_hash()?, key)
    }

    /// Checks a value from a manifest or a catalog, and returns it.
    ///
    /// Nothing is converted, except the symbols `true` and `false` of legacy providers.
    pub fn check(&self, value: &Value) -> Outcome<Value> {
        if self.is_state(value) {
            return Ok(value.clone());
        }
        munge::check(&self.qualified_name, self.data_type(), value)
            .map_err(|error| self.refusal(&error, self.data_type(), value))
    }

    /// Converts a value from the command line, where everything is text, to the type of the attribute.
    ///
    /// ```
    /// use resource_api::TypeDefinition;
    ///
    /// let text = "{name: user, desc: A user, attributes: {uid: {type: Integer, desc: n, behaviour: namevar}}}";
    /// let user = TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap();
    /// let uid = user.attribute("uid").unwrap();
    /// assert_eq!(uid.munge_command_line(&"1001".into()).unwrap(), 1001.into());
    /// let refused = uid.munge_command_line(&"root".into()).unwrap_err();
    /// assert_eq!(refused.to_string(), "user.uid expects an Integer value, got String");
    /// ```
    pub fn munge_command_line(&self, value: &Value) -> Outcome<Value> {
        if self.is_state(value) {
            return Ok(value.clone());
        }
        let expected = match self.data_type() {
            Type::Optional(Some(contained)) if !value.is_undef() => contained,
            other => other,
        };
        munge::munge(&self.qualified_name, expected, value).map_err(|error| self.refusal(&error, expected, value))
    }

    /// Creates the error for a refused value. Secrets are not shown.
    fn refusal(&self, error: &MungeError, expected: &Type, value: &Value) -> Failure {
        if !self.hides(value) && !value.holds_secret() {
            return Failure::resource(error.to_string());
        }
        let name = &self.qualified_name;
        Failure::resource(match error {
            // A text that was converted to a number may have been valid before the conversion, so only the type is
            // named.
            MungeError::Mismatch(_) => mismatch::explain_secret(name, expected, value)
                .unwrap_or_else(|| format!("{name} expects a value of type {expected}")),
            MungeError::Ambiguous { expected, .. } => {
                format!("{name} {REDACTED_VALUE} is not unabiguously convertable to {expected}")
            }
            MungeError::OutOfRange { .. } => {
                format!("{name} the number {REDACTED_VALUE} is outside the range of Integer, which has 64 bits")
            }
        })
    }
}

/// The value of the key `sensitive` for attributes whose values are public unless they are wrapped in a `Sensitive`.
pub(super) const WHEN_WRAPPED: &str = "when_wrapped";

/// Whether a type contains `Sensitive`.
pub(super) fn expects_secret(data_type: &Type) -> bool {
    let mut found = false;
    data_type.walk(&mut |part| found |= matches!(part, Type::Sensitive(_)));
    found
}

/// Omits the default and the written form, because a sensitive attribute may have a default in cleartext.
impl fmt::Debug for Attribute {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Attribute")
            .field("name", &self.qualified_name)
            .field("type", &self.type_text)
            .field("behaviour", &self.behaviour)
            .finish_non_exhaustive()
    }
}
