//! A hundred thousand resources, in shapes that punish recursion and quadratic loops. A test that needs more than a few
//! seconds has found one.

use catalog::{Catalog, CatalogIndex, Declared};
use engine::{
    graph::{Graph, Relation, Relations, ReportedFailures},
    index::{ResourceIndex, VertexIndex},
};
use pcore::Value;
use resource_api::definition::relations::{self, RelationKind};

use crate::support::{is_container, order_of};

const COUNT: usize = 100_000;

fn catalog(type_name: &str) -> Catalog {
    let declared = |index: usize| Declared {
        type_name: type_name.into(),
        title: format!("r{index}").into(),
        ..Declared::default()
    };
    Catalog { resources: (0..COUNT).map(declared).collect(), ..Catalog::default() }
}

fn before(from: usize, to: usize) -> Relation {
    Relation { from: ResourceIndex(from), to: ResourceIndex(to), refresh: true }
}

fn graph(catalog: &Catalog, relations: &[Relation]) -> Graph {
    Graph::new(catalog, &[], relations, &|index| is_container(catalog, index))
}

#[test]
fn a_chain_against_the_order_of_declaration() {
    let catalog = catalog("Probe");
    let relations: Vec<Relation> = (1..COUNT).map(|index| before(index, index - 1)).collect();
    let graph = graph(&catalog, &relations);
    assert!(graph.cycles(&catalog).is_ok());
    assert_eq!(order_of(&graph), VertexIndex::first(COUNT).rev().collect::<Vec<_>>());
}

#[test]
fn a_star() {
    let catalog = catalog("Probe");
    let middle = COUNT / 2;
    let to_middle = (0..middle).map(|index| before(index, middle));
    let relations: Vec<Relation> = to_middle.chain((middle + 1..COUNT).map(|index| before(middle, index))).collect();
    let graph = graph(&catalog, &relations);
    assert!(graph.cycles(&catalog).is_ok());
    assert_eq!(order_of(&graph), VertexIndex::first(COUNT).collect::<Vec<_>>());
}

#[test]
fn containers_within_containers() {
    let mut catalog = catalog("D");
    catalog.containment = (1..COUNT).map(|index| (index - 1, index)).collect();
    let graph = graph(&catalog, &[]);
    assert!(graph.cycles(&catalog).is_ok());
    let order = order_of(&graph);
    assert_eq!(order.len(), 2 * COUNT);
    assert_eq!(order.last(), graph.end(ResourceIndex(0)).as_ref());
}

#[test]
fn one_great_cycle() {
    let catalog = catalog("Probe");
    let relations: Vec<Relation> = (0..COUNT).map(|index| before(index, (index + 1) % COUNT)).collect();
    let cycles = graph(&catalog, &relations).cycles(&catalog).expect_err("there is a cycle");
    assert_eq!(cycles.as_slice()[0].path.len(), COUNT + 1);
}

#[test]
fn a_short_cycle_among_many_long_ones() {
    let catalog = catalog("Probe");
    // Every second resource can be left out, so that there are very many ways round.
    let mut relations: Vec<Relation> = (0..COUNT).map(|index| before(index, (index + 1) % COUNT)).collect();
    relations.extend((0..COUNT).step_by(2).map(|index| before(index, (index + 2) % COUNT)));
    relations.push(before(COUNT - 1, COUNT - 3));
    let cycles = graph(&catalog, &relations).cycles(&catalog).expect_err("there are cycles");
    let [cycle] = cycles.as_slice() else { panic!("all are one component") };
    assert_eq!(cycle.members.len(), COUNT);
    assert_eq!(cycle.path.len(), 4);
}

#[test]
fn a_tangle_of_long_cycles_that_no_single_resource_holds_together() {
    let catalog = catalog("Probe");
    let step = |length: usize| (0..COUNT).map(move |index| before(index, (index + length) % COUNT));
    let relations: Vec<Relation> = step(1).chain(step(2)).collect();
    let cycles = graph(&catalog, &relations).cycles(&catalog).expect_err("there are cycles");
    assert_eq!(cycles.as_slice()[0].path.len(), COUNT / 2 + 1);
}

#[test]
fn many_small_cycles() {
    let catalog = catalog("Probe");
    let relations: Vec<Relation> =
        (0..COUNT).step_by(2).flat_map(|index| [before(index, index + 1), before(index + 1, index)]).collect();
    let cycles = graph(&catalog, &relations).cycles(&catalog).expect_err("there are cycles");
    assert_eq!(cycles.as_slice().len(), COUNT / 2);
}

#[test]
fn relations_of_metaparameters_and_of_types() {
    let mut catalog = catalog("Probe");
    for index in 1..COUNT {
        let other = Value::from(format!("Probe[r{}]", index - 1));
        catalog.resources[index].parameters.push(("require".into(), other));
    }
    let index = CatalogIndex::new(&catalog).unwrap();
    let mut relations = Relations::new(&catalog, &index, &[]).unwrap();
    for index in 1..COUNT {
        let kind = RelationKind::Autorequire;
        let title = format!("r{}", index / 2).into();
        relations.add_automatic(ResourceIndex(index), &relations::Relation { kind, type_name: "probe".into(), title });
    }
    let graph = graph(&catalog, relations.as_slice());
    assert!(graph.cycles(&catalog).is_ok());
    assert_eq!(order_of(&graph).len(), COUNT);
}

#[test]
fn many_failures_before_many_resources() {
    let mut catalog = catalog("Probe");
    // One container full of failures before another one full of resources: every resource comes after every failure.
    for index in [0, COUNT / 2] {
        catalog.resources[index].type_name = "Class".into();
    }
    catalog.containment = (0..COUNT)
        .filter(|index| index % (COUNT / 2) != 0)
        .map(|index| (index / (COUNT / 2) * (COUNT / 2), index))
        .collect();
    let mut walk = graph(&catalog, &[before(0, COUNT / 2)]).walk();
    let mut reported = ReportedFailures::default();
    let (mut blocked, mut heard) = (0, 0);
    while let Some(vertex) = walk.next() {
        let what = walk.graph().vertices()[vertex];
        if what.is_resource() && what.resource().0 < COUNT / 2 {
            walk.fail(vertex);
        } else if what.is_resource() {
            blocked += usize::from(walk.is_blocked(vertex));
            heard += walk.failures_before(vertex, &mut reported).len();
        }
        walk.finish(vertex);
    }
    assert_eq!((blocked, heard), (COUNT / 2 - 1, COUNT / 2 - 1));
}

#[test]
fn every_resource_of_a_container_generates_others() {
    let mut catalog = catalog("Probe");
    catalog.resources[0].type_name = "Class".into();
    catalog.containment = (1..COUNT).map(|index| (0, index)).collect();
    let mut walk = graph(&catalog, &[]).walk();
    let mut evaluated = 0;
    while let Some(vertex) = walk.next() {
        let what = walk.graph().vertices()[vertex];
        if what.is_resource() && what.resource().0 < COUNT {
            walk.add_children(vertex, &[ResourceIndex(COUNT + what.resource().0)]);
        }
        walk.finish(vertex);
        evaluated += 1;
    }
    // The ends of the container, and of each resource: itself, its child and its end.
    assert_eq!(evaluated, 2 + 3 * (COUNT - 1));
}
