//! Reads features: the stored value, the result of `get`, or the derived value.

use diagnostics::Problem;
use std::sync::Arc;

use ecow::EcoString;
use pcore::{ObjectInstance, Value};

use crate::{
    Feature, FeatureKind, Logic, ModelType,
    value::{Role, conform},
};

/// The variable that describes what is checked.
pub(crate) const META: EcoString = EcoString::inline("meta");

/// Variables and their values.
pub type Variables = Vec<(EcoString, Value)>;

/// Evaluates logic.
///
/// The evaluator limits the steps, the depth and the size of values.
pub trait Evaluator {
    /// The errors of the evaluator, and of this crate.
    type Error: From<Problem>;

    /// Evaluates logic with these variables and no others.
    fn evaluate(&mut self, logic: &Logic, variables: Variables) -> Result<Value, Self::Error>;

    /// Evaluates logic that may assign features; returns its result and the assigned features, in order.
    fn assign(
        &mut self,
        logic: &Logic,
        variables: Variables,
        model: &Arc<ModelType>,
    ) -> Result<(Value, Variables), Self::Error>;

    /// Returns the type of a name.
    fn model(&mut self, name: &str) -> Result<Option<Arc<ModelType>>, Self::Error>;

    /// Whether an instance is still under construction.
    fn is_unfinished(&self, instance: &Arc<ObjectInstance>) -> bool;
}

/// The stored value of a feature.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    Unset,
    Set(Value),
}

/// Access to stored features: of an instance, or of one under construction.
pub(crate) trait FeatureStore {
    fn slot(&self, model: &ModelType, index: usize, feature: &Feature) -> Slot;

    /// The finished instance, which is needed to resolve URIs.
    fn instance(&self) -> Option<&Arc<ObjectInstance>>;
}

impl FeatureStore for Arc<ObjectInstance> {
    fn slot(&self, model: &ModelType, index: usize, feature: &Feature) -> Slot {
        let known = if Arc::ptr_eq(self.object_type(), &model.object) {
            model.slots.get(index).copied().flatten().and_then(|slot| self.value_at(slot))
        } else {
            self.get(&feature.name)
        };
        match known {
            None => Slot::Unset,
            Some(Value::Default) if feature.unsettable => Slot::Unset,
            Some(Value::Undef) if !feature.unsettable => Slot::Unset,
            Some(value) => Slot::Set(value.clone()),
        }
    }

    fn instance(&self) -> Option<&Arc<ObjectInstance>> {
        Some(self)
    }
}

/// Reads a feature of an instance; `None` if the type has no such feature.
pub fn read<E: Evaluator>(
    evaluator: &mut E,
    model: &ModelType,
    instance: &Arc<ObjectInstance>,
    name: &str,
) -> Result<Option<Value>, E::Error> {
    match model.feature_index(name) {
        Some(index) => read_feature(evaluator, model, instance, index).map(Some),
        None => Ok(None),
    }
}

pub(crate) fn read_feature<E: Evaluator, S: FeatureStore>(
    evaluator: &mut E,
    model: &ModelType,
    stored: &S,
    index: usize,
) -> Result<Value, E::Error> {
    let Some(feature) = model.features.get(index) else { return Ok(Value::Undef) };
    if let Some(derived) = &feature.derived {
        let bound = [(META, feature.meta.clone())];
        let variables = variables(evaluator, model, stored, derived, &bound, View::Computed)?;
        let value = evaluator.evaluate(derived, variables)?;
        return optional(evaluator, model, feature, value, Role::Derived);
    }
    let value = match stored.slot(model, index, feature) {
        Slot::Unset => return Ok(nothing(feature)),
        Slot::Set(value) => value,
    };
    let value = match &feature.get {
        Some(get) => {
            let bound = bound(feature, get, &value);
            let variables = variables(evaluator, model, stored, get, &bound, View::Stored)?;
            let got = evaluator.evaluate(get, variables)?;
            optional(evaluator, model, feature, got, Role::GetResult)?
        }
        None => value,
    };
    match (&feature.kind, stored.instance()) {
        (FeatureKind::Reference { containment: false, .. }, Some(holder)) => Ok(resolve(feature, holder, value)?),
        _ => Ok(value),
    }
}

/// The value of a feature that is not set.
fn nothing(feature: &Feature) -> Value {
    if feature.multiplicity.is_list() && !feature.unsettable { Value::array([]) } else { Value::Undef }
}

/// Checks the type of a value, unless it is nothing and the feature is optional.
fn optional<E: Evaluator>(
    evaluator: &mut E,
    model: &ModelType,
    feature: &Feature,
    value: Value,
    role: Role,
) -> Result<Value, E::Error> {
    if value.is_undef() && !feature.multiplicity.is_required() {
        return Ok(nothing(feature));
    }
    conform(evaluator, model, feature, value, role)
}

/// The variables of logic about one value: the value under two names, and `$meta`.
pub(crate) fn bound(feature: &Feature, logic: &Logic, value: &Value) -> [(EcoString, Value); 3] {
    [(logic.parameter.clone(), value.clone()), (feature.name.clone(), value.clone()), (META, feature.meta.clone())]
}

/// Which values of other features logic reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    Computed,
    /// The stored values; derived features are computed.
    Stored,
}

/// Collects the variables that logic uses: bound ones, and features.
pub(crate) fn variables<E: Evaluator, S: FeatureStore>(
    evaluator: &mut E,
    model: &ModelType,
    stored: &S,
    logic: &Logic,
    bound: &[(EcoString, Value)],
    view: View,
) -> Result<Variables, E::Error> {
    let mut variables = Vec::with_capacity(logic.variables.len());
    for name in &logic.variables {
        if let Some((_, value)) = bound.iter().find(|(known, _)| known == name) {
            variables.push((name.clone(), value.clone()));
            continue;
        }
        let Some(index) = model.feature_index(name) else { continue };
        let value = match model.features.get(index) {
            Some(feature) if view == View::Stored && feature.derived.is_none() => {
                match stored.slot(model, index, feature) {
                    Slot::Unset => nothing(feature),
                    Slot::Set(value) => value,
                }
            }
            _ => read_feature(evaluator, model, stored, index)?,
        };
        variables.push((name.clone(), value));
    }
    Ok(variables)
}

/// Resolves the URIs among the values of a reference.
fn resolve(feature: &Feature, holder: &Arc<ObjectInstance>, value: Value) -> Result<Value, Problem> {
    let follow = |value: Value| match &value {
        Value::Uri(uri) => {
            let uri = uri.to_string();
            let (name, owner) = (&feature.name, holder.object_type().label());
            let missing = || Problem::new(format!("'{uri}' in the feature '{name}' of {owner} does not resolve"));
            holder.resolve(&uri).map(Value::Object).ok_or_else(missing)
        }
        _ => Ok(value),
    };
    match value {
        Value::Array(items) => Ok(Value::Array(items.into_iter().map(follow).collect::<Result<_, _>>()?)),
        single => follow(single),
    }
}
