//! The resources of the current `set`: which titles may be logged, and what was reported for each of them.

use ecow::EcoString;
use pcore::keyed::{HashMap, HashSet};
use pcore::{Hash, Value};

use crate::{
    Context, Failure, Identity, Outcome,
    context::{Shown, titles},
    log::Level,
    render::interpolate,
};

/// What a provider reported for a resource during one `set`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// It is in sync, or was brought in sync.
    Done,
    /// It failed.
    Failed,
}

/// The current `set`.
#[derive(Default)]
pub(super) struct Scope {
    /// Every form in which the provider may name a resource; `None` if any name is allowed.
    managed: Option<HashSet<Value>>,
    titles: HashMap<Value, TitleState>,
}

/// What was logged for one title.
#[derive(Clone, Copy, Default)]
struct TitleState {
    opened: bool,
    acted: bool,
    warned: bool,
    reported: Option<Reported>,
}

/// The kind of a log line, for the rules on their order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Statement {
    /// A block is opened.
    Open,
    /// A plain message.
    Message,
    /// An attribute was changed.
    Attribute,
    /// The resource was created, updated, deleted or processed, or it failed.
    Action,
}

impl Scope {
    /// The `set` of resources that have these names.
    pub(super) fn of(managed: HashSet<Value>) -> Scope {
        Scope { managed: Some(managed), ..Scope::default() }
    }

    /// What was reported for a resource.
    pub(super) fn reported(&self, resource: &Identity) -> Option<Reported> {
        self.titles.get(&key(&resource.shown()))?.reported
    }
}

impl Context {
    /// Refuses titles that the current `set` does not manage, and records the statement for the others.
    pub(super) fn about(&self, given: &Value, statement: Statement) -> Outcome {
        let mut warnings = Vec::new();
        if let Some(scope) = self.scope.borrow_mut().as_mut() {
            for title in titles::flatten(given) {
                let key = key(title);
                if scope.managed.as_ref().is_some_and(|managed| !managed.contains(&key)) {
                    let title = self.log.scrubber().scrub(&interpolate(title)).into_owned();
                    return Err(Failure::developer(format!("Managing resource outside of requested set: {title}")));
                }
                let state = scope.titles.entry(key).or_default();
                if let Some(warning) = state.record(statement) {
                    warnings.push(format!("{}[{}]: {warning}", self.definition.name(), interpolate(title)));
                }
            }
        }
        warnings.iter().for_each(|warning| self.log.line(Level::Debug, warning));
        Ok(())
    }

    /// Records the outcome for these titles. A failure is final.
    pub(super) fn report(&self, given: &Value, reported: Reported) {
        if let Some(scope) = self.scope.borrow_mut().as_mut() {
            for title in titles::flatten(given) {
                let state = scope.titles.entry(key(title)).or_default();
                if state.reported != Some(Reported::Failed) {
                    state.reported = Some(reported);
                }
            }
        }
    }
}

impl TitleState {
    /// Records a statement. Returns the ordering rule that it violates, at most once per title.
    fn record(&mut self, statement: Statement) -> Option<&'static str> {
        let broken = match statement {
            Statement::Open => None,
            _ if !self.opened => Some("its provider logs for it before it opens a block such as `updating` for it"),
            Statement::Attribute if self.acted => Some("its provider logs the change of an attribute after the action"),
            _ => None,
        };
        self.opened |= statement == Statement::Open;
        self.acted |= statement == Statement::Action;
        let first = broken.filter(|_| !self.warned);
        self.warned |= first.is_some();
        first
    }
}

pub(super) fn insert_identity(managed: &mut HashSet<Value>, identity: &Identity) {
    managed.insert(key(&identity.shown()));
    managed.insert(Value::string(EcoString::from(identity.to_string())));
    managed.insert(key(&identity
        .iter()
        .cloned()
        .map(|(name, value)| (Value::String(name), value))
        .collect::<Hash>()
        .into()));
}

/// Normalizes a title for comparison: the text of a name, or a map with strings as keys.
pub(super) fn key(title: &Value) -> Value {
    match title {
        Value::Hash(map) => {
            let text = |name: &Value| Value::from(interpolate(name));
            map.iter().map(|(name, value)| (text(name), value.clone())).collect::<Hash>().into()
        }
        other => Value::from(interpolate(other)),
    }
}
