//! Turns what an operator wrote into validated connection information.
//!
//! Secrets are registered with the scrubber before anything can be logged. The given values are never modified.

use ecow::EcoString;
use pcore::{Hash, Type, Value};

use super::{ConnectionInfo, Schema, address, bolt};
use crate::{
    Attribute, Context, Failure, Outcome, State,
    definition::{MissingAttributes, REDACTED_VALUE, SchemaProblem},
    failure::FailureKind,
    render,
};

/// The start of the message about invalid connection information.
const OPENING: &str = "The connection info provided does not match the Transport Schema";

impl Schema {
    /// Validates and completes connection information.
    ///
    /// The parts of a `uri` become `protocol`, `host`, `port`, `user`, `password`, `path` and `query`, if the schema
    /// has these and they were not given. Keys that only an inventory needs are removed. Defaults are added, everything
    /// is validated, and sensitive values become `Sensitive`, unless they already are.
    pub fn prepare(&self, context: &Context, given: &Hash) -> Outcome<ConnectionInfo> {
        self.prepared(context, given).map_err(|failure| context.scrubbed(failure))
    }

    fn prepared(&self, context: &Context, given: &Hash) -> Outcome<ConnectionInfo> {
        let mut values: State = given.iter().map(|(name, value)| (render::interpolate(name), value.clone())).collect();
        self.learn(context, &values);
        self.expose(&mut values);
        let holds_password = address::take_apart(self, &mut values)?;
        if values.get("remote-transport").is_some() {
            bolt::clean(self, context, &mut values);
        }
        self.add_defaults(context, &mut values);
        self.check(&values)?;
        self.require(&values)?;
        for attribute in self.connection_info() {
            let is_secret = attribute.is_sensitive() || (holds_password && attribute.name() == "uri");
            let Some(value) = values.known(attribute.name()).filter(|_| is_secret) else { continue };
            if !matches!(value, Value::Sensitive(_)) {
                let secret = Value::sensitive(value.clone());
                values.insert(attribute.name().clone(), secret);
            }
        }
        Ok(ConnectionInfo::new(self.clone(), values))
    }

    /// Registers all secrets with the scrubber.
    fn learn(&self, context: &Context, values: &State) {
        let scrubber = context.log().scrubber();
        for attribute in self.connection_info() {
            if let Some(default) = attribute.default().filter(|default| attribute.hides(default)) {
                scrubber.learn_secret(default);
            }
        }
        for (name, value) in values.iter() {
            let hides = self.attribute(name).is_some_and(|attribute| attribute.hides(value));
            if hides || name == "password" {
                scrubber.learn_secret(value);
            }
            scrubber.learn(value);
            if let Some(text) = address::text(value).filter(|text| name == "uri" || text.contains("://")) {
                scrubber.learn_address(text);
            }
        }
    }

    /// Unwraps the values of sensitive attributes, because the types in a schema are those of the content.
    fn expose(&self, values: &mut State) {
        for attribute in self.connection_info().filter(|attribute| attribute.is_sensitive()) {
            if let Some(Value::Sensitive(secret)) = values.get(attribute.name())
                && !attribute.data_type().is_instance(&Value::Sensitive(secret.clone()))
            {
                let exposed = Value::clone(secret);
                values.insert(attribute.name().clone(), exposed);
            }
        }
    }

    fn add_defaults(&self, context: &Context, values: &mut State) {
        for attribute in self.connection_info() {
            let name = attribute.name();
            let Some(default) = attribute.default().filter(|_| values.get(name).is_none()) else { continue };
            let shown = shown(attribute, default);
            context.debug(format!("Using default value for attribute: {name}, value: {shown}"));
            values.insert(name.clone(), default.clone());
        }
    }

    fn check(&self, values: &State) -> Outcome {
        self.shape.check_schema(values).map_err(|problem| match &problem {
            SchemaProblem::Mismatch { .. } => Failure::developer(problem.beginning_with(OPENING)),
            SchemaProblem::MissingNamevar { .. } => problem.into_failure(),
        })
    }

    fn require(&self, values: &State) -> Outcome {
        let is_optional = |attribute: &Attribute| matches!(attribute.data_type(), Type::Optional(_));
        let missing = self.connection_info().filter(|attribute| !is_optional(attribute));
        let missing = missing.filter(|attribute| values.known(attribute.name()).is_none());
        let missing: Vec<EcoString> = missing.map(|attribute| attribute.name().clone()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(Failure::from(MissingAttributes(missing)).with_kind(FailureKind::Resource))
    }
}

fn shown(attribute: &Attribute, value: &Value) -> String {
    if attribute.hides(value) { REDACTED_VALUE.to_owned() } else { render::inspect(value) }
}
