//! The instances of a document before they are created.

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::EcoString;
use model::{Feature, ModelType};
use pcore::{
    Value,
    json::{self, JsonPath, Step},
};
use rustc_hash::FxHashMap;

use crate::DocumentError;

/// The instances of a document.
#[derive(Debug)]
pub struct Records {
    pub(crate) source: Arc<Source>,
    /// All instances; containers come before their parts.
    pub(crate) records: Vec<Record>,
    /// The indices of the outermost instances.
    pub(crate) roots: Vec<usize>,
    /// Instances by the identifiers that the document gives them.
    pub(crate) identifiers: FxHashMap<EcoString, usize>,
    /// Whether spans are found by paths on demand: the JSON parser does not record them.
    pub(crate) is_json: bool,
}

#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) model: Arc<ModelType>,
    pub(crate) slots: Vec<(EcoString, Slot)>,
    /// The index of its container, and the feature.
    pub(crate) holder: Option<(usize, EcoString)>,
    pub(crate) span: Span,
}

/// The value of a feature.
#[derive(Debug)]
pub(crate) enum Slot {
    /// It is set to nothing.
    Nothing,
    /// Data, which is an Array if the feature is a list.
    Data(Value),
    /// Instances that are part of this one.
    Parts(Vec<usize>),
    /// Instances that are somewhere else.
    References(Vec<EcoString>),
}

impl Records {
    pub(crate) fn new(source: &Arc<Source>, is_json: bool) -> Records {
        Records {
            source: Arc::clone(source),
            records: Vec::new(),
            roots: Vec::new(),
            identifiers: FxHashMap::default(),
            is_json,
        }
    }

    /// The span of an instance or of one of its features.
    pub(crate) fn span(&self, number: usize, feature: Option<&str>) -> Span {
        if !self.is_json {
            return self.records.get(number).map(|record| record.span).unwrap_or_default();
        }
        let (root, steps) = self.steps(number);
        let mut path = JsonPath::default();
        if self.source.text.trim_start().starts_with('[') {
            path.push(self.root_number(root));
        }
        for (feature, index) in steps {
            path.push(Step::Key(feature));
            index.into_iter().for_each(|index| path.push(index));
        }
        feature.into_iter().for_each(|feature| path.push(feature));
        let offset = json::locate(&self.source.text, &path);
        Span::new(offset, offset)
    }

    /// The index of an outermost instance among the outermost ones.
    pub(crate) fn root_number(&self, root: usize) -> usize {
        self.roots.binary_search(&root).unwrap_or(0)
    }

    /// The feature of a type that the document names at a span.
    pub(crate) fn feature<'m>(
        &self,
        model: &'m ModelType,
        name: &str,
        span: impl FnOnce() -> Span,
    ) -> Result<&'m Feature, DocumentError> {
        let Some(feature) = model.feature(name) else {
            let message = format!("{} has no feature '{name}'", model.name);
            let known = model.features.iter().map(|feature| feature.name.as_str());
            return Err(DocumentError::new(&self.source, span(), message).did_you_mean(name, known));
        };
        if feature.transient {
            let what = if feature.derived.is_some() { "derived" } else { "transient" };
            let message = format!("feature '{name}' of {} is {what} and never stored in a document", model.name);
            return Err(DocumentError::new(&self.source, span(), message));
        }
        Ok(feature)
    }

    /// Adds an instance, and returns its index.
    pub(crate) fn add(&mut self, model: &Arc<ModelType>, holder: Option<(usize, EcoString)>, span: Span) -> usize {
        let number = self.records.len();
        if holder.is_none() {
            self.roots.push(number);
        }
        self.records.push(Record { model: Arc::clone(model), slots: Vec::new(), holder, span });
        number
    }
}

impl Record {
    pub(crate) fn slot(&self, feature: &str) -> Option<&Slot> {
        self.slots.iter().find(|(name, _)| name == feature).map(|(_, slot)| slot)
    }

    pub(crate) fn slot_mut(&mut self, feature: &str) -> Option<&mut Slot> {
        self.slots.iter_mut().find(|(name, _)| name == feature).map(|(_, slot)| slot)
    }
}
