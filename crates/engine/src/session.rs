//! All resources of one type in one run.
//!
//! A session builds resources from what manifests say (`session/build.rs`), reads what they are (`session/read.rs`,
//! with what it keeps of it in `session/cache.rs`), checks what providers return (`session/check.rs`), brings values
//! into canonical form (`session/canonical.rs`) and lists what exists (`session/listing.rs`).

mod build;
mod cache;
mod canonical;
mod check;
mod listing;
mod parameters;
mod read;
mod schema;

use std::{fmt, sync::Arc};

use ecow::EcoString;
use pcore::Value;
use resource_api::{
    Context, Failure, Feature, Outcome, Provider, ProviderEntry, ResourceType, State, TypeDefinition,
    context::CatalogView,
    definition::relations::Relation,
    log::Log,
    registry::{Manner, ProviderError, Suitability},
    transport::Device,
};

pub(crate) use self::schema::TRIGGER_VALUE;
use self::{
    cache::{Cache, Reads},
    parameters::Agreed,
    schema::Schema,
};
pub use self::{listing::Instance, schema::TRIGGER};
use crate::{ManagedResource, Run, Settings, transaction::Lane};

/// Manages the resources of one type for one run.
///
/// The provider is made when it is first needed, and dropped with the session; two sessions share nothing.
///
/// As few `get` calls are made as correctness allows. A type without `simple_get_filter` is read once, with every lazy
/// attribute that one of the resources built so far manages; what was found is taken as it was until a change of that
/// resource, and what was not found is read again when it is evaluated if anything was changed since; changes by its own
/// provider do not count where the definition has `reads: once` (`session/cache.rs`). With `simple_get_filter` resources are asked for by name at their turn; [`prefetch`](Session::prefetch) asks for several
/// of them in one call. A `get` that failed is never repeated: all resources of its provider fail.
pub struct Session<'t> {
    resource_type: &'t ResourceType,
    schema: Schema<'t>,
    reads: Reads,
    pub(crate) settings: Settings,
    pub(crate) context: Context,
    run: Arc<Run>,
    suitability: Suitability<'t>,
    /// In the order of the type's providers.
    providers: Vec<Slot>,
    /// The lazy attributes that resources of this session manage.
    managed_lazy: Vec<EcoString>,
    /// The parameters of the resources of this session, as far as they agree.
    agreed: Agreed,
    /// The lazy attributes that somebody asked for.
    asked: Vec<EcoString>,
    statistics: Statistics,
    /// Holds back log lines of a batch until it is their turn.
    pub(crate) lane: Option<Arc<Lane>>,
    looks_ahead: bool,
}

/// One provider of a session: itself, and what it said.
#[derive(Default)]
struct Slot {
    instance: Option<Box<dyn Provider>>,
    /// Why it could not be made.
    broken: Option<Failure>,
    cache: Cache,
}

/// What is known of a resource.
#[derive(Clone)]
pub struct Current {
    /// Its attributes. What does not exist has a `title`, or its namevars, and an `ensure` of `:absent` (a symbol).
    pub state: State,
    /// Whether the provider knows it.
    pub exists: bool,
}

/// Shows no value: not all that must stay secret is wrapped.
impl fmt::Debug for Current {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&EcoString> = self.state.iter().map(|(name, _)| name).collect();
        formatter.debug_struct("Current").field("exists", &self.exists).field("known", &known).finish()
    }
}

/// How much a session has asked of its providers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Calls of `get`.
    pub gets: u64,
    /// Calls of `set`.
    pub sets: u64,
    /// Calls of `canonicalize`.
    pub canonicalizations: u64,
}

impl<'t> Session<'t> {
    /// A session that has done nothing yet, in a run of its own.
    pub fn new(resource_type: &'t ResourceType, settings: Settings, log: Log) -> Session<'t> {
        let mut context = Context::new(resource_type.definition().clone(), log).with_trace(settings.trace);
        if let Some(values) = &settings.values {
            context = context.with_settings(values.clone());
        }
        let session = Session {
            resource_type,
            schema: Schema::new(resource_type.definition()),
            reads: Reads::of(resource_type.definition()),
            settings,
            context,
            run: Arc::default(),
            suitability: Suitability::new(resource_type),
            providers: resource_type.providers().iter().map(|_| Slot::default()).collect(),
            managed_lazy: Vec::new(),
            agreed: Agreed::default(),
            asked: Vec::new(),
            statistics: Statistics::default(),
            lane: None,
            looks_ahead: false,
        };
        let defaults = session
            .definition()
            .attributes()
            .filter_map(|attribute| Some((attribute.name().clone(), attribute.default()?.clone())));
        session.learn(&defaults.collect());
        session
    }

    /// This session as one of several in a run.
    #[must_use]
    pub fn in_run(mut self, run: Arc<Run>) -> Session<'t> {
        self.run = run;
        self
    }

    /// This session, which tells its provider of resources before their turns, if it has one that wants to know.
    pub(crate) fn looking_ahead(mut self) -> Session<'t> {
        let wants_to_know = self.definition().key("looks_ahead") == Some(&Value::Boolean(true));
        self.looks_ahead = wants_to_know && self.providers.len() == 1;
        self
    }

    /// This session for the resources of a device, which providers reach through their context.
    #[must_use]
    pub fn with_device(mut self, device: Arc<Device>) -> Session<'t> {
        self.context = self.context.with_device(device);
        self
    }

    /// This session with a view of the catalog, for providers to look at.
    #[must_use]
    pub fn with_catalog(mut self, catalog: Arc<dyn CatalogView>) -> Session<'t> {
        self.context = self.context.with_catalog(catalog);
        self
    }

    /// This session with log lines that a lane may hold back.
    #[must_use]
    pub(crate) fn in_lane(mut self, lane: Arc<Lane>) -> Session<'t> {
        self.lane = Some(lane);
        self
    }

    /// What a resource of this session is.
    pub fn definition(&self) -> &'t Arc<TypeDefinition> {
        self.resource_type.definition()
    }

    /// The relations of a resource that its definition cannot express.
    pub(crate) fn relations_of(
        &self,
        resource: &ManagedResource,
        is_managed: &dyn Fn(&str, &str) -> bool,
    ) -> Vec<Relation> {
        self.resource_type.relations(resource.should(), is_managed)
    }

    /// Leaves what is known of resources in memory, for a process that is about to end.
    pub(crate) fn leave(&mut self) {
        self.providers.iter_mut().for_each(|slot| std::mem::forget(std::mem::take(&mut slot.cache)));
    }

    /// How resources of this session are changed and shown.
    pub fn manner(&self) -> Manner {
        self.resource_type.manner()
    }

    /// How much was asked of the providers so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The provider that a resource is managed with, or why there is none.
    pub fn provider_of(&mut self, resource: &ManagedResource) -> Result<&'t ProviderEntry, ProviderError> {
        self.provider_place(resource).map(|place| &self.resource_type.providers()[place])
    }

    /// Where the provider of a resource stands among those of its type.
    pub(crate) fn provider_place(&mut self, resource: &ManagedResource) -> Result<usize, ProviderError> {
        self.suitability.index(resource.provider.as_deref(), &self.context)
    }

    /// How many providers the type has.
    pub(crate) fn provider_count(&self) -> usize {
        self.providers.len()
    }

    /// Asks providers that cannot be used once more: something was changed, and now they may be usable.
    pub fn ask_for_providers_again(&mut self) {
        self.suitability.ask_again();
    }

    /// Asks the provider to refresh a resource, which counts as a change.
    ///
    /// The failure is not logged.
    pub fn refresh(&mut self, resource: &ManagedResource) -> Outcome {
        let target = self.canonical_target(resource)?;
        let refreshed = self.with_provider_of(resource, |provider, context| {
            context.reset_failed();
            context.set_turn(Some(resource.turn()));
            let refreshed = provider.refresh(context, resource.identity(), target);
            context.set_turn(None);
            let has_failed = context.has_failed();
            context.reset_failed();
            match refreshed {
                Ok(()) if has_failed => Err(Failure::new("Execution encountered an error")),
                refreshed => refreshed,
            }
        });
        self.run.something_changed();
        refreshed
    }

    /// Asks for lazy attributes that no resource manages, as a listing that shows them does.
    ///
    /// Attributes that are not lazy are read anyway; their names change nothing.
    pub fn ask_for(&mut self, attributes: &[&str]) {
        for attribute in attributes {
            if self.schema.is_lazy(attribute) && !self.asked.iter().any(|known| known == attribute) {
                self.asked.push(EcoString::from(*attribute));
            }
        }
    }

    /// Calls the provider of a resource, which is made if this is the first call.
    pub(crate) fn with_provider_of<T>(
        &mut self,
        resource: &ManagedResource,
        call: impl FnOnce(&mut dyn Provider, &Context) -> Outcome<T>,
    ) -> Outcome<T> {
        let slot = self.slot(resource.provider.as_deref())?;
        self.call(slot, call)
    }

    /// Says that what is logged from now on is about the resource at this place of a batch.
    pub(crate) fn turn_to(&self, place: usize) {
        if let Some(lane) = &self.lane {
            lane.turn_to(place);
        }
    }

    /// Takes note of a call of `set`.
    pub(crate) fn count_set(&mut self) {
        self.statistics.sets += 1;
    }

    /// Where the lines of this session go.
    pub(crate) fn log(&self) -> &Log {
        self.context.log()
    }

    /// The place of the provider of that name, or of the default one.
    fn slot(&mut self, provider: Option<&str>) -> Outcome<usize> {
        self.suitability.index(provider, &self.context).map_err(|error| self.scrubbed(error.into_failure()))
    }

    /// Whether values can be brought into canonical form now. A provider that does not exist at all is not waited for.
    fn can_canonicalize(&mut self, provider: Option<&str>) -> bool {
        // Nobody is asked before it matters.
        if !self.has(Feature::Canonicalize) {
            return true;
        }
        let found = self.suitability.index(provider, &self.context);
        !matches!(found, Err(ProviderError::NoneSuitable { .. } | ProviderError::Unsuitable { .. }))
    }

    fn call<T>(&mut self, slot: usize, call: impl FnOnce(&mut dyn Provider, &Context) -> Outcome<T>) -> Outcome<T> {
        let entry = &self.resource_type.providers()[slot];
        let slot = &mut self.providers[slot];
        if let Some(failure) = &slot.broken {
            return Err(failure.clone());
        }
        let provider = match &mut slot.instance {
            Some(provider) => provider,
            none => match Failure::of_panic("provider", || entry.create(&self.context)) {
                Ok(provider) => none.insert(provider),
                Err(failure) => {
                    let failure = failure.scrubbed(self.context.log().scrubber());
                    slot.broken = Some(failure.clone());
                    return Err(failure);
                }
            },
        };
        let scrubber = self.context.log().scrubber();
        Failure::of_panic("provider", || call(provider.as_mut(), &self.context))
            .map_err(|failure| failure.scrubbed(scrubber))
    }

    /// Whether the provider is told of resources before their turns.
    pub(crate) fn looks_ahead(&self) -> bool {
        self.looks_ahead
    }

    /// Tells the provider what resources should be that will have their turns. Who has none that can be used, or one that
    /// fails, is told so at its turn.
    pub(crate) fn foresee(&mut self, targets: &[State]) {
        if let Ok(slot) = self.slot(None) {
            let _ = self.call(slot, |provider, context| provider.foresee(context, targets));
        }
    }

    /// Whether the type has the hidden property [`TRIGGER`].
    pub(crate) fn has_trigger(&self) -> bool {
        self.schema.has_trigger
    }

    fn has(&self, feature: Feature) -> bool {
        self.definition().has(feature)
    }

    /// Keeps the secrets of a state out of everything that is said from now on.
    fn learn(&self, state: &State) {
        let scrubber = self.context.log().scrubber();
        self.schema.redacted(state).iter().for_each(|(_, value)| scrubber.learn(value));
    }

    /// As [`learn`](Session::learn), for what is not a state yet.
    fn learn_given(&self, given: &[(EcoString, Value)]) {
        let scrubber = self.context.log().scrubber();
        let hides = |name: &str, value: &Value| {
            self.definition().attribute(name).is_some_and(|attribute| attribute.hides(value))
        };
        for (name, value) in given {
            let is_hidden = self.schema.has_sensitive && hides(name, value);
            if is_hidden && !value.is_undef() { scrubber.learn_secret(value) } else { scrubber.learn(value) }
        }
    }

    /// A state for a message: what the definition marks as sensitive is a secret, even where its value is a plain one.
    pub(crate) fn shown(&self, state: &State) -> String {
        resource_api::render::inspect_state(&self.schema.redacted(state))
    }

    fn scrubbed(&self, failure: Failure) -> Failure {
        failure.scrubbed(self.context.log().scrubber())
    }
}
