//! The resources of the `set` at hand: for which of them lines may be logged, and what was said of each so far.

use ecow::EcoString;
use pcore::keyed::{HashMap, HashSet};
use pcore::{Hash, Value};

use crate::{
    Changes, Context, Failure, Identity, Outcome,
    context::{Shown, titles},
    log::Level,
    render::interpolate,
};

/// What a provider said of a resource during one `set`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// It is what it should be, or was brought there.
    Done,
    /// It failed.
    Failed,
}

/// The `set` at hand.
#[derive(Default)]
pub(super) struct Scope {
    /// Every form in which the provider may name a resource; `None` when any may be named.
    managed: Option<HashSet<Value>>,
    spoken: HashMap<Value, Spoken>,
}

/// What was said of one title.
#[derive(Clone, Copy, Default)]
struct Spoken {
    opened: bool,
    acted: bool,
    complained: bool,
    reported: Option<Reported>,
}

/// What kind of thing is said of a title, for the rules on order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Saying {
    /// A block is opened.
    Open,
    /// A plain message.
    Message,
    /// An attribute was changed.
    Attribute,
    /// The resource was created, updated, deleted or processed, or it failed.
    Action,
}

/// Ends the `set` at hand when it is dropped.
#[must_use = "the set ends when this is dropped"]
pub struct ActiveSet<'c> {
    context: &'c Context,
}

impl Drop for ActiveSet<'_> {
    fn drop(&mut self) {
        *self.context.scope.borrow_mut() = None;
        self.context.noop.set(false);
    }
}

impl Context {
    /// Begins a `set`: until the answer is dropped, titles of other resources are refused, and
    /// [`noop`](Context::noop) is that of the changes.
    pub fn begin_set(&self, changes: &Changes) -> ActiveSet<'_> {
        let mut managed = HashSet::default();
        for change in changes {
            insert_identity(&mut managed, &change.name);
            for state in [&change.is, &change.should].into_iter().flatten() {
                managed.extend(state.known("title").map(key));
            }
        }
        *self.scope.borrow_mut() = Some(Scope { managed: Some(managed), ..Scope::default() });
        self.noop.set(changes.noop());
        ActiveSet { context: self }
    }

    /// Allows log lines for these resources alone (`None`: for any). [`begin_set`](Context::begin_set) is the usual
    /// way.
    pub fn restrict_to(&self, managed: Option<Vec<Identity>>) {
        *self.scope.borrow_mut() = managed.map(|identities| {
            let mut managed = HashSet::default();
            identities.iter().for_each(|identity| insert_identity(&mut managed, identity));
            Scope { managed: Some(managed), ..Scope::default() }
        });
    }

    /// What the provider said of a resource during this `set`: nothing, that it is done, or that it failed.
    ///
    /// It must be asked before the `set` ends.
    pub fn reported(&self, resource: &Identity) -> Option<Reported> {
        self.scope.borrow().as_ref()?.spoken.get(&key(&resource.shown()))?.reported
    }

    /// Refuses titles of resources that are not managed by the `set` at hand, and notes what is said of the others.
    pub(super) fn about(&self, given: &Value, saying: Saying) -> Outcome {
        let mut complaints = Vec::new();
        if let Some(scope) = self.scope.borrow_mut().as_mut() {
            for title in titles::flatten(given) {
                let key = key(title);
                if scope.managed.as_ref().is_some_and(|managed| !managed.contains(&key)) {
                    let title = self.log.scrubber().scrub(&interpolate(title)).into_owned();
                    return Err(Failure::developer(format!("Managing resource outside of requested set: {title}")));
                }
                let spoken = scope.spoken.entry(key).or_default();
                if let Some(complaint) = spoken.say(saying) {
                    complaints.push(format!("{}[{}]: {complaint}", self.definition.name(), interpolate(title)));
                }
            }
        }
        complaints.iter().for_each(|complaint| self.log.line(Level::Debug, complaint));
        Ok(())
    }

    /// Remembers how the resources of these titles ended; a failure stays one.
    pub(super) fn report(&self, given: &Value, reported: Reported) {
        if let Some(scope) = self.scope.borrow_mut().as_mut() {
            for title in titles::flatten(given) {
                let spoken = scope.spoken.entry(key(title)).or_default();
                if spoken.reported != Some(Reported::Failed) {
                    spoken.reported = Some(reported);
                }
            }
        }
    }
}

impl Spoken {
    /// Notes what is said, and returns the rule on order that it breaks, once a title.
    fn say(&mut self, saying: Saying) -> Option<&'static str> {
        let broken = match saying {
            Saying::Open => None,
            _ if !self.opened => Some("its provider logs for it before it opens a block such as `updating` for it"),
            Saying::Attribute if self.acted => Some("its provider logs the change of an attribute after the action"),
            _ => None,
        };
        self.opened |= saying == Saying::Open;
        self.acted |= saying == Saying::Action;
        let first = broken.filter(|_| !self.complained);
        self.complained |= first.is_some();
        first
    }
}

fn insert_identity(managed: &mut HashSet<Value>, identity: &Identity) {
    managed.insert(key(&identity.shown()));
    managed.insert(Value::string(EcoString::from(identity.to_string())));
    managed.insert(key(&identity
        .iter()
        .cloned()
        .map(|(name, value)| (Value::String(name), value))
        .collect::<Hash>()
        .into()));
}

/// The form of a title that is compared: the text of a name, a map with strings as keys.
fn key(title: &Value) -> Value {
    match title {
        Value::Hash(map) => {
            let text = |name: &Value| Value::from(interpolate(name));
            map.iter().map(|(name, value)| (text(name), value.clone())).collect::<Hash>().into()
        }
        other => Value::from(interpolate(other)),
    }
}
