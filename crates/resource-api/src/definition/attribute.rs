//! One attribute of a type: what it is for, what its values may be, and how values are made to fit.

#[cfg(test)]
mod tests;

use std::{fmt, sync::OnceLock};

use ecow::{EcoString, eco_format};
use pcore::{
    Type, Value, mismatch,
    munge::{self, MungeError},
    parse_type,
};

use super::{Behaviour, REDACTED_VALUE, field};
use crate::{Failure, Outcome};

/// One attribute of a type.
#[derive(Clone)]
pub struct Attribute {
    pub(super) name: EcoString,
    /// The type and the attribute, such as `user.uid`: how messages call it.
    pub(super) qualified_name: EcoString,
    /// Empty until it is asked for, where the text is known to be a type.
    pub(super) data_type: OnceLock<Type>,
    pub(super) type_text: EcoString,
    pub(super) description: Option<EcoString>,
    pub(super) default: Option<Value>,
    pub(super) behaviour: Behaviour,
    pub(super) sensitive: bool,
    /// Whether the type asks for secrets that are wrapped.
    pub(super) expects_secret: bool,
    pub(super) lazy: bool,
    pub(super) raw: Value,
}

impl Attribute {
    /// The name of the attribute.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// The type and the attribute, such as `user.uid`: how messages call it.
    pub fn qualified_name(&self) -> &EcoString {
        &self.qualified_name
    }

    /// What its values may be.
    pub fn data_type(&self) -> &Type {
        self.data_type.get_or_init(|| parse_proven(&self.type_text))
    }

    /// The type as it was written.
    pub fn type_text(&self) -> &EcoString {
        &self.type_text
    }

    /// What it is, in words.
    pub fn description(&self) -> Option<&EcoString> {
        self.description.as_ref()
    }

    /// The description with the type as it was written: `The user's number (a Optional[Integer])`.
    pub fn documentation(&self) -> Option<EcoString> {
        self.description.as_ref().map(|description| eco_format!("{description} (a {})", self.type_text))
    }

    /// Its value when none is given; always of the attribute's type.
    pub fn default(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// What it is for.
    pub fn behaviour(&self) -> Behaviour {
        self.behaviour
    }

    /// Whether messages must not show its values.
    pub fn is_sensitive(&self) -> bool {
        self.sensitive
    }

    /// Whether some of its values must not be shown as they are.
    pub fn may_hide(&self) -> bool {
        self.sensitive || self.expects_secret
    }

    /// Whether a value must not be shown as it is: it is one of a [sensitive](Attribute::is_sensitive) attribute, or it
    /// lacks the wrapping that the type asks for.
    pub fn hides(&self, value: &Value) -> bool {
        let shows_itself = matches!(value, Value::Undef | Value::Sensitive(_));
        self.sensitive || (self.expects_secret && !shows_itself && !self.data_type().is_instance(value))
    }

    /// Whether it is read only when somebody asks for it.
    pub fn is_lazy(&self) -> bool {
        self.lazy
    }

    /// The attribute as it was written, with keys that nobody knows.
    pub fn raw(&self) -> &Value {
        &self.raw
    }

    /// The value of a key of the attribute as it was written.
    pub fn key(&self, key: &str) -> Option<&Value> {
        field(self.raw.as_hash()?, key)
    }

    /// Checks a value of a manifest or a catalog, and returns it.
    ///
    /// Nothing is converted, but for the symbols `true` and `false` of older providers.
    pub fn check(&self, value: &Value) -> Outcome<Value> {
        munge::check(&self.qualified_name, self.data_type(), value)
            .map_err(|error| self.refusal(&error, self.data_type(), value))
    }

    /// Converts a value of a command line, where everything is text, to the type of the attribute.
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
        let expected = match self.data_type() {
            Type::Optional(Some(contained)) if !value.is_undef() => contained,
            other => other,
        };
        munge::munge(&self.qualified_name, expected, value).map_err(|error| self.refusal(&error, expected, value))
    }

    /// Says why a value is refused; of a secret, nothing is shown.
    fn refusal(&self, error: &MungeError, expected: &Type, value: &Value) -> Failure {
        if !self.hides(value) && !value.holds_secret() {
            return Failure::resource(error.to_string());
        }
        let name = &self.qualified_name;
        Failure::resource(match error {
            // A text that became a number on its way may fit as it was given; then only the type can be named.
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

/// The type of a text that was one when it was read before. Were it none, no value would fit, and messages would name it.
pub(super) fn parse_proven(text: &EcoString) -> Type {
    parse_type(text).unwrap_or_else(|_| Type::Reference(text.clone()))
}

/// Whether a type asks for a secret anywhere.
pub(super) fn expects_secret(data_type: &Type) -> bool {
    let mut found = false;
    data_type.walk(&mut |part| found |= matches!(part, Type::Sensitive(_)));
    found
}

/// Leaves out defaults and what was written: an attribute that is sensitive may have a default in clear text.
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
