//! The run of a catalog.
//!
//! A [`Transaction`] is made of a catalog and the known types; invalid resources are found then (`convert.rs`). Its run lets
//! resources generate others (`generation.rs`), determines which resource comes before which (`relations.rs`), and evaluates
//! them (`evaluator.rs`). The result is [`Applied`], which is data.
//!
//! What is logged is what Puppet logs, line for line.

mod batch;
mod catalog_view;
pub mod clock;
mod convert;
mod drawings;
mod dynamic_children;
mod evaluator;
mod generation;
pub mod history;
mod log_buffer;
pub mod options;
mod purge;
mod read_back;
mod record;
mod refresh;
mod relations;
mod resources;
mod schedule;
mod sessions;
mod skip;
pub mod status;

use std::{
    fmt,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use catalog::{Catalog, Declared};
use ecow::EcoString;
use resource_api::{
    Failure, Outcome, Types,
    context::StopFlag,
    log::{Level, Log},
    render,
};
use rustc_hash::FxHashMap;

pub(crate) use self::log_buffer::LogBuffer;
use self::{
    catalog_view::RunCatalogView,
    convert::{Converted, Managed, Part},
    dynamic_children::ChildSources,
    evaluator::{Evaluator, RunState},
    generation::Additions,
    resources::Resources,
    sessions::Sessions,
    skip::ReportedDependencies,
};
pub use self::{
    clock::{UtcClock, WallClock},
    convert::ConversionError,
    history::{History, Record},
    options::{Options, PURGE_LIMIT},
    status::{Applied, EventStatus, ProviderCalls, ResourceEvent, ResourceStatus},
};
use crate::{evaluation::Past, graph::Graph, index::ResourceIndex};

/// A catalog that is about to be applied.
///
/// ```
/// use std::sync::Arc;
/// use catalog::Catalog;
/// use engine::transaction::{Options, Transaction};
/// use resource_api::{Types, log::{Log, Recorder}};
///
/// let recorder = Arc::new(Recorder::default());
/// let log = Log::new(recorder.clone(), Arc::default());
/// let catalog = Catalog { version: 1.into(), ..Catalog::default() };
///
/// let types = Types::default();
/// let applied = Transaction::new(catalog, &types, Options::default(), log).unwrap().run();
/// assert!(applied.completed && applied.failure.is_none());
/// assert_eq!(recorder.entries()[0].message, "Applying configuration version '1'");
/// ```
pub struct Transaction<'t> {
    catalog: Arc<Catalog>,
    converted: Converted<'t>,
    types: &'t Types,
    options: Options,
    log: Log,
    clock: Arc<dyn WallClock>,
    history: History,
    view: Arc<RunCatalogView>,
    stop: Option<Arc<AtomicBool>>,
    watch: Option<Watch<'t>>,
    keep: Option<KeepDrawing<'t>>,
}

/// Shows nothing of the resources, because not all secrets are wrapped.
impl fmt::Debug for Transaction<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Transaction").field("catalog", &self.catalog.name).finish_non_exhaustive()
    }
}

/// Called before each evaluation.
type Watch<'w> = Box<dyn FnMut(&Progress<'_>) + 'w>;

/// Keeps drawings of the graph: gets the name of a file and its text, and returns the path where it is kept.
type KeepDrawing<'k> = Box<dyn FnMut(&str, &str) -> Option<PathBuf> + 'k>;

/// What is being evaluated at the moment.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'w> {
    /// The number of this evaluation, counted from 1.
    pub number: usize,
    /// The number of all evaluations.
    pub total: usize,
    /// What is evaluated, as log lines name it.
    pub source: &'w str,
}

impl<'t> Transaction<'t> {
    /// Prepares to apply a catalog. Nothing is read or changed yet, but providers may be asked for the canonical form
    /// of values.
    ///
    /// The failure is that of the first invalid resource; it holds a [`ConversionError`], unless it is a fatal failure of a
    /// provider.
    pub fn new(mut catalog: Catalog, types: &'t Types, options: Options, log: Log) -> Result<Transaction<'t>, Failure> {
        if options.host {
            add_defaults(&mut catalog, &options);
        }
        let view = Arc::new(RunCatalogView::new(types));
        let sessions = Sessions::new(&options, log.clone(), view.clone());
        let converted =
            convert::convert(&catalog, types, sessions).map_err(|failure| failure.scrubbed(log.scrubber()))?;
        Ok(Transaction {
            catalog: Arc::new(catalog),
            converted,
            types,
            options,
            log,
            clock: Arc::new(UtcClock),
            history: History::default(),
            view,
            stop: None,
            watch: None,
            keep: None,
        })
    }

    /// The declared resources, with the sources of their log lines.
    pub fn declared(&self) -> impl Iterator<Item = (&EcoString, &Declared)> {
        self.converted.members.iter().map(|member| &member.path).zip(&self.catalog.resources)
    }

    /// References of the declared resources that manage something: they have a value for a property.
    pub fn managed(&self) -> impl Iterator<Item = &EcoString> {
        let is_managed = |resource: &crate::ManagedResource| {
            let definition = resource.definition();
            let is_property = |name: &str| definition.attribute(name).is_some_and(crate::resource::is_property);
            resource.should().iter().any(|(name, value)| !value.is_undef() && is_property(name))
        };
        let members = self.converted.members.iter();
        members
            .filter(move |member| member.managed().is_some_and(|managed| is_managed(&managed.resource)))
            .map(|member| &member.reference)
    }

    /// This transaction with the history of earlier ones.
    #[must_use]
    pub fn with_history(mut self, history: History) -> Transaction<'t> {
        self.history = history;
        self
    }

    /// This transaction with another clock than that of the machine in UTC.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn WallClock>) -> Transaction<'t> {
        self.clock = clock;
        self
    }

    /// This transaction, which skips everything that is not evaluated yet once `stop` is set.
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Transaction<'t> {
        if self.options.host {
            self.converted.sessions.set_stop(&StopFlag::new(stop.clone()));
        }
        self.stop = Some(stop);
        self
    }

    /// This transaction with a function that is called before each evaluation.
    #[must_use]
    pub fn watched_by(mut self, watch: impl FnMut(&Progress<'_>) + 't) -> Transaction<'t> {
        self.watch = Some(Box::new(watch));
        self
    }

    /// This transaction with a function that keeps drawings of its graph: `resources.dot`, `relationships.dot`,
    /// `relationships.svg`, `expanded_relationships.dot`, and `cycles.dot` if there are any. It returns the path where the
    /// drawing is kept, if it is.
    #[must_use]
    pub fn drawn_by(mut self, keep: impl FnMut(&str, &str) -> Option<PathBuf> + 't) -> Transaction<'t> {
        self.keep = Some(Box::new(keep));
        self
    }

    /// Applies the catalog.
    ///
    /// No failure of a single resource ends the run unless it is fatal. What ended it is the [`failure`](Applied::failure)
    /// of the result, which is not logged: invalid relations, dependency cycles, unknown schedules, and fatal failures of
    /// providers.
    pub fn run(mut self) -> Applied {
        self.apply()
    }

    fn apply(&mut self) -> Applied {
        let started = Instant::now();
        let mut state = RunState::default();
        state.statuses.reserve_exact(self.converted.members.len());
        let mut system_values = None;
        let prepared = self.prepare(&mut state);
        let failed_to_generate = prepared.as_ref().is_ok_and(|(_, additions)| additions.failed);
        let failure = match prepared {
            Err(failure) => Some(failure),
            Ok((graph, _)) => self
                .schedules()
                .and_then(|schedules| {
                    let mut evaluator = Evaluator {
                        resources: Resources::new(&self.catalog, &self.converted.members),
                        references: &self.converted.references,
                        identities: &self.converted.identities,
                        types: self.types,
                        sessions: &mut self.converted.sessions,
                        walk: graph.walk(),
                        options: &self.options,
                        log: &self.log,
                        clock: &*self.clock,
                        system_values: self.history.system_values.is_some().then(Default::default),
                        history: &mut self.history,
                        schedules,
                        stop: self.stop.as_deref(),
                        watch: self.watch.as_mut().map(|watch| &mut **watch as _),
                        queues: FxHashMap::default(),
                        reported: ReportedDependencies::default(),
                        children: ChildSources::default(),
                        state: std::mem::take(&mut state),
                    };
                    let outcome = evaluator.run();
                    system_values = evaluator.system_values.take();
                    state = evaluator.state;
                    outcome
                })
                .err(),
        };
        if system_values.is_some() {
            self.history.system_values = system_values;
        }
        self.history.compact(self.converted.members.iter().map(|member| &member.reference), history::MAX_OTHERS);
        Applied {
            statuses: state.statuses,
            completed: failure.is_none(),
            failed_to_generate: failed_to_generate || state.failed_to_generate,
            unreported: state.unreported,
            failure: failure.map(|failure| failure.scrubbed(self.log.scrubber())),
            times: state.times.into_iter().map(|(name, took)| (name.to_lowercase(), took)).collect(),
            evaluation_time: started.elapsed(),
            provider_calls: self.converted.sessions.calls(),
            history: std::mem::take(&mut self.history),
        }
    }

    /// Completes the catalog, and makes its graph.
    fn prepare(&mut self, state: &mut RunState) -> Outcome<(Graph, Additions)> {
        // Providers that generate resources see what is declared; later all of them see everything.
        self.view.show(self.catalog.clone());
        let additions = generation::generate_all(&mut self.catalog, &mut self.converted, self.types, &self.options)?;
        self.attach_history();
        self.view.show(self.catalog.clone());
        if !self.catalog.version.is_undef() {
            let version = render::interpolate(&self.catalog.version);
            self.log.line(Level::Info, &format!("Applying configuration version '{version}'"));
        }
        drawings::of_catalog(self);
        let relations = relations::all(&self.catalog, &self.converted, &additions, &self.log)?;
        let graph = relations::graph(&self.catalog, &self.converted, &additions, &relations);
        drawings::of_relations(self, &relations, &graph);
        if let Err(cycles) = graph.cycles(&self.catalog) {
            let kept = drawings::of_cycles(self, &cycles);
            let message = kept.map_or_else(|| cycles.to_string(), |path| cycles.drawn_in(&path));
            self.log.line(Level::Err, &message);
            self.fail_cycles(&graph, &cycles, state);
            return Err(evaluator::cycle_failure());
        }
        Ok((graph, additions))
    }

    /// Fails every resource in a cycle.
    fn fail_cycles(&mut self, graph: &Graph, cycles: &crate::graph::Cycles, state: &mut RunState) {
        let time = self.clock.now();
        for vertex in cycles.as_slice().iter().flat_map(|cycle| &cycle.members) {
            let vertex = graph.vertices()[*vertex];
            if vertex.is_resource() {
                let resources = Resources::new(&self.catalog, &self.converted.members);
                let mut status = record::initial_status(&resources, vertex.resource(), time);
                status.fail(status::IN_CYCLE.into(), time);
                state.statuses.push(status);
            }
        }
    }

    /// The schedules of resources that have one.
    fn schedules(&self) -> Outcome<FxHashMap<ResourceIndex, ResourceIndex>> {
        let mut schedules = FxHashMap::default();
        if self.options.ignore_schedules {
            return Ok(schedules);
        }
        for (index, member) in ResourceIndex::first(self.converted.members.len()).zip(&self.converted.members) {
            let Some(Managed { resource, .. }) = member.managed() else { continue };
            let Some(name) = resource.metaparameters().known("schedule").map(render::interpolate) else { continue };
            let schedule = self
                .converted
                .references
                .find_titled("schedule", &name)
                .filter(|schedule| matches!(self.converted.members[*schedule].part, Part::Schedule(_)));
            let Some(schedule) = schedule else {
                return Err(Failure::resource(format!("Could not find schedule {name}")));
            };
            schedules.insert(index, schedule);
        }
        Ok(schedules)
    }

    /// Gives resources what earlier runs recorded of them, as far as it matters.
    fn attach_history(&mut self) {
        for member in &mut self.converted.members {
            let Part::Managed(managed) = &mut member.part else { continue };
            if let Some(past) = self.history.past_of(&managed.resource, &member.reference) {
                managed.set_past(past);
            }
        }
    }
}

impl History {
    /// What earlier runs recorded of a resource, as far as it matters.
    fn past_of(&self, resource: &crate::ManagedResource, reference: &str) -> Option<Arc<Past>> {
        let audited = crate::resource::audited(resource.definition(), resource.metaparameters());
        let system_values = self.system_values.as_ref().and_then(|values| values.get(reference));
        if audited.is_empty() && system_values.is_none() {
            return None;
        }
        let recorded = self.records.get(reference).map(|record| record.audited.clone());
        Some(Arc::new(Past {
            audited,
            recorded: recorded.unwrap_or_default(),
            system_values: system_values.cloned().unwrap_or_default(),
        }))
    }
}

/// Adds the resources that exist without being declared.
fn add_defaults(catalog: &mut Catalog, options: &Options) {
    if !options.default_schedules {
        return;
    }
    let mut defaults = schedule::defaults();
    defaults.push(Declared {
        type_name: "Filebucket".into(),
        title: "puppet".into(),
        tags: vec!["filebucket".into(), "puppet".into()],
        ..Declared::default()
    });
    let declared: Vec<&Declared> = catalog
        .resources
        .iter()
        .filter(|declared| declared.type_name == "Schedule" || declared.type_name == "Filebucket")
        .collect();
    defaults.retain(|default| {
        let is_same = |known: &&&Declared| known.type_name == default.type_name && known.title == default.title;
        !declared.iter().any(|known| is_same(&known))
    });
    // Growing the list would double its capacity.
    catalog.resources.reserve_exact(defaults.len());
    catalog.resources.extend(defaults);
}
