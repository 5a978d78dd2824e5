//! The steps of a search for `--explain`, as a tree that `text` and `data` render.

mod data;
mod text;

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Hash, Value};

/// A step of a search that has others in it.
#[derive(Clone, Debug)]
pub(super) enum Branch {
    Root,
    /// The search for a key.
    Top(EcoString),
    /// The search for what the data says about keys.
    Meta(EcoString),
    InvalidKey(EcoString),
    /// Where the way to merge comes from.
    MergeSource(EcoString),
    Module {
        name: EcoString,
        exists: bool,
    },
    Interpolation(EcoString),
    Merge {
        strategy: &'static str,
        options: Hash,
    },
    /// A layer, or an entry of a hierarchy.
    Provider {
        name: String,
        configuration: Option<String>,
        module: Option<EcoString>,
    },
    Location {
        original: EcoString,
        resolved: EcoString,
        is_uri: bool,
    },
    SubKey(Vec<Value>),
    Segment,
    Scope(String),
}

/// What came of a step.
#[derive(Clone, Debug, Default)]
enum Event {
    #[default]
    Nothing,
    Found(EcoString, Value),
    FoundInOverrides(EcoString, Value),
    FoundInDefaults(EcoString, Value),
    NotFound(EcoString),
    LocationNotFound,
    Result(Value),
}

#[derive(Debug)]
struct Step {
    branch: Branch,
    parent: usize,
    steps: Vec<usize>,
    event: Event,
    texts: Vec<String>,
}

/// Remembers the steps of a search while it goes on.
#[derive(Debug)]
pub(super) struct Explainer {
    all: Vec<Step>,
    current: usize,
    /// Whether only the options are of interest.
    pub only_options: bool,
}

/// What a search did.
#[derive(Debug)]
pub struct Explanation {
    all: Arc<[Step]>,
}

impl Explainer {
    pub(super) fn new(only_options: bool) -> Explainer {
        Explainer { all: vec![Step::new(Branch::Root, 0)], current: 0, only_options }
    }

    pub(super) fn begin(&mut self, branch: Branch) {
        let index = self.add(branch);
        self.current = index;
    }

    pub(super) fn end(&mut self) {
        self.current = self.all[self.current].parent;
    }

    /// A step that has nothing in it.
    pub(super) fn add(&mut self, branch: Branch) -> usize {
        let index = self.all.len();
        self.all.push(Step::new(branch, self.current));
        self.all[self.current].steps.push(index);
        index
    }

    pub(super) fn found(&mut self, key: &str, value: &Value) {
        self.all[self.current].event = Event::Found(key.into(), value.clone());
    }

    pub(super) fn found_in_overrides(&mut self, key: &str, value: &Value) {
        self.all[self.current].event = Event::FoundInOverrides(key.into(), value.clone());
    }

    pub(super) fn found_in_defaults(&mut self, key: &str, value: &Value) {
        self.all[self.current].event = Event::FoundInDefaults(key.into(), value.clone());
    }

    pub(super) fn not_found(&mut self, key: &str) {
        self.all[self.current].event = Event::NotFound(key.into());
    }

    pub(super) fn location_not_found(&mut self) {
        self.all[self.current].event = Event::LocationNotFound;
    }

    pub(super) fn result(&mut self, value: &Value) {
        self.all[self.current].event = Event::Result(value.clone());
    }

    pub(super) fn text(&mut self, text: String) {
        self.all[self.current].texts.push(text);
    }

    pub(super) fn finish(self) -> Explanation {
        Explanation { all: self.all.into() }
    }
}

impl Step {
    fn new(branch: Branch, parent: usize) -> Step {
        Step { branch, parent, steps: Vec::new(), event: Event::Nothing, texts: Vec::new() }
    }
}

fn without_strategy(options: &Hash) -> Hash {
    let others = options.iter().filter(|(name, _)| name.as_str() != Some("strategy"));
    others.map(|(name, value)| (name.clone(), value.clone())).collect()
}
