//! Making an instance: defaults first, then what is given, at last what must hold of the whole. After that it stays as
//! it is.

mod restore;

use std::{cell::OnceCell, sync::Arc};

use pcore::{Hash, ObjectInstance, Value};

use crate::{
    Behaviour, Evaluator, Feature, FeatureKind, ModelType, Problem, Variables, check_invariant,
    outcome::check,
    reading::{META, Sees, Slot, Stored, given, read_feature, variables},
    value::{Role, conform, kind_of},
};

pub use restore::restore;

/// An instance that is being made.
#[derive(Debug)]
pub struct Initialization {
    model: Arc<ModelType>,
    slots: Vec<Slot>,
    /// Made when somebody asks for it.
    handle: OnceCell<Arc<ObjectInstance>>,
}

impl Stored for Initialization {
    fn slot(&self, _model: &ModelType, place: usize, _feature: &Feature) -> Slot {
        self.slots.get(place).cloned().unwrap_or(Slot::Unset)
    }

    fn instance(&self) -> Option<&Arc<ObjectInstance>> {
        None
    }
}

/// Makes an instance of what a hash says of its features.
pub fn create<E: Evaluator>(evaluator: &mut E, model: &Arc<ModelType>, entries: &Hash) -> Result<Value, E::Error> {
    let mut initialization = Initialization::begin(evaluator, model)?;
    initialization.set_all(evaluator, entries)?;
    initialization.finish(evaluator)
}

impl Initialization {
    /// Begins an instance: it has its defaults.
    pub fn begin<E: Evaluator>(evaluator: &mut E, model: &Arc<ModelType>) -> Result<Initialization, E::Error> {
        let name = &model.name;
        if model.is_resource {
            let problem = Problem::new(format!("'{name}' is a type of resources, which are declared"));
            return Err(problem.hint(format!("write {} {{ 'title': … }}", name.to_lowercase())).into());
        }
        Initialization::of_resource(evaluator, model)
    }

    /// Begins what a resource says of its features; it never becomes a value that manifests see.
    pub fn of_resource<E: Evaluator>(evaluator: &mut E, model: &Arc<ModelType>) -> Result<Initialization, E::Error> {
        let name = &model.name;
        if model.is_abstract {
            let problem = Problem::new(format!("'{name}' is abstract: it has no instances of its own"));
            return Err(problem.label(model.spot(), "the type is defined here").into());
        }
        let slots = vec![Slot::Unset; model.features.len()];
        let mut initialization = Initialization { model: model.clone(), slots, handle: OnceCell::new() };
        for (place, feature) in model.features.iter().enumerate() {
            if let Some(default) = &feature.default {
                initialization.store(evaluator, place, feature, default.clone(), Way::Replace)?;
            }
        }
        Ok(initialization)
    }

    /// What stands for the instance while it is being made. Its features are those of this initialization.
    pub fn handle(&self) -> Result<&Arc<ObjectInstance>, Problem> {
        if let Some(handle) = self.handle.get() {
            return Ok(handle);
        }
        let handle = Arc::new(instance_of(&self.model, &vec![Slot::Unset; self.model.features.len()])?);
        Ok(self.handle.get_or_init(|| handle))
    }

    /// Sets what a hash says.
    pub fn set_all<E: Evaluator>(&mut self, evaluator: &mut E, entries: &Hash) -> Result<(), E::Error> {
        for (key, value) in entries.iter() {
            match key {
                Value::String(name) => self.set(evaluator, name, value.clone())?,
                // The word of a case option, where a feature has its name.
                Value::Default if self.model.place("default").is_some() => {
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
        let (place, feature) = self.setable(name)?;
        self.store(evaluator, place, &feature, value, Way::Replace)
    }

    /// Adds to a list, and checks what is added.
    pub fn append<E: Evaluator>(&mut self, evaluator: &mut E, name: &str, value: Value) -> Result<(), E::Error> {
        let (place, feature) = self.setable(name)?;
        if !feature.multiplicity.is_list() {
            let message = format!("'+=' is for lists, and the feature '{name}' of {} is not one", self.model.name);
            return Err(Problem::new(message).label(feature.spot.clone(), "the feature is declared here").into());
        }
        let added = match value {
            list @ Value::Array(_) => list,
            single => Value::array([single]),
        };
        self.store(evaluator, place, &feature, added, Way::Append)
    }

    /// Reads a feature as it is now; nothing if the type has no such feature.
    pub fn read<E: Evaluator>(&self, evaluator: &mut E, name: &str) -> Result<Option<Value>, E::Error> {
        match self.model.place(name) {
            Some(place) => read_feature(evaluator, &self.model, self, place).map(Some),
            None => Ok(None),
        }
    }

    /// Checks what must hold of the whole, and makes the instance.
    pub fn finish<E: Evaluator>(self, evaluator: &mut E) -> Result<Value, E::Error> {
        self.check_numbers()?;
        self.check_containment()?;
        let model = &self.model;
        // What it contains is part of it from here on, so that its invariants can follow references.
        let whole = Value::from(instance_of(model, &self.slots)?);
        for invariant in &model.invariants {
            let logic = &invariant.logic;
            let given = [(META, model.meta.clone()), (logic.parameter.clone(), whole.clone())];
            let is_seen = model.place(&logic.parameter).is_none();
            let given = given.get(..if is_seen { 2 } else { 1 }).unwrap_or_default();
            let variables = variables(evaluator, model, &self, logic, given, Sees::AsRead)?;
            check_invariant(evaluator, invariant.title.as_deref(), &invariant.owner, logic, variables)?;
        }
        Ok(whole)
    }

    fn setable(&self, name: &str) -> Result<(usize, Arc<Feature>), Problem> {
        let found = self.model.place(name).and_then(|place| Some((place, self.model.features.get(place)?.clone())));
        let Some((place, feature)) = found else {
            let known = self.model.features.iter().map(|feature| feature.name.as_str());
            let problem = Problem::new(format!("{} has no feature '{name}'", self.model.name));
            return Err(problem.did_you_mean(name, known).label(self.model.spot(), "the type is defined here"));
        };
        if !feature.setable {
            let what = if feature.derived.is_some() { "is derived" } else { "is read-only" };
            let problem = Problem::new(format!("feature '{name}' of {} {what} and cannot be set", self.model.name));
            return Err(problem.label(feature.spot.clone(), "the feature is declared here"));
        }
        Ok((place, feature))
    }

    fn store<E: Evaluator>(
        &mut self,
        evaluator: &mut E,
        place: usize,
        feature: &Feature,
        value: Value,
        way: Way,
    ) -> Result<(), E::Error> {
        if value.is_undef() && feature.derived.is_none() {
            let nothing = if feature.multiplicity.is_list() { Value::array([]) } else { Value::Undef };
            self.fill(place, if feature.unsettable { Slot::Set(nothing) } else { Slot::Unset });
            return Ok(());
        }
        // Nobody but `set` would make something else of an instance, so that a hash is one already.
        let is_reference = matches!(feature.kind, FeatureKind::Reference { .. });
        let value = if is_reference { conform(evaluator, &self.model, feature, value, Role::Given)? } else { value };
        if let Some(validate) = &feature.validate {
            check(evaluator, feature, "validate", validate, &value)?;
        }
        let value = match &feature.set {
            None if is_reference => value,
            None => conform(evaluator, &self.model, feature, value, Role::Given)?,
            Some(set) => {
                let given = given(feature, set, &value);
                let variables = variables(evaluator, &self.model, self, set, &given, Sees::AsRead)?;
                let model = self.model.clone();
                let (returned, assigned) = evaluator.assign(set, variables, &model)?;
                let own = assigned.iter().any(|(name, _)| *name == feature.name);
                self.take_assigned(evaluator, assigned)?;
                if own || feature.derived.is_some() {
                    return Ok(());
                }
                if returned.is_undef() && !feature.multiplicity.is_required() {
                    self.fill(place, Slot::Unset);
                    return Ok(());
                }
                conform(evaluator, &self.model, feature, returned, Role::Set)?
            }
        };
        self.keep(evaluator, place, feature, value, way)
    }

    /// Stores what `set` assigned to features; `set` of those is not asked.
    fn take_assigned<E: Evaluator>(&mut self, evaluator: &mut E, assigned: Variables) -> Result<(), E::Error> {
        let model = self.model.clone();
        for (name, value) in assigned {
            let Some(place) = model.place(&name) else { continue };
            let Some(feature) = model.features.get(place) else { continue };
            if feature.derived.is_some() {
                let message = format!("'set' cannot assign the feature '{name}' of {}: it is derived", model.name);
                return Err(Problem::new(message).label(feature.spot.clone(), "the feature is declared here").into());
            }
            if value.is_undef() {
                self.fill(place, if feature.unsettable { Slot::Set(Value::Undef) } else { Slot::Unset });
                continue;
            }
            let value = conform(evaluator, &model, feature, value, Role::Assigned)?;
            self.keep(evaluator, place, feature, value, Way::Replace)?;
        }
        Ok(())
    }

    /// Checks a value that is of the type, and stores it.
    fn keep<E: Evaluator>(
        &mut self,
        evaluator: &mut E,
        place: usize,
        feature: &Feature,
        value: Value,
        way: Way,
    ) -> Result<(), E::Error> {
        if let Some(logic) = &feature.check {
            check(evaluator, feature, "check", logic, &value)?;
        }
        let value = match (way, value, self.slots.get_mut(place)) {
            (Way::Append, Value::Array(added), Some(Slot::Set(Value::Array(list)))) => {
                // Taken out, so that it grows in place.
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
            return Err(Problem::new(message).label(feature.spot.clone(), "the feature is declared here").into());
        }
        self.fill(place, Slot::Set(value));
        Ok(())
    }

    fn fill(&mut self, place: usize, slot: Slot) {
        if let Some(old) = self.slots.get_mut(place) {
            *old = slot;
        }
    }

    /// Whether there are as many values as there must be.
    fn check_numbers(&self) -> Result<(), Problem> {
        let features = self.model.features.iter().zip(&self.slots);
        for (feature, slot) in features.filter(|(feature, _)| feature.derived.is_none()) {
            let count = match slot {
                Slot::Unset | Slot::Set(Value::Undef) => 0,
                Slot::Set(Value::Array(items)) if feature.multiplicity.is_list() => items.len(),
                Slot::Set(_) => 1,
            };
            // What tells a resource from others is always there.
            let is_identity = feature.behaviour == Some(Behaviour::Namevar);
            let min = feature.multiplicity.min.max(usize::from(is_identity));
            if count < min {
                let (name, owner) = (&feature.name, &self.model.name);
                let message = match (min, count) {
                    (1, _) => format!("feature '{name}' of {owner} must have a value"),
                    (min, count) => format!("feature '{name}' of {owner} has at least {min} values, got {count}"),
                };
                return Err(Problem::new(message).label(feature.spot.clone(), "the feature is declared here"));
            }
        }
        Ok(())
    }

    /// Whether everything that it contains is part of nothing else.
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
                    let problem = Problem::new(message).label(feature.spot.clone(), "the feature is declared here");
                    return Err(problem.hint("containment => false makes it a mere reference"));
                }
            }
        }
        Ok(())
    }
}

/// Whether a value takes the place of another, or comes behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Replace,
    Append,
}

/// The instance of what the features hold.
fn instance_of(model: &ModelType, slots: &[Slot]) -> Result<ObjectInstance, Problem> {
    let value = |place: usize| {
        let feature = model.features.get(place)?;
        Some(match slots.get(place)? {
            Slot::Set(value) => value.clone(),
            Slot::Unset if feature.unsettable && !feature.multiplicity.is_required() => Value::Default,
            Slot::Unset if feature.multiplicity.is_list() => Value::array([]),
            Slot::Unset => Value::Undef,
        })
    };
    let values = model.parameters.iter().map(|place| value(*place).unwrap_or_default()).collect();
    ObjectInstance::of_values(model.object.clone(), values)
        .ok_or_else(|| Problem::new(format!("an instance of {} has another number of values", model.name)))
}
