//! `Integer[1, 2]`: types with parameters, and what Puppet says of parameters that do not fit.
//!
//! The words of the type system are those for type expressions in strings. In manifests some differ, and whatever is
//! found out only when the type is made is a failure of evaluation like any other.

use pcore::{
    Type, Value,
    types::{ParameterError, builtin_type},
};

use super::{Access, flattened, key_kind};
use crate::error::{Interrupt, Outcome};

pub(super) fn access_type(access: &Access<'_>, left: &Value, held: &Type, given: &[Value]) -> Outcome {
    if let Some(refusal) = refused(access, held, given) {
        return Err(refusal);
    }
    let made = match held {
        Type::Alias(_) | Type::Reference(_) | Type::ObjectExtension(_) => return Err(access.not_applicable(left)),
        Type::Object(Some(_)) => held.with_parameters(given),
        // What a type was parameterized with before is forgotten: `Integer[1, 2][3]` is `Integer[3]`.
        other => match builtin_type(other.kind_name()) {
            Some(bare) => bare.with_parameters(given),
            None => return Err(access.not_applicable(left)),
        },
    };
    made.map(Value::from).map_err(|error| failure(access, held, error))
}

/// What manifests say in other words, or of another place, than type expressions in strings.
fn refused(access: &Access<'_>, held: &Type, given: &[Value]) -> Option<Interrupt> {
    let keys = flattened(given);
    let whole = |message: String| Some(access.frame.failure(access.expression, message));
    match (held, &keys[..]) {
        (Type::Integer(_) | Type::Float(_), keys) if !(1..=2).contains(&keys.len()) => whole(format!(
            "{}-Type supports [] with one or two arguments (from, to). Got {}",
            held.kind_name(),
            keys.len()
        )),
        (Type::NotUndef(_), [key]) if !matches!(key, Value::Type(_) | Value::String(_)) => {
            let message = format!("NotUndef-Type[] argument must be a Type or a String. Got {}", key_kind(key));
            Some(access.failure_at_key(0, message))
        }
        (Type::Regexp(_), [_, _, ..]) => {
            let message = format!("A Regexp-Type[] accepts 1 argument. Got {}", keys.len());
            Some(access.failure_at_key(1, message))
        }
        (Type::Regexp(_), [key]) if !matches!(key, Value::String(_) | Value::Regexp(_)) => {
            let message = format!(
                "Error creating type specialization of a Regexp-Type, Cannot use {} where String or Regexp is expected",
                key_kind(key)
            );
            Some(access.failure_at_key(0, message))
        }
        (Type::Runtime(_), [_]) => whole("A Runtime-Type[] accepts 1 to 2 arguments. Got 1".into()),
        (Type::Struct(_), [Value::Hash(members)]) => {
            let wrong = members.keys().find(|key| !matches!(key, Value::String(_) | Value::Type(_)))?;
            Some(Interrupt::unplaced(format!(
                "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {}",
                key_kind(wrong)
            )))
        }
        _ => None,
    }
}

fn failure(access: &Access<'_>, held: &Type, error: ParameterError) -> Interrupt {
    let ParameterError { message, index } = error;
    let of_issue = message.starts_with("Error creating type specialization") || message.contains("-Type[] ");
    match index {
        Some(_) if made_late(held) && !of_issue => Interrupt::unplaced(message),
        Some(index) => {
            access.failure_at_key(index, message.replace("or VersionRange is", "or SemanticPuppet::VersionRange is"))
        }
        None if message.starts_with("Operator '[]'") => access.frame.failure(access.operand, message),
        None if message.contains("[] accepts ") || message.contains("supports []") => {
            access.frame.failure(access.expression, message)
        }
        None => Interrupt::unplaced(message),
    }
}

/// Types whose parameters are texts to be read, which Puppet does when it makes the type.
fn made_late(held: &Type) -> bool {
    matches!(
        held,
        Type::Pattern(_) | Type::Regexp(_) | Type::Timespan(_) | Type::Timestamp(_) | Type::SemVer(_) | Type::Uri(_)
    )
}
