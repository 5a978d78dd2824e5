//! The graphs, orders, cycles and failures that the real Puppet has for the same catalogs; `oracle/graph.rb` recorded
//! them with the version in `golden/version.txt`.

use std::collections::BTreeSet;

use catalog::{Catalog, CatalogIndex, Declared};
use engine::{
    graph::{Generated, Graph, Relations, ReportedFailures, Vertex},
    index::{ResourceIndex, VertexIndex},
};
use pcore::Value;
use resource_api::definition::relations::{Relation, RelationKind};
use serde_json::Value as Json;

use crate::support::{is_container, name, names};

const CASES: &str = include_str!("../golden/graph.jsonl");

/// Parameters of probes for the relations that types declare.
const AUTOMATIC: [(&str, RelationKind); 4] = [
    ("autorequires", RelationKind::Autorequire),
    ("autosubscribes", RelationKind::Autosubscribe),
    ("autobefores", RelationKind::Autobefore),
    ("autonotifies", RelationKind::Autonotify),
];

fn cases() -> impl Iterator<Item = (Json, Case)> {
    CASES.lines().map(|line| {
        let answer: Json = serde_json::from_str(line).expect("a case a line");
        let case = Case::read(&answer["resources"]);
        (answer, case)
    })
}

struct Case {
    catalog: Catalog,
    graph: Graph,
}

impl Case {
    fn read(resources: &Json) -> Case {
        let mut catalog = Catalog::default();
        let mut generated = Vec::new();
        for resource in resources.as_array().expect("resources") {
            let parameters = resource[2].as_object().expect("parameters");
            let parameters = parameters.iter().map(|(name, value)| (name.into(), from_json(value)));
            catalog.resources.push(Declared {
                type_name: text(&resource[0]).into(),
                title: text(&resource[1]).into(),
                parameters: parameters.collect(),
                ..Declared::default()
            });
        }
        for parent in ResourceIndex::first(catalog.resources.len()) {
            for title in titles(&catalog.resources[parent], "generates") {
                generated.push(Generated { parent, child: ResourceIndex(catalog.resources.len()) });
                catalog.resources.push(probe(&title));
            }
        }
        let references = CatalogIndex::new(&catalog).expect("no name is taken twice");
        for (inner, resource) in resources.as_array().expect("resources").iter().enumerate() {
            if let Some(container) = resource[3].as_str() {
                let (type_name, title) = crate::support::split(container);
                catalog.containment.push((references.find_titled(type_name, title).expect("a container").0, inner));
            }
        }
        let mut relations = Relations::new(&catalog, &references, &generated).expect("all references are known");
        for index in ResourceIndex::first(catalog.resources.len()) {
            for (parameter, kind) in AUTOMATIC {
                for title in titles(&catalog.resources[index], parameter) {
                    let relation = Relation { kind, type_name: "probe".into(), title: title.as_str().into() };
                    relations.add_automatic(index, &relation);
                }
            }
        }
        let graph = Graph::new(&catalog, &generated, relations.as_slice(), &|index| is_container(&catalog, index));
        Case { catalog, graph }
    }
}

fn from_json(value: &Json) -> Value {
    match value {
        Json::Array(items) => Value::array(items.iter().map(from_json)),
        Json::String(text) => text.as_str().into(),
        other => Value::Boolean(other == &Json::Bool(true)),
    }
}

fn text(value: &Json) -> &str {
    value.as_str().expect("a text")
}

fn texts(value: &Json) -> Vec<&str> {
    value.as_array().expect("an array").iter().map(text).collect()
}

fn probe(title: &str) -> Declared {
    Declared { type_name: "Probe".into(), title: title.into(), ..Declared::default() }
}

fn titles(declared: &Declared, parameter: &str) -> Vec<String> {
    match declared.parameter(parameter) {
        Some(Value::Array(items)) => items.iter().map(Value::to_string).collect(),
        Some(single) => vec![single.to_string()],
        None => Vec::new(),
    }
}

#[test]
fn edges_are_those_of_puppet_in_the_same_order() {
    for (answer, Case { catalog, graph }) in cases() {
        let theirs = answer["edges"].as_object().expect("edges");
        assert_eq!(graph.vertices().len(), theirs.len(), "{}", answer["resources"]);
        for (vertex, &what) in VertexIndex::first(graph.vertices().len()).zip(graph.vertices()) {
            let own = name(&catalog, what);
            let ours: Vec<String> = (graph.edges(vertex).iter())
                .map(|edge| {
                    let mark = if edge.refresh { "~" } else { "" };
                    format!("{mark}{}", name(&catalog, graph.vertices()[edge.to]))
                })
                .collect();
            assert_eq!(ours, texts(&theirs[&own]), "after {own} in {}", answer["resources"]);
        }
    }
}

#[test]
fn the_order_is_that_of_puppet() {
    for (answer, Case { mut catalog, graph }) in cases() {
        let Some(theirs) = answer.get("turns").map(texts) else { continue };
        let mut walk = graph.walk();
        let mut done = BTreeSet::new();
        let mut ours = Vec::new();
        while let Some(vertex) = walk.next() {
            let what = walk.graph().vertices()[vertex];
            let own = name(&catalog, what);
            if let Vertex::Resource(index) = what {
                let needs = titles(&catalog.resources[index], "needs");
                if needs.iter().any(|needed| !done.contains(needed)) {
                    if !walk.postpone(vertex) {
                        ours.push(format!("x {own}"));
                        walk.finish(vertex);
                    }
                    continue;
                }
                let generated = titles(&catalog.resources[index], "brings");
                let first = catalog.resources.len();
                catalog.resources.extend(generated.iter().map(|title| probe(title)));
                walk.add_children(vertex, &(first..catalog.resources.len()).map(ResourceIndex).collect::<Vec<_>>());
                done.insert(catalog.resources[index].title.to_string());
            }
            ours.push(own);
            walk.finish(vertex);
        }
        assert!(walk.is_finished(), "{}", answer["resources"]);
        assert_eq!(ours, theirs, "{}", answer["resources"]);
    }
}

#[test]
fn cycles_are_reported_in_the_words_of_puppet_if_not_shorter() {
    for (answer, Case { catalog, graph }) in cases() {
        let found = graph.cycles(&catalog);
        let Some(theirs) = answer.get("cycles") else {
            assert_eq!(found, Ok(()), "{}", answer["resources"]);
            continue;
        };
        let found = found.expect_err("Puppet found cycles").to_string();
        let (our_lines, their_lines): (Vec<&str>, Vec<&str>) =
            (found.split("\\n").collect(), text(theirs).split("\\n").collect());
        assert_eq!(our_lines.len(), their_lines.len(), "{}", answer["resources"]);
        for (ours, theirs) in our_lines.iter().zip(their_lines) {
            if *ours != theirs {
                assert!(length(ours) < length(theirs), "{ours} is not shorter than {theirs}");
            }
        }
    }
}

/// How many resources a path has. Puppet's path may lead to a cycle before it goes round.
fn length(path: &str) -> usize {
    path.split(" => ").count()
}

#[test]
fn skipped_resources_report_the_same_failures_as_in_puppet() {
    for (answer, Case { catalog, graph }) in cases() {
        let Some(theirs) = answer.get("skipped") else { continue };
        let mut walk = graph.walk();
        let mut reported = ReportedFailures::default();
        let mut ours = Vec::new();
        while let Some(vertex) = walk.next() {
            if let Vertex::Resource(index) = walk.graph().vertices()[vertex] {
                if walk.is_blocked(vertex) {
                    let failures = walk.failures_before(vertex, &mut reported);
                    let failures = names(&catalog, walk.graph(), &failures);
                    ours.push(serde_json::json!([name(&catalog, Vertex::Resource(index)), failures]));
                } else if catalog.resources[index].parameter("fails").is_some() {
                    walk.fail(vertex);
                }
            }
            walk.finish(vertex);
        }
        assert_eq!(&Json::Array(ours), theirs, "{}", answer["resources"]);
    }
}
