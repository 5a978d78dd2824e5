//! Providers whose `set` consists of create, update and delete.

use pcore::Value;
use pcore::keyed::HashMap;

use crate::{
    Change, Changes, Context, Failure, Feature, Generated, Identity, Insync, Outcome, Provider, Request, Resource,
    State, context::Action, definition::SchemaProblem, render::interpolate,
};

/// A provider that creates, updates and deletes one resource at a time.
///
/// Its type must have `ensure`. Each call happens inside a block of the context that logs its start and end. A failure
/// is logged, fails the resource, and does not affect the others.
pub trait SimpleProvider: Send {
    /// A struct with `#[derive(Resource)]`, or [`State`].
    type Resource: Resource;

    /// Returns every resource that exists, or the requested ones.
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<Self::Resource>>;

    /// Returns the title of a resource that [`get`](SimpleProvider::get) returned.
    ///
    /// Needed for types with several namevars and title patterns. It must match a pattern and agree with the namevars.
    fn title(&self, _resource: &Self::Resource) -> Option<String> {
        None
    }

    /// Creates a resource that does not exist.
    fn create(&mut self, _context: &Context, _name: &Identity, _should: Self::Resource) -> Outcome {
        Err(not_implemented::<Self>("create"))
    }

    /// Updates a resource that exists.
    ///
    /// `should` contains what the manifest specifies. A field that is `None` is not managed and must stay as it is.
    fn update(&mut self, _context: &Context, _name: &Identity, _should: Self::Resource) -> Outcome {
        Err(not_implemented::<Self>("update"))
    }

    /// Deletes a resource.
    fn delete(&mut self, _context: &Context, _name: &Identity) -> Outcome {
        Err(not_implemented::<Self>("delete"))
    }

    /// Feature `canonicalize`, see [`Provider::canonicalize`].
    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        Provider::canonicalize(&mut NoCapabilities, context, resources)
    }

    /// Feature `custom_insync`, see [`Provider::insync`].
    fn insync(
        &mut self,
        context: &Context,
        name: &Identity,
        property: &str,
        is: &State,
        should: &State,
    ) -> Outcome<Insync> {
        NoCapabilities.insync(context, name, property, is, should)
    }

    /// Feature `custom_generate`, see [`Provider::generate`].
    fn generate(
        &mut self,
        context: &Context,
        title: &Identity,
        is: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        NoCapabilities.generate(context, title, is, should)
    }

    /// Feature `refreshable`, see [`Provider::refresh`].
    fn refresh(&mut self, context: &Context, name: &Identity, should: &State) -> Outcome {
        NoCapabilities.refresh(context, name, should)
    }
}

/// Turns a [`SimpleProvider`] into a [`Provider`].
pub struct Simple<P>(pub P);

impl<P: SimpleProvider> Provider for Simple<P> {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let resources = self.0.get(context, request)?;
        let state = |resource: P::Resource| match self.0.title(&resource) {
            Some(title) => resource.into_state().with("title", title),
            None => resource.into_state(),
        };
        Ok(resources.into_iter().map(state).collect())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let mut found = ExistingStates::default();
        for change in changes {
            if !context.definition().is_ensurable() {
                return Err(Failure::new("SimpleProvider cannot be used with a Type that is not ensurable"));
            }
            let is = match &change.is {
                Some(is) => ensure(Some(is)),
                None => {
                    let is = found.state(self, context, &change.name)?;
                    if let Some(is) = &is {
                        let checked = context.definition().check_schema(is);
                        checked.map_err(SchemaProblem::into_failure)?;
                    }
                    ensure(is.as_ref())
                }
            };
            let should = ensure(change.should.as_ref());
            self.apply(context, change, Step::between(&is, &should), changes.noop())?;
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.0.canonicalize(context, resources)
    }

    fn insync(
        &mut self,
        context: &Context,
        name: &Identity,
        property: &str,
        is: &State,
        should: &State,
    ) -> Outcome<Insync> {
        self.0.insync(context, name, property, is, should)
    }

    fn generate(
        &mut self,
        context: &Context,
        title: &Identity,
        is: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        self.0.generate(context, title, is, should)
    }

    fn refresh(&mut self, context: &Context, name: &Identity, should: &State) -> Outcome {
        self.0.refresh(context, name, should)
    }
}

impl<P: SimpleProvider> Simple<P> {
    /// Makes the change that one resource needs, inside a block. In noop mode the block is only logged.
    fn apply(&mut self, context: &Context, change: &Change, step: Option<Step>, noop: bool) -> Outcome {
        let Some(step) = step else { return Ok(()) };
        let (action, message) = match step {
            Step::Create => (Action::Creating, "Creating (noop)"),
            Step::Update => (Action::Updating, "Updating (noop)"),
            Step::Delete => (Action::Deleting, "Deleting (noop)"),
        };
        if noop {
            return context.block(action, &change.name, Some(message), Some(|| Ok(())));
        }
        let name = full_name(context, change);
        let absent = State::new();
        let should = change.should.as_ref().unwrap_or(&absent);
        let body = || match step {
            Step::Create => self.0.create(context, &name, P::Resource::from_state(should)?),
            Step::Update => self.0.update(context, &name, P::Resource::from_state(should)?),
            Step::Delete => self.0.delete(context, &name),
        };
        context.block(action, &change.name, None, Some(body))
    }
}

/// The change that a resource needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Create,
    Update,
    Delete,
}

impl Step {
    /// Decides based on the values of `ensure`, which may be anything, or empty if it is missing.
    fn between(is: &str, should: &str) -> Option<Step> {
        match (is, should) {
            ("absent", "present") => Some(Step::Create),
            ("present", "absent") => Some(Step::Delete),
            ("present", _) => Some(Step::Update),
            _ => None,
        }
    }
}

/// Returns the text of `ensure`. No state means `absent`; a state without `ensure` is neither present nor absent.
fn ensure(state: Option<&State>) -> String {
    match state {
        None => "absent".to_owned(),
        Some(state) => state.get("ensure").map(interpolate).unwrap_or_default(),
    }
}

/// Returns the name for create, update and delete. A composite name contains every namevar with its desired value.
fn full_name(context: &Context, change: &Change) -> Identity {
    let Some(should) = change.should.as_ref().filter(|_| change.name.is_composite()) else {
        return change.name.clone();
    };
    Identity::new(context.definition().namevars().map(|namevar| {
        let known = should.get(namevar.name()).or_else(|| change.name.get(namevar.name()));
        (namevar.name().clone(), known.cloned().unwrap_or_default())
    }))
}

/// Caches the provider's `get` for resources whose state was not read yet.
#[derive(Default)]
struct ExistingStates {
    /// All resources by their namevars. Read once per `set`; changes made by that `set` are not read again.
    all: Option<HashMap<Vec<Value>, State>>,
}

impl ExistingStates {
    fn state<P: SimpleProvider>(
        &mut self,
        provider: &mut Simple<P>,
        context: &Context,
        name: &Identity,
    ) -> Outcome<Option<State>> {
        let key: Vec<Value> = name.iter().map(|(_, value)| value.clone()).collect();
        if context.definition().has(Feature::SimpleGetFilter) {
            let names = std::slice::from_ref(name);
            let states = provider.get(context, &Request::new(Some(names), &[]))?;
            return Ok(states.into_iter().find(|state| namevars(name, state) == key));
        }
        let all = match &mut self.all {
            Some(all) => all,
            none => {
                let states = provider.get(context, &Request::ALL)?;
                none.insert(states.into_iter().map(|state| (namevars(name, &state), state)).collect())
            }
        };
        Ok(all.get(&key).cloned())
    }
}

/// Returns the values in a state of the namevars of `name`.
fn namevars(name: &Identity, state: &State) -> Vec<Value> {
    name.iter().map(|(namevar, _)| state.get(namevar).cloned().unwrap_or_default()).collect()
}

/// Provides the default implementations of [`Provider`].
struct NoCapabilities;

impl Provider for NoCapabilities {
    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _context: &Context, _changes: &Changes) -> Outcome {
        Ok(())
    }
}

fn not_implemented<P: ?Sized>(function: &str) -> Failure {
    Failure::new(format!("{} has not implemented `{function}`", without_paths(std::any::type_name::<P>())))
}

/// Removes module paths from a type name, including those of its parameters.
fn without_paths(type_name: &str) -> String {
    let mut shown = String::new();
    for word in type_name.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != ':') {
        shown.push_str(word.rsplit("::").next().unwrap_or(word));
    }
    shown
}

#[cfg(test)]
mod tests;
