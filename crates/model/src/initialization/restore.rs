//! Restores stored instances: `validate` and `set` were evaluated when they were created.

use diagnostics::Problem;
use std::sync::Arc;

use pcore::{Hash, Value};

use super::{Initialization, StoreMode};
use crate::{
    Evaluator, ModelType,
    reading::Slot,
    value::{Role, conform},
};

/// Creates an instance from its stored features, including read-only ones, but without derived and transient ones. The
/// values and the invariants are checked; missing features have their defaults.
pub fn restore<E: Evaluator>(evaluator: &mut E, model: &Arc<ModelType>, stored: &Hash) -> Result<Value, E::Error> {
    let mut initialization = Initialization::of_resource(evaluator, model)?;
    for (name, value) in stored.iter() {
        let name = name.as_str().unwrap_or_default();
        initialization.restore(evaluator, name, value.clone())?;
    }
    initialization.finish(evaluator)
}

impl Initialization {
    fn restore<E: Evaluator>(&mut self, evaluator: &mut E, name: &str, value: Value) -> Result<(), E::Error> {
        let model = Arc::clone(&self.model);
        let Some((index, feature)) =
            model.feature_index(name).and_then(|index| Some((index, model.features.get(index)?)))
        else {
            let known = model.features.iter().map(|feature| feature.name.as_str());
            let problem = Problem::new(format!("{} has no feature '{name}'", model.name));
            return Err(problem.did_you_mean(name, known).label(model.location(), "the type is defined here").into());
        };
        if feature.transient {
            let what = if feature.derived.is_some() { "is derived" } else { "is transient" };
            let problem = Problem::new(format!("feature '{name}' of {} {what} and is never stored", model.name));
            return Err(problem.label(feature.location.clone(), "the feature is declared here").into());
        }
        if value.is_undef() {
            let nothing = if feature.multiplicity.is_list() { Value::array([]) } else { Value::Undef };
            self.fill(index, if feature.unsettable { Slot::Set(nothing) } else { Slot::Unset });
            return Ok(());
        }
        let value = conform(evaluator, &model, feature, value, Role::Input)?;
        self.keep(evaluator, index, feature, value, StoreMode::Replace)
    }
}
