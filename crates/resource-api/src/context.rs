//! What a provider can ask and tell while it works.
//!
//! Messages, blocks and actions are lines of the log; what they say about titles is checked while a `set` runs.

mod actions;
mod blocks;
mod catalog;
mod clock;
mod introspection;
mod messages;
mod properties;
mod scope;
mod settings;
mod shown;
mod titles;
mod turn;
mod unmanaged;

#[cfg(test)]
pub(crate) mod fixture;
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

pub use self::{
    blocks::Action,
    catalog::{CatalogResource, CatalogView},
    clock::{Clock, MachineClock, seconds},
    messages::message_argument,
    scope::{ActiveSet, Reported},
    settings::SettingsView,
    shown::{Shown, Titles},
    turn::Turn,
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

/// The provider's way to the outside: the log, its type, the run it is part of.
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
    /// Whether there is no runtime around it.
    pub(crate) is_standalone: bool,
    pub(crate) device: Option<Arc<Device>>,
    catalog: Option<Arc<dyn CatalogView>>,
    settings: Option<Arc<dyn SettingsView>>,
    /// The settings that were asked for: providers ask for the same ones for every resource.
    known_settings: RefCell<FxHashMap<EcoString, Option<String>>>,
    failed: Cell<bool>,
    noop: Cell<bool>,
    /// The blocks that are open, innermost last.
    blocks: RefCell<Vec<Block>>,
    /// The `set` at hand.
    scope: RefCell<Option<Scope>>,
    /// The resource at hand.
    turn: RefCell<Option<Turn>>,
    /// Whether the resource at hand may not be changed.
    dry_turn: Cell<bool>,
    /// The properties that could not be changed.
    failed_properties: RefCell<Vec<(EcoString, Failure)>>,
    /// The resources that could not be written.
    failed_resources: RefCell<Vec<(Identity, Failure)>>,
    /// The places that were told that what they call is deprecated.
    deprecated: RefCell<FxHashSet<EcoString>>,
}

impl Context {
    /// A context for a type that writes to a log.
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
            known_settings: RefCell::default(),
            failed: Cell::new(false),
            noop: Cell::new(false),
            blocks: RefCell::default(),
            scope: RefCell::default(),
            turn: RefCell::default(),
            dry_turn: Cell::new(false),
            failed_properties: RefCell::default(),
            failed_resources: RefCell::default(),
            deprecated: RefCell::default(),
        }
    }

    /// A context without a runtime, which writes `level: message` to an output.
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

    /// This context with the device that is managed.
    #[must_use]
    pub fn with_device(mut self, device: Arc<Device>) -> Context {
        self.device = Some(device);
        self
    }

    /// This context with another clock for the times of its blocks.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Context {
        self.clock = clock;
        self
    }

    /// The clock of this context: what waits, waits with it, so that tests need not.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// This context with the causes of failures in the log (`--trace`).
    #[must_use]
    pub fn with_trace(mut self, trace: bool) -> Context {
        self.trace = trace;
        self
    }

    /// The type whose resources are managed.
    pub fn definition(&self) -> &Arc<TypeDefinition> {
        &self.definition
    }

    /// Where log lines go.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Whether nothing may be changed at the moment.
    pub fn noop(&self) -> bool {
        self.noop.get()
    }

    /// Says whether nothing may be changed from now on.
    pub fn set_noop(&self, noop: bool) {
        self.noop.set(noop);
    }

    /// Whether something failed since the last [`reset_failed`](Context::reset_failed).
    pub fn has_failed(&self) -> bool {
        self.failed.get()
    }

    /// Forgets a failure.
    pub fn reset_failed(&self) {
        self.failed.set(false);
    }

    /// A failure without any cleartext: what comes from a provider passes here before anybody sees it.
    pub fn scrubbed(&self, failure: Failure) -> Failure {
        failure.scrubbed(self.log.scrubber())
    }

    /// Registers the secrets of a resource, so that no line shows them.
    pub fn learn(&self, state: &State) {
        self.log.scrubber().learn_state(&self.definition, state);
    }

    /// The text of a value; of a map, attributes whose values must not be shown are left out.
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
