//! The run of a catalog.
//!
//! A [`Transaction`] is made of a catalog and the types that are known: what is wrong with a resource is found then
//! (`convert.rs`). Its run asks for resources to be added (`growth.rs`), finds out who comes before whom
//! (`relations.rs`), and gives everything its turn (`turns.rs`). What became of it is [`Applied`], which is data.
//!
//! What is logged is what Puppet logs, line for line.

mod aftermath;
mod brood;
pub mod clock;
mod convert;
mod foresight;
mod growth;
pub mod history;
mod lane;
pub mod options;
mod pictures;
mod places;
mod purge;
mod refresh;
mod relations;
mod schedule;
mod sessions;
mod skip;
pub mod status;
mod together;
mod turns;
mod view;

use std::{
    fmt,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use ecow::EcoString;
use resource_api::{
    Behaviour, Failure, Outcome, Types,
    log::{Level, Log},
    render,
};
use rustc_hash::FxHashMap;

pub(crate) use self::lane::Lane;
pub use self::{
    clock::{UtcClock, WallClock},
    convert::ConversionError,
    history::{History, Record},
    options::{Options, PURGE_LIMIT},
    status::{Applied, EventStatus, ProviderCalls, ResourceEvent, ResourceStatus},
};
use self::{
    convert::{Converted, Managed, Part},
    growth::Growth,
    places::Places,
    sessions::Sessions,
    turns::{Course, Turns},
    view::View,
};
use crate::{
    Session,
    catalog::{Catalog, Declared},
    evaluation::Past,
    graph::{Graph, Told},
};

/// A catalog that is about to be applied.
///
/// ```
/// use std::sync::Arc;
/// use engine::{catalog::Catalog, transaction::{Options, Transaction}};
/// use resource_api::{Types, log::{Log, Recorder}};
///
/// let recorder = Arc::new(Recorder::default());
/// let log = Log::new(recorder.clone(), Arc::default());
/// let catalog = Catalog { version: 1.into(), ..Catalog::default() };
///
/// let types = Types::default();
/// let applied = Transaction::new(catalog, &types, Options::default(), log).unwrap().run();
/// assert!(applied.completed && !applied.any_failed());
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
    view: Arc<View>,
    stop: Option<Arc<AtomicBool>>,
    watch: Option<Watch<'t>>,
    keep: Option<KeepPicture<'t>>,
}

/// Shows nothing of the resources: not all that must stay secret is wrapped.
impl fmt::Debug for Transaction<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Transaction").field("catalog", &self.catalog.name).finish_non_exhaustive()
    }
}

/// Whoever is told of every turn.
type Watch<'w> = Box<dyn FnMut(&Turn<'_>) + 'w>;

/// Whoever keeps pictures of the graph: gets the name of a file and its text, and answers where that is kept.
type KeepPicture<'k> = Box<dyn FnMut(&str, &str) -> Option<PathBuf> + 'k>;

/// What has its turn at the moment.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'w> {
    /// Which turn it is, counted from 1.
    pub number: usize,
    /// How many turns there are.
    pub total: usize,
    /// What has its turn, as log lines name it.
    pub source: &'w str,
    /// Whether it is a resource, not an end of a container.
    pub is_resource: bool,
}

impl<'t> Transaction<'t> {
    /// Makes ready to apply a catalog. Nothing is read or changed yet, but providers may be asked for the canonical form
    /// of values.
    ///
    /// The failure is that of the first resource that cannot be what its declaration says; it holds a
    /// [`ConversionError`], unless it is a provider's that must end the run.
    pub fn new(mut catalog: Catalog, types: &'t Types, options: Options, log: Log) -> Result<Transaction<'t>, Failure> {
        if options.host {
            add_defaults(&mut catalog, &options);
        }
        let view = Arc::new(View::new(types));
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

    /// The resources that are declared, with what their log lines name as their sources.
    pub fn declared(&self) -> impl Iterator<Item = (&EcoString, &Declared)> {
        self.converted.members.iter().map(|member| &member.path).zip(&self.catalog.resources)
    }

    /// References to the declared resources of which something is managed: they have a value for a property.
    pub fn managed(&self) -> impl Iterator<Item = &EcoString> {
        let is_managed = |resource: &crate::ManagedResource| {
            let definition = resource.definition();
            let is_property = |name: &str| match definition.attribute(name).map(resource_api::Attribute::behaviour) {
                Some(Behaviour::Property | Behaviour::InitOnly | Behaviour::ReadOnly) => true,
                Some(Behaviour::Namevar | Behaviour::Parameter) | None => false,
            };
            resource.should().iter().any(|(name, value)| !value.is_undef() && is_property(name))
        };
        let members = self.converted.members.iter();
        members
            .filter(move |member| member.managed().is_some_and(|managed| is_managed(&managed.resource)))
            .map(|member| &member.reference)
    }

    /// This transaction with what earlier ones left.
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

    /// This transaction, which skips everything that has had no turn once `stop` is set.
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Transaction<'t> {
        self.stop = Some(stop);
        self
    }

    /// This transaction with somebody who is told of every turn when it begins.
    #[must_use]
    pub fn watched_by(mut self, watch: impl FnMut(&Turn<'_>) + 't) -> Transaction<'t> {
        self.watch = Some(Box::new(watch));
        self
    }

    /// This transaction with somebody who keeps pictures of its graph: `resources.dot`, `relationships.dot`,
    /// `relationships.svg`, `expanded_relationships.dot`, and `cycles.dot` where there are any. The answer is where the
    /// picture is kept, if it is.
    #[must_use]
    pub fn drawn_by(mut self, keep: impl FnMut(&str, &str) -> Option<PathBuf> + 't) -> Transaction<'t> {
        self.keep = Some(Box::new(keep));
        self
    }

    /// Applies the catalog.
    ///
    /// Nothing that happens to a single resource ends the run. What does is the [`failure`](Applied::failure) of the
    /// answer, which nobody has logged: relations that lead nowhere or in a circle, schedules that do not exist, and
    /// failures of providers that are fatal.
    pub fn run(mut self) -> Applied {
        let applied = self.apply();
        if self.options.is_last {
            self.leave();
        }
        applied
    }

    /// Leaves data in memory. Providers, connections and logs end as always.
    fn leave(&mut self) {
        let Converted { members, sessions, references, identities } = &mut self.converted;
        sessions.all().iter_mut().for_each(Session::leave);
        std::mem::forget((std::mem::take(members), std::mem::take(references), std::mem::take(identities)));
        std::mem::forget(self.catalog.clone());
    }

    fn apply(&mut self) -> Applied {
        let started = Instant::now();
        let mut course = Course::default();
        course.statuses.reserve_exact(self.converted.members.len());
        let mut left = None;
        let prepared = self.prepare(&mut course);
        let failed_to_generate = prepared.as_ref().is_ok_and(|(_, growth)| growth.failed);
        let failure = match prepared {
            Err(failure) => Some(failure),
            Ok((graph, _)) => self
                .schedules()
                .and_then(|schedules| {
                    let mut turns = Turns {
                        places: Places::new(&self.catalog, &self.converted.members),
                        references: &self.converted.references,
                        identities: &self.converted.identities,
                        types: self.types,
                        sessions: &mut self.converted.sessions,
                        walk: graph.walk(),
                        options: &self.options,
                        log: &self.log,
                        clock: &*self.clock,
                        left: self.history.system_values.is_some().then(Default::default),
                        history: &mut self.history,
                        schedules,
                        stop: self.stop.as_deref(),
                        watch: self.watch.as_mut().map(|watch| &mut **watch as _),
                        queues: FxHashMap::default(),
                        told: Told::default(),
                        told_classes: Told::default(),
                        warned_classes: Told::default(),
                        broods: Vec::new(),
                        free: Vec::new(),
                        course: std::mem::take(&mut course),
                    };
                    let outcome = turns.run();
                    left = turns.left.take();
                    course = turns.course;
                    outcome
                })
                .err(),
        };
        if left.is_some() {
            self.history.system_values = left;
        }
        self.history.compact(self.converted.members.iter().map(|member| &member.reference), history::MAX_OTHERS);
        Applied {
            statuses: course.statuses,
            completed: failure.is_none(),
            failed_to_generate: failed_to_generate || course.failed_to_generate,
            left_out: course.left_out,
            failure: failure.map(|failure| failure.scrubbed(self.log.scrubber())),
            times: course.times.into_iter().map(|(name, took)| (name.to_lowercase(), took)).collect(),
            evaluation_time: started.elapsed(),
            provider_calls: self.converted.sessions.calls(),
            history: std::mem::take(&mut self.history),
        }
    }

    /// Completes the catalog, and puts it in order.
    fn prepare(&mut self, course: &mut Course) -> Outcome<(Graph, Growth)> {
        // Who adds resources sees what is declared, and later everybody sees everything.
        self.view.show(self.catalog.clone());
        let growth = growth::grow(&mut self.catalog, &mut self.converted, self.types, &self.options)?;
        self.attach_history();
        self.view.show(self.catalog.clone());
        if !self.catalog.version.is_undef() {
            let version = render::interpolate(&self.catalog.version);
            self.log.line(Level::Info, &format!("Applying configuration version '{version}'"));
        }
        pictures::of_catalog(self);
        let relations = relations::all(&self.catalog, &self.converted, &growth, &self.log)?;
        let graph = relations::graph(&self.catalog, &self.converted, &growth, &relations);
        pictures::of_relations(self, &relations, &graph);
        if let Err(cycles) = graph.cycles(&self.catalog) {
            let kept = pictures::of_cycles(self, &cycles);
            let message = kept.map_or_else(|| cycles.to_string(), |path| cycles.drawn_in(&path));
            self.log.line(Level::Err, &message);
            self.fail_cycles(&graph, &cycles, course);
            return Err(turns::cycle_failure());
        }
        Ok((graph, growth))
    }

    /// Fails every resource that waits for itself.
    fn fail_cycles(&mut self, graph: &Graph, cycles: &crate::graph::Cycles, course: &mut Course) {
        let time = self.clock.now();
        for vertex in cycles.as_slice().iter().flat_map(|cycle| &cycle.members) {
            let vertex = graph.vertices()[*vertex];
            if vertex.is_resource() {
                let mut status =
                    turns::beginning(&Places::new(&self.catalog, &self.converted.members), vertex.place(), time);
                status.fail(status::IN_CYCLE.into(), time);
                course.statuses.push(status);
            }
        }
    }

    /// The places of the schedules of resources that have one.
    fn schedules(&self) -> Outcome<FxHashMap<usize, usize>> {
        let mut schedules = FxHashMap::default();
        if self.options.ignore_schedules {
            return Ok(schedules);
        }
        for (place, member) in self.converted.members.iter().enumerate() {
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
            schedules.insert(place, schedule);
        }
        Ok(schedules)
    }

    /// Tells resources what earlier runs know of them, as far as it matters.
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
    /// What earlier runs know of a resource, as far as it matters.
    fn past_of(&self, resource: &crate::ManagedResource, reference: &str) -> Option<Arc<Past>> {
        let audited = crate::resource::audited(resource.definition(), resource.metaparameters());
        let left = self.system_values.as_ref().and_then(|values| values.get(reference));
        if audited.is_empty() && left.is_none() {
            return None;
        }
        let recorded = self.records.get(reference).map(|record| record.audited.clone());
        Some(Arc::new(Past {
            audited,
            recorded: recorded.unwrap_or_default(),
            left: left.cloned().unwrap_or_default(),
        }))
    }
}

/// Adds the resources that exist even when nobody declares them.
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
    // A list that grows by itself doubles.
    catalog.resources.reserve_exact(defaults.len());
    catalog.resources.extend(defaults);
}
