//! How resources are read and changed.

mod generated;
mod insync;

use std::fmt;

use ecow::EcoString;
use pcore::Value;

use crate::{Context, Failure, Identity, Outcome, State};

/// What a type's definition does not say: how its resources are read and changed.
///
/// `get` and `set` are all that is needed. The other functions are called only when the type declares the feature that
/// they belong to; without an implementation the call is an error that says so.
///
/// One provider serves all resources of a type for one run. It is created when it is first needed and dropped at the
/// end, so it may keep in its fields whatever it learns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Provider`",
    note = "write `impl Provider for {Self}`; a `SimpleProvider` is registered with `ProviderEntry::simple`"
)]
pub trait Provider: Send {
    /// Returns every resource that exists, or those that were asked for.
    ///
    /// A resource that is not returned does not exist. More than was asked for may be returned.
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>>;

    /// Brings resources to the state that they should have.
    ///
    /// With the feature `supports_noop` it is also called when nothing may be changed: then [`Changes::noop`] is true,
    /// and it only reports.
    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome;

    /// Takes what resources should be that will have their turns, as soon as the run knows of some of them: for a provider
    /// that can use the time until then.
    ///
    /// It is called for types whose definition says `looks_ahead: true`, several times, and may never be followed by a
    /// turn. Until then anybody may change anything, so a provider that looks at the system now must be able to tell
    /// later whether what it saw still holds. The specification does not know it.
    fn foresee(&mut self, _context: &Context, _targets: &[State]) -> Outcome {
        Ok(())
    }

    /// Writes what a `set` gathered, when all its changes have been told: for providers that keep several resources in one
    /// place, as the records of a file.
    ///
    /// It is called after each `set` that did not fail as a whole, and never under noop. Its failure is that of all
    /// resources of the `set`; [`Context::fail_resource`] fails one of them. With `batch: flush` in its definition a type
    /// gets one resource a `set`, so that each is compared with what those before it left in memory, and one `flush` for
    /// all resources that have their turns together; what is changed is told then, when it is known whether it could be
    /// written.
    fn flush(&mut self, _context: &Context, _changes: &Changes) -> Outcome {
        Ok(())
    }

    /// Feature `canonicalize`: brings what users write into the one form that `get` returns.
    fn canonicalize(&mut self, _context: &Context, _resources: &mut [State]) -> Outcome {
        Err(Failure::developer(
            "No canonicalize method defined in the provider; it must be defined if the canonicalize feature is defined \
             for the type",
        ))
    }

    /// Feature `custom_insync`: says whether a property is what it should be.
    fn insync(
        &mut self,
        _context: &Context,
        _name: &Identity,
        _property: &str,
        _is: &State,
        _should: &State,
    ) -> Outcome<Insync> {
        Err(Failure::developer(
            "No insync? method defined in the provider; an insync? method must be defined if the custom_insync feature \
             is defined for the type",
        ))
    }

    /// Feature `custom_insync`: whether all properties that a resource should have are surely what they should be. Nobody asks
    /// [`insync`](Provider::insync) then, which is worth it where there are many resources: it is called for each property. A
    /// provider that does not know at once says `false`. The specification does not know it.
    fn is_settled(&mut self, _context: &Context, _name: &Identity, _is: &State, _should: &State) -> bool {
        false
    }

    /// Says what a property is that an audit watches, where the state that `get` returned does not say it: what takes long
    /// to find out, and what only a resource knows that is compared. The specification does not know it.
    ///
    /// It is called for resources with the metaparameter `audit`, before any of their properties is compared.
    fn audited(
        &mut self,
        _context: &Context,
        _name: &Identity,
        _property: &str,
        _is: &State,
        _should: &State,
    ) -> Outcome<Audited> {
        Ok(Audited::AsRead)
    }

    /// How a value of a property is told of when an audit finds that it was changed, with quotes where it has them; nothing
    /// where it stands for itself. The owner of a file is a number, and goes by a name.
    fn told(&mut self, _context: &Context, _property: &str, _value: &Value) -> Option<String> {
        None
    }

    /// Whether a change that makes a property what it should be does what a refresh would do, so that none that others
    /// asked for follows it: a service that is started needs not be started again. The specification does not know it.
    fn replaces_refresh(&self, _property: &str, _should: &State) -> bool {
        false
    }

    /// Says why a resource that is listed cannot be taken away, in words that follow "that are": a user whom a directory
    /// service knows is `not in /etc/passwd`. Whoever takes away what nobody manages passes it over and tells of it. The
    /// specification does not know it.
    fn out_of_reach(&mut self, _context: &Context, _name: &Identity) -> Option<&'static str> {
        None
    }

    /// Feature `custom_generate`: returns resources to manage beside this one.
    fn generate(
        &mut self,
        _context: &Context,
        _title: &Identity,
        _is: Option<&State>,
        _should: &State,
    ) -> Outcome<Vec<Generated>> {
        Err(Failure::developer("No generate method found within the types provider"))
    }

    /// As [`generate`](Provider::generate), at the turn of the resource, before it is read, and one after the other: there
    /// may be many. The specification does not know it. It is called for types whose definition names an attribute under
    /// `generates_at_turn`, and for those of their resources that have a value other than `false` for it.
    ///
    /// What is generated in this way comes right after the resource, in this order, and is forgotten when its turn is over.
    fn generate_at_turn(
        &mut self,
        context: &Context,
        title: &Identity,
        is: Option<&State>,
        should: &State,
    ) -> Outcome<Box<dyn Iterator<Item = Generated>>> {
        Ok(Box::new(self.generate(context, title, is, should)?.into_iter()))
    }

    /// Feature `refreshable`: does what a resource needs after another one, which it subscribes to, was changed. A
    /// service is started again, a cache is thrown away.
    ///
    /// It is called at most once a run, after the resource itself has been read and changed, and never under noop. The
    /// specification does not know it: without the feature a resource takes no notice of the changes of others.
    fn refresh(&mut self, _context: &Context, _name: &Identity, _should: &State) -> Outcome {
        Err(Failure::developer(
            "No refresh method defined in the provider; it must be defined if the refreshable feature is defined for the \
             type",
        ))
    }
}

/// What is asked of `get`.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    names: Option<&'r [Identity]>,
    lazy: &'r [EcoString],
    targets: &'r [&'r State],
    parameters: Option<&'r State>,
}

/// Shows no value but the namevars: not all that must stay secret is wrapped.
impl fmt::Debug for Request<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { names, lazy, .. } = self;
        formatter.debug_struct("Request").field("names", names).field("lazy", lazy).finish_non_exhaustive()
    }
}

impl<'r> Request<'r> {
    /// Asks for every resource, without lazy attributes.
    pub const ALL: Request<'static> = Request { names: None, lazy: &[], targets: &[], parameters: None };

    /// Asks for resources by name (`None`: for all), and for some of the lazy attributes.
    pub fn new(names: Option<&'r [Identity]>, lazy: &'r [EcoString]) -> Request<'r> {
        Request { names, lazy, targets: &[], parameters: None }
    }

    /// This request with what the resources should be, in the order of their names.
    #[must_use]
    pub fn with_targets(self, targets: &'r [&'r State]) -> Request<'r> {
        Request { targets, ..self }
    }

    /// This request with parameters of the resources that are asked for.
    #[must_use]
    pub fn with_parameters(self, parameters: &'r State) -> Request<'r> {
        Request { parameters: Some(parameters), ..self }
    }

    /// The parameters (attributes with that behaviour) of the resources that are asked for by name, which are the same
    /// for all of them; or those that all managed resources agree on, where everything is asked for.
    pub fn parameters(&self) -> impl Iterator<Item = (&'r EcoString, &'r Value)> {
        self.parameters.into_iter().flat_map(State::iter)
    }

    /// One of the [parameters](Request::parameters).
    pub fn parameter(&self, name: &str) -> Option<&'r Value> {
        self.parameters?.get(name)
    }

    /// The resources that are asked for; `None` means all. Only types with `simple_get_filter` see names.
    pub fn names(&self) -> Option<&'r [Identity]> {
        self.names
    }

    /// What a resource should be that a run asks for, by its place among the [names](Request::names); `None` where nobody
    /// says so. The answer must not depend on it: it is there for providers that can look at many resources at once,
    /// and compare them while they are at it.
    pub fn target(&self, place: usize) -> Option<&'r State> {
        self.targets.get(place).copied()
    }

    /// Whether a lazy attribute is asked for. It may be left out of the answer when it is not.
    pub fn wants(&self, lazy_attribute: &str) -> bool {
        self.lazy.iter().any(|name| name == lazy_attribute)
    }
}

/// The resources of one `set`.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    changes: Vec<Change>,
    noop: bool,
}

impl Changes {
    /// Resources to bring to another state.
    pub fn new(changes: Vec<Change>, noop: bool) -> Changes {
        Changes { changes, noop }
    }

    /// Whether to report only, and to change nothing.
    pub fn noop(&self) -> bool {
        self.noop
    }

    /// The resources, in the order in which they are to be changed.
    pub fn iter(&self) -> std::slice::Iter<'_, Change> {
        self.changes.iter()
    }

    /// How many resources there are.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl<'c> IntoIterator for &'c Changes {
    type Item = &'c Change;
    type IntoIter = std::slice::Iter<'c, Change>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// One resource of a `set`.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Which resource it is.
    pub name: Identity,
    /// Its state; `None` when it was never read. A resource that does not exist has a state whose `ensure` is absent.
    pub is: Option<State>,
    /// The state that it should have, as far as the manifest says: attributes that nobody manages are missing and stay as they
    /// are. `None` when it should not exist.
    pub should: Option<State>,
}

impl Change {
    /// The complete state that the resource should have: what it [is](Change::is) with what it
    /// [should](Change::should) be in place of it. Providers that write a resource as a whole write this, so that attributes that
    /// nobody manages are not lost. Empty when it should not exist.
    ///
    /// ```
    /// use resource_api::{Change, Identity, State};
    ///
    /// let change = Change {
    ///     name: Identity::single("name", "Ada"),
    ///     is: Some(State::new().with("name", "Ada").with("table", 3).with("brings", "wine")),
    ///     should: Some(State::new().with("name", "Ada").with("table", 4)),
    /// };
    /// assert_eq!(change.target(), State::new().with("name", "Ada").with("table", 4).with("brings", "wine"));
    /// ```
    pub fn target(&self) -> State {
        let Some(should) = &self.should else { return State::new() };
        // The state of what does not exist says only that, and under which title.
        let existing = self.is.as_ref().filter(|is| is.text("ensure") != Some("absent"));
        let mut target = existing.cloned().unwrap_or_default();
        if !should.iter().any(|(name, _)| name == "title") {
            target.remove("title");
        }
        for (name, value) in should.iter() {
            if !value.is_undef() || target.get(name).is_none() {
                target.insert(name.clone(), value.clone());
            }
        }
        target
    }
}

/// What a property is that an audit watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audited {
    /// What `get` said.
    AsRead,
    /// This.
    Is(Value),
    /// The provider has no such property, and there is nothing to record.
    Unknown,
}

/// Whether a property is what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insync {
    /// The usual comparison decides.
    Default,
    /// It is.
    Yes,
    /// It is not; the message, if any, is logged in place of the usual one.
    No(Option<String>),
    /// It is not, and these values are told of instead of those that were compared: for what is too long to be told,
    /// as the content of a file, and for what only the provider can work out.
    Differs(Difference),
}

/// How the provider tells that a property is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is.
    pub is: Value,
    /// What it should be.
    pub should: Value,
    /// What is logged in place of the usual message.
    pub message: Option<String>,
    /// What the event is called in place of the usual name, such as `service_started`.
    pub event: Option<EcoString>,
}

impl Insync {
    /// Says that a property is not what it should be, with the values that are told of.
    pub fn differs(is: impl Into<Value>, should: impl Into<Value>) -> Insync {
        Insync::Differs(Difference { is: is.into(), should: should.into(), message: None, event: None })
    }

    /// This answer with a name of the event in place of the usual one. It counts only where values are told of.
    #[must_use]
    pub fn named(self, event: impl Into<EcoString>) -> Insync {
        match self {
            Insync::Differs(difference) => Insync::Differs(Difference { event: Some(event.into()), ..difference }),
            same @ (Insync::Default | Insync::Yes | Insync::No(_)) => same,
        }
    }

    /// This answer with a message in place of the usual one.
    #[must_use]
    pub fn told_as(self, message: impl Into<String>) -> Insync {
        match self {
            Insync::Differs(difference) => Insync::Differs(Difference { message: Some(message.into()), ..difference }),
            Insync::No(_) => Insync::No(Some(message.into())),
            same @ (Insync::Default | Insync::Yes) => same,
        }
    }
}

/// A resource that a provider wants to be managed, too.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The name of its type.
    pub type_name: EcoString,
    /// Its title.
    pub title: EcoString,
    /// Its attributes, and possibly metaparameters.
    pub attributes: Vec<(EcoString, Value)>,
}
