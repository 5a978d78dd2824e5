//! All resources of one type in one run.
//!
//! A session builds resources from declarations (`session/build.rs`), reads their states (`session/read.rs`, with the cache
//! in `session/cache.rs`), checks what providers return (`session/check.rs`), brings values into canonical form
//! (`session/canonical.rs`) and lists the resources that exist (`session/listing.rs`).

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
    Failure, Feature, Outcome, Provider, ProviderEntry, ResourceType, State, TypeDefinition,
    context::{CatalogView, Driver, StopFlag},
    definition::relations::Relation,
    log::Log,
    registry::{Dialect, ProviderError, Suitability},
    transport::Device,
};

pub(crate) use self::schema::TRIGGER_VALUE;
use self::{
    cache::{Cache, Lifetimes},
    parameters::SharedParameters,
    schema::Schema,
};
pub use self::{listing::Instance, schema::TRIGGER};
use crate::{
    ManagedResource, Run, Settings,
    handling::{Handling, HandlingError},
    index::ProviderIndex,
    transaction::LogBuffer,
};

/// Manages the resources of one type for one run.
///
/// The provider is created when it is first needed, and dropped with the session; two sessions share nothing.
///
/// As few `get` calls are made as correctness allows. A type without `simple_get_filter` is read once, with every lazy
/// attribute that one of the resources built so far manages. With `simple_get_filter` resources are asked for by name when
/// they are evaluated; [`prefetch`](Session::prefetch) asks for several of them in one call. `session/cache.rs` says how long
/// the results hold. A `get` that failed is never repeated: all resources of its provider fail.
pub struct Session<'t> {
    resource_type: &'t ResourceType,
    schema: Schema<'t>,
    pub(crate) handling: Arc<Handling>,
    /// A key of the definition that steers the engine has an unknown value.
    misuse: Option<HandlingError>,
    lifetimes: Lifetimes,
    pub(crate) settings: Settings,
    pub(crate) context: Driver,
    run: Arc<Run>,
    suitability: Suitability<'t>,
    /// In the order of the type's providers.
    providers: Vec<Slot>,
    /// The lazy attributes that resources of this session manage.
    managed_lazy: Vec<EcoString>,
    /// The parameters that all resources of this session share.
    shared_parameters: SharedParameters,
    /// The lazy attributes that were requested for a listing.
    requested_lazy: Vec<EcoString>,
    pub(crate) statistics: Statistics,
    /// Holds back the log lines of a batch.
    pub(crate) log_buffer: Option<Arc<LogBuffer>>,
}

/// One provider of a session, and the cache of its results.
#[derive(Default)]
struct Slot {
    instance: Option<Box<dyn Provider>>,
    /// Why it could not be created.
    broken: Option<Failure>,
    cache: Cache,
}

/// The state of a resource.
#[derive(Clone)]
pub struct Current {
    /// Its attributes. A resource that does not exist has a `title`, or its namevars, and an `ensure` of `:absent` (a symbol).
    pub state: State,
    /// Whether the provider knows it.
    pub exists: bool,
}

/// Shows no values, because not all secrets are wrapped.
impl fmt::Debug for Current {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&EcoString> = self.state.iter().map(|(name, _)| name).collect();
        formatter.debug_struct("Current").field("exists", &self.exists).field("known", &known).finish()
    }
}

/// The calls of providers.
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
    /// A new session, in a run of its own.
    pub fn new(resource_type: &'t ResourceType, settings: Settings, log: Log) -> Session<'t> {
        let mut context = Driver::new(resource_type.definition().clone(), log).with_trace(settings.trace);
        if let Some(values) = &settings.values {
            context = context.with_settings(values.clone());
        }
        let (handling, misuse) = match Handling::of(resource_type.definition()) {
            Ok(handling) => (handling, None),
            Err(error) => (Handling::default(), Some(error)),
        };
        let session = Session {
            resource_type,
            schema: Schema::new(resource_type.definition(), handling.repeats),
            lifetimes: Lifetimes::of(resource_type, &handling),
            handling: Arc::new(handling),
            misuse,
            settings,
            context,
            run: Arc::default(),
            suitability: Suitability::new(resource_type),
            providers: resource_type.providers().iter().map(|_| Slot::default()).collect(),
            managed_lazy: Vec::new(),
            shared_parameters: SharedParameters::default(),
            requested_lazy: Vec::new(),
            statistics: Statistics::default(),
            log_buffer: None,
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

    /// Sets the flag that ends the run, which providers can see.
    pub(crate) fn set_stop(&mut self, stop: StopFlag) {
        self.context.set_stop(stop);
    }

    /// This session with a buffer that may hold back its log lines.
    #[must_use]
    pub(crate) fn with_log_buffer(mut self, buffer: Arc<LogBuffer>) -> Session<'t> {
        self.log_buffer = Some(buffer);
        self
    }

    /// The type of the resources of this session.
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

    /// How resources of this session are changed and shown.
    pub fn dialect(&self) -> Dialect {
        self.resource_type.dialect()
    }

    /// The calls of providers so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The provider of a resource, or why there is none.
    pub fn provider_of(&mut self, resource: &ManagedResource) -> Result<&'t ProviderEntry, ProviderError> {
        self.provider_index(resource).map(|index| &self.resource_type.providers()[index])
    }

    /// The index of the provider of a resource among those of its type.
    pub(crate) fn provider_index(&mut self, resource: &ManagedResource) -> Result<ProviderIndex, ProviderError> {
        self.suitability.index(resource.provider.as_deref(), &self.context).map(ProviderIndex)
    }

    /// The number of providers of the type.
    pub(crate) fn provider_count(&self) -> usize {
        self.providers.len()
    }

    /// Determines the suitability of unsuitable providers again, because a change may have made them suitable.
    pub fn recheck_providers(&mut self) {
        self.suitability.ask_again();
    }

    /// Asks the provider to refresh a resource, which counts as a change.
    ///
    /// The failure is not logged.
    pub fn refresh(&mut self, resource: &ManagedResource) -> Outcome {
        let target = self.canonical_target(resource)?;
        let refreshed = self.with_provider_of(resource, |provider, context| {
            context.reset_failed();
            context.set_current_resource(Some(resource.current_resource()));
            let refreshed = provider.refresh(context, resource.identity(), target);
            context.set_current_resource(None);
            let outcome = match refreshed {
                Ok(()) => failure_in_block(context).map_or(Ok(()), Err),
                failed => failed,
            };
            context.reset_failed();
            outcome
        });
        self.run.record_change();
        refreshed
    }

    /// Requests lazy attributes that no resource manages, for a listing that shows them.
    ///
    /// Attributes that are not lazy are read anyway; their names have no effect.
    pub fn request_lazy(&mut self, attributes: &[&str]) {
        for attribute in attributes {
            if self.schema.is_lazy(attribute) && !self.requested_lazy.iter().any(|known| known == attribute) {
                self.requested_lazy.push(EcoString::from(*attribute));
            }
        }
    }

    /// Calls the provider of a resource, which is created if this is the first call.
    pub(crate) fn with_provider_of<T>(
        &mut self,
        resource: &ManagedResource,
        call: impl FnOnce(&mut dyn Provider, &Driver) -> Outcome<T>,
    ) -> Outcome<T> {
        let slot = self.slot(resource.provider.as_deref())?;
        self.call(slot, call)
    }

    /// Assigns log lines from now on to the resource at this position of a batch.
    pub(crate) fn log_for(&self, position: usize) {
        if let Some(buffer) = &self.log_buffer {
            buffer.set_current(position);
        }
    }

    pub(crate) fn log(&self) -> &Log {
        self.context.log()
    }

    /// The slot of the provider of that name, or of the default one.
    fn slot(&mut self, provider: Option<&str>) -> Outcome<ProviderIndex> {
        let found = self.suitability.index(provider, &self.context);
        found.map(ProviderIndex).map_err(|error| self.scrubbed(error.into_failure()))
    }

    /// Whether values can be brought into canonical form now. There is no point in waiting for an unknown provider.
    fn can_canonicalize(&mut self, provider: Option<&str>) -> bool {
        // Suitability is not determined before it matters.
        if !self.has(Feature::Canonicalize) {
            return true;
        }
        let found = self.suitability.index(provider, &self.context);
        !matches!(found, Err(ProviderError::NoneSuitable { .. } | ProviderError::Unsuitable { .. }))
    }

    fn call<T>(
        &mut self,
        slot: ProviderIndex,
        call: impl FnOnce(&mut dyn Provider, &Driver) -> Outcome<T>,
    ) -> Outcome<T> {
        let entry = &self.resource_type.providers()[slot];
        let slot = &mut self.providers[slot];
        if let Some(failure) = &slot.broken {
            return Err(failure.clone());
        }
        let provider = match &mut slot.instance {
            Some(provider) => provider,
            none => match Failure::catch_panic("provider", || entry.create(&self.context)) {
                Ok(provider) => none.insert(provider),
                Err(failure) => {
                    let failure = failure.scrubbed(self.context.log().scrubber());
                    slot.broken = Some(failure.clone());
                    return Err(failure);
                }
            },
        };
        let scrubber = self.context.log().scrubber();
        Failure::catch_panic("provider", || call(provider.as_mut(), &self.context))
            .map_err(|failure| failure.scrubbed(scrubber))
    }

    /// Whether the type has the hidden property [`TRIGGER`].
    pub(crate) fn has_trigger(&self) -> bool {
        self.schema.has_trigger
    }

    fn has(&self, feature: Feature) -> bool {
        self.definition().has(feature)
    }

    /// Keeps the secrets of a state out of everything that is logged from now on.
    fn learn(&self, state: &State) {
        let scrubber = self.context.log().scrubber();
        self.schema.redacted(state).iter().for_each(|(_, value)| scrubber.learn(value));
    }

    /// As [`learn`](Session::learn), for declared parameters.
    fn learn_parameters(&self, parameters: &[(EcoString, Value)]) {
        let scrubber = self.context.log().scrubber();
        let hides = |name: &str, value: &Value| {
            self.definition().attribute(name).is_some_and(|attribute| attribute.hides(value))
        };
        for (name, value) in parameters {
            let is_hidden = self.schema.has_sensitive && hides(name, value);
            if is_hidden && !value.is_undef() { scrubber.learn_secret(value) } else { scrubber.learn(value) }
        }
    }

    /// A state for a message: attributes that the definition marks as sensitive are redacted even if their value is not.
    pub(crate) fn shown(&self, state: &State) -> String {
        resource_api::render::inspect_state(&self.schema.redacted(state))
    }

    fn scrubbed(&self, failure: Failure) -> Failure {
        failure.scrubbed(self.context.log().scrubber())
    }
}

/// The failure of a call during which something failed in a block of the context, if that happened.
pub(crate) fn failure_in_block(context: &Driver) -> Option<Failure> {
    let has_failed = context.has_failed();
    let reason = context.reset_failed();
    let failure = || Failure::new("Execution encountered an error");
    has_failed.then(|| reason.map_or_else(failure, |reason| failure().because(reason)))
}
