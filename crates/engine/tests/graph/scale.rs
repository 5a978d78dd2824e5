//! A hundred thousand resources, in shapes that punish recursion and quadratic loops. A test that needs more than a few
//! seconds has found one.

use engine::{
    catalog::{Catalog, CatalogIndex, Declared},
    graph::{Graph, Relation, Relations, Told},
};
use pcore::Value;
use resource_api::definition::relations::{self, RelationKind};

use crate::support::is_container;

const COUNT: usize = 100_000;

fn catalog(type_name: &str) -> Catalog {
    let declared = |place: usize| Declared {
        type_name: type_name.into(),
        title: format!("r{place}").into(),
        ..Declared::default()
    };
    Catalog { resources: (0..COUNT).map(declared).collect(), ..Catalog::default() }
}

fn before(from: usize, to: usize) -> Relation {
    Relation { from, to, refresh: true }
}

fn graph(catalog: &Catalog, relations: &[Relation]) -> Graph {
    Graph::new(catalog, relations, &|place| is_container(catalog, place))
}

#[test]
fn a_chain_against_the_order_of_declaration() {
    let catalog = catalog("Probe");
    let relations: Vec<Relation> = (1..COUNT).map(|place| before(place, place - 1)).collect();
    let graph = graph(&catalog, &relations);
    assert!(graph.cycles(&catalog).is_ok());
    assert_eq!(graph.order(), (0..COUNT).rev().collect::<Vec<_>>());
}

#[test]
fn a_star() {
    let catalog = catalog("Probe");
    let middle = COUNT / 2;
    let to_middle = (0..middle).map(|place| before(place, middle));
    let relations: Vec<Relation> = to_middle.chain((middle + 1..COUNT).map(|place| before(middle, place))).collect();
    let graph = graph(&catalog, &relations);
    assert!(graph.cycles(&catalog).is_ok());
    assert_eq!(graph.order(), (0..COUNT).collect::<Vec<_>>());
}

#[test]
fn containers_within_containers() {
    let mut catalog = catalog("D");
    catalog.containment = (1..COUNT).map(|place| (place - 1, place)).collect();
    let graph = graph(&catalog, &[]);
    assert!(graph.cycles(&catalog).is_ok());
    let order = graph.order();
    assert_eq!(order.len(), 2 * COUNT);
    assert_eq!(order.last(), graph.end(0).as_ref());
}

#[test]
fn one_great_cycle() {
    let catalog = catalog("Probe");
    let relations: Vec<Relation> = (0..COUNT).map(|place| before(place, (place + 1) % COUNT)).collect();
    let cycles = graph(&catalog, &relations).cycles(&catalog).expect_err("there is a cycle");
    assert_eq!(cycles.as_slice()[0].path.len(), COUNT + 1);
}

#[test]
fn a_short_cycle_among_many_long_ones() {
    let catalog = catalog("Probe");
    // Every second resource can be left out, so that there are very many ways round.
    let mut relations: Vec<Relation> = (0..COUNT).map(|place| before(place, (place + 1) % COUNT)).collect();
    relations.extend((0..COUNT).step_by(2).map(|place| before(place, (place + 2) % COUNT)));
    relations.push(before(COUNT - 1, COUNT - 3));
    let cycles = graph(&catalog, &relations).cycles(&catalog).expect_err("there are cycles");
    let [cycle] = cycles.as_slice() else { panic!("all are one component") };
    assert_eq!(cycle.members.len(), COUNT);
    assert_eq!(cycle.path.len(), 4);
}

#[test]
fn a_tangle_of_long_cycles_that_no_single_resource_holds_together() {
    let catalog = catalog("Probe");
    let step = |length: usize| (0..COUNT).map(move |place| before(place, (place + length) % COUNT));
    let relations: Vec<Relation> = step(1).chain(step(2)).collect();
    let cycles = graph(&catalog, &relations).cycles(&catalog).expect_err("there are cycles");
    assert_eq!(cycles.as_slice()[0].path.len(), COUNT / 2 + 1);
}

#[test]
fn many_small_cycles() {
    let catalog = catalog("Probe");
    let relations: Vec<Relation> =
        (0..COUNT).step_by(2).flat_map(|place| [before(place, place + 1), before(place + 1, place)]).collect();
    let cycles = graph(&catalog, &relations).cycles(&catalog).expect_err("there are cycles");
    assert_eq!(cycles.as_slice().len(), COUNT / 2);
}

#[test]
fn relations_of_metaparameters_and_of_types() {
    let mut catalog = catalog("Probe");
    for place in 1..COUNT {
        let other = Value::from(format!("Probe[r{}]", place - 1));
        catalog.resources[place].parameters.push(("require".into(), other));
    }
    let index = CatalogIndex::new(&catalog).unwrap();
    let mut relations = Relations::declared(&catalog, &index).unwrap();
    for place in 1..COUNT {
        let kind = RelationKind::Autorequire;
        let title = format!("r{}", place / 2).into();
        relations.add_automatic(place, &relations::Relation { kind, type_name: "probe".into(), title });
    }
    let graph = graph(&catalog, relations.as_slice());
    assert!(graph.cycles(&catalog).is_ok());
    assert_eq!(graph.order().len(), COUNT);
}

#[test]
fn many_failures_before_many_resources() {
    let mut catalog = catalog("Probe");
    // One container full of failures before another one full of resources: every resource comes after every failure.
    for place in [0, COUNT / 2] {
        catalog.resources[place].type_name = "Class".into();
    }
    catalog.containment = (0..COUNT)
        .filter(|place| place % (COUNT / 2) != 0)
        .map(|place| (place / (COUNT / 2) * (COUNT / 2), place))
        .collect();
    let mut walk = graph(&catalog, &[before(0, COUNT / 2)]).walk();
    let mut told = Told::default();
    let (mut blocked, mut heard) = (0, 0);
    while let Some(vertex) = walk.next() {
        let what = walk.graph().vertices()[vertex];
        if what.is_resource() && what.place() < COUNT / 2 {
            walk.fail(vertex);
        } else if what.is_resource() {
            blocked += usize::from(walk.is_blocked(vertex));
            heard += walk.failures_before(vertex, &mut told).len();
        }
        walk.finish(vertex);
    }
    assert_eq!((blocked, heard), (COUNT / 2 - 1, COUNT / 2 - 1));
}

#[test]
fn every_resource_of_a_container_brings_others_along() {
    let mut catalog = catalog("Probe");
    catalog.resources[0].type_name = "Class".into();
    catalog.containment = (1..COUNT).map(|place| (0, place)).collect();
    let mut walk = graph(&catalog, &[]).walk();
    let mut turns = 0;
    while let Some(vertex) = walk.next() {
        let what = walk.graph().vertices()[vertex];
        if what.is_resource() && what.place() < COUNT {
            walk.add_generated(vertex, &[COUNT + what.place()]);
        }
        walk.finish(vertex);
        turns += 1;
    }
    // The ends of the container, and of each resource: itself, its child and its end.
    assert_eq!(turns, 2 + 3 * (COUNT - 1));
}
