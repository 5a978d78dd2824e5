//! Providers that die, hang, flood or are killed while they answer a question within a question.

use std::{
    fs,
    path::Path,
    sync::{
        Arc, OnceLock, Weak,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use ecow::EcoString;
use hosts::{Guard, Host, HostProvider, Launch, Runtime, Timeouts};
use pcore::{NoNames, TypeNames, Value};
use protocol::{notices::Stream, runtime::CatalogEntry};
use resource_api::{
    Context, Failure, Identity, Outcome, Provider as _, Request, TypeDefinition,
    log::{Log, Recorder},
};
use testkit::Trial;

use crate::support::{Fixture, failure, grace_periods, python};

/// Lists types and calls functions by asking a process again: the same one, or another one.
#[derive(Default)]
struct Asking {
    host: OnceLock<Weak<Host>>,
    is_stopped: AtomicBool,
}

impl Asking {
    /// What the process returns for all resources of a type, or for one of them.
    fn get(&self, type_name: &str, names: Option<&[Identity]>) -> Outcome<Vec<CatalogEntry>> {
        let host = self.host.get().and_then(Weak::upgrade).ok_or_else(|| Failure::new("there is no host"))?;
        let context = Context::new(Arc::new(definition(type_name)), log());
        let states = HostProvider::new(host).get(&context, &Request::new(names, &[]))?;
        let listed = |state: resource_api::State| CatalogEntry {
            type_name: type_name.into(),
            title: state.text("name").unwrap_or_default().into(),
            parameters: state.into_iter().collect(),
        };
        Ok(states.into_iter().map(listed).collect())
    }
}

fn definition(type_name: &str) -> TypeDefinition {
    let text = format!(
        "{{name: {type_name}, desc: d, features: [simple_get_filter], attributes: {{name: {{type: String, desc: n, \
         behaviour: namevar}}}}}}"
    );
    TypeDefinition::from_value(&pcore::yaml::parse(&text).unwrap()).unwrap()
}

fn log() -> Log {
    Log::new(Arc::new(Recorder::default()), Arc::default())
}

impl Runtime for Asking {
    fn fact(&self, _name: &str) -> Value {
        Value::Undef
    }

    fn setting(&self, _name: &str) -> Option<Value> {
        None
    }

    fn settings(&self) -> Vec<(EcoString, Value)> {
        Vec::new()
    }

    fn noop(&self) -> bool {
        false
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn instances(&self, type_name: &str) -> Outcome<Vec<CatalogEntry>> {
        self.get(type_name, None)
    }

    /// Reads one resource of the type that is called as the function, and tries again when that fails and it was asked to.
    fn call_function(&self, name: &str, arguments: Vec<Value>) -> Outcome<Value> {
        let one = [Identity::single("name", Value::from("one"))];
        let mut read = self.get(name, Some(&one));
        if read.is_err() && !arguments.is_empty() {
            read = self.get(name, Some(&one));
        }
        Ok(read?.into_iter().map(|listed| Value::String(listed.title)).collect())
    }

    fn names(&self) -> &dyn TypeNames {
        &NoNames
    }

    fn print(&self, _stream: Stream, _text: &str) {}
}

/// A provider whose `get` and `set` of things list what is inner, which does this.
fn asking(inner: &str, settings: impl FnOnce(&mut Launch)) -> (Fixture, Arc<Asking>) {
    let class = format!(
        r#"
class This(Provider):
    def get(self, params):
        note("get " + params["type"])
        if params["type"] == "inner":
            {inner}
        answer = ask("runtime.instances", type="inner")
        if "error" in answer: raise Exception(answer["error"]["message"])
        return {{"resources": []}}
    def set(self, params):
        note("set")
        answer = ask("runtime.instances", type="inner")
        note("set goes on")
        return {{"results": []}}
"#
    );
    with_asking(&class, settings)
}

fn with_asking(class: &str, settings: impl FnOnce(&mut Launch)) -> (Fixture, Arc<Asking>) {
    let runtime = Arc::new(Asking::default());
    let fixture = Fixture::script(&python(class), "[simple_get_filter]", settings, runtime.clone());
    runtime.host.set(Arc::downgrade(&fixture.host)).unwrap();
    (fixture, runtime)
}

#[test]
fn who_dies_while_it_answers_fails_the_outer_request_at_once() {
    for (body, reason) in [
        ("os._exit(3)", "the provider 'things' ended with exit code 3 during `get`"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "the provider 'things' was ended by signal 9 during `get`"),
        ("os.close(1); time.sleep(60)", "the provider 'things' closed its stdout during `get`"),
        (
            "sys.stdout.write('[1]\\n'); sys.stdout.flush(); time.sleep(60)",
            "the provider 'things' was ended during `get`: a message has the wrong shape: ",
        ),
        ("return {'resources': 7}", "the provider 'things' was ended during `get`: a message has the wrong shape: "),
    ] {
        let (fixture, _runtime) = asking(body, |launch| launch.timeouts = Timeouts::all(None));
        let mut trial = Trial::new(&fixture.resource_type);
        let expected =
            format!("the provider 'things' was ended during `get`, by a request that was made meanwhile: {reason}");
        let failed = failure(trial.list());
        assert!(failed.starts_with(&expected), "{body}: {failed}");
        assert_eq!(fixture.calls(), ["get thing", "get inner"], "nobody is asked again whose answer nobody needs");
        assert_eq!(fixture.host.started(), 1);
        fixture.leaves_nothing();
    }
}

/// A change is never repeated, and what asked for it is told which request ended it.
#[test]
fn a_change_whose_question_kills_the_process_fails() {
    let (fixture, _runtime) = asking("os._exit(3)", |launch| launch.timeouts = Timeouts::all(None));
    let context = Context::new(fixture.resource_type.definition().clone(), log());
    let changes = crate::side_by_side::changes(&["a"]);
    for start in 1..=2 {
        let failed = failure(HostProvider::new(fixture.host.clone()).set(&context, &changes));
        assert_eq!(
            failed,
            "the provider 'things' was ended during `set`, by a request that was made meanwhile: the provider 'things' \
             ended with exit code 3 during `get`"
        );
        assert_eq!(fixture.host.started(), start, "the next request has a process of its own");
    }
    assert_eq!(fixture.calls(), ["set", "get inner"].repeat(2));
    fixture.leaves_nothing();
}

/// The process that is started meanwhile has not got the outer request, and numbers its own from the beginning.
#[test]
fn an_outer_request_does_not_take_the_answers_of_another_process() {
    let class = r#"
class This(Provider):
    def get(self, params):
        note("get " + params["type"])
        if params["type"] == "inner":
            if not os.path.exists("tried"):
                open("tried", "w").close()
                os._exit(3)
            return {"resources": [{"name": "of another process"}]}
        ask("runtime.call_function", name="inner", args=["again"])
        return {"resources": []}
"#;
    let (fixture, _runtime) = with_asking(class, |launch| launch.timeouts = Timeouts::all(None));
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(
        failure(trial.list()),
        "the provider 'things' was ended during `get`, by a request that was made meanwhile: the provider 'things' \
         ended with exit code 3 during `get`"
    );
    assert_eq!(fixture.calls(), ["get thing", "get inner", "get inner"]);
    assert_eq!(fixture.host.started(), 2);
    fixture.leaves_nothing();
}

#[test]
fn a_question_that_takes_too_long_ends_the_outer_request_too() {
    for body in ["time.sleep(60)", "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"] {
        let (fixture, _runtime) = asking(body, |launch| {
            launch.timeouts = Timeouts::all(None);
            launch.timeouts.methods.insert("get".into(), Duration::from_millis(300));
        });
        let context = Context::new(fixture.resource_type.definition().clone(), log());
        let changes = crate::side_by_side::changes(&["a"]);
        assert_eq!(
            failure(HostProvider::new(fixture.host.clone()).set(&context, &changes)),
            "the provider 'things' was ended during `set`, by a request that was made meanwhile: the provider 'things' took \
             longer than 0.3 seconds for `get`"
        );
        assert_eq!(fixture.calls(), ["set", "get inner"]);
        fixture.leaves_nothing();
    }
}

#[test]
fn a_run_that_is_to_stop_ends_what_is_read_within_a_request() {
    let (fixture, runtime) = asking("time.sleep(60)", |launch| launch.timeouts = Timeouts::all(None));
    runtime.is_stopped.store(true, Ordering::Relaxed);
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(failure(trial.list()), "the provider 'things' was interrupted during `get`: the run is to stop");
    assert_eq!(fixture.calls(), ["get thing", "get inner"]);
    fixture.leaves_nothing();
}

/// What changes something is brought to its end, and so is what it needs for that.
#[test]
fn a_run_that_is_to_stop_waits_for_what_a_change_reads() {
    let (fixture, runtime) = asking("time.sleep(0.7); return {'resources': []}", |_| {});
    runtime.is_stopped.store(true, Ordering::Relaxed);
    let context = Context::new(fixture.resource_type.definition().clone(), log());
    let changes = crate::side_by_side::changes(&["a"]);
    HostProvider::new(fixture.host.clone()).set(&context, &changes).unwrap();
    assert_eq!(fixture.calls(), ["set", "get inner", "set goes on"]);
    fixture.leaves_nothing();
}

#[test]
fn a_type_is_not_listed_while_it_is_listed() {
    // It asks for its own type, or for one whose provider asks back.
    for (chain, deepest) in [(r#"{"thing": "thing"}"#, 1), (r#"{"thing": "other", "other": "thing"}"#, 2)] {
        let class = format!(
            r#"
class This(Provider):
    def get(self, params):
        note("get " + params["type"])
        answer = ask("runtime.instances", type={chain}[params["type"]])
        if "error" in answer: raise Exception(answer["error"]["message"])
        return {{"resources": []}}
"#
        );
        let (fixture, _runtime) = with_asking(&class, |_| {});
        let mut trial = Trial::new(&fixture.resource_type);
        assert_eq!(
            failure(trial.list()),
            "runtime.instances: the resources of 'thing' cannot be listed while they are being listed or the type is being \
             loaded: what does that must not ask for them, directly or through other providers"
        );
        assert_eq!(fixture.calls().len(), deepest);
        // The process is still there, and what it does not list it can be asked for.
        assert_eq!(fixture.host.started(), 1);
        fixture.leaves_nothing();
    }
}

#[test]
fn questions_are_not_nested_for_ever() {
    let class = r#"
class This(Provider):
    def get(self, params):
        note("get")
        answer = ask("runtime.call_function", name="thing")
        if "error" in answer: raise Exception(answer["error"]["message"])
        return {"resources": []}
"#;
    let (fixture, _runtime) = with_asking(class, |_| {});
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(failure(trial.list()), "runtime.call_function: requests are nested more than 16 levels deep");
    assert_eq!(fixture.host.started(), 1);
    fixture.leaves_nothing();
}

/// Two threads, each of which talks to a process that asks for what the other one has.
#[test]
fn processes_that_wait_for_each_other_are_refused() {
    let class = r#"
class This(Provider):
    def get(self, params):
        if params["type"] == "inner": return {"resources": []}
        open("../ready-" + os.path.basename(os.getcwd()), "w").close()
        while len([name for name in os.listdir("..") if name.startswith("ready-")]) < 2: time.sleep(0.01)
        answer = ask("runtime.instances", type="inner")
        if "error" in answer: raise Exception(answer["error"]["message"])
        return {"resources": []}
"#;
    let folder = tempfile::TempDir::new().unwrap();
    let guard = Arc::new(Guard::default());
    let runtimes = [Arc::new(Asking::default()), Arc::new(Asking::default())];
    let hosts: Vec<Arc<Host>> = ["one", "two"]
        .iter()
        .zip(&runtimes)
        .map(|(name, runtime)| {
            let runtime: Arc<dyn Runtime> = runtime.clone();
            Arc::new(Host::new(script(folder.path(), name, class), guard.clone(), runtime))
        })
        .collect();
    runtimes[0].host.set(Arc::downgrade(&hosts[1])).unwrap();
    runtimes[1].host.set(Arc::downgrade(&hosts[0])).unwrap();
    let outcomes: Vec<Outcome<_>> = thread::scope(|scope| {
        let started: Vec<_> = hosts
            .iter()
            .map(|host| {
                scope.spawn(|| {
                    let context = Context::new(Arc::new(definition("thing")), log());
                    HostProvider::new(host.clone()).get(&context, &Request::ALL)
                })
            })
            .collect();
        started.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let failed: Vec<String> = outcomes.iter().filter_map(|one| one.as_ref().err()).map(ToString::to_string).collect();
    assert_eq!(failed.len(), 1, "the other one goes on: {failed:?}");
    assert!(
        failed[0].ends_with("cannot be asked for `get`: it waits for another provider, which asked for this"),
        "{failed:?}"
    );
    hosts.iter().for_each(|host| host.shutdown(&log()));
}

fn script(folder: &Path, name: &str, class: &str) -> Launch {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder.join(name);
    fs::create_dir(&folder).unwrap();
    let file = folder.join("provider");
    fs::write(&file, python(class)).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let mut launch = Launch::new(name, &file);
    launch.folder = Some(folder);
    launch.grace_periods = grace_periods();
    launch
}
