//! Whether what a provider returned fits the definition of its type.

#[cfg(test)]
mod tests;

use std::fmt;

use ecow::EcoString;
use pcore::{Value, mismatch};

use super::{Attribute, REDACTED_VALUE, TypeDefinition};
use crate::{
    State,
    failure::{Failure, FailureKind},
    render,
};

/// How the message about an answer of a provider begins.
const OPENING: &str = "Provider returned data that does not match the Type Schema";

/// What is wrong with the state of a resource. As text, it is the message for the log or the failure.
///
/// A missing namevar is always a failure; what to do about the others depends on how strict the run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaProblem {
    /// There is no value for a namevar.
    MissingNamevar {
        /// The type.
        type_name: EcoString,
        /// The first namevar without a value.
        attribute: EcoString,
    },
    /// There are attributes that the type does not have, or values that are not of their attribute's type.
    Mismatch {
        /// The type with the value of its first namevar, such as `user[alice]`.
        resource: String,
        /// The attributes that the type does not have.
        unknown: Vec<EcoString>,
        /// The values that do not fit.
        mismatches: Vec<ValueMismatch>,
    },
}

/// A value that does not fit its attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueMismatch {
    /// The attribute.
    pub attribute: EcoString,
    /// The value as text; nothing for one that must not be shown.
    pub shown: Option<String>,
    /// Why it does not fit. Quotes nothing that is secret.
    pub reason: String,
}

impl SchemaProblem {
    /// Whose mistake it is.
    pub fn kind(&self) -> FailureKind {
        match self {
            SchemaProblem::MissingNamevar { .. } => FailureKind::Resource,
            SchemaProblem::Mismatch { .. } => FailureKind::Developer,
        }
    }

    /// The message with another beginning, for what is no answer of a provider.
    pub(crate) fn beginning_with(&self, opening: &str) -> String {
        match self {
            SchemaProblem::MissingNamevar { .. } => self.to_string(),
            SchemaProblem::Mismatch { .. } => self.to_string().replacen(OPENING, opening, 1),
        }
    }

    /// The problem as a failure.
    pub fn into_failure(self) -> Failure {
        match self {
            SchemaProblem::MissingNamevar { .. } => Failure::resource(self.to_string()),
            SchemaProblem::Mismatch { .. } => Failure::developer(self.to_string()),
        }
    }
}

impl TypeDefinition {
    /// Checks what `get` returned for one resource. A `title` may stand beside the attributes.
    ///
    /// ```
    /// use resource_api::{State, TypeDefinition};
    ///
    /// let text = "{name: user, desc: A user, attributes: {
    ///   name: {type: String, desc: n, behaviour: namevar}, uid: {type: Integer, desc: n}}}";
    /// let user = TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap();
    /// assert_eq!(user.check_schema(&State::new().with("name", "alice").with("uid", 1001)), Ok(()));
    ///
    /// let problem = user.check_schema(&State::new().with("name", "alice").with("uid", "root")).unwrap_err();
    /// assert_eq!(
    ///     problem.to_string(),
    ///     "Provider returned data that does not match the Type Schema for `user[alice]`\n Value type mismatch:\n    \
    ///      * uid: root (expects an Integer value, got String)\n"
    /// );
    /// ```
    pub fn check_schema(&self, state: &State) -> Result<(), SchemaProblem> {
        if let Some(missing) = self.namevars().find(|namevar| state.known(namevar.name()).is_none()) {
            return Err(SchemaProblem::MissingNamevar {
                type_name: self.name.clone(),
                attribute: missing.name().clone(),
            });
        }
        let mut unknown = Vec::new();
        let mut mismatches = Vec::new();
        for (name, value) in state.iter() {
            match self.attribute(name) {
                Some(attribute) => mismatches.extend(mismatch_of(attribute, value)),
                None if name == "title" => {}
                None => unknown.push(name.clone()),
            }
        }
        if unknown.is_empty() && mismatches.is_empty() {
            return Ok(());
        }
        Err(SchemaProblem::Mismatch { resource: self.resource_shown(state), unknown, mismatches })
    }

    /// The type with the value of the first namevar.
    fn resource_shown(&self, state: &State) -> String {
        let shown = self.namevars().next().map(|namevar| match state.get(namevar.name()) {
            Some(value) if namevar.hides(value) => REDACTED_VALUE.to_owned(),
            value => value.map(render::interpolate).unwrap_or_default(),
        });
        format!("{}[{}]", self.name, shown.unwrap_or_default())
    }
}

fn mismatch_of(attribute: &Attribute, value: &Value) -> Option<ValueMismatch> {
    let explain =
        if attribute.hides(value) || value.holds_secret() { mismatch::explain_secret } else { mismatch::explain };
    let reason = explain("", attribute.data_type(), value)?;
    let shown = (!attribute.hides(value)).then(|| render::interpolate(value));
    Some(ValueMismatch { attribute: attribute.name().clone(), shown, reason })
}

impl fmt::Display for SchemaProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SchemaProblem::MissingNamevar { type_name, attribute } => {
                write!(formatter, "`{type_name}.get` did not return a value for the `{attribute}` namevar attribute")
            }
            SchemaProblem::Mismatch { resource, unknown, mismatches } => {
                write!(formatter, "{OPENING} for `{resource}`")?;
                if !unknown.is_empty() {
                    formatter.write_str("\n Unknown attribute:\n")?;
                    unknown.iter().try_for_each(|name| writeln!(formatter, "    * {name}"))?;
                }
                if !mismatches.is_empty() {
                    formatter.write_str("\n Value type mismatch:\n")?;
                    mismatches.iter().try_for_each(|mismatch| writeln!(formatter, "    * {mismatch}"))?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for ValueMismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ValueMismatch { attribute, shown, reason } = self;
        match shown {
            Some(shown) => write!(formatter, "{attribute}: {shown} ({reason})"),
            None => write!(formatter, "{attribute}: {REDACTED_VALUE} {reason}"),
        }
    }
}
