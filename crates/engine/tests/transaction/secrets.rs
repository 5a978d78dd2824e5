//! A secret of a catalog is shown nowhere.

use pcore::Value;
use resource_api::log::Level;

use crate::support::{Machine, bell, catalog, declared, note};

const SECRET: &str = "hunter2-correct-horse";

#[test]
fn secrets_are_in_no_line_and_in_no_result() {
    let mut machine = Machine::default();
    machine.options.trace_evaluation = true;
    machine.write("known", &[("secret", "an-older-hunter2-correct-horse".into())]);
    machine.write(SECRET, &[]);
    let applied = machine.apply(catalog([
        // It is logged before the resource that has it as a secret.
        note("first", &[("text", format!("see {SECRET}").into())]),
        note(
            "known",
            &[
                ("secret", SECRET.into()),
                ("text", SECRET.into()),
                ("audit", "all".into()),
                ("notify", "Bell[b]".into()),
            ],
        ),
        bell("b", &[]),
        declared("Inner", "x", &[("password", Value::sensitive(SECRET.into()))]),
        declared("Resources", "note", &[("purge", true.into())]),
    ]));
    let lines = machine.lines_from(Level::Debug).join("\n");
    assert!(lines.contains("changed [redacted] to [redacted]"), "{lines}");
    assert!(!lines.contains(SECRET), "{lines}");
    for event in applied.statuses.iter().flat_map(|status| &status.events) {
        assert!(!format!("{event:?}").contains(SECRET), "{event:?}");
    }
    for status in &applied.statuses {
        assert!(!format!("{status:?}").contains(SECRET), "{status:?}");
    }
    assert!(!format!("{:?}", applied.history).contains(SECRET));
}

#[test]
fn an_invalid_catalog_does_not_reveal_a_secret() {
    let machine = Machine::default();
    let failure = machine
        .transaction(catalog([
            note("a", &[("audit", SECRET.into())]),
            declared("Inner", "x", &[("password", Value::sensitive(SECRET.into()))]),
        ]))
        .expect_err("the catalog is wrong");
    assert!(!failure.to_string().contains(SECRET), "{failure}");
}

#[test]
fn providers_see_the_catalog_without_secrets() {
    use std::sync::{Arc, Mutex};

    use engine::transaction::{Options, Transaction};
    use resource_api::{
        Changes, Context, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition, Types,
        log::{Log, Recorder},
    };

    struct Reader(Arc<Mutex<Vec<String>>>);

    #[resource_api::provider]
    impl Provider for Reader {
        fn get(&mut self, context: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
            let view = context.catalog().expect("there is a catalog");
            let found = view.find("Reader", "a").expect("it is in the catalog");
            let mut seen = self.0.lock().expect("no thread panicked");
            seen.push(format!("{:?} {:?}", found.attributes(), view.list("inner")));
            Ok(Vec::new())
        }

        fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
            Ok(())
        }
    }

    let definition = pcore::yaml::parse(
        "{name: reader, desc: d, attributes: {name: {type: String, desc: n, behaviour: namevar},
          open: {type: 'Optional[String]', desc: o, behaviour: parameter},
          hidden: {type: 'Optional[String]', desc: h, behaviour: parameter, sensitive: true}}}",
    );
    let definition = TypeDefinition::from_value(&definition.expect("it is YAML")).expect("it is valid");
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let shared = seen.clone();
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let mut types = Types::default();
    let provider = ProviderEntry::new("reader", move |_: &Context| Ok(Reader(shared.clone())));
    types.register(ResourceType::new(definition).with_provider(provider), &log);
    let resources = catalog([
        declared("Reader", "a", &[("open", "plain".into()), ("hidden", SECRET.into())]),
        declared("Inner", "x", &[("password", Value::sensitive(SECRET.into()))]),
    ]);
    Transaction::new(resources, &types, Options::default(), log).expect("the catalog is valid").run();
    let seen = seen.lock().expect("no thread panicked").join("\n");
    assert!(seen.contains("plain") && seen.contains("Inner") | seen.contains("inner"), "{seen}");
    assert!(!seen.contains(SECRET), "{seen}");
}
