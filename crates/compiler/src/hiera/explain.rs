//! The steps of a search for `--explain`, as a tree that `text` and `data` render.

mod data;
mod text;

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
#[derive(Debug, Default)]
pub(super) enum Event {
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
    steps: Vec<Step>,
    event: Event,
    texts: Vec<String>,
}

/// Remembers the steps of a search while it goes on.
#[derive(Debug)]
pub(super) struct Explainer {
    current: Step,
    /// The steps around the current one, the outermost first.
    around: Vec<Step>,
    /// Whether only the options are of interest.
    pub only_options: bool,
}

/// What a search did.
#[derive(Debug)]
pub struct Explanation(Step);

impl Explainer {
    pub(super) fn new(only_options: bool) -> Explainer {
        Explainer { current: Step::new(Branch::Root), around: Vec::new(), only_options }
    }

    pub(super) fn begin(&mut self, branch: Branch) {
        self.around.push(std::mem::replace(&mut self.current, Step::new(branch)));
    }

    pub(super) fn end(&mut self) {
        if let Some(outer) = self.around.pop() {
            let ended = std::mem::replace(&mut self.current, outer);
            self.current.steps.push(ended);
        }
    }

    /// A step that has nothing in it.
    pub(super) fn add(&mut self, branch: Branch) {
        self.current.steps.push(Step::new(branch));
    }

    /// What came of the current step.
    pub(super) fn event(&mut self, event: Event) {
        self.current.event = event;
    }

    pub(super) fn text(&mut self, text: String) {
        self.current.texts.push(text);
    }

    pub(super) fn finish(self) -> Explanation {
        Explanation(self.current)
    }
}

impl Event {
    /// What came of looking for a key.
    pub(super) fn of(key: &str, found: Option<&Value>) -> Event {
        match found {
            Some(value) => Event::Found(key.into(), value.clone()),
            None => Event::NotFound(key.into()),
        }
    }
}

impl Step {
    fn new(branch: Branch) -> Step {
        Step { branch, steps: Vec::new(), event: Event::Nothing, texts: Vec::new() }
    }
}

fn without_strategy(options: &Hash) -> Hash {
    let others = options.iter().filter(|(name, _)| name.as_str() != Some("strategy"));
    others.map(|(name, value)| (name.clone(), value.clone())).collect()
}
