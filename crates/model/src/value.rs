//! Checks the types of values of features.

use diagnostics::Problem;
use ecow::EcoString;
use pcore::{Type, Value, infer, mismatch, uri::Uri};

use crate::{Evaluator, Feature, FeatureKind, ModelType, create};

/// The origin of a value of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// An argument for a new instance.
    Input,
    /// The result of `set`.
    Set,
    /// Assigned by `set` of another feature.
    Assigned,
    /// The result of `get`.
    GetResult,
    /// The result of `derived`.
    Derived,
}

impl Role {
    fn subject(self, feature: &Feature, model: &ModelType) -> String {
        let (name, owner) = (&feature.name, &model.name);
        match self {
            Role::Input => format!("feature '{name}' of {owner}"),
            Role::Set => format!("what 'set' of the feature '{name}' of {owner} returns"),
            Role::Assigned => format!("what 'set' assigns to the feature '{name}' of {owner}"),
            Role::GetResult => format!("what 'get' of the feature '{name}' of {owner} returns"),
            Role::Derived => format!("what 'derived' of the feature '{name}' of {owner} returns"),
        }
    }
}

/// Checks that a value has the type of a feature, and returns it; features with several values need a list.
///
/// A hash for a reference becomes an instance, so that data can be nested.
pub(crate) fn conform<E: Evaluator>(
    evaluator: &mut E,
    model: &ModelType,
    feature: &Feature,
    value: Value,
    role: Role,
) -> Result<Value, E::Error> {
    if !feature.multiplicity.is_list() {
        return element(evaluator, model, feature, value, role);
    }
    let Value::Array(items) = value else {
        let subject = role.subject(feature, model);
        let found = kind_of(&value);
        let message = format!("{subject} expects an Array, since there may be several values, got {found}");
        return Err(feature.problem(message).into());
    };
    if let FeatureKind::Attribute(data_type) = &feature.kind
        && items.iter().all(|item| data_type.is_instance(item))
    {
        return Ok(Value::Array(items));
    }
    let items: Result<_, E::Error> =
        items.into_iter().map(|item| element(evaluator, model, feature, item, role)).collect();
    Ok(Value::Array(items?))
}

fn element<E: Evaluator>(
    evaluator: &mut E,
    model: &ModelType,
    feature: &Feature,
    value: Value,
    role: Role,
) -> Result<Value, E::Error> {
    let (target, containment) = match &feature.kind {
        FeatureKind::Attribute(data_type) if data_type.is_instance(&value) => return Ok(value),
        FeatureKind::Attribute(data_type) => {
            return Err(wrong(feature, role.subject(feature, model), data_type, &value).into());
        }
        FeatureKind::Reference { target, containment } => (target, *containment),
    };
    match value {
        Value::Object(instance) if is_a(&instance, target) => {
            if evaluator.is_unfinished(&instance) {
                return Err(unfinished(feature, model, containment).into());
            }
            Ok(Value::Object(instance))
        }
        Value::Hash(entries) => match evaluator.model(target)? {
            Some(target) => create(evaluator, &target, &entries),
            None => Err(Problem::new(format!("The type '{target}' is not defined")).into()),
        },
        Value::Uri(_) if !containment => Ok(value),
        Value::String(text) if !containment => match Uri::parse(&text) {
            Ok(uri) => Ok(Value::from(uri)),
            Err(error) => Err(feature.problem(format!("{}: {error}", role.subject(feature, model))).into()),
        },
        other => {
            let subject = role.subject(feature, model);
            Err(feature.problem(format!("{subject} expects {target}, got {}", kind_of(&other))).into())
        }
    }
}

/// Whether an instance has a type or a subtype of it.
fn is_a(instance: &pcore::ObjectInstance, target: &EcoString) -> bool {
    instance.object_type().ancestry().any(|object| object.label().eq_ignore_ascii_case(target))
}

fn unfinished(feature: &Feature, model: &ModelType, containment: bool) -> Problem {
    let (name, owner) = (&feature.name, &model.name);
    let message = if containment {
        format!("feature '{name}' of {owner} would contain what it is part of")
    } else {
        format!("feature '{name}' of {owner} cannot hold an instance that is still being made")
    };
    let problem = feature.problem(message);
    if containment { problem } else { problem.hint("refer to it by a URI, as '#/' for the outermost container") }
}

fn wrong(feature: &Feature, subject: String, data_type: &Type, value: &Value) -> Problem {
    let message = mismatch::explain(&subject, data_type, value);
    let message = message.unwrap_or_else(|| format!("{subject} expects {data_type}, got {}", kind_of(value)));
    feature.problem(message)
}

/// A short name of a value's type.
pub(crate) fn kind_of(value: &Value) -> String {
    if let Value::Object(instance) = value {
        return instance.object_type().label().to_owned();
    }
    infer::generalized(value).to_string()
}
