//! The interface between a provider and the runtime.
//!
//! Messages, blocks and actions are log lines. While a `set` runs, the titles that they mention are checked.

mod actions;
mod blocks;
mod catalog;
mod clock;
mod current_resource;
mod driver;
mod introspection;
mod messages;
mod relay;
mod scope;
mod settings;
mod shown;
mod stop;
mod titles;
mod unmanaged;

#[cfg(test)]
mod tests;

use std::{
    cell::{Cell, RefCell},
    fmt,
    io::Write,
    sync::Arc,
};

use ecow::EcoString;
use pcore::{Hash, Value};
use rustc_hash::{FxHashMap, FxHashSet};

#[cfg(test)]
pub(crate) use self::tests::fixture;
pub use self::{
    blocks::Action,
    catalog::{CatalogResource, CatalogView},
    clock::{Clock, MachineClock, seconds},
    current_resource::CurrentResource,
    driver::{ActiveSet, Driver},
    relay::{Relay, message_argument},
    scope::Reported,
    settings::SettingsView,
    shown::{Shown, Titles},
    stop::{StopFlag, Stoppable},
    unmanaged::Unmanaged,
};
use self::{blocks::Block, scope::Scope};
use crate::{
    Failure, Identity, State, TypeDefinition,
    log::{Log, Plain},
    render::interpolate,
    secret::REDACTED,
    transport::Device,
};

/// A provider's access to the log, its type, and the current run. Whatever runs providers has a [`Driver`].
///
/// ```
/// use std::sync::Arc;
/// use resource_api::{Context, TypeDefinition, log::{Log, Recorder}};
///
/// let definition = pcore::yaml::parse("{name: note, desc: A note, attributes: {name: {type: String, desc: n, behaviour: namevar}}}").unwrap();
/// let recorder = Arc::new(Recorder::default());
/// let context = Context::new(
///     Arc::new(TypeDefinition::from_value(&definition).unwrap()),
///     Log::new(recorder.clone(), Arc::default()),
/// );
/// context.notice("hello");
/// assert_eq!(recorder.entries()[0].message, "note: hello");
/// ```
pub struct Context {
    definition: Arc<TypeDefinition>,
    log: Log,
    clock: Arc<dyn Clock>,
    trace: bool,
    /// Whether it is used without a runtime.
    pub(crate) is_standalone: bool,
    pub(crate) device: Option<Arc<Device>>,
    catalog: Option<Arc<dyn CatalogView>>,
    settings: Option<Arc<dyn SettingsView>>,
    stop: StopFlag,
    /// Caches settings, because providers ask for the same ones for every resource.
    known_settings: RefCell<FxHashMap<EcoString, Option<String>>>,
    failed: Cell<bool>,
    /// What failed first in a block, since the failure flag was cleared.
    first_failure: RefCell<Option<Failure>>,
    noop: Cell<bool>,
    /// The open blocks, innermost last.
    blocks: RefCell<Vec<Block>>,
    /// The current `set`.
    scope: RefCell<Option<Scope>>,
    /// The current resource.
    current_resource: RefCell<Option<CurrentResource>>,
    /// Whether the current resource is evaluated in noop mode.
    current_noop: Cell<bool>,
    /// The properties that could not be changed.
    failed_properties: RefCell<Vec<(EcoString, Failure)>>,
    /// The resources that could not be written.
    failed_resources: RefCell<Vec<(Identity, Failure)>>,
    /// The call sites that were warned about a deprecated function.
    deprecated: RefCell<FxHashSet<EcoString>>,
}

impl Context {
    /// Creates a context for a type that writes to a log.
    pub fn new(definition: Arc<TypeDefinition>, log: Log) -> Context {
        Context {
            definition,
            log,
            clock: Arc::new(MachineClock::default()),
            trace: false,
            is_standalone: false,
            device: None,
            catalog: None,
            settings: None,
            stop: StopFlag::default(),
            known_settings: RefCell::default(),
            failed: Cell::new(false),
            first_failure: RefCell::default(),
            noop: Cell::new(false),
            blocks: RefCell::default(),
            scope: RefCell::default(),
            current_resource: RefCell::default(),
            current_noop: Cell::new(false),
            failed_properties: RefCell::default(),
            failed_resources: RefCell::default(),
            deprecated: RefCell::default(),
        }
    }

    /// Creates a context without a runtime that writes `level: message` lines to an output.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use resource_api::{Context, TypeDefinition};
    /// # let definition = pcore::yaml::parse("{name: note, desc: A note, attributes: {name: {type: String, desc: n, behaviour: namevar}}}").unwrap();
    /// # let definition = Arc::new(TypeDefinition::from_value(&definition).unwrap());
    /// let context = Context::standalone(definition, std::io::stderr());
    /// context.notice("hello"); // notice: note: hello
    /// ```
    pub fn standalone(definition: Arc<TypeDefinition>, output: impl Write + Send + 'static) -> Context {
        let log = Log::new(Arc::new(Plain::new(output)), Arc::default());
        Context { is_standalone: true, ..Context::new(definition, log) }
    }

    /// Sets the clock that measures blocks.
    #[must_use]
    pub(crate) fn with_clock(mut self, clock: Arc<dyn Clock>) -> Context {
        self.clock = clock;
        self
    }

    /// The clock of this context. Code that waits should use it, so that tests need not wait.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// The type whose resources are managed.
    pub fn definition(&self) -> &Arc<TypeDefinition> {
        &self.definition
    }

    /// Where log lines go.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Whether changes are currently forbidden (noop mode).
    pub fn noop(&self) -> bool {
        self.noop.get()
    }

    /// Whether the run is to end: a provider that works for long should ask.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Whether anything failed so far in the current call.
    pub fn has_failed(&self) -> bool {
        self.failed.get()
    }

    /// Removes all cleartext secrets from a failure. Everything that comes from a provider passes through here before
    /// it is shown.
    pub fn scrubbed(&self, failure: Failure) -> Failure {
        failure.scrubbed(self.log.scrubber())
    }

    /// Registers the secrets of a resource, so that no log line shows them.
    pub fn learn(&self, state: &State) {
        self.log.scrubber().learn_state(&self.definition, state);
    }

    /// Formats a value. Sensitive attributes in a map are redacted.
    fn value_text(&self, value: &impl Shown) -> String {
        let value = value.shown();
        let Value::Hash(map) = &value else { return interpolate(&value) };
        let secret = |name: &Value, value: &Value| {
            self.definition.attribute(&interpolate(name)).is_some_and(|attribute| attribute.hides(value))
        };
        let shown = |(name, value): (&Value, &Value)| {
            (name.clone(), if secret(name, value) { Value::from(REDACTED) } else { value.clone() })
        };
        interpolate(&map.iter().map(shown).collect::<Hash>().into())
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Context")
            .field("type", self.definition.name())
            .field("failed", &self.failed)
            .field("noop", &self.noop)
            .finish_non_exhaustive()
    }
}
