//! What holds for every run, whatever the catalog, the machine and its failures.

use std::collections::BTreeSet;

use catalog::Catalog;
use engine::transaction::{Applied, ResourceStatus};
use pcore::Value;
use proptest::prelude::*;
use resource_api::{State, log::LogEntry};

use crate::support::{Machine, any_changed, any_failed, bell, declared, note};

/// A catalog and a machine, at random.
#[derive(Clone, Debug)]
struct World {
    /// How many classes there are, each with a define inside.
    classes: usize,
    notes: Vec<Note>,
    /// The ends are ordered by index, so that there are no cycles.
    relations: Vec<(usize, usize, bool)>,
    purges: bool,
}

#[derive(Clone, Debug)]
struct Note {
    /// Which container it is in: even numbers are classes, odd ones the define inside the class before.
    container: usize,
    of_another_type: bool,
    should: Option<u8>,
    is: Option<Option<u8>>,
    absent: bool,
    stubborn: bool,
    noop: bool,
    is_bell: bool,
}

fn worlds() -> impl Strategy<Value = World> {
    let note = (
        0_usize..6,
        any::<bool>(),
        prop::option::of(0_u8..3),
        prop::option::of(prop::option::of(0_u8..3)),
        prop::bool::weighted(0.15),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.15),
        prop::bool::weighted(0.2),
    )
        .prop_map(|(container, of_another_type, should, is, absent, stubborn, noop, is_bell)| Note {
            container,
            of_another_type,
            should,
            is,
            absent,
            stubborn,
            noop,
            is_bell,
        });
    let relations =
        prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>()), 0..12);
    (prop::collection::vec(note, 1..14), relations, any::<bool>()).prop_map(|(notes, relations, purges)| {
        let mut world = World { classes: 3, notes, relations: Vec::new(), purges };
        let count = world.items();
        for (left, right, refresh) in relations {
            let (left, right) = (left.index(count), right.index(count));
            if world.may_precede(left, right) {
                world.relations.push((left, right, refresh));
            } else if world.may_precede(right, left) {
                world.relations.push((right, left, refresh));
            }
        }
        world
    })
}

impl World {
    fn containers(&self) -> usize {
        self.classes * 2
    }

    /// Containers and notes, numbered together.
    fn items(&self) -> usize {
        self.containers() + self.notes.len()
    }

    fn class_of(&self, item: usize) -> usize {
        let container = item.checked_sub(self.containers()).map_or(item, |note| self.notes[note].container);
        container / 2
    }

    /// Whether a relation cannot be part of a circle: it leads to a later class, or to a later note of the same one.
    fn may_precede(&self, left: usize, right: usize) -> bool {
        let (left_class, right_class) = (self.class_of(left), self.class_of(right));
        let are_notes = left >= self.containers() && right >= self.containers();
        left_class < right_class || (left_class == right_class && are_notes && left < right)
    }

    fn reference(&self, item: usize) -> String {
        match item.checked_sub(self.containers()) {
            Some(note) => format!("{}[n{note}]", self.type_name(note)),
            None if item.is_multiple_of(2) => format!("Class[C{}]", item / 2),
            None => format!("Inner[i{}]", item / 2),
        }
    }

    fn type_name(&self, note: usize) -> &'static str {
        match &self.notes[note] {
            Note { is_bell: true, .. } => "Bell",
            Note { of_another_type: true, .. } => "Memo",
            _ => "Note",
        }
    }

    fn catalog(&self) -> Catalog {
        let mut resources = vec![declared("Stage", "main", &[])];
        let mut containment = Vec::new();
        // Declared in another order than that of the relations.
        let mut order: Vec<usize> = (0..self.items()).collect();
        order.sort_by_key(|item| (item * 7 + 3) % 11);
        for item in &order {
            let mut parameters: Vec<(&str, Value)> = Vec::new();
            for (name, refresh) in [("before", false), ("notify", true)] {
                let others = self.relations.iter().filter(|(from, _, notifies)| from == item && *notifies == refresh);
                let others: Vec<Value> = others.map(|(_, to, _)| self.reference(*to).into()).collect();
                if !others.is_empty() {
                    parameters.push((name, others.into()));
                }
            }
            let Some(index) = item.checked_sub(self.containers()) else {
                let (type_name, title) = if item.is_multiple_of(2) {
                    ("Class", format!("C{}", item / 2))
                } else {
                    ("Inner", format!("i{}", item / 2))
                };
                resources.push(declared(type_name, &title, &parameters));
                continue;
            };
            let it = &self.notes[index];
            if it.noop {
                parameters.push(("noop", true.into()));
            }
            let title = format!("n{index}");
            if it.is_bell {
                resources.push(bell(&title, &parameters));
                continue;
            }
            parameters.push(("ensure", if it.absent { "absent" } else { "present" }.into()));
            if let Some(text) = it.should {
                parameters.push(("text", text.to_string().into()));
            }
            resources.push(catalog::Declared { type_name: self.type_name(index).into(), ..note(&title, &parameters) });
        }
        let index_of = |item: usize| order.iter().position(|other| *other == item).expect("every item is declared") + 1;
        for container in 0..self.containers() {
            containment
                .push((if container.is_multiple_of(2) { 0 } else { index_of(container - 1) }, index_of(container)));
        }
        for (index, it) in self.notes.iter().enumerate() {
            containment.push((index_of(it.container), index_of(index + self.containers())));
        }
        if self.purges {
            resources.push(declared("Resources", "note", &[("purge", true.into())]));
        }
        Catalog { version: 1.into(), resources, containment, ..Catalog::default() }
    }

    fn machine(&self, keys: &str) -> Machine {
        let (note, memo) = (Machine::note_type("note", keys), Machine::note_type("memo", keys));
        let machine = Machine::with_types(&[(&note, "note"), (&memo, "memo")]);
        for (index, it) in self.notes.iter().enumerate().filter(|(_, it)| !it.is_bell) {
            let name = format!("n{index}");
            let key = if it.of_another_type { format!("memo:{name}") } else { name.clone() };
            let mut store = machine.store();
            if let Some(text) = &it.is {
                let mut state = State::new().with("name", name).with("ensure", "present");
                if let Some(text) = text {
                    state.insert("text", text.to_string());
                }
                store.notes.insert(key.clone(), state);
            }
            if it.stubborn {
                store.stubborn.insert(key);
            }
        }
        machine.store().notes.insert("stray".to_owned(), State::new().with("name", "stray").with("ensure", "present"));
        machine
    }

    fn has_stubborn(&self) -> bool {
        self.notes.iter().any(|it| it.stubborn)
    }

    /// What comes before what, as edges between the beginnings and the ends of items: `2 * item` and `2 * item + 1`.
    fn edges(&self) -> Vec<(usize, usize)> {
        let (begin, end) = (|item: usize| 2 * item, |item: usize| 2 * item + 1);
        let mut edges = Vec::new();
        let mut contain = |container: usize, item: usize| {
            edges.push((begin(container), begin(item)));
            edges.push((end(item), end(container)));
        };
        (0..self.classes).for_each(|class| contain(2 * class, 2 * class + 1));
        for (index, it) in self.notes.iter().enumerate() {
            contain(it.container, index + self.containers());
        }
        edges.extend((0..self.items()).map(|item| (begin(item), end(item))));
        edges.extend(self.relations.iter().map(|(from, to, _)| (end(*from), begin(*to))));
        edges
    }

    /// The notes that come after a note, directly or not.
    fn dependents(&self, note: usize) -> BTreeSet<usize> {
        let edges = self.edges();
        let mut reached = BTreeSet::from([2 * (note + self.containers()) + 1]);
        loop {
            let before = reached.len();
            for (from, to) in &edges {
                if reached.contains(from) {
                    reached.insert(*to);
                }
            }
            if reached.len() == before {
                break;
            }
        }
        let first = 2 * self.containers();
        reached
            .into_iter()
            .filter(|end| *end >= first && end.is_multiple_of(2))
            .map(|begin| (begin - first) / 2)
            .collect()
    }
}

fn index_of(applied: &Applied, reference: &str) -> usize {
    applied.statuses.iter().position(|status| status.reference == reference).expect("every resource has a status")
}

/// What a report says of a resource, without times.
fn summary(status: &ResourceStatus) -> String {
    let events: Vec<String> = status
        .events
        .iter()
        .map(|event| format!("{} {:?} {} {:?}", event.name, event.property, event.message, event.status))
        .collect();
    format!(
        "{} failed={} restart={}/{} changed={} skipped={} scheduled={} counts={}/{} {events:?}",
        status.path,
        status.failed,
        status.restarted,
        status.failed_to_restart,
        status.changed,
        status.skipped,
        status.scheduled,
        status.change_count,
        status.out_of_sync_count,
    )
}

fn report(applied: &Applied) -> Vec<String> {
    applied.statuses.iter().map(summary).collect()
}

/// The log lines about resources; those of providers have no source.
fn lines(machine: &Machine) -> Vec<LogEntry> {
    machine.recorder.take().into_iter().filter(|line| line.source.is_some()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn applying_twice_changes_nothing_the_second_time(world in worlds()) {
        prop_assume!(!world.has_stubborn());
        let machine = world.machine("");
        let first = machine.apply(world.catalog());
        prop_assert!(first.completed && !any_failed(&first));
        machine.store().sets.clear();
        let second = machine.apply(world.catalog());
        prop_assert!(machine.store().sets.is_empty());
        prop_assert!(!any_changed(&second), "{:?}", report(&second));
    }

    #[test]
    fn noop_never_changes_anything(world in worlds()) {
        let mut machine = world.machine("");
        machine.options.settings.noop = true;
        let mut world = world;
        world.notes.iter_mut().for_each(|it| it.noop = false);
        let before = machine.store().notes.clone();
        let applied = machine.apply(world.catalog());
        prop_assert!(machine.store().sets.is_empty() && machine.store().refreshed.is_empty());
        prop_assert_eq!(&machine.store().notes, &before);
        prop_assert!(!any_changed(&applied) && !any_failed(&applied));
    }

    #[test]
    fn a_noop_resource_is_left_alone(world in worlds()) {
        let machine = world.machine("");
        machine.apply(world.catalog());
        let store = machine.store();
        for (index, it) in world.notes.iter().enumerate().filter(|(_, it)| it.noop) {
            let name = format!("n{index}");
            prop_assert!(!store.refreshed.contains(&name));
            prop_assert!(it.is_bell || !store.sets.iter().flatten().any(|changed| *changed == name));
        }
    }

    #[test]
    fn the_order_of_turns_respects_every_edge(world in worlds()) {
        let machine = world.machine("");
        let applied = machine.apply(world.catalog());
        for note in 0..world.notes.len() {
            let own = index_of(&applied, &world.reference(note + world.containers()));
            for dependent in world.dependents(note) {
                let other = index_of(&applied, &world.reference(dependent + world.containers()));
                prop_assert!(own < other, "{note} before {dependent}");
            }
        }
    }

    #[test]
    fn what_depends_on_a_failure_is_skipped_and_nothing_else(world in worlds()) {
        let machine = world.machine("");
        let applied = machine.apply(world.catalog());
        let status = |note: usize| &applied.statuses[index_of(&applied, &world.reference(note + world.containers()))];
        let failed: BTreeSet<usize> = (0..world.notes.len()).filter(|note| status(*note).failed).collect();
        let skipped: BTreeSet<usize> = failed.iter().flat_map(|note| world.dependents(*note)).collect();
        for note in 0..world.notes.len() {
            prop_assert_eq!(status(note).skipped, skipped.contains(&note), "{}", note);
        }
        for note in &failed {
            prop_assert!(world.notes[*note].stubborn);
        }
    }

    #[test]
    fn batches_and_threads_change_neither_the_end_nor_the_report(world in worlds(), keys in 0_usize..4) {
        let serial = world.machine("");
        let expected = serial.apply(world.catalog());
        let keys = ["batch: true", "parallel: true", "batch: true\nparallel: true", "batch: flush"][keys];
        let mut machine = world.machine(keys);
        machine.options.parallel = 4;
        let applied = machine.apply(world.catalog());
        prop_assert_eq!(report(&applied), report(&expected));
        prop_assert_eq!(lines(&machine), lines(&serial));
        let notes = |machine: &Machine| {
            let mut notes: Vec<String> = machine.store().notes.values().map(resource_api::render::inspect_state).collect();
            notes.sort();
            notes
        };
        prop_assert_eq!(notes(&machine), notes(&serial));
    }

    #[test]
    fn a_get_that_failed_never_causes_a_change(world in worlds()) {
        let mut world = world;
        world.purges = true;
        let machine = world.machine("");
        machine.store().unreadable = true;
        let before = machine.store().notes.clone();
        let applied = machine.apply(world.catalog());
        prop_assert!(machine.store().sets.is_empty());
        prop_assert_eq!(&machine.store().notes, &before);
        prop_assert!(applied.failed_to_generate);
        for status in applied.statuses.iter().filter(|status| status.type_name == "Note" || status.type_name == "Memo") {
            prop_assert!(status.failed || status.skipped);
        }
    }

    #[test]
    fn only_what_nobody_manages_is_purged(world in worlds()) {
        let mut world = world;
        world.purges = true;
        let machine = world.machine("");
        machine.apply(world.catalog());
        let store = machine.store();
        prop_assert!(!store.notes.contains_key("stray"));
        for (index, it) in world.notes.iter().enumerate() {
            if !it.is_bell && !it.of_another_type && !it.absent && it.is.is_some() {
                let name = format!("n{index}");
                prop_assert!(store.notes.contains_key(&name));
            }
        }
    }
}
