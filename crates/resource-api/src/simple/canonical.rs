//! The canonical form of a resource as a struct.

#[cfg(test)]
mod tests;

use pcore::{Hash, Type, Value};

use crate::{Context, Outcome, Resource, SimpleProvider, State, TypeDefinition};

/// Lets a provider change what a manifest sets. Everything else in the state stays as it is.
pub(super) fn canonicalize<P: SimpleProvider>(provider: &mut P, context: &Context, state: &mut State) -> Outcome {
    let definition = context.definition();
    if definition.attributes().all(|attribute| state.known(attribute.name()).is_none()) {
        return Ok(());
    }
    let complete = match P::Resource::from_state(state) {
        Ok(_) => state.clone(),
        Err(_) => with_empty_values(definition, state),
    };
    let mut resource = match P::Resource::from_state(&complete) {
        Ok(resource) => resource,
        // The definition refuses these values, and says it better.
        Err(_) if has_wrong_value(definition, state) => return Ok(()),
        Err(failure) => return Err(failure),
    };
    provider.canonicalize(context, &mut resource)?;
    let (before, after) = (P::Resource::from_state(&complete)?.into_state(), resource.into_state());
    for (name, value) in after.iter().filter(|(name, value)| before.get(name) != Some(value)) {
        let is_empty_value = before.known(name).is_some() && state.known(name).is_none();
        if !is_empty_value {
            state.insert(name.clone(), value.clone());
        }
    }
    for (name, _) in before.iter().filter(|(name, _)| after.get(name).is_none()) {
        state.remove(name);
    }
    Ok(())
}

fn has_wrong_value(definition: &TypeDefinition, state: &State) -> bool {
    let is_wrong =
        |name: &str, value: &Value| definition.attribute(name).is_some_and(|known| known.check(value).is_err());
    state.iter().any(|(name, value)| is_wrong(name, value))
}

/// Adds values for the mandatory attributes that are missing, which a struct must have.
fn with_empty_values(definition: &TypeDefinition, state: &State) -> State {
    let mut complete = state.clone();
    for attribute in definition.attributes().filter(|attribute| state.known(attribute.name()).is_none()) {
        if attribute.check(&Value::Undef).is_err()
            && let Some(value) = empty_value(attribute.data_type())
        {
            complete.insert(attribute.name().clone(), value);
        }
    }
    complete
}

/// A value of the kind that a type describes, which need not have the form that it asks for.
fn empty_value(expected: &Type) -> Option<Value> {
    Some(match expected {
        Type::String(_) | Type::Pattern(_) | Type::Scalar | Type::ScalarData => "".into(),
        Type::Enum(words) => words.values.first()?.clone().into(),
        Type::Integer(_) | Type::Numeric => Value::Integer(0),
        Type::Float(_) => Value::Float(0.0),
        Type::Boolean(_) => Value::Boolean(false),
        Type::Array(_) | Type::Tuple(_) | Type::Collection(_) => Value::array([]),
        Type::Hash(_) | Type::Struct(_) => Hash::default().into(),
        Type::Variant(types) => types.iter().find_map(empty_value)?,
        Type::NotUndef(Some(contained)) => empty_value(contained)?,
        Type::Sensitive(contained) => {
            Value::sensitive(contained.as_ref().map_or(Some("".into()), |contained| empty_value(contained))?)
        }
        _ => return None,
    })
}
