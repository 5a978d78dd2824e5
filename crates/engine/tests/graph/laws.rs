//! Laws of the order, over random catalogs.

use std::collections::BTreeSet;

use catalog::{Catalog, Declared};
use engine::{
    graph::{Generated, Graph, Relation, ReportedFailures, Vertex},
    index::{ResourceIndex, VertexIndex},
};
use proptest::prelude::*;

use crate::support::{is_container, order_of};

const MAX_RESOURCES: usize = 14;

/// A catalog whose containers are declared before what is in them, and relations that may make cycles.
fn cases() -> impl Strategy<Value = (Catalog, Vec<Relation>)> {
    let resource = (0..3_usize, any::<prop::sample::Index>(), 0..3_usize);
    let relation = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>(), 0..8_usize);
    let resources = prop::collection::vec(resource, 1..MAX_RESOURCES);
    (resources, prop::collection::vec(relation, 0..MAX_RESOURCES)).prop_map(|(resources, relations)| {
        let mut catalog = Catalog::default();
        for (index, (kind, container, contained)) in resources.into_iter().enumerate() {
            let type_name = if kind == 0 { "Class" } else { "Probe" };
            let title = format!("R{index}").into();
            let containers: Vec<ResourceIndex> =
                ResourceIndex::first(index).filter(|&index| is_container(&catalog, index)).collect();
            if contained > 0 && !containers.is_empty() {
                catalog.containment.push((containers[container.index(containers.len())].0, index));
            }
            catalog.resources.push(Declared { type_name: type_name.into(), title, ..Declared::default() });
        }
        let count = catalog.resources.len();
        let relations = relations.into_iter().map(|(first, second, refresh, against)| {
            let (first, second) = (first.index(count), second.index(count));
            // Most follow the order of declaration, so that there are catalogs without cycles.
            let ordered = against > 0 && first > second;
            let (from, to) = if ordered { (second, first) } else { (first, second) };
            Relation { from: ResourceIndex(from), to: ResourceIndex(to), refresh }
        });
        let relations = relations.collect();
        (catalog, relations)
    })
}

/// Catalogs without cycles.
fn ordered_cases() -> impl Strategy<Value = (Catalog, Vec<Relation>)> {
    cases().prop_filter("no order", |(catalog, relations)| graph(catalog, relations).cycles(catalog).is_ok())
}

fn graph(catalog: &Catalog, relations: &[Relation]) -> Graph {
    Graph::new(catalog, &[], relations, &|index| is_container(catalog, index))
}

/// Whether a resource is another one, or is somewhere in it.
fn is_within(catalog: &Catalog, inner: ResourceIndex, outer: ResourceIndex) -> bool {
    inner == outer
        || catalog
            .containment
            .iter()
            .any(|&(container, contained)| contained == inner.0 && is_within(catalog, ResourceIndex(container), outer))
}

/// For each vertex, what can be reached from it by one edge or more.
fn reach(graph: &Graph) -> Vec<BTreeSet<VertexIndex>> {
    VertexIndex::first(graph.vertices().len())
        .map(|start| {
            let mut reached = BTreeSet::new();
            let mut coming = vec![start];
            while let Some(vertex) = coming.pop() {
                coming.extend(graph.edges(vertex).iter().map(|edge| edge.to).filter(|&to| reached.insert(to)));
            }
            reached
        })
        .collect()
}

/// The length of the shortest way from a vertex back to it.
fn girth(graph: &Graph, start: VertexIndex) -> Option<usize> {
    let mut level = BTreeSet::from([start]);
    for length in 1..=graph.vertices().len() {
        level = level.iter().flat_map(|&vertex| graph.edges(vertex)).map(|edge| edge.to).collect();
        if level.contains(&start) {
            return Some(length);
        }
    }
    None
}

fn has_edge(graph: &Graph, from: VertexIndex, to: VertexIndex) -> bool {
    graph.edges(from).iter().any(|edge| edge.to == to)
}

/// For each resource, when it begins and ends.
fn times(graph: &Graph, order: &[VertexIndex], count: usize) -> Vec<(usize, usize)> {
    let time = |vertex: Option<VertexIndex>| order.iter().position(|&other| Some(other) == vertex).expect("a vertex");
    ResourceIndex::first(count).map(|index| (time(graph.beginning(index)), time(graph.end(index)))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_vertex_is_evaluated_once((catalog, relations) in ordered_cases()) {
        let graph = graph(&catalog, &relations);
        let order = order_of(&graph);
        prop_assert_eq!(order.len(), graph.vertices().len());
        prop_assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), order.len());
        let ends = ResourceIndex::first(catalog.resources.len()).filter(|&index| is_container(&catalog, index)).count();
        prop_assert_eq!(order.len(), catalog.resources.len() + ends);
    }

    #[test]
    fn relations_and_containers_are_respected((catalog, relations) in ordered_cases()) {
        let graph = graph(&catalog, &relations);
        let times = times(&graph, &order_of(&graph), catalog.resources.len());
        for &(container, inner) in &catalog.containment {
            prop_assert!(times[container].0 < times[inner].0 && times[inner].1 < times[container].1);
        }
        for relation in &relations {
            for first in ResourceIndex::first(times.len()).filter(|&index| is_within(&catalog, index, relation.from)) {
                for second in ResourceIndex::first(times.len()).filter(|&index| is_within(&catalog, index, relation.to)) {
                    prop_assert!(times[first].1 < times[second].0, "{} and {}", first, second);
                }
            }
        }
    }

    #[test]
    fn of_those_that_are_ready_the_first_declared_is_evaluated((catalog, relations) in ordered_cases()) {
        let graph = graph(&catalog, &relations);
        let mut done = BTreeSet::new();
        for vertex in order_of(&graph) {
            let first = VertexIndex::first(graph.vertices().len())
                .filter(|vertex| !done.contains(vertex) && graph.dependencies(*vertex).all(|before| done.contains(&before)))
                .min_by_key(|&vertex| graph.vertices()[vertex].resource());
            prop_assert_eq!(first, Some(vertex));
            done.insert(vertex);
        }
    }

    #[test]
    fn without_relations_the_order_is_that_of_declaration((catalog, _) in cases()) {
        let graph = graph(&catalog, &[]);
        let begun: Vec<ResourceIndex> = (order_of(&graph).iter())
            .map(|&vertex| graph.vertices()[vertex])
            .filter(|vertex| !matches!(vertex, Vertex::Completed(_)))
            .map(Vertex::resource)
            .collect();
        prop_assert_eq!(begun, ResourceIndex::first(catalog.resources.len()).collect::<Vec<_>>());
    }

    #[test]
    fn a_relation_that_says_nothing_new_changes_nothing(
        (catalog, mut relations) in ordered_cases(),
        choice in any::<prop::sample::Index>(),
        refresh in any::<bool>(),
    ) {
        let before = graph(&catalog, &relations);
        let reach = reach(&before);
        let count = catalog.resources.len();
        let known: Vec<(ResourceIndex, ResourceIndex)> = ResourceIndex::first(count)
            .flat_map(|from| ResourceIndex::first(count).map(move |to| (from, to)))
            .filter(|&(from, to)| reach[before.end(from).unwrap()].contains(&before.beginning(to).unwrap()))
            .collect();
        prop_assume!(!known.is_empty());
        let (from, to) = known[choice.index(known.len())];
        relations.push(Relation { from, to, refresh });
        prop_assert_eq!(order_of(&before), order_of(&graph(&catalog, &relations)));
    }

    #[test]
    fn there_is_an_order_or_there_are_cycles((catalog, relations) in cases()) {
        let graph = graph(&catalog, &relations);
        let is_complete = order_of(&graph).len() == graph.vertices().len();
        prop_assert_eq!(is_complete, graph.cycles(&catalog).is_ok());
    }

    #[test]
    fn a_cycle_is_a_shortest_one_of_all_that_wait_for_each_other((catalog, relations) in cases()) {
        let graph = graph(&catalog, &relations);
        let reach = reach(&graph);
        let mut on_cycles: BTreeSet<VertexIndex> =
            VertexIndex::first(graph.vertices().len()).filter(|vertex| reach[*vertex].contains(vertex)).collect();
        if let Err(cycles) = graph.cycles(&catalog) {
            for cycle in cycles.as_slice() {
                let first = cycle.members[0];
                let component: BTreeSet<VertexIndex> = VertexIndex::first(graph.vertices().len())
                    .filter(|vertex| reach[first].contains(vertex) && reach[*vertex].contains(&first))
                    .collect();
                prop_assert_eq!(&component, &cycle.members.iter().copied().collect());
                prop_assert!(cycle.members.iter().all(|vertex| on_cycles.remove(vertex)), "no cycle has it twice");
                prop_assert!(cycle.path.windows(2).all(|pair| has_edge(&graph, pair[0], pair[1])));
                prop_assert_eq!(cycle.path.first(), cycle.path.last());
                prop_assert!(cycle.path.iter().all(|vertex| component.contains(vertex)));
                let shortest = component.iter().filter_map(|&vertex| girth(&graph, vertex)).min();
                prop_assert_eq!(Some(cycle.path.len() - 1), shortest);
            }
        }
        prop_assert!(on_cycles.is_empty(), "every cycle is reported");
    }

    #[test]
    fn parallel_evaluation_respects_every_edge(
        (catalog, relations) in ordered_cases(),
        choices in prop::collection::vec((1..4_usize, any::<prop::sample::Index>()), 1..MAX_RESOURCES),
    ) {
        let graph = graph(&catalog, &relations);
        let mut walk = graph.clone().walk();
        let mut choices = choices.iter().cycle();
        let (mut running, mut done) = (Vec::new(), BTreeSet::new());
        while !walk.is_finished() {
            let &(count, choice) = choices.next().expect("choices go round");
            for _ in 0..count {
                if let Some(vertex) = walk.next() {
                    prop_assert!(graph.dependencies(vertex).all(|before| done.contains(&before)));
                    running.push(vertex);
                }
            }
            prop_assert!(!running.is_empty());
            let over = running.swap_remove(choice.index(running.len()));
            walk.finish(over);
            prop_assert!(done.insert(over));
        }
        prop_assert_eq!(done.len(), graph.vertices().len());
    }

    #[test]
    fn what_comes_after_a_failure_is_blocked_and_nothing_else(
        (catalog, relations) in ordered_cases(),
        fails in prop::collection::vec(prop::bool::weighted(0.3), MAX_RESOURCES),
    ) {
        let graph = graph(&catalog, &relations);
        let reach = reach(&graph);
        let mut walk = graph.clone().walk();
        let mut reported = ReportedFailures::default();
        let (mut failed, mut heard) = (BTreeSet::new(), Vec::new());
        let mut expected_reports = BTreeSet::new();
        while let Some(vertex) = walk.next() {
            let what = graph.vertices()[vertex];
            let reasons: BTreeSet<VertexIndex> =
                failed.iter().copied().filter(|&failed: &VertexIndex| reach[failed].contains(&vertex)).collect();
            prop_assert_eq!(walk.is_blocked(vertex), !reasons.is_empty());
            let all = walk.failures_before(vertex, &mut ReportedFailures::default());
            prop_assert_eq!(&all.into_iter().collect::<BTreeSet<_>>(), &reasons);
            if what.is_resource() && walk.is_blocked(vertex) {
                heard.extend(walk.failures_before(vertex, &mut reported));
                expected_reports.extend(reasons);
            } else if what.is_resource() && fails[what.resource()] {
                walk.fail(vertex);
                failed.insert(vertex);
            }
            walk.finish(vertex);
        }
        prop_assert_eq!(heard.len(), expected_reports.len(), "each failure is reported once");
        prop_assert_eq!(heard.into_iter().collect::<BTreeSet<_>>(), expected_reports);
    }

    #[test]
    fn generated_resources_come_where_they_would_be_declared(
        (catalog, relations) in cases(),
        parents in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
    ) {
        let declared = catalog.resources.len();
        let probes: Vec<ResourceIndex> =
            ResourceIndex::first(declared).filter(|&index| !is_container(&catalog, index)).collect();
        prop_assume!(!probes.is_empty());
        let (mut added, mut generated, mut with_parents) = (catalog.clone(), Vec::new(), relations.clone());
        for parent in parents {
            let generated_before = (declared..added.resources.len()).map(ResourceIndex);
            let candidates: Vec<ResourceIndex> = probes.iter().copied().chain(generated_before).collect();
            let (parent, child) = (candidates[parent.index(candidates.len())], ResourceIndex(added.resources.len()));
            let title = format!("R{child}").into();
            added.resources.push(Declared { type_name: "Probe".into(), title, ..Declared::default() });
            generated.push(Generated { parent, child });
            with_parents.push(Relation { from: parent, to: child, refresh: false });
        }
        let found = Graph::new(&added, &generated, &with_parents, &|index| is_container(&added, index));

        // The same, with all of them declared where they come.
        let mut order: Vec<ResourceIndex> = ResourceIndex::first(declared).collect();
        let mut contained = catalog.containment.clone();
        for &Generated { parent, child } in &generated {
            let position = order.iter().rposition(|&index| is_below(&generated, index, parent)).expect("the parent");
            order.insert(position + 1, child);
            if let Some(&(container, _)) = contained.iter().find(|&&(_, inner)| inner == parent.0) {
                contained.push((container, child.0));
            }
        }
        let new_index = |old: usize| order.iter().position(|&index| index.0 == old).expect("every resource");
        let new = |old: ResourceIndex| ResourceIndex(new_index(old.0));
        let written = Catalog {
            resources: order.iter().map(|&index| added.resources[index].clone()).collect(),
            containment: contained.iter().map(|&(container, inner)| (new_index(container), new_index(inner))).collect(),
            ..Catalog::default()
        };
        let relations: Vec<Relation> = with_parents
            .iter()
            .map(|relation| Relation { from: new(relation.from), to: new(relation.to), ..*relation })
            .collect();
        let expected = graph(&written, &relations);

        let named = |catalog: &Catalog, graph: &Graph| -> Vec<String> {
            order_of(graph).iter().map(|&vertex| crate::support::name(catalog, graph.vertices()[vertex])).collect()
        };
        prop_assert_eq!(named(&added, &found), named(&written, &expected));
    }
}

/// Whether a resource is another one, or was generated by it or by one of its children.
fn is_below(generated: &[Generated], index: ResourceIndex, ancestor: ResourceIndex) -> bool {
    index == ancestor || generated.iter().any(|step| step.child == index && is_below(generated, step.parent, ancestor))
}
