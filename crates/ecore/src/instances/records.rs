//! Instances as they stand in a document.

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::EcoString;
use model::ModelType;
use pcore::Value;
use rustc_hash::FxHashMap;

use super::json::{Step, locate};

/// The instances of a document.
#[derive(Debug)]
pub struct Records {
    /// The document.
    pub(crate) source: Arc<Source>,
    /// All instances: what contains others stands before them.
    pub(crate) records: Vec<Record>,
    /// Those that are part of no other.
    pub(crate) roots: Vec<usize>,
    /// Instances by the identifiers that the document gives them.
    pub(crate) identifiers: FxHashMap<EcoString, usize>,
    /// Whether places are found by paths, when they are needed: JSON is read without them.
    pub(crate) is_json: bool,
}

/// One instance.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) model: Arc<ModelType>,
    pub(crate) slots: Vec<(EcoString, Slot)>,
    /// What it is part of: the number of that, and the feature.
    pub(crate) holder: Option<(usize, EcoString)>,
    pub(crate) span: Span,
}

/// What a feature holds.
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

    /// How many instances there are, in all.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Where an instance stands, or one of its features.
    pub(crate) fn span(&self, number: usize, feature: Option<&str>) -> Span {
        if !self.is_json {
            return self.records.get(number).map(|record| record.span).unwrap_or_default();
        }
        let (root, steps) = self.steps(number);
        let mut path = Vec::new();
        if self.source.text.trim_start().starts_with('[') {
            path.push(Step::Index(self.root_number(root)));
        }
        for (feature, place) in steps {
            path.push(Step::Key(feature.to_string()));
            path.extend(place.map(Step::Index));
        }
        path.extend(feature.map(|feature| Step::Key(feature.to_owned())));
        let place = locate(&self.source.text, &path);
        Span::new(place, place)
    }

    /// The place of an outermost instance among these.
    pub(crate) fn root_number(&self, root: usize) -> usize {
        self.roots.binary_search(&root).unwrap_or(0)
    }

    /// Adds an instance, and says its number.
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
