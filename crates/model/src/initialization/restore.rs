//! Making an instance again of what was stored of it: `validate` and `set` had their turn when it was made first.

use std::sync::Arc;

use pcore::{Hash, Value};

use super::{Initialization, Way};
use crate::{
    Evaluator, ModelType, Problem,
    reading::Slot,
    value::{Role, conform},
};

/// Makes an instance of what its features held: read-only ones are among them, computed and transient ones are not.
/// What was stored is checked, and what must hold of the whole; what is missing has its default.
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
        let Some((place, feature)) = model.place(name).and_then(|place| Some((place, model.features.get(place)?)))
        else {
            let known = model.features.iter().map(|feature| feature.name.as_str());
            let problem = Problem::new(format!("{} has no feature '{name}'", model.name));
            return Err(problem.did_you_mean(name, known).label(model.spot(), "the type is defined here").into());
        };
        if feature.transient {
            let what = if feature.derived.is_some() { "is derived" } else { "is transient" };
            let problem = Problem::new(format!("feature '{name}' of {} {what} and is never stored", model.name));
            return Err(problem.label(feature.spot.clone(), "the feature is declared here").into());
        }
        if value.is_undef() {
            let nothing = if feature.multiplicity.is_list() { Value::array([]) } else { Value::Undef };
            self.fill(place, if feature.unsettable { Slot::Set(nothing) } else { Slot::Unset });
            return Ok(());
        }
        let value = conform(evaluator, &model, feature, value, Role::Given)?;
        self.keep(evaluator, place, feature, value, Way::Replace)
    }
}
