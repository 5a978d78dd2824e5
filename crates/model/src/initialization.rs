//! Creates instances: first the defaults are set, then the given values, and finally the invariants are checked. After
//! that an instance is immutable.

mod restore;

use diagnostics::Problem;
use std::{cell::OnceCell, sync::Arc};

use pcore::{Hash, ObjectInstance, Value};

use crate::{
    Behaviour, Evaluator, Feature, FeatureKind, ModelType, Variables, check_invariant,
    outcome::check,
    reading::{FeatureStore, META, Slot, View, bound, read_feature, variables},
    value::{Role, conform, kind_of},
};

pub use restore::restore;

/// An instance under construction.
#[derive(Debug)]
pub struct Initialization {
    model: Arc<ModelType>,
    slots: Vec<Slot>,
    /// Created on demand.
    handle: OnceCell<Arc<ObjectInstance>>,
}

impl FeatureStore for Initialization {
    fn slot(&self, _model: &ModelType, index: usize, _feature: &Feature) -> Slot {
        self.slots.get(index).cloned().unwrap_or(Slot::Unset)
    }

    fn instance(&self) -> Option<&Arc<ObjectInstance>> {
        None
    }
}

/// Creates an instance from a hash of its features.
pub fn create<E: Evaluator>(evaluator: &mut E, model: &Arc<ModelType>, entries: &Hash) -> Result<Value, E::Error> {
    let mut initialization = Initialization::begin(evaluator, model)?;
    initialization.set_all(evaluator, entries)?;
    initialization.finish(evaluator)
}

impl Initialization {
    /// Begins an instance with the defaults of its type.
    pub fn begin<E: Evaluator>(evaluator: &mut E, model: &Arc<ModelType>) -> Result<Initialization, E::Error> {
        let name = &model.name;
        if model.is_resource {
            let problem = Problem::new(format!("'{name}' is a type of resources, which are declared"));
            return Err(problem.hint(format!("write {} {{ 'title': … }}", name.to_lowercase())).into());
        }
        Initialization::of_resource(evaluator, model)
    }

    /// Begins the instance behind a resource, which manifests never see as a value.
    pub fn of_resource<E: Evaluator>(evaluator: &mut E, model: &Arc<ModelType>) -> Result<Initialization, E::Error> {
        let name = &model.name;
        if model.is_abstract {
            let problem = Problem::new(format!("'{name}' is abstract: it has no instances of its own"));
            return Err(problem.label(model.location(), "the type is defined here").into());
        }
        let slots = vec![Slot::Unset; model.features.len()];
        let mut initialization = Initialization { model: model.clone(), slots, handle: OnceCell::new() };
        for (index, feature) in model.features.iter().enumerate() {
            if let Some(default) = &feature.default {
                initialization.store(evaluator, index, feature, default.clone(), StoreMode::Replace)?;
            }
        }
        Ok(initialization)
    }

    /// Returns the value that represents the instance under construction.
    pub fn handle(&self) -> Result<&Arc<ObjectInstance>, Problem> {
        if let Some(handle) = self.handle.get() {
            return Ok(handle);
        }
        let handle = Arc::new(instance_of(&self.model, &vec![Slot::Unset; self.model.features.len()])?);
        Ok(self.handle.get_or_init(|| handle))
    }

    /// Sets all features of a hash.
    pub fn set_all<E: Evaluator>(&mut self, evaluator: &mut E, entries: &Hash) -> Result<(), E::Error> {
        for (key, value) in entries.iter() {
            match key {
                Value::String(name) => self.set(evaluator, name, value.clone())?,
                // The keyword `default` is also the name of a feature.
                Value::Default if self.model.feature_index("default").is_some() => {
                    self.set(evaluator, "default", value.clone())?;
                }
                other => {
                    let message = format!("The features of {} have names, got {}", self.model.name, kind_of(other));
                    return Err(Problem::new(message).into());
                }
            }
        }
        Ok(())
    }

    /// Sets a feature, and checks it at once.
    pub fn set<E: Evaluator>(&mut self, evaluator: &mut E, name: &str, value: Value) -> Result<(), E::Error> {
        let (index, feature) = self.setable(name)?;
        self.store(evaluator, index, &feature, value, StoreMode::Replace)
    }

    /// Appends to a list, and checks the added values.
    pub fn append<E: Evaluator>(&mut self, evaluator: &mut E, name: &str, value: Value) -> Result<(), E::Error> {
        let (index, feature) = self.setable(name)?;
        if !feature.multiplicity.is_list() {
            let message = format!("'+=' is for lists, and the feature '{name}' of {} is not one", self.model.name);
            return Err(feature.problem(message).into());
        }
        let added = match value {
            list @ Value::Array(_) => list,
            single => Value::array([single]),
        };
        self.store(evaluator, index, &feature, added, StoreMode::Append)
    }

    /// Reads the current value of a feature; `None` if the type has no such feature.
    pub fn read<E: Evaluator>(&self, evaluator: &mut E, name: &str) -> Result<Option<Value>, E::Error> {
        match self.model.feature_index(name) {
            Some(index) => read_feature(evaluator, &self.model, self, index).map(Some),
            None => Ok(None),
        }
    }

    /// Checks the instance as a whole, and finishes it.
    pub fn finish<E: Evaluator>(self, evaluator: &mut E) -> Result<Value, E::Error> {
        self.check_numbers()?;
        self.check_containment()?;
        let model = &self.model;
        // Its parts are contained in it from here on, so that its invariants can follow references.
        let whole = Value::from(instance_of(model, &self.slots)?);
        for invariant in &model.invariants {
            let logic = &invariant.logic;
            let bound = [(META, model.meta.clone()), (logic.parameter.clone(), whole.clone())];
            let is_seen = model.feature_index(&logic.parameter).is_none();
            let bound = bound.get(..if is_seen { 2 } else { 1 }).unwrap_or_default();
            let variables = variables(evaluator, model, &self, logic, bound, View::Computed)?;
            check_invariant(evaluator, invariant.title.as_deref(), &invariant.owner, logic, variables)?;
        }
        Ok(whole)
    }

    fn find(&self, name: &str) -> Result<(usize, Arc<Feature>), Problem> {
        let found =
            self.model.feature_index(name).and_then(|index| Some((index, self.model.features.get(index)?.clone())));
        found.ok_or_else(|| {
            let known = self.model.features.iter().map(|feature| feature.name.as_str());
            let problem = Problem::new(format!("{} has no feature '{name}'", self.model.name));
            problem.did_you_mean(name, known).label(self.model.location(), "the type is defined here")
        })
    }

    fn setable(&self, name: &str) -> Result<(usize, Arc<Feature>), Problem> {
        let (index, feature) = self.find(name)?;
        if !feature.setable {
            let what = if feature.derived.is_some() { "is derived" } else { "is read-only" };
            return Err(feature.problem(format!("feature '{name}' of {} {what} and cannot be set", self.model.name)));
        }
        Ok((index, feature))
    }

    fn store<E: Evaluator>(
        &mut self,
        evaluator: &mut E,
        index: usize,
        feature: &Feature,
        value: Value,
        mode: StoreMode,
    ) -> Result<(), E::Error> {
        if value.is_undef() && feature.derived.is_none() {
            self.clear(index, feature);
            return Ok(());
        }
        // Before `set` is called, a hash becomes an instance.
        let is_reference = matches!(feature.kind, FeatureKind::Reference { .. });
        let value = if is_reference { conform(evaluator, &self.model, feature, value, Role::Input)? } else { value };
        if let Some(validate) = &feature.validate {
            check(evaluator, feature, "validate", validate, &value)?;
        }
        let value = match &feature.set {
            None if is_reference => value,
            None => conform(evaluator, &self.model, feature, value, Role::Input)?,
            Some(set) => {
                let bound = bound(feature, set, &value);
                let variables = variables(evaluator, &self.model, self, set, &bound, View::Computed)?;
                let model = self.model.clone();
                let (returned, assigned) = evaluator.assign(set, variables, &model)?;
                let own = assigned.iter().any(|(name, _)| *name == feature.name);
                self.take_assigned(evaluator, assigned)?;
                if own || feature.derived.is_some() {
                    return Ok(());
                }
                if returned.is_undef() && !feature.multiplicity.is_required() {
                    self.fill(index, Slot::Unset);
                    return Ok(());
                }
                conform(evaluator, &self.model, feature, returned, Role::Set)?
            }
        };
        self.keep(evaluator, index, feature, value, mode)
    }

    /// Stores the features that `set` assigned, without evaluating the `set` of those.
    fn take_assigned<E: Evaluator>(&mut self, evaluator: &mut E, assigned: Variables) -> Result<(), E::Error> {
        let model = self.model.clone();
        for (name, value) in assigned {
            let Some(index) = model.feature_index(&name) else { continue };
            let Some(feature) = model.features.get(index) else { continue };
            if feature.derived.is_some() {
                let message = format!("'set' cannot assign the feature '{name}' of {}: it is derived", model.name);
                return Err(feature.problem(message).into());
            }
            if value.is_undef() {
                self.fill(index, if feature.unsettable { Slot::Set(Value::Undef) } else { Slot::Unset });
                continue;
            }
            let value = conform(evaluator, &model, feature, value, Role::Assigned)?;
            self.keep(evaluator, index, feature, value, StoreMode::Replace)?;
        }
        Ok(())
    }

    /// Checks a value of the right type, and stores it.
    fn keep<E: Evaluator>(
        &mut self,
        evaluator: &mut E,
        index: usize,
        feature: &Feature,
        value: Value,
        mode: StoreMode,
    ) -> Result<(), E::Error> {
        if let Some(logic) = &feature.check {
            check(evaluator, feature, "check", logic, &value)?;
        }
        let value = match (mode, value, self.slots.get_mut(index)) {
            (StoreMode::Append, Value::Array(added), Some(Slot::Set(Value::Array(list)))) => {
                // Taken out of the slot, so that it is extended without a copy.
                let mut list = std::mem::take(list);
                list.extend(added);
                Value::Array(list)
            }
            (_, value, _) => value,
        };
        if let (Value::Array(items), Some(max)) = (&value, feature.multiplicity.max)
            && items.len() > max
            && feature.multiplicity.is_list()
        {
            let (name, owner, count) = (&feature.name, &self.model.name, items.len());
            let message = format!("feature '{name}' of {owner} has at most {max} values, got {count}");
            return Err(feature.problem(message).into());
        }
        self.fill(index, Slot::Set(value));
        Ok(())
    }

    /// Sets a feature to nothing, or unsets it if there is no difference.
    fn clear(&mut self, index: usize, feature: &Feature) {
        let nothing = if feature.multiplicity.is_list() { Value::array([]) } else { Value::Undef };
        self.fill(index, if feature.unsettable { Slot::Set(nothing) } else { Slot::Unset });
    }

    fn fill(&mut self, index: usize, slot: Slot) {
        if let Some(old) = self.slots.get_mut(index) {
            *old = slot;
        }
    }

    /// Checks the number of values of each feature.
    fn check_numbers(&self) -> Result<(), Problem> {
        let features = self.model.features.iter().zip(&self.slots);
        for (feature, slot) in features.filter(|(feature, _)| feature.derived.is_none()) {
            let count = match slot {
                Slot::Unset | Slot::Set(Value::Undef) => 0,
                Slot::Set(Value::Array(items)) if feature.multiplicity.is_list() => items.len(),
                Slot::Set(_) => 1,
            };
            // A namevar always has a value.
            let is_identity = feature.behaviour == Some(Behaviour::Namevar);
            let min = feature.multiplicity.min.max(usize::from(is_identity));
            if count < min {
                let (name, owner) = (&feature.name, &self.model.name);
                let message = match (min, count) {
                    (1, _) => format!("feature '{name}' of {owner} must have a value"),
                    (min, count) => format!("feature '{name}' of {owner} has at least {min} values, got {count}"),
                };
                return Err(feature.problem(message));
            }
        }
        Ok(())
    }

    /// Checks that nothing it contains is part of another instance.
    fn check_containment(&self) -> Result<(), Problem> {
        let mut seen: rustc_hash::FxHashSet<*const ObjectInstance> = rustc_hash::FxHashSet::default();
        for (feature, slot) in self.model.features.iter().zip(&self.slots) {
            let (FeatureKind::Reference { containment: true, .. }, Slot::Set(value)) = (&feature.kind, slot) else {
                continue;
            };
            let items = match value {
                Value::Array(items) => items.as_slice(),
                single => std::slice::from_ref(single),
            };
            for item in items {
                let Value::Object(held) = item else { continue };
                if held.is_contained() || !seen.insert(Arc::as_ptr(held)) {
                    let what = held.object_type().label();
                    let (name, owner) = (&feature.name, &self.model.name);
                    let message =
                        format!("feature '{name}' of {owner} cannot contain a {what} that is part of another instance");
                    let problem = feature.problem(message);
                    return Err(problem.hint("containment => false makes it a mere reference"));
                }
            }
        }
        Ok(())
    }
}

/// Whether a value replaces the current one, or is appended to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StoreMode {
    Replace,
    Append,
}

/// Creates the instance from its slots.
fn instance_of(model: &ModelType, slots: &[Slot]) -> Result<ObjectInstance, Problem> {
    let value = |index: usize| {
        let feature = model.features.get(index)?;
        Some(match slots.get(index)? {
            Slot::Set(value) => value.clone(),
            Slot::Unset if feature.unsettable && !feature.multiplicity.is_required() => Value::Default,
            Slot::Unset if feature.multiplicity.is_list() => Value::array([]),
            Slot::Unset => Value::Undef,
        })
    };
    let values = model.parameters.iter().map(|index| value(*index).unwrap_or_default()).collect();
    ObjectInstance::of_values(model.object.clone(), values)
        .ok_or_else(|| Problem::new(format!("an instance of {} has another number of values", model.name)))
}
