//! Builds instances from records: parts before their containers, and outermost instances before those that refer to them.

use std::sync::Arc;

use ecow::EcoString;
use model::{ModelType, in_order};
use pcore::{Hash, Value, uri::Uri};

use super::{
    address,
    records::{Record, Records, Slot},
};
use crate::DocumentError;

/// Why instances cannot be created.
#[derive(Debug)]
pub enum BuildError<E> {
    /// The document has an error.
    DocumentError(Box<DocumentError>),
    /// An instance was refused: its location, and the reason.
    Refused(Box<DocumentError>, E),
}

impl Records {
    /// Creates the outermost instances and all their parts. `make` creates one from the stored values of its features.
    pub fn build<E>(
        &self,
        mut make: impl FnMut(&Arc<ModelType>, &Hash) -> Result<Value, E>,
    ) -> Result<Vec<Value>, BuildError<E>> {
        let failed = |error: DocumentError| BuildError::DocumentError(Box::new(error));
        let targets = self.targets().map_err(failed)?;
        let order = self.order(&targets).map_err(failed)?;
        let mut made: Vec<Option<Value>> = vec![None; self.records.len()];
        for number in order {
            let Some(record) = self.records.get(number) else { continue };
            let mut stored = Vec::with_capacity(record.slots.len());
            for (index, (feature, slot)) in record.slots.iter().enumerate() {
                let value = match slot {
                    Slot::Nothing => Value::Undef,
                    Slot::Data(value) => value.clone(),
                    Slot::Parts(parts) => {
                        let parts = parts.iter().filter_map(|part| made.get_mut(*part).and_then(Option::take));
                        whole(record.model.feature(feature), parts.collect())
                    }
                    Slot::References(_) => {
                        let referred = targets.get(number).and_then(|slots| slots.get(index));
                        let referred = referred.map(Vec::as_slice).unwrap_or_default();
                        let values = referred.iter().map(|target| self.reference(number, *target, &made));
                        whole(record.model.feature(feature), values.collect())
                    }
                };
                stored.push((Value::String(feature.clone()), value));
            }
            let stored: Hash = stored.into_iter().collect();
            match make(&record.model, &stored) {
                Ok(value) => {
                    if let Some(slot) = made.get_mut(number) {
                        *slot = Some(value);
                    }
                }
                Err(error) => {
                    let (root, steps) = self.steps(number);
                    let root = self.root_number(root);
                    let message =
                        format!("the {} at {}", record.model.name, address::json(root, self.roots.len(), &steps));
                    let document_error = DocumentError::new(&self.source, self.span(number, None), message);
                    return Err(BuildError::Refused(Box::new(document_error), error));
                }
            }
        }
        Ok(self.roots.iter().filter_map(|root| made.get_mut(*root).and_then(Option::take)).collect())
    }

    /// Resolves the references of each slot of each record.
    fn targets(&self) -> Result<Vec<Vec<Vec<usize>>>, DocumentError> {
        let of_record = |(number, record): (usize, &Record)| {
            let of_slot = |(feature, slot): &(EcoString, Slot)| match slot {
                Slot::References(uris) => {
                    uris.iter().map(|uri| self.target(number, &record.model, feature, uri)).collect()
                }
                Slot::Nothing | Slot::Data(_) | Slot::Parts(_) => Ok(Vec::new()),
            };
            record.slots.iter().map(of_slot).collect()
        };
        self.records.iter().enumerate().map(of_record).collect()
    }

    fn target(&self, holder: usize, model: &ModelType, feature: &EcoString, uri: &str) -> Result<usize, DocumentError> {
        let owner = &model.name;
        let Some(found) = self.resolve(uri) else {
            let message = format!("'{uri}' in the feature '{feature}' of {owner} does not resolve");
            let span = self.span(holder, Some(feature));
            return Err(
                DocumentError::new(&self.source, span, message).hint("paths are written as '#/feature/0/feature'")
            );
        };
        let wanted = model.feature(feature).map(|feature| &feature.kind);
        if let (Some(model::FeatureKind::Reference { target, .. }), Some(record)) = (wanted, self.records.get(found))
            && !record.model.ancestry().any(|ancestor| ancestor.name.eq_ignore_ascii_case(target))
        {
            let is = &record.model.name;
            let message = format!("'{uri}' in the feature '{feature}' of {owner} is a {is}, expected {target}");
            return Err(DocumentError::new(&self.source, self.span(holder, Some(feature)), message));
        }
        Ok(found)
    }

    /// A reference as a value: a path within the same outermost instance, another outermost instance itself.
    fn reference(&self, holder: usize, target: usize, made: &[Option<Value>]) -> Value {
        let (own, _) = self.steps(holder);
        let (root, steps) = self.steps(target);
        if own != root
            && let Some(Some(Value::Object(outer))) = made.get(root)
        {
            let path = address::json(0, 1, &steps);
            return outer.resolve(&path).map_or(Value::Undef, Value::Object);
        }
        let path = address::json(0, 1, &steps);
        Uri::parse(&path).map_or_else(|_| Value::from(path.as_str()), Value::from)
    }

    /// The order in which instances are created.
    fn order(&self, targets: &[Vec<Vec<usize>>]) -> Result<Vec<usize>, DocumentError> {
        let count = self.roots.len();
        // The outermost instances that each refers to.
        let mut needs: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut owner = 0;
        for (number, slots) in targets.iter().enumerate() {
            if self.roots.get(owner + 1).is_some_and(|next| *next <= number) {
                owner += 1;
            }
            for target in slots.iter().flatten() {
                let root = self.roots.partition_point(|root| root <= target).saturating_sub(1);
                if root != owner
                    && let Some(needed) = needs.get_mut(owner)
                {
                    needed.push(root);
                }
            }
        }
        let roots = in_order(&needs, |chain, back| Err(self.cycle_error(chain.last().copied().unwrap_or(back), back)))?;
        let mut order = Vec::with_capacity(self.records.len());
        for root in roots {
            let begin = self.roots.get(root).copied().unwrap_or(0);
            let end = self.roots.get(root + 1).copied().unwrap_or(self.records.len());
            order.extend((begin..end).rev());
        }
        Ok(order)
    }

    fn cycle_error(&self, root: usize, other: usize) -> DocumentError {
        let span = self.roots.get(root).map(|number| self.span(*number, None));
        let message = format!("the outermost instances {root} and {other} refer to each other");
        DocumentError::new(&self.source, span.unwrap_or_default(), message).hint("make both parts of one instance")
    }
}

/// One value, or a list.
fn whole(feature: Option<&Arc<model::Feature>>, mut values: Vec<Value>) -> Value {
    match feature {
        Some(feature) if !feature.multiplicity.is_list() => values.pop().unwrap_or_default(),
        _ => Value::array(values),
    }
}
