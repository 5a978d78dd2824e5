//! `notify`: logs a message.
//!
//! There is nothing to read or to change. The message is never in sync, so every run logs it, at the level of
//! `loglevel`.

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Identity, Outcome, Provider, ProviderEntry, Request, Resource, ResourceType, State,
    log::{Level, property_path},
    render::{inspect, interpolate},
};

use crate::subject::absent;

pub(crate) fn resource_type() -> ResourceType {
    crate::derived::<Notify>().with_provider(ProviderEntry::new("notify", |_| Ok(Messages)))
}

/// Says something in the log, at every run. It counts as a change, so that other resources can be refreshed by it.
#[derive(Resource)]
// Whatever is managed, a machine or a device, can say something.
#[resource(apply_to = "all", features(canonicalize, simple_get_filter))]
struct Notify {
    /// A name that identifies the message, and is its default text.
    #[attribute(namevar)]
    name: String,
    /// The message.
    #[attribute(idempotent = false)]
    message: Value,
    /// Whether the line has the path of the resource.
    #[attribute(parameter, default = false)]
    withpath: bool,
}

struct Messages;

#[resource_api::provider]
impl Provider for Messages {
    fn get(&mut self, _: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names() else {
            return Err(Failure::new("notify has no providers and has not overridden 'instances'"));
        };
        let not_logged = |name: &Identity| State::new().with("name", name.value().clone()).with("message", absent());
        Ok(names.iter().map(not_logged).collect())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let current = context.current_resource();
        let (level, path) = current.map_or((Level::Notice, "".into()), |current| (current.level, current.path));
        for should in changes.iter().filter_map(|change| change.should.as_ref()) {
            let message = interpolate(should.get("message").unwrap_or(&Value::Undef));
            let with_path = should.get("withpath") == Some(&Value::Boolean(true));
            let source = with_path.then(|| property_path(&path, "message"));
            context.log().write(level, source.as_deref(), &message);
        }
        Ok(())
    }

    /// The message is the name by default, and the first one of an array.
    fn canonicalize(&mut self, _: &Context, resources: &mut [State]) -> Outcome {
        for resource in resources {
            let Some(name) = resource.known("name").cloned() else { continue };
            match resource.known("message") {
                None => drop(resource.insert("message", name.clone())),
                Some(Value::Array(several)) => {
                    let first = several.first().cloned().unwrap_or(Value::Undef);
                    resource.insert("message", first);
                }
                Some(_) => {}
            }
            if let Some(given) = resource.known("withpath").cloned() {
                resource.insert("withpath", switch(&name, &given)?);
            }
        }
        Ok(())
    }
}

fn switch(name: &Value, given: &Value) -> Outcome<bool> {
    match given {
        Value::Boolean(on) => Ok(*on),
        Value::String(word) | Value::Symbol(word) if word == "true" || word == "false" => Ok(word == "true"),
        other => Err(Failure::resource(format!(
            "Parameter withpath failed on Notify[{}]: Invalid value {}. Valid values are true, false.",
            interpolate(name),
            inspect(other)
        ))),
    }
}
