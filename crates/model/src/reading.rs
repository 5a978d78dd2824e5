//! Reading features: what is stored, what `get` makes of it, and what is computed.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{ObjectInstance, Value};

use crate::{
    Feature, FeatureKind, Logic, ModelType, Problem,
    value::{Role, conform},
};

/// The variable that tells what is checked.
pub(crate) const META: EcoString = EcoString::inline("meta");

/// Variables and their values.
pub type Variables = Vec<(EcoString, Value)>;

/// Who evaluates logic.
///
/// Evaluation is bounded there: how many steps it takes, how deep it goes and how large values become.
pub trait Evaluator {
    /// What goes wrong there, or here.
    type Error: From<Problem>;

    /// Evaluates logic that sees these variables and no others.
    fn evaluate(&mut self, logic: &Logic, variables: Variables) -> Result<Value, Self::Error>;

    /// Does the same for logic that may assign features, and says which ones it assigned, in order.
    fn assign(
        &mut self,
        logic: &Logic,
        variables: Variables,
        model: &Arc<ModelType>,
    ) -> Result<(Value, Variables), Self::Error>;

    /// The type of that name.
    fn model(&mut self, name: &str) -> Result<Option<Arc<ModelType>>, Self::Error>;

    /// Whether an instance is still being made.
    fn is_unfinished(&self, instance: &Arc<ObjectInstance>) -> bool;
}

/// What a feature holds.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    Unset,
    Set(Value),
}

/// What holds values of features: an instance, or one that is being made.
pub(crate) trait Stored {
    fn slot(&self, model: &ModelType, place: usize, feature: &Feature) -> Slot;

    /// The finished instance, which alone can follow URIs.
    fn instance(&self) -> Option<&Arc<ObjectInstance>>;
}

impl Stored for Arc<ObjectInstance> {
    fn slot(&self, model: &ModelType, place: usize, feature: &Feature) -> Slot {
        let known = if Arc::ptr_eq(self.object_type(), &model.object) {
            model.slots.get(place).copied().flatten().and_then(|slot| self.value_at(slot))
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

/// Reads a feature of an instance; nothing if the type has no such feature.
pub fn read<E: Evaluator>(
    evaluator: &mut E,
    model: &ModelType,
    instance: &Arc<ObjectInstance>,
    name: &str,
) -> Result<Option<Value>, E::Error> {
    match model.place(name) {
        Some(place) => read_feature(evaluator, model, instance, place).map(Some),
        None => Ok(None),
    }
}

pub(crate) fn read_feature<E: Evaluator, S: Stored>(
    evaluator: &mut E,
    model: &ModelType,
    stored: &S,
    place: usize,
) -> Result<Value, E::Error> {
    let Some(feature) = model.features.get(place) else { return Ok(Value::Undef) };
    if let Some(derived) = &feature.derived {
        let given = [(META, feature.meta.clone())];
        let variables = variables(evaluator, model, stored, derived, &given, Sees::AsRead)?;
        let value = evaluator.evaluate(derived, variables)?;
        return optional(evaluator, model, feature, value, Role::Derived);
    }
    let value = match stored.slot(model, place, feature) {
        Slot::Unset => return Ok(nothing(feature)),
        Slot::Set(value) => value,
    };
    let value = match &feature.get {
        Some(get) => {
            let given = given(feature, get, &value);
            let variables = variables(evaluator, model, stored, get, &given, Sees::AsStored)?;
            let got = evaluator.evaluate(get, variables)?;
            optional(evaluator, model, feature, got, Role::Got)?
        }
        None => value,
    };
    match (&feature.kind, stored.instance()) {
        (FeatureKind::Reference { containment: false, .. }, Some(holder)) => Ok(resolve(feature, holder, value)?),
        _ => Ok(value),
    }
}

/// What is read of a feature that holds nothing.
fn nothing(feature: &Feature) -> Value {
    if feature.multiplicity.is_list() && !feature.unsettable { Value::array([]) } else { Value::Undef }
}

/// Nothing need not be of the type, where nothing is enough.
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

/// What logic about one value sees: the value by two names, and `$meta`.
pub(crate) fn given(feature: &Feature, logic: &Logic, value: &Value) -> [(EcoString, Value); 3] {
    [(logic.parameter.clone(), value.clone()), (feature.name.clone(), value.clone()), (META, feature.meta.clone())]
}

/// How logic sees the other features.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sees {
    AsRead,
    /// But for those that are computed.
    AsStored,
}

/// The values of the variables that logic mentions: those that are given, and features.
pub(crate) fn variables<E: Evaluator, S: Stored>(
    evaluator: &mut E,
    model: &ModelType,
    stored: &S,
    logic: &Logic,
    given: &[(EcoString, Value)],
    sees: Sees,
) -> Result<Variables, E::Error> {
    let mut variables = Vec::with_capacity(logic.variables.len());
    for name in &logic.variables {
        if let Some((_, value)) = given.iter().find(|(known, _)| known == name) {
            variables.push((name.clone(), value.clone()));
            continue;
        }
        let Some(place) = model.place(name) else { continue };
        let stored_only =
            sees == Sees::AsStored && model.features.get(place).is_some_and(|feature| feature.derived.is_none());
        let value = match model.features.get(place) {
            Some(feature) if stored_only => match stored.slot(model, place, feature) {
                Slot::Unset => nothing(feature),
                Slot::Set(value) => value,
            },
            _ => read_feature(evaluator, model, stored, place)?,
        };
        variables.push((name.clone(), value));
    }
    Ok(variables)
}

/// Follows the URIs among the values of a reference.
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
