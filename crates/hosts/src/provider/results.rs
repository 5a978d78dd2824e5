//! What a process answered, as the engine knows it.

use ecow::EcoString;
use pcore::{Hash, Value};
use protocol::{
    Data, Fault, Payload,
    calls::{AttributeChange, GeneratedResource, SetResult, SetResults, Status},
};
use resource_api::{
    Changes, Context, Failure, Generated, Identity, Outcome, State, TypeDefinition, state::states_from_value,
};
use rustc_hash::FxHashMap;

use crate::conversation::Conversation;

/// Resources that a provider returned. An item that is not a resource is a failure, not a protocol error: it is the author's data.
pub(super) fn states(
    definition: &TypeDefinition,
    resources: impl Iterator<Item = Data>,
    talk: &Conversation<'_>,
) -> Result<Outcome<Vec<State>>, Fault> {
    let mut states = Vec::with_capacity(resources.size_hint().0);
    for resource in resources {
        // An object has the names of attributes as keys; a typed one may also have keys that are not symbols.
        let is_typed = matches!(&resource.0, Value::Hash(members) if members.get_str("__ptype").is_some());
        match talk.value(resource)? {
            Value::Hash(members) if !is_typed => states.push(state(&members)),
            other => match states_from_value(definition.name(), &Value::array([other])) {
                Ok(read) => states.extend(read),
                Err(failure) => return Ok(Err(failure)),
            },
        }
    }
    Ok(Ok(states))
}

fn state(members: &Hash) -> State {
    let name = |key: &Value| EcoString::from(key.as_str().unwrap_or_default());
    members.iter().map(|(key, value)| (name(key), value.clone())).collect()
}

/// A resource to manage in addition to another one.
pub(super) fn generated(resource: GeneratedResource, talk: &Conversation<'_>) -> Result<Generated, Fault> {
    let GeneratedResource { type_name, title, parameters } = resource;
    let parameter = |(name, value): (String, Data)| Ok((EcoString::from(name), talk.value(value)?));
    let attributes = parameters.0.into_iter().map(parameter).collect::<Result<_, Fault>>()?;
    Ok(Generated { type_name: type_name.into(), title: title.into(), attributes })
}

/// What became of one resource of a `set`.
pub(super) struct Became {
    identity: Value,
    status: Status,
    error: Option<String>,
    /// The properties that could not be changed, with why.
    failed: Vec<(String, String)>,
}

/// Reads what became of the resources of a `set`.
pub(super) fn of_set(
    definition: &TypeDefinition,
    answer: &Payload,
    talk: &Conversation<'_>,
) -> Result<Vec<Became>, Fault> {
    let SetResults { results } = answer.read::<Option<SetResults>>()?.unwrap_or_default();
    let one = |result: SetResult| {
        let error = result.error.map(|error| talk.log.scrubber().scrub(error.message()).into_owned());
        let failed = |change: AttributeChange| {
            let reason = change.error.map(|error| talk.log.scrubber().scrub(&error).into_owned())?;
            Some((change.attribute, reason))
        };
        let failed = result.changes.into_iter().filter_map(failed).collect();
        Ok(Became { identity: key(definition, talk.value(result.name)?), status: result.status, error, failed })
    };
    results.into_iter().map(one).collect()
}

/// Reports what became of the resources of a `set`, and passes on which properties failed while others did not.
pub(super) fn conclude(
    context: &Context,
    changes: &Changes,
    results: Vec<Became>,
    mut fail_property: impl FnMut(String, Failure),
) -> Outcome {
    let definition = context.definition();
    let mut left: FxHashMap<Value, &Identity> =
        changes.iter().map(|change| (key(definition, identity(&change.name)), &change.name)).collect();
    let alone = changes.len() == 1;
    for Became { identity, status, error, failed } in results {
        let Some(name) = left.remove(&identity) else {
            return Err(Failure::developer(format!(
                "Managing resource outside of requested set: {}",
                resource_api::render::interpolate(&identity)
            )));
        };
        let is_partly_done = alone && error.is_none() && !failed.is_empty();
        for (property, reason) in failed {
            fail_property(property, Failure::new(reason));
        }
        match status {
            Status::Failed if is_partly_done => {}
            Status::Failed => {
                let reason = error.unwrap_or_else(|| "the provider gave no reason".to_owned());
                if alone {
                    return Err(Failure::new(reason));
                }
                context.failed_as(name, &reason)?;
            }
            Status::Created | Status::Updated | Status::Deleted | Status::Unchanged | Status::Skipped => {
                if !alone {
                    context.unchanged(name)?;
                }
            }
        }
    }
    if !alone {
        // What is not mentioned counts as changed.
        left.into_values().try_for_each(|name| context.unchanged(name))?;
    }
    Ok(())
}

fn identity(name: &Identity) -> Value {
    name.iter().map(|(name, value)| (Value::String(name.clone()), value.clone())).collect::<Hash>().into()
}

/// The form in which identities are compared: an object of namevars; a bare value is that of the only one.
fn key(definition: &TypeDefinition, name: Value) -> Value {
    match name {
        Value::Hash(_) => name,
        bare => match definition.namevars().next() {
            Some(namevar) => Value::hash([(Value::String(namevar.name().clone()), bare)]),
            None => bare,
        },
    }
}
