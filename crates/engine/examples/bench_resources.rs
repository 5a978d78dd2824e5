//! Measures the hot paths of the Resource API: `cargo xtask bench` runs it next to the real one.
//!
//! `oracle/bench_resource_api.rb` does the same operations with the real Puppet, under the same names.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program of its own, on fixed input")]

#[path = "../../pcore/examples/bench/measure.rs"]
mod measure;

use std::{hint::black_box, sync::Arc};

use engine::{Session, Settings};
use measure::{Operation, operation};
use pcore::{Value, yaml};
use resource_api::{
    Changes, Context, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition,
    log::{Level, Log, LogEntry, LogSink},
};

const ACCOUNT: &str = r"
name: bench_account
desc: An account
attributes:
  ensure: { type: 'Enum[present, absent]', desc: Whether it exists, default: present }
  name:   { type: 'Pattern[/\A[a-z_][a-z0-9_-]{0,31}\z/]', desc: Its name, behaviour: namevar }
  uid:    { type: 'Optional[Integer[0, 65535]]', desc: Its number }
  home:   { type: 'Optional[String[1]]', desc: Where it lives }
  groups: { type: 'Optional[Array[String[1]]]', desc: What it belongs to }
  shell:  { type: 'Optional[String[1]]', desc: What it runs }
  locked: { type: 'Optional[Boolean]', desc: Whether it may log in }
";

/// As many resources as the run of `manage 1,000 resources` has.
const MANY: usize = 1_000;

/// Knows accounts that are as they should be.
struct Accounts;

#[resource_api::provider]
impl Provider for Accounts {
    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        Ok((0..MANY).map(account).collect())
    }

    fn set(&mut self, _context: &Context, _changes: &Changes) -> Outcome {
        Ok(())
    }
}

/// Takes no line below notice, as a run without `--verbose`.
struct Silent;

impl LogSink for Silent {
    fn write(&self, entry: &LogEntry) {
        black_box(entry);
    }

    fn wants(&self, level: Level) -> bool {
        level >= Level::Notice
    }
}

fn account(number: usize) -> State {
    State::new()
        .with("ensure", "present")
        .with("name", format!("account{number}"))
        .with("uid", number as i64)
        .with("home", format!("/home/account{number}"))
        .with("groups", Value::array(["users".into(), "wheel".into()]))
        .with("shell", "/bin/bash")
        .with("locked", false)
}

fn session(accounts: &'static ResourceType) -> Session<'static> {
    Session::new(accounts, Settings::default(), Log::new(Arc::new(Silent), Arc::default()))
}

fn operations() -> Vec<Operation> {
    let data = yaml::parse(ACCOUNT).unwrap();
    let definition = TypeDefinition::from_value(&data).unwrap();
    // The operations live as long as the program.
    let accounts: &'static ResourceType = Box::leak(Box::new(
        ResourceType::new(definition.clone()).with_provider(ProviderEntry::new("memory", |_| Ok(Accounts))),
    ));
    let given: Vec<Vec<_>> = (0..MANY).map(|number| account(number).into_iter().collect()).collect();
    let state = account(7);
    let mut builder = session(accounts);
    let one = given[7].clone();
    vec![
        operation("read a definition of seven attributes", move || TypeDefinition::from_value(black_box(&data))),
        operation("check a state against its type", move || black_box(&definition).check_schema(black_box(&state))),
        operation("build a resource", move || builder.build("account7", black_box(&one), "")),
        operation("manage 1,000 resources in sync", move || {
            let mut session = session(accounts);
            for (number, attributes) in given.iter().enumerate() {
                let resource = session.build(&format!("account{number}"), attributes, "").unwrap();
                assert!(session.evaluate(&resource).events.is_empty());
            }
        }),
    ]
}

fn main() {
    measure::run(operations());
}
