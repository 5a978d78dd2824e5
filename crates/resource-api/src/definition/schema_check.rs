//! Checks whether the states that a provider returns match the definition of its type.

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

/// The start of the message about invalid provider data.
const OPENING: &str = "Provider returned data that does not match the Type Schema";

/// Why the state of a resource is invalid. It is displayed as the message for the log or the failure.
///
/// A missing namevar is always a failure. The other problems are handled depending on how strict the run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaProblem {
    /// A namevar has no value.
    MissingNamevar {
        /// The type.
        type_name: EcoString,
        /// The first namevar without a value.
        attribute: EcoString,
    },
    /// Some attributes are unknown, or have values of the wrong type.
    Mismatch {
        /// The type and the value of the first namevar, for example `user[alice]`.
        resource: String,
        /// The unknown attributes.
        unknown: Vec<EcoString>,
        /// A line about each invalid value.
        mismatches: Vec<String>,
    },
}

impl SchemaProblem {
    /// Who is responsible for the problem.
    pub fn kind(&self) -> FailureKind {
        match self {
            SchemaProblem::MissingNamevar { .. } => FailureKind::Resource,
            SchemaProblem::Mismatch { .. } => FailureKind::Developer,
        }
    }

    /// Returns the message with another beginning, for data that was not returned by a provider.
    pub(crate) fn beginning_with(&self, opening: &str) -> String {
        match self {
            SchemaProblem::MissingNamevar { .. } => self.to_string(),
            SchemaProblem::Mismatch { .. } => self.to_string().replacen(OPENING, opening, 1),
        }
    }

    /// Converts the problem into a failure.
    pub fn into_failure(self) -> Failure {
        Failure::new(self.to_string()).with_kind(self.kind())
    }
}

impl TypeDefinition {
    /// Checks the state of one resource that `get` returned. It may contain a `title` in addition to the attributes.
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

    /// The type and the value of the first namevar.
    fn resource_shown(&self, state: &State) -> String {
        let shown = self.namevars().next().map(|namevar| match state.get(namevar.name()) {
            Some(value) if namevar.hides(value) => REDACTED_VALUE.to_owned(),
            value => value.map(render::interpolate).unwrap_or_default(),
        });
        format!("{}[{}]", self.name, shown.unwrap_or_default())
    }
}

/// A line about an invalid value, which shows no secrets.
fn mismatch_of(attribute: &Attribute, value: &Value) -> Option<String> {
    if attribute.is_state(value) {
        return None;
    }
    let is_hidden = attribute.hides(value);
    let explain = if is_hidden || value.holds_secret() { mismatch::explain_secret } else { mismatch::explain };
    let reason = explain("", attribute.data_type(), value)?;
    let attribute = attribute.name();
    Some(match is_hidden {
        true => format!("{attribute}: {REDACTED_VALUE} {reason}"),
        false => format!("{attribute}: {} ({reason})", render::interpolate(value)),
    })
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
