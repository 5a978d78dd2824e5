//! Providers that are told what will have its turn.

use std::sync::{Arc, Mutex};

use engine::{
    catalog::Declared,
    transaction::{Options, Transaction},
};
use resource_api::{
    Changes, Context, Failure, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition, Types,
    log::{Log, Recorder},
};

use crate::support::{catalog, note};

/// What a provider was asked, in its order.
type Calls = Arc<Mutex<Vec<String>>>;

struct Listener {
    calls: Calls,
    refuses: bool,
}

impl Provider for Listener {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        self.calls.lock().expect("nobody panicked").push("get".to_owned());
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    fn foresee(&mut self, _: &Context, targets: &[State]) -> Outcome {
        let names: Vec<&str> = targets.iter().filter_map(|target| target.text("name")).collect();
        self.calls.lock().expect("nobody panicked").push(format!("foresee {} to {}", names[0], names[names.len() - 1]));
        if self.refuses { Err(Failure::new("I do not want to know")) } else { Ok(()) }
    }
}

/// What the provider was asked in a run with these keys in its definition, and the failure of the run.
fn run(keys: &str, options: Options, refuses: bool, notes: usize) -> (Vec<String>, Option<String>) {
    let definition = format!(
        "{{name: note, desc: A note, {keys}, attributes: {{name: {{type: String, desc: n, behaviour: namevar}}, \
         ensure: {{type: 'Enum[present, absent]', desc: e, default: present}}}}}}"
    );
    let definition = TypeDefinition::from_value(&pcore::yaml::parse(&definition).expect("YAML")).expect("a definition");
    let calls = Calls::default();
    let told = calls.clone();
    let provider = ProviderEntry::new("listener", move |_| Ok(Listener { calls: told.clone(), refuses }));
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let mut types = Types::default();
    types.register(ResourceType::new(definition).with_provider(provider), &log);
    let notes: Vec<Declared> = (0..notes).map(|number| note(&format!("n{number}"), &[])).collect();
    let failure = match Transaction::new(catalog(notes), &types, options, log) {
        Ok(transaction) => transaction.run().failure,
        Err(failure) => Some(failure),
    };
    let calls = calls.lock().expect("nobody panicked").clone();
    (calls, failure.map(|failure| failure.to_string()))
}

fn ahead() -> Options {
    Options { looks_ahead: true, ..Options::default() }
}

#[test]
fn a_provider_that_wants_to_know_is_told_before_anything_is_read() {
    let (calls, failure) = run("looks_ahead: true", ahead(), false, 600);
    assert_eq!(failure, None);
    assert_eq!(calls[..4], ["foresee n0 to n255", "foresee n256 to n511", "foresee n512 to n599", "get"]);
    assert!(!calls[4..].iter().any(|call| call.starts_with("foresee")));
}

#[test]
fn nobody_else_is_told() {
    let first = |keys: &str, options: Options| run(keys, options, false, 3).0[0].clone();
    assert_eq!(first("looks_ahead: true", Options::default()), "get");
    assert_eq!(first("looks_ahead: false", ahead()), "get");
    assert_eq!(first("features: []", ahead()), "get");
    // Where some have no turn, looking at all of them would be too much.
    assert_eq!(first("looks_ahead: true", Options { tags: vec!["note".into()], ..ahead() }), "get");
    assert_eq!(first("looks_ahead: true", Options { skip_tags: vec!["n1".into()], ..ahead() }), "get");
}

#[test]
fn who_fails_then_is_asked_at_the_turn_all_the_same() {
    let (calls, failure) = run("looks_ahead: true", ahead(), true, 1);
    assert_eq!(calls, ["foresee n0 to n0", "get"]);
    assert_eq!(failure, None);
}
