//! The [`Provider`] trait: how resources are read and changed.

mod generated;
mod insync;
mod methods;

use std::fmt;

use ecow::EcoString;
use pcore::Value;

pub use self::methods::{Implements, Methods};
use crate::{Context, Identity, Outcome, State};

/// Reads and changes the resources of a type.
///
/// Only `get` and `set` are required. [`#[provider]`](macro@crate::provider) above the implementation tells the runtime which
/// other methods there are: a type has the features that the methods of its provider belong to. A definition that declares
/// a feature without its method is an error when the provider is added to the type.
///
/// One provider serves all resources of a type for one run. It is created when it is first needed and dropped at the
/// end of the run, so it may cache whatever it learns in its fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Provider`",
    note = "write `impl Provider for {Self}`; a `SimpleProvider` is registered with `ProviderEntry::simple`"
)]
pub trait Provider: Implements + Send {
    /// Returns every resource that exists, or the requested ones.
    ///
    /// A resource that is not returned does not exist. Returning more than was requested is fine.
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>>;

    /// Brings resources to their desired state.
    ///
    /// With the feature `supports_noop` it is also called in noop mode. Then [`Changes::noop`] is true, and it must
    /// report only.
    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome;

    /// Writes what `set` collected in memory. For providers that keep several resources in one file.
    ///
    /// It is called after each `set` that did not fail as a whole, and never in noop mode. An error fails all resources
    /// of the `set`; [`Context::fail_resource`] fails one of them. If the definition says `batch: flush`, each `set`
    /// gets a single resource, so that it is compared with what the previous ones left in memory, and one `flush`
    /// follows for all resources of the batch. Changes are then reported after the flush, when it is known whether they
    /// were written.
    fn flush(&mut self, _context: &Context, _changes: &Changes) -> Outcome {
        Ok(())
    }

    /// Feature `canonicalize`: brings values from manifests into the form that `get` returns.
    fn canonicalize(&mut self, _context: &Context, _resources: &mut [State]) -> Outcome {
        Ok(())
    }

    /// Feature `custom_insync`: decides whether a property is in sync.
    fn insync(
        &mut self,
        _context: &Context,
        _name: &Identity,
        _property: &str,
        _is: &State,
        _should: &State,
    ) -> Outcome<Insync> {
        Ok(Insync::Default)
    }

    /// Returns the value of an audited property if the state that `get` returned does not contain it, for example
    /// because it is expensive to compute. Not part of the Resource API specification.
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

    /// Returns how an audit displays a changed value of a property, including quotes if it needs them, or `None` to
    /// display the value itself. For example, a file's owner is a number that is displayed as a name.
    fn display_value(&mut self, _context: &Context, _property: &str, _value: &Value) -> Option<String> {
        None
    }

    /// Returns whether changing a property has the effect of a refresh, so that a pending refresh is skipped: a service
    /// that was just started need not be restarted. Not part of the Resource API specification.
    fn replaces_refresh(&self, _property: &str, _should: &State) -> bool {
        false
    }

    /// Returns why a listed resource cannot be purged, phrased to follow "that are". For example, a user from a
    /// directory service is `not in /etc/passwd`. Purging skips such resources and logs the reason. Not part of the
    /// Resource API specification.
    fn purge_refusal(&mut self, _context: &Context, _name: &Identity) -> Option<&'static str> {
        None
    }

    /// Feature `custom_generate`: returns additional resources to manage.
    fn generate(
        &mut self,
        _context: &Context,
        _title: &Identity,
        _is: Option<&State>,
        _should: &State,
    ) -> Outcome<Vec<Generated>> {
        Ok(Vec::new())
    }

    /// Like [`generate`](Provider::generate), but called when the resource is evaluated, before it is read, and
    /// consumed lazily because there may be many resources. It is called for types whose definition names an attribute
    /// under `eval_generate`, if that attribute is not `false` for the resource. Not part of the Resource API
    /// specification; Puppet's name for it is `eval_generate`.
    ///
    /// The generated resources are evaluated right after this one, in the returned order, and are dropped as soon as
    /// they have been evaluated.
    fn eval_generate(
        &mut self,
        context: &Context,
        title: &Identity,
        is: Option<&State>,
        should: &State,
    ) -> Outcome<Box<dyn Iterator<Item = Generated>>> {
        Ok(Box::new(self.generate(context, title, is, should)?.into_iter()))
    }

    /// Feature `refreshable`: does what a resource needs after a resource that it subscribes to was changed. For
    /// example, restarts a service or invalidates a cache.
    ///
    /// It is called at most once per run, after the resource itself has been read and changed, and never in noop mode.
    /// Not part of the Resource API specification. Without the feature a resource ignores refreshes.
    fn refresh(&mut self, _context: &Context, _name: &Identity, _should: &State) -> Outcome {
        Ok(())
    }
}

/// The arguments of `get`.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    names: Option<&'r [Identity]>,
    lazy: &'r [EcoString],
    targets: &'r [&'r State],
    parameters: Option<&'r State>,
}

/// Shows no values except namevars, because not every value that must stay secret is wrapped.
impl fmt::Debug for Request<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Request { names, lazy, .. } = self;
        formatter.debug_struct("Request").field("names", names).field("lazy", lazy).finish_non_exhaustive()
    }
}

impl<'r> Request<'r> {
    /// Requests every resource, without lazy attributes.
    pub const ALL: Request<'static> = Request { names: None, lazy: &[], targets: &[], parameters: None };

    /// Requests resources by name (`None` for all), with some of the lazy attributes.
    pub fn new(names: Option<&'r [Identity]>, lazy: &'r [EcoString]) -> Request<'r> {
        Request { names, lazy, targets: &[], parameters: None }
    }

    /// Adds the desired states of the resources, in the order of their names.
    #[must_use]
    pub fn with_targets(self, targets: &'r [&'r State]) -> Request<'r> {
        Request { targets, ..self }
    }

    /// Adds parameters of the requested resources.
    #[must_use]
    pub fn with_parameters(self, parameters: &'r State) -> Request<'r> {
        Request { parameters: Some(parameters), ..self }
    }

    /// The parameters (attributes with that behaviour) that all requested resources have in common. If all resources
    /// are requested, those that all managed resources have in common.
    pub fn parameters(&self) -> impl Iterator<Item = (&'r EcoString, &'r Value)> {
        self.parameters.into_iter().flat_map(State::iter)
    }

    /// Returns one of the [parameters](Request::parameters).
    pub fn parameter(&self, name: &str) -> Option<&'r Value> {
        self.parameters?.get(name)
    }

    /// The names of the requested resources; `None` means all. Only types with `simple_get_filter` get names.
    pub fn names(&self) -> Option<&'r [Identity]> {
        self.names
    }

    /// The desired state of the resource at an index of [names](Request::names), if there is one. It must not influence
    /// the result. It is a hint for providers that can compare many resources at once while they read them.
    pub fn target(&self, index: usize) -> Option<&'r State> {
        self.targets.get(index).copied()
    }

    /// Returns whether a lazy attribute is requested. If it is not, the result may omit it.
    pub fn wants(&self, lazy_attribute: &str) -> bool {
        self.lazy.iter().any(|name| name == lazy_attribute)
    }
}

/// The resources to change in one `set`.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    changes: Vec<Change>,
    noop: bool,
}

impl Changes {
    /// Creates a set of changes.
    pub fn new(changes: Vec<Change>, noop: bool) -> Changes {
        Changes { changes, noop }
    }

    /// Whether to report only, without changing anything.
    pub fn noop(&self) -> bool {
        self.noop
    }

    /// The changes, in the order in which to make them.
    pub fn iter(&self) -> std::slice::Iter<'_, Change> {
        self.changes.iter()
    }

    /// The number of resources.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether there is nothing to change.
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

/// One resource to change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Identifies the resource.
    pub name: Identity,
    /// The current state; `None` if it was never read. A resource that does not exist has a state whose `ensure` is
    /// absent.
    pub is: Option<State>,
    /// The desired state, as far as the manifest specifies it. Unmanaged attributes are missing and must stay as they
    /// are. `None` if the resource should not exist.
    pub should: Option<State>,
}

impl Change {
    /// The complete state that the resource should have: what it [is](Change::is), overlaid with what it
    /// [should](Change::should) be. Providers that write a resource as a whole should write this, so that unmanaged
    /// attributes are not lost. Empty if the resource should not exist.
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
        self.should.as_ref().map(|should| overlay(self.is.as_ref(), should)).unwrap_or_default()
    }
}

/// The current state, if there is one, with the desired values on top.
pub(crate) fn overlay(is: Option<&State>, should: &State) -> State {
    // The state of a resource that does not exist contains only `ensure` and the title.
    let existing = is.filter(|is| is.text("ensure") != Some("absent"));
    let mut target = existing.cloned().unwrap_or_default();
    if should.get("title").is_none() {
        target.remove("title");
    }
    for (name, value) in should.iter() {
        if !value.is_undef() || target.get(name).is_none() {
            target.insert(name.clone(), value.clone());
        }
    }
    target
}

/// The value of an audited property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audited {
    /// The value that `get` returned.
    AsRead,
    /// This value.
    Is(Value),
    /// The provider does not have this property, and there is nothing to record.
    Unknown,
}

/// Whether a property is in sync.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insync {
    /// The default comparison decides.
    Default,
    /// It is in sync.
    Yes,
    /// It is out of sync; the message, if any, replaces the default log message.
    No(Option<String>),
    /// It is out of sync, and these values are reported instead of the compared ones. For values that are too long to
    /// log, such as the content of a file, and values that only the provider can compute.
    Differs(Difference),
}

/// How an out-of-sync property is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The current value.
    pub is: Value,
    /// The desired value.
    pub should: Value,
    /// Replaces the default log message.
    pub message: Option<String>,
    /// Replaces the default name of the event, for example `service_started`.
    pub event: Option<EcoString>,
}

impl Insync {
    /// Reports a property as out of sync, with the values to report.
    pub fn differs(is: impl Into<Value>, should: impl Into<Value>) -> Insync {
        Insync::Differs(Difference { is: is.into(), should: should.into(), message: None, event: None })
    }

    /// Sets the name of the event. Has an effect only on [`Insync::Differs`].
    #[must_use]
    pub fn with_event(self, event: impl Into<EcoString>) -> Insync {
        match self {
            Insync::Differs(difference) => Insync::Differs(Difference { event: Some(event.into()), ..difference }),
            same @ (Insync::Default | Insync::Yes | Insync::No(_)) => same,
        }
    }

    /// Sets the message that is logged instead of the default one.
    #[must_use]
    pub fn with_message(self, message: impl Into<String>) -> Insync {
        match self {
            Insync::Differs(difference) => Insync::Differs(Difference { message: Some(message.into()), ..difference }),
            Insync::No(_) => Insync::No(Some(message.into())),
            same @ (Insync::Default | Insync::Yes) => same,
        }
    }
}

/// An additional resource to manage.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The name of its type.
    pub type_name: EcoString,
    /// Its title.
    pub title: EcoString,
    /// Its attributes, optionally with metaparameters.
    pub attributes: Vec<(EcoString, Value)>,
}
