//! `Integer[1, 2]`: types with parameters, and what Puppet says of parameters that do not fit.
//!
//! The words of the type system are those for type expressions in strings. In manifests some differ, and whatever is
//! found out only when the type is made is a failure of evaluation like any other.

use pcore::{
    Type, Value,
    types::{ParameterError, ParameterErrorKind, builtin_type},
};

use super::{Access, key_kind};
use crate::{
    error::{Interrupt, Outcome},
    evaluate::flattened,
};

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
        (Type::SemVer(_), keys) => {
            let is_wrong = |key: &Value| !matches!(key, Value::String(_) | Value::SemVerRange(_));
            let (index, key) = keys.iter().enumerate().find(|(_, key)| is_wrong(key))?;
            let message = format!(
                "Error creating type specialization of a SemVer-Type, Cannot use {} where String or \
                 SemanticPuppet::VersionRange is expected",
                key_kind(key)
            );
            Some(access.failure_at_key(index, message))
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
    let ParameterError { message, index, kind } = error;
    match (index, kind) {
        (Some(_), ParameterErrorKind::Value) if made_late(held) => Interrupt::unplaced(message),
        (Some(index), _) => access.failure_at_key(index, message),
        (None, ParameterErrorKind::NotParameterized) => access.frame.failure(access.operand, message),
        (None, ParameterErrorKind::Count { .. }) => access.frame.failure(access.expression, message),
        (None, _) => Interrupt::unplaced(message),
    }
}

/// Types whose parameters are texts to be read, which Puppet does when it makes the type.
fn made_late(held: &Type) -> bool {
    matches!(
        held,
        Type::Pattern(_) | Type::Regexp(_) | Type::Timespan(_) | Type::Timestamp(_) | Type::SemVer(_) | Type::Uri(_)
    )
}
