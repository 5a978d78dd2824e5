//! A `bunraku` with a type of six attributes whose provider keeps everything in memory: `cargo xtask bench` applies
//! catalogs with it, compared with the real Puppet and the module in `oracle/bench_apply`, and compiles manifests.
//!
//! `BENCH_COUNT` is the number of accounts, and `BENCH_WORLD` their state: `in_sync` with the catalog, `changed` in
//! two properties, or `missing`. Accounts are of the type `bench_account`; those of the type `bench_login` are queried
//! by name. The costs of the process are written to the file `BENCH_COSTS` when it exits: its peak memory in kB, and
//! its processor time in nanoseconds.

#![allow(clippy::expect_used, reason = "a program of its own, on fixed input")]

use std::{env, fs, process::ExitCode};

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::{Value, yaml};
use resource_api::{
    Changes, Context, Feature, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition,
};
use rustix::time::{ClockId, clock_gettime};

const ATTRIBUTES: &str = r"
desc: An account
attributes:
  ensure: { type: 'Enum[present, absent]', desc: Whether it exists, default: present }
  name:   { type: 'Pattern[/\A[a-z_][a-z0-9_-]{0,31}\z/]', desc: Its name, behaviour: namevar }
  uid:    { type: 'Optional[Integer[0]]', desc: Its number }
  home:   { type: 'Optional[String[1]]', desc: Where it lives }
  groups: { type: 'Optional[Array[String[1]]]', desc: What it belongs to }
  shell:  { type: 'Optional[String[1]]', desc: What it runs }
";

fn main() -> ExitCode {
    let mut app = cli::App::new();
    for head in ["name: bench_account\nreads: once", "name: bench_login\nfeatures: [simple_get_filter]"] {
        let definition = yaml::parse(&format!("{head}{ATTRIBUTES}")).expect("it is YAML");
        let definition = TypeDefinition::from_value(&definition).expect("it is a definition");
        let provider = ProviderEntry::new("memory", |_| Ok(Accounts::new()));
        app = app.with(ResourceType::new(definition).with_provider(provider));
    }
    let code = app.run();
    if let Some(path) = env::var_os("BENCH_COSTS") {
        fs::write(path, costs()).expect("the file can be written");
    }
    code
}

/// The peak memory of this process in kB, and its processor time in nanoseconds.
fn costs() -> String {
    let status = fs::read_to_string("/proc/self/status").expect("this is Linux");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it is always told");
    // That of all threads: manifests are evaluated in a thread of their own.
    let worked = clock_gettime(ClockId::ProcessCPUTime);
    let worked = worked.tv_sec * 1_000_000_000 + worked.tv_nsec;
    format!("{} {worked}", peak.trim().trim_end_matches(" kB"))
}

/// The existing accounts by name.
struct Accounts(IndexMap<EcoString, State>);

impl Accounts {
    fn new() -> Accounts {
        let world = env::var("BENCH_WORLD").unwrap_or_default();
        let count = if world == "missing" { None } else { env::var("BENCH_COUNT").ok() };
        let count: usize = count.map_or(0, |count| count.parse().expect("it is a number"));
        let is_changed = world == "changed";
        let account = |number: usize| {
            let mut groups = vec![Value::from("users")];
            groups.extend((!is_changed).then(|| Value::from("wheel")));
            State::new()
                .with("ensure", "present")
                .with("name", format!("account{number}"))
                .with("uid", number as i64)
                .with("home", format!("/home/account{number}"))
                .with("groups", Value::array(groups))
                .with("shell", if is_changed { "/bin/sh" } else { "/bin/bash" })
        };
        Accounts((0..count).map(|number| (format!("account{number}").into(), account(number))).collect())
    }
}

#[resource_api::provider]
impl Provider for Accounts {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names().filter(|_| context.definition().has(Feature::SimpleGetFilter)) else {
            return Ok(self.0.values().cloned().collect());
        };
        let named = names.iter().filter_map(|name| self.0.get(name.value().as_str()?));
        Ok(named.cloned().collect())
    }

    fn set(&mut self, _: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            if let (Some(name), Some(should)) = (change.name.value().as_str(), &change.should) {
                self.0.insert(name.into(), should.clone());
            }
        }
        Ok(())
    }
}
