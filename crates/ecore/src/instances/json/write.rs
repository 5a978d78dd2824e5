//! Writes instances as JSON.

use std::sync::Arc;

use pcore::{ObjectInstance, Value, json, rich_data};

use super::TYPE;
use crate::{
    Secrets, WriteError,
    instances::{
        Types, address,
        state::{Document, State, expected_type},
    },
};

/// Writes instances, which are of these types, as a document.
pub fn write(instances: &[Arc<ObjectInstance>], types: &Types, secrets: Secrets) -> Result<String, WriteError> {
    let document = Document::of(instances, types, secrets)?;
    let mut values = Vec::with_capacity(instances.len());
    for (root, instance) in instances.iter().enumerate() {
        values.push(document.instance(root, instance, "", 0)?);
    }
    let whole = if values.len() == 1 { values.pop().unwrap_or_default() } else { Value::array(values) };
    Ok(json::write_pretty(&whole)? + "\n")
}

impl Document<'_> {
    fn instance(
        &self,
        root: usize,
        instance: &Arc<ObjectInstance>,
        expected: &str,
        depth: usize,
    ) -> Result<Value, WriteError> {
        if depth >= json::MAX_DEPTH {
            return Err(WriteError::TooDeep);
        }
        let model = self.model(instance)?;
        let mut entries: Vec<(Value, Value)> = Vec::new();
        if !model.name.eq_ignore_ascii_case(expected) {
            entries.push((TYPE.into(), Value::String(model.name.clone())));
        }
        for (feature, state) in self.states(model, instance)? {
            let is_list = feature.multiplicity.is_list();
            let values: Vec<Value> = match state {
                State::Nothing => Vec::new(),
                State::Data(value) => {
                    let data = rich_data::encode(value, rich_data::EncodeOptions::CATALOG)?;
                    entries.push((Value::String(feature.name.clone()), data));
                    continue;
                }
                State::Parts(parts) => {
                    let expected = expected_type(feature);
                    let parts = parts.into_iter().map(|part| self.instance(root, part, expected, depth + 1));
                    parts.collect::<Result<_, _>>()?
                }
                State::References(targets) => {
                    let path = |target| {
                        let (root, steps) = self.target(root, &model.name, &feature.name, target)?;
                        Ok::<_, WriteError>(Value::from(address::json(root, self.roots.len(), &steps).as_str()))
                    };
                    targets.iter().map(path).collect::<Result<_, _>>()?
                }
            };
            let value = if is_list { Value::array(values) } else { values.into_iter().next().unwrap_or_default() };
            entries.push((Value::String(feature.name.clone()), value));
        }
        Ok(Value::hash(entries))
    }
}
