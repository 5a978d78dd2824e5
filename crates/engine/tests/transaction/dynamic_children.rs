//! Resources that another one generates while it is evaluated.

use std::sync::{Arc, Mutex};

use catalog::Catalog;
use engine::transaction::{Applied, Options, Transaction};
use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Generated, Identity, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    TypeDefinition, Types,
    definition::relations::{Relation, RelationKind},
    log::{Level, Log, Recorder},
};

use crate::support::{any_failed, catalog, declared, shown};

/// Boxes that hold others, to any depth. What is called `new` is not there yet, and what is called `stuck` cannot be made.
struct Boxes {
    seen: Arc<Mutex<Vec<String>>>,
}

#[resource_api::provider]
impl Provider for Boxes {
    fn get(&mut self, _: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let names = request.names().expect("boxes are not listed");
        let mut seen = self.seen.lock().expect("no thread panicked");
        seen.extend(names.iter().map(|name| name.name().to_owned()));
        let is_there = |name: &&&str| !name.contains("new") && !name.contains("stuck");
        let names: Vec<&str> = names.iter().map(|name| name.name()).collect();
        Ok(names
            .iter()
            .filter(is_there)
            .map(|name| State::new().with("name", *name).with("ensure", "present"))
            .collect())
    }

    fn set(&mut self, _: &Context, changes: &Changes) -> Outcome {
        match changes.iter().find(|change| change.name.name().ends_with("stuck")) {
            Some(_) => Err(Failure::resource("it is stuck")),
            None => Ok(()),
        }
    }

    fn generate(&mut self, _: &Context, _: &Identity, _: Option<&State>, should: &State) -> Outcome<Vec<Generated>> {
        assert!(should.known("holds").is_none(), "it generates when it is evaluated");
        Ok(Vec::new())
    }

    fn eval_generate(
        &mut self,
        _: &Context,
        title: &Identity,
        _: Option<&State>,
        should: &State,
    ) -> Outcome<Box<dyn Iterator<Item = Generated>>> {
        let Some(Value::Array(held)) = should.get("holds") else { return Err(Failure::new("it cannot be opened")) };
        let title = title.name().to_owned();
        let held: Vec<Value> = held.to_vec();
        Ok(Box::new(held.into_iter().map(move |name| Generated {
            type_name: "box".into(),
            title: format!("{title}/{}", name.as_str().unwrap_or_default()).into(),
            attributes: Vec::new(),
        })))
    }
}

/// A box comes after the nearest one that it is in.
fn inside(should: &State, is_managed: &dyn Fn(&str, &str) -> bool) -> Vec<Relation> {
    let name = std::path::Path::new(should.text("name").unwrap_or_default());
    let above = name.ancestors().skip(1).filter_map(|path| path.to_str()).find(|path| is_managed("box", path));
    let relation =
        |title: &str| Relation { kind: RelationKind::Autorequire, type_name: "box".into(), title: title.into() };
    above.map(relation).into_iter().collect()
}

struct Ran {
    applied: Applied,
    lines: Vec<String>,
    /// The boxes that were looked at, in this order.
    seen: Vec<String>,
}

fn run(catalog: Catalog, options: Options) -> Ran {
    let definition = "{name: box, desc: d, features: [custom_generate, simple_get_filter], eval_generate: holds,
        attributes: {name: {type: String, desc: n, behaviour: namevar},
        ensure: {type: 'Enum[present, absent]', desc: e, default: present},
        holds: {type: 'Optional[Variant[Boolean, Array[String]]]', desc: h, behaviour: parameter}}}";
    let definition = pcore::yaml::parse(definition).expect("the definition is YAML");
    let definition = TypeDefinition::from_value(&definition).expect("the definition is valid");
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let provider = {
        let seen = seen.clone();
        ProviderEntry::new("box", move |_: &Context| Ok(Boxes { seen: seen.clone() }))
    };
    let mut types = Types::default();
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    types.register(ResourceType::new(definition).with_provider(provider).relating(inside), &log);
    let options = Options { default_schedules: false, ..options };
    let applied = Transaction::new(catalog, &types, options, log).expect("the catalog is valid").run();
    let lines = recorder.take().iter().filter(|entry| entry.level >= Level::Notice).map(shown).collect();
    let seen = std::mem::take(&mut *seen.lock().expect("no thread panicked"));
    Ran { applied, lines, seen }
}

fn holding(names: impl IntoIterator<Item = impl Into<Value>>) -> Value {
    Value::array(names.into_iter().map(Into::into))
}

#[test]
fn dynamic_children_come_right_after_their_parent() {
    let names: Vec<String> = (0..3000).map(|number| format!("{number:04}")).collect();
    let later = declared("Box", "later", &[("require", "Box[a]".into())]);
    let boxes = catalog([later, declared("Box", "a", &[("holds", holding(names.clone()))]), declared("Box", "z", &[])]);
    let ran = run(boxes, Options::default());
    let mut expected = vec!["a".to_owned()];
    expected.extend(names.iter().map(|name| format!("a/{name}")));
    expected.extend(["later".to_owned(), "z".to_owned()]);
    let statuses: Vec<&str> = ran.applied.statuses.iter().map(|status| status.title.as_str()).collect();
    for found in [ran.seen.iter().map(String::as_str).collect::<Vec<_>>(), statuses] {
        let difference = found.iter().zip(&expected).find(|(found, expected)| found != expected);
        assert_eq!((difference, found.len()), (None, expected.len()));
    }
    assert_eq!((ran.applied.unreported, ran.lines.len()), (0, 0));
    assert_eq!(ran.applied.statuses[1].path, "/Stage[main]/Main/Box[a/0000]");
}

#[test]
fn what_is_as_it_should_be_is_counted_and_forgotten() {
    let names = (0..2500).map(|number| format!("{}{number:04}", if number % 1000 == 7 { "new" } else { "" }));
    let boxes = catalog([declared("Box", "a", &[("holds", holding(names))])]);
    let ran = run(boxes, Options { keep_unchanged: false, ..Options::default() });
    let statuses: Vec<&str> = ran.applied.statuses.iter().map(|status| status.title.as_str()).collect();
    assert_eq!(statuses, ["a", "a/new0007", "a/new1007", "a/new2007"]);
    assert_eq!((ran.applied.unreported, ran.lines.len()), (2497, 3));
    // Records that are not needed are not kept for the next run either.
    assert_eq!(ran.applied.history.records.keys().collect::<Vec<_>>(), ["Box[a]"]);
}

#[test]
fn a_failed_child_blocks_what_is_below_it() {
    // More than are made at a time lie between a failure and what it blocks.
    let between = (0..2000).map(|number| format!("b{number:04}"));
    let names = ["a-stuck".to_owned(), "a-stuck/x".to_owned()].into_iter().chain(between);
    let names = names.chain(["a-stuck/y".to_owned(), "z".to_owned()]);
    let later = declared("Box", "later", &[("require", "Box[a]".into())]);
    let boxes = catalog([declared("Box", "a", &[("holds", holding(names))]), later]);
    let ran = run(boxes, Options { keep_unchanged: false, ..Options::default() });
    let source = |name: &str| format!("/Stage[main]/Main/Box[{name}]");
    assert_eq!(
        ran.lines[1..],
        [
            format!("Error: {}: Could not evaluate: it is stuck", source("a/a-stuck")),
            format!("Notice: {}: Dependency Box[a/a-stuck] has failures: true", source("a/a-stuck/x")),
            format!("Warning: {}: Skipping because of failed dependencies", source("a/a-stuck/x")),
            format!("Warning: {}: Skipping because of failed dependencies", source("a/a-stuck/y")),
            format!("Warning: {}: Skipping because of failed dependencies", source("later")),
        ]
    );
    let skipped: Vec<&str> =
        ran.applied.statuses.iter().filter(|status| status.skipped).map(|status| status.title.as_str()).collect();
    assert_eq!(skipped, ["a/a-stuck/x", "a/a-stuck/y", "later"]);
    assert_eq!(ran.applied.unreported, 2001);
}

#[test]
fn a_resource_that_fails_to_generate_is_managed_all_the_same() {
    let ran = run(catalog([declared("Box", "a", &[("holds", true.into())])]), Options::default());
    let message = "Failed to generate additional resources using 'generate': it cannot be opened";
    assert_eq!(ran.lines, [format!("Error: /Stage[main]/Main/Box[a]: {message}")]);
    assert_eq!(ran.seen, ["a"]);
    assert!(ran.applied.failed_to_generate && !any_failed(&ran.applied));
}
