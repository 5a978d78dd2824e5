//! Resources that others generate while they are evaluated, as a directory does with its contents.
//!
//! There may be more of them than should be in memory. So they are built a few at a time, evaluated right after the resource
//! that generated them, and dropped then: only what happened to them is kept.

use ecow::EcoString;
use pcore::Value;
use resource_api::{Failure, Feature, Generated, Outcome, definition::relations::RelationKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    convert::Member,
    evaluator::Evaluator,
    generation::{self, Built, MAX_GENERATED},
    resources::DynamicResource,
};
use crate::{
    ManagedResource,
    graph::{DynamicChildren, Vertex},
    index::{ResourceIndex, VertexIndex},
};

/// How many of them are built at a time.
const BATCH_SIZE: usize = 1024;

/// The resources that generate others at the moment.
#[derive(Default)]
pub(super) struct ChildSources {
    sources: Vec<ChildSource>,
    /// The vertices of generated resources that were dropped.
    free: Vec<VertexIndex>,
}

/// A resource that generates others.
struct ChildSource {
    children: DynamicChildren,
    parent: ResourceIndex,
    rest: Box<dyn Iterator<Item = Generated>>,
    /// How many resources were generated so far.
    count: usize,
    /// Those that were built last.
    present: Vec<VertexIndex>,
    /// Those that others may have to come after, by their references.
    above: FxHashMap<EcoString, VertexIndex>,
}

/// Whether a resource generates others while it is evaluated: its definition names an attribute under `eval_generate`,
/// and the resource has a value for it.
pub(super) fn eval_generate(resource: &ManagedResource) -> bool {
    let definition = resource.definition();
    if !definition.has(Feature::CustomGenerate) {
        return false;
    }
    let Some(name) = &resource.handling.eval_generate else { return false };
    resource.should().known(name).is_some_and(|value| *value != Value::Boolean(false))
}

impl Evaluator<'_, '_> {
    /// Asks a resource that is about to be evaluated for the resources that it generates.
    pub(super) fn begin_children(&mut self, vertex: VertexIndex) -> Outcome {
        let Vertex::Resource(parent) = self.vertex(vertex) else { return Ok(()) };
        let Some(managed) = self.resources.member(parent).managed().filter(|managed| managed.eval_generate) else {
            return Ok(());
        };
        let (session, resource) = (managed.session, managed.resource.clone());
        let generated = self.sessions.get_mut(session).generate_late(&resource);
        for failure in self.sessions.get(session).take_failed_resources() {
            self.report_failed_generation(parent, failure)?;
        }
        let mut rest = match generated {
            Ok(rest) => rest.peekable(),
            Err(failure) => return self.report_failed_generation(parent, failure),
        };
        if rest.peek().is_some()
            && let Some(children) = self.walk.begin_children(vertex)
        {
            self.children.sources.push(ChildSource {
                children,
                parent,
                rest: Box::new(rest),
                count: 0,
                present: Vec::new(),
                above: FxHashMap::default(),
            });
        }
        Ok(())
    }

    /// Builds more children of the resources whose present children are finished.
    pub(super) fn refill_children(&mut self) -> Outcome {
        let mut position = 0;
        while position < self.children.sources.len() {
            if !self.walk.is_drained(self.children.sources[position].children) {
                position += 1;
                continue;
            }
            let mut source = self.children.sources.remove(position);
            self.drop_present(&mut source);
            self.refill(&mut source)?;
            if source.present.is_empty() {
                self.walk.end_children(source.children);
            } else {
                self.children.sources.insert(position, source);
                position += 1;
            }
        }
        Ok(())
    }

    /// Generates nothing more, because the run was stopped.
    pub(super) fn end_children(&mut self) {
        for source in std::mem::take(&mut self.children.sources) {
            self.walk.end_children(source.children);
        }
    }

    fn drop_present(&mut self, source: &mut ChildSource) {
        let present = std::mem::take(&mut source.present);
        for vertex in &present {
            let resource = self.vertex(*vertex).resource();
            self.schedules.remove(&resource);
            if let Some(managed) = self.resources.member(resource).managed() {
                self.sessions.get_mut(managed.session).release(&managed.resource);
            }
        }
        let released = self.walk.release(source.children, &present);
        let gone: FxHashSet<VertexIndex> = released.iter().copied().collect();
        source.above.retain(|_, vertex| !gone.contains(vertex));
        self.children.free.extend(released);
    }

    fn refill(&mut self, source: &mut ChildSource) -> Outcome {
        while source.present.len() < BATCH_SIZE {
            let Some(generated) = source.rest.next() else { break };
            source.count += 1;
            if source.count > MAX_GENERATED {
                let message = format!("more than {MAX_GENERATED} resources would have to be managed");
                self.report_failed_generation(source.parent, Failure::new(message))?;
                source.rest = Box::new(std::iter::empty());
                break;
            }
            match self.build_child(source.parent, &generated) {
                Ok(Some(child)) => self.add_child(source, child),
                Ok(None) => {}
                Err(failure) => self.report_failed_generation(source.parent, failure)?,
            }
        }
        Ok(())
    }

    fn add_child(&mut self, source: &mut ChildSource, child: DynamicResource) {
        let reference = child.member.reference.clone();
        let above = self.above(source, &child.member);
        let reused = self.children.free.pop();
        let resource = self.resources.put(reused.map(|vertex| self.vertex(vertex).resource()), child);
        if let Some(schedule) = self.schedules.get(&source.parent).copied() {
            self.schedules.insert(resource, schedule);
        }
        let vertex = self.walk.add_child(source.children, resource, above, reused);
        source.present.push(vertex);
        source.above.insert(reference, vertex);
    }

    /// The earlier child that a resource comes after, as a file comes after its directory.
    fn above(&self, source: &ChildSource, member: &Member) -> Option<VertexIndex> {
        let managed = member.managed()?;
        let known = |kind: &str, title: &str| source.above.get(&catalog::canonical(kind, title)).copied();
        let relations = self
            .sessions
            .get(managed.session)
            .relations_of(&managed.resource, &|kind, title| known(kind, title).is_some());
        let required = relations.iter().filter(|relation| relation.kind == RelationKind::Autorequire);
        required.filter_map(|relation| known(&relation.type_name, &relation.title)).next()
    }

    /// Builds a generated resource, unless the catalog has it.
    fn build_child(&mut self, parent: ResourceIndex, generated: &Generated) -> Outcome<Option<DynamicResource>> {
        if self.references.find_titled(&generated.type_name, &generated.title).is_some() {
            return Ok(None);
        }
        let (parent, member) = (self.resources.declared(parent), self.resources.member(parent));
        let container = member.container;
        let within = container.map(|container| self.resources.member(container).path.as_str()).unwrap_or_default();
        let built = generation::build(self.types, self.sessions, self.identities, (parent, member), within, generated)?;
        let Built::New(declared, mut managed) = built else { return Ok(None) };
        let reference: EcoString = managed.resource.reference().into();
        if let Some(past) = self.history.past_of(&managed.resource, &reference) {
            managed.set_past(past);
        }
        let member = Member::managing(managed, container, self.log.scrubber());
        Ok(Some(DynamicResource { declared, member }))
    }

    /// Logs why nothing was generated. The failure is returned only when the run must end.
    fn report_failed_generation(&mut self, parent: ResourceIndex, failure: Failure) -> Outcome {
        generation::log_failure(self.resources.member(parent), self.sessions, failure)?;
        self.state.failed_to_generate = true;
        Ok(())
    }
}
