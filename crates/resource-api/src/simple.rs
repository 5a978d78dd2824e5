//! Providers whose `set` consists of create, update and delete.

mod canonical;

use pcore::Value;
use pcore::keyed::HashMap;

use crate::{
    Change, Changes, Context, Failure, Feature, Generated, Identity, Insync, Outcome, Provider, Request, Resource,
    State,
    context::Action,
    definition::SchemaProblem,
    provider::{Implements, Methods, overlay},
    render::interpolate,
};

/// A provider that creates, updates and deletes one resource at a time.
///
/// Its type must have `ensure`. Each call happens inside a block of the context that logs its start and end. A failure
/// is logged, fails the resource, and does not affect the others.
///
/// As for [`Provider`], [`#[provider]`](macro@crate::provider) above the implementation tells the runtime which of the optional
/// methods there are.
pub trait SimpleProvider: Implements + Send {
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

    /// Creates a resource that does not exist. A field that the manifest does not set is `None`.
    fn create(&mut self, _context: &Context, _name: &Identity, _should: Self::Resource) -> Outcome {
        Err(not_implemented::<Self>("create"))
    }

    /// Updates a resource that exists.
    ///
    /// `should` is the complete resource: what the manifest does not set has the value that it has in `is`. So a provider may
    /// write all of it, and nothing is lost.
    fn update(
        &mut self,
        _context: &Context,
        _name: &Identity,
        _is: Self::Resource,
        _should: Self::Resource,
    ) -> Outcome {
        Err(not_implemented::<Self>("update"))
    }

    /// Deletes a resource.
    fn delete(&mut self, _context: &Context, _name: &Identity) -> Outcome {
        Err(not_implemented::<Self>("delete"))
    }

    /// Writes what the other methods changed in memory, see [`Provider::flush`].
    fn flush(&mut self, _context: &Context) -> Outcome {
        Ok(())
    }

    /// Feature `canonicalize`: brings the values of a manifest into the form that [`get`](SimpleProvider::get) returns.
    ///
    /// A mandatory field that the manifest does not set has an empty value here, such as `""`; changing it has no effect.
    fn canonicalize(&mut self, _context: &Context, _resource: &mut Self::Resource) -> Outcome {
        Ok(())
    }

    /// Feature `custom_insync`: decides whether a property of a resource that exists is in sync. It is not called for
    /// `ensure`. `should` is complete, as in [`update`](SimpleProvider::update).
    fn insync(
        &mut self,
        _context: &Context,
        _name: &Identity,
        _property: &str,
        _is: &Self::Resource,
        _should: &Self::Resource,
    ) -> Outcome<Insync> {
        Ok(Insync::Default)
    }

    /// Feature `custom_generate`: returns additional resources to manage. `is` is known only if it was read already and the
    /// resource exists.
    fn generate(
        &mut self,
        _context: &Context,
        _title: &Identity,
        _is: Option<&Self::Resource>,
        _should: &Self::Resource,
    ) -> Outcome<Vec<Generated>> {
        Ok(Vec::new())
    }

    /// Feature `refreshable`, see [`Provider::refresh`].
    fn refresh(&mut self, _context: &Context, _name: &Identity, _should: &Self::Resource) -> Outcome {
        Ok(())
    }
}

/// Turns a [`SimpleProvider`] into a [`Provider`].
pub struct Simple<P>(pub P);

impl<P: SimpleProvider> Implements for Simple<P> {
    fn methods() -> Methods {
        P::methods()
    }
}

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
        let mut existing = ExistingStates::default();
        for change in changes {
            if !context.definition().is_ensurable() {
                return Err(Failure::new("SimpleProvider cannot be used with a Type that is not ensurable"));
            }
            let is = match &change.is {
                Some(is) => Some(is.clone()),
                None => {
                    let is = existing.state(self, context, &change.name)?;
                    if let Some(is) = &is {
                        let checked = context.definition().check_schema(is);
                        checked.map_err(SchemaProblem::into_failure)?;
                    }
                    is
                }
            };
            self.apply(context, change, is.as_ref(), changes.noop())?;
        }
        Ok(())
    }

    fn flush(&mut self, context: &Context, _changes: &Changes) -> Outcome {
        self.0.flush(context)
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(|state| canonical::canonicalize(&mut self.0, context, state))
    }

    fn insync(
        &mut self,
        context: &Context,
        name: &Identity,
        property: &str,
        is: &State,
        should: &State,
    ) -> Outcome<Insync> {
        if property == "ensure" {
            return Ok(Insync::Default);
        }
        let target = P::Resource::from_state(&overlay(Some(is), should))?;
        self.0.insync(context, name, property, &P::Resource::from_state(is)?, &target)
    }

    fn generate(
        &mut self,
        context: &Context,
        title: &Identity,
        is: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        let target = P::Resource::from_state(&overlay(is, should))?;
        let is = is.filter(|is| ensure(Some(is)) == "present").map(P::Resource::from_state).transpose()?;
        self.0.generate(context, title, is.as_ref(), &target)
    }

    fn refresh(&mut self, context: &Context, name: &Identity, should: &State) -> Outcome {
        self.0.refresh(context, name, &P::Resource::from_state(should)?)
    }
}

impl<P: SimpleProvider> Simple<P> {
    /// Makes the change that one resource needs, inside a block. In noop mode the block is only logged.
    fn apply(&mut self, context: &Context, change: &Change, is: Option<&State>, noop: bool) -> Outcome {
        let Some(action) = needed(&ensure(is), &ensure(change.should.as_ref())) else { return Ok(()) };
        if noop {
            let message = format!("{} (noop)", action.message());
            return context.block(action, &change.name, Some(&message), Some(|| Ok(())));
        }
        let name = full_name(context, change);
        let typed = |state: Option<&State>| P::Resource::from_state(&state.cloned().unwrap_or_default());
        let should = change.should.as_ref();
        let body = || match action {
            Action::Creating => self.0.create(context, &name, typed(should)?),
            Action::Deleting => self.0.delete(context, &name),
            _ => {
                let target = should.map(|should| overlay(is, should));
                self.0.update(context, &name, typed(is)?, typed(target.as_ref())?)
            }
        };
        context.block(action, &change.name, None, Some(body))
    }
}

/// Decides what a resource needs, based on the values of `ensure`, which may be anything, or empty if it is missing.
fn needed(is: &str, should: &str) -> Option<Action> {
    match (is, should) {
        ("absent", "present") => Some(Action::Creating),
        ("present", "absent") => Some(Action::Deleting),
        ("present", _) => Some(Action::Updating),
        _ => None,
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
