//! Resources that others bring along at their turns, as a directory does with what is in it.
//!
//! There may be more of them than memory should hold. So they are made a few at a time, have their turns right after the
//! one that brought them, and are forgotten then: what stays is what happened to them.

use ecow::EcoString;
use pcore::Value;
use resource_api::{
    Failure, Feature, Generated, Outcome,
    definition::relations::RelationKind,
    log::{Level, capitalized},
    registry::Manner,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    convert::{self, Managed, Member, Part},
    growth::{self, MOST_GENERATED},
    places::Brought,
    turns::Turns,
};
use crate::{
    ManagedResource,
    catalog::Declared,
    graph::{self, Vertex, VertexId},
};

/// How many of them are made at a time.
const AT_A_TIME: usize = 1024;

/// What a resource brings along.
pub(super) struct Brood {
    id: graph::Brood,
    /// The place of the resource.
    parent: usize,
    rest: Box<dyn Iterator<Item = Generated>>,
    count: usize,
    /// Those that were made last.
    present: Vec<VertexId>,
    /// Those after which others may have to come, by their references.
    above: FxHashMap<EcoString, VertexId>,
}

/// Whether a resource brings others along at its turn, and not before: its definition names an attribute under
/// `generates_at_turn`, and the resource has a value for that.
pub(super) fn brings_along(resource: &ManagedResource) -> bool {
    let definition = resource.definition();
    if !definition.has(Feature::CustomGenerate) {
        return false;
    }
    let Some(Value::String(name)) = definition.key("generates_at_turn") else { return false };
    resource.should().known(name).is_some_and(|value| *value != Value::Boolean(false))
}

impl Turns<'_, '_> {
    /// Asks a resource that has its turn for what it brings along.
    pub(super) fn open_brood(&mut self, vertex: VertexId) -> Outcome {
        let Vertex::Resource(parent) = self.vertex(vertex) else { return Ok(()) };
        let Some(managed) = self.places.member(parent).managed().filter(|managed| managed.brings_along) else {
            return Ok(());
        };
        let (session, resource) = (managed.session, managed.resource.clone());
        let mut rest = match self.sessions.get(session).generate_at_turn(&resource) {
            Ok(rest) => rest.peekable(),
            Err(failure) => return self.complain(parent, failure),
        };
        if rest.peek().is_some()
            && let Some(id) = self.walk.open_brood(vertex)
        {
            let brood =
                Brood { id, parent, rest: Box::new(rest), count: 0, present: Vec::new(), above: FxHashMap::default() };
            self.broods.push(brood);
        }
        Ok(())
    }

    /// Makes more of what resources bring along, where all that was made has had its turn.
    pub(super) fn bring_more(&mut self) -> Outcome {
        let mut position = 0;
        while position < self.broods.len() {
            if !self.walk.has_hatched(self.broods[position].id) {
                position += 1;
                continue;
            }
            let mut brood = self.broods.remove(position);
            self.forget_present(&mut brood);
            self.fill(&mut brood)?;
            if brood.present.is_empty() {
                self.walk.close_brood(brood.id);
            } else {
                self.broods.insert(position, brood);
                position += 1;
            }
        }
        Ok(())
    }

    /// Brings nothing more along: the run is stopped.
    pub(super) fn close_broods(&mut self) {
        for brood in std::mem::take(&mut self.broods) {
            self.walk.close_brood(brood.id);
        }
    }

    fn forget_present(&mut self, brood: &mut Brood) {
        let present = std::mem::take(&mut brood.present);
        for vertex in &present {
            let place = self.vertex(*vertex).place();
            self.schedules.remove(&place);
            if let Some(managed) = self.places.member(place).managed() {
                self.sessions.get(managed.session).release(&managed.resource);
            }
        }
        let released = self.walk.release(brood.id, &present);
        let gone: FxHashSet<VertexId> = released.iter().copied().collect();
        brood.above.retain(|_, vertex| !gone.contains(vertex));
        self.free.extend(released);
    }

    fn fill(&mut self, brood: &mut Brood) -> Outcome {
        while brood.present.len() < AT_A_TIME {
            let Some(generated) = brood.rest.next() else { break };
            brood.count += 1;
            if brood.count > MOST_GENERATED {
                let message = format!("more than {MOST_GENERATED} resources would have to be managed");
                self.complain(brood.parent, Failure::new(message))?;
                brood.rest = Box::new(std::iter::empty());
                break;
            }
            match self.build(brood.parent, &generated) {
                Ok(Some(brought)) => self.bring(brood, brought),
                Ok(None) => {}
                Err(failure) => self.complain(brood.parent, failure)?,
            }
        }
        Ok(())
    }

    fn bring(&mut self, brood: &mut Brood, brought: Brought) {
        let reference = brought.member.reference.clone();
        let above = self.above(brood, &brought.member);
        let again = self.free.pop();
        let place = self.places.put(again.map(|vertex| self.vertex(vertex).place()), brought);
        if let Some(schedule) = self.schedules.get(&brood.parent).copied() {
            self.schedules.insert(place, schedule);
        }
        let vertex = self.walk.bring(brood.id, place, above, again);
        brood.present.push(vertex);
        brood.above.insert(reference, vertex);
    }

    /// The one of those that were brought before that a resource comes after, as a file comes after its directory.
    fn above(&self, brood: &Brood, member: &Member) -> Option<VertexId> {
        let managed = member.managed()?;
        let known = |kind: &str, title: &str| brood.above.get(&crate::catalog::canonical(kind, title)).copied();
        let relations = self
            .sessions
            .at(managed.session)
            .relations_of(&managed.resource, &|kind, title| known(kind, title).is_some());
        let required = relations.iter().filter(|relation| relation.kind == RelationKind::Autorequire);
        required.filter_map(|relation| known(&relation.type_name, &relation.title)).next()
    }

    /// Makes a resource that another one brings along, unless the catalog has it.
    fn build(&mut self, parent: usize, generated: &Generated) -> Outcome<Option<Brought>> {
        if self.references.find_titled(&generated.type_name, &generated.title).is_some() {
            return Ok(None);
        }
        let resource_type = self.types.find(&generated.type_name)?;
        let session = self.sessions.of(resource_type);
        let above = self.places.declared(parent);
        let is_own = resource_type.manner() == Manner::Puppet;
        let declared = Declared {
            type_name: capitalized(&generated.type_name).into(),
            title: generated.title.clone(),
            tags: growth::tags_of_added(above, generated),
            kind: Some("compilable_type".into()),
            parameters: growth::parameters_of_added(self.types, above, generated, resource_type.manner()),
            file: above.file.clone().filter(|_| is_own),
            line: above.line.filter(|_| is_own),
            ..Declared::default()
        };
        let container = self.places.member(parent).container;
        let within = container.map(|container| self.places.member(container).path.clone()).unwrap_or_default();
        let mut managed = convert::build(self.sessions, session, &declared, &within)?;
        if self.identities.contains_key(&(session, managed.resource.identity().clone())) {
            return Ok(None);
        }
        let reference: EcoString = managed.resource.reference().into();
        if let Some(past) = self.history.past_of(&managed.resource, &reference) {
            managed.set_past(past);
        }
        let path = managed.resource.path().clone();
        let scrubber = self.log.scrubber();
        let member = Member::new(Part::Managed(managed), reference, path, container, scrubber);
        Ok(Some(Brought { declared, member }))
    }

    /// Logs why nothing was brought along. The failure is returned only when the run must end.
    fn complain(&mut self, place: usize, failure: Failure) -> Outcome {
        let member = self.places.member(place);
        let session = member.managed().map(|managed: &Managed| self.sessions.at(managed.session));
        let message = growth::complaint(session, failure, self.log)?;
        self.log.write(Level::Err, Some(&member.path), &message);
        self.course.failed_to_generate = true;
        Ok(())
    }
}
