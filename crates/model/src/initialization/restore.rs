//! Restores stored instances: `validate` and `set` were evaluated when they were created.

use std::sync::Arc;

use pcore::{Hash, Value};

use super::{Initialization, StoreMode};
use crate::{
    Evaluator, ModelType,
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
        let (index, feature) = self.find(name)?;
        if feature.transient {
            let what = if feature.derived.is_some() { "is derived" } else { "is transient" };
            let message = format!("feature '{name}' of {} {what} and is never stored", self.model.name);
            return Err(feature.problem(message).into());
        }
        if value.is_undef() {
            self.clear(index, &feature);
            return Ok(());
        }
        let value = conform(evaluator, &self.model, &feature, value, Role::Input)?;
        self.keep(evaluator, index, &feature, value, StoreMode::Replace)
    }
}
