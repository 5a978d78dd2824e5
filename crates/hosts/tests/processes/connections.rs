//! Transports of a provider that is a process: what goes over the wire, and what happens when it breaks.

use std::{sync::Arc, time::Duration};

use engine::{Session, Settings};
use hosts::{HostProvider, HostTransport};
use resource_api::{
    Context, Outcome, Provider as _,
    context::Driver,
    log::{Log, LogEntry, Recorder},
    pcore::Hash,
    transport::{Device, Schema, Transport, TransportKind},
};
use testkit::Trial;

use crate::{
    side_by_side::changes,
    support::{Fixture, failure, without_waiting},
};

/// A provider with connections, which it notes together with what comes through them.
const WITH_CONNECTIONS: &str = r#"
class This(Provider):
    def __init__(self): self.open, self.count = {}, 0
    def get(self, params):
        note("get " + str(params.get("transport")))
        return {"resources": [{"name": "at", "ensure": "present", "value": self.open[params["transport"]]}]}
    def set(self, params):
        note("set " + str(params.get("transport")))
        return {"results": []}

def connect(self, params):
    note("connect " + json.dumps(params))
    info = params["connection_info"]
    tell("log", level="notice", message="connecting to " + info["host"])
    if info["host"] == "nowhere": raise Exception("no route to " + info["password"]["__pvalue"])
    self.count += 1
    self.open["c%d" % self.count] = info["host"]
    return {"handle": "c%d" % self.count}
def verify(self, params):
    if self.open[params["handle"]] == "slow": time.sleep(AGES)
    if self.open[params["handle"]] == "dead": raise Exception("it does not answer")
def facts(self, params):
    return {"facts": {"host": self.open[params["handle"]], "key": {"__ptype": "Sensitive", "__pvalue": "k3y-of-it"}}}
def close(self, params):
    note("close " + params["handle"])
    if self.open.pop(params["handle"]) == "sticky": raise Exception("it does not let go")
for name in ["connect", "verify", "facts", "close"]:
    setattr(This, "transport." + name, globals()[name])
"#;

struct Connections {
    fixture: Fixture,
    kind: TransportKind,
    recorder: Arc<Recorder>,
    log: Log,
}

impl Connections {
    fn new(settings: impl FnOnce(&mut hosts::Launch)) -> Connections {
        Connections::of(WITH_CONNECTIONS, settings)
    }

    fn of(class: &str, settings: impl FnOnce(&mut hosts::Launch)) -> Connections {
        let fixture = Fixture::with(class, "[remote_resource]", settings);
        let schema = "{name: wire, desc: A wire., connection_info: {host: {type: String, desc: h},
            password: {type: String, desc: p, default: hunter2, sensitive: true}}}";
        let schema = Schema::from_value(&pcore::yaml::parse(schema).unwrap()).unwrap();
        let host = fixture.host.clone();
        let kind = TransportKind::new(schema, move |context, info| HostTransport::connect(host.clone(), context, info));
        let recorder = Arc::new(Recorder::default());
        let log = Log::new(recorder.clone(), Arc::default());
        Connections { fixture, kind, recorder, log }
    }

    fn connect(&self, host: &str) -> Outcome<Arc<Device>> {
        let info: Hash = [("host".into(), host.into())].into_iter().collect();
        self.kind.connect(format!("device-{host}"), &info, &self.log)
    }

    fn lines(&self) -> Vec<String> {
        self.recorder.take().iter().map(LogEntry::line).collect()
    }
}

// Requirement: TR-20, TR-21
#[test]
fn a_process_holds_connections_and_requests_name_them() {
    let connections = Connections::new(|_| {});
    let devices = ["one", "two"].map(|host| connections.connect(host).unwrap());
    assert!(connections.lines().contains(&"Notice: wire: connecting to one".to_owned()));
    for device in &devices {
        device.verify().unwrap();
        let host = device.name().strip_prefix("device-").unwrap();
        assert_eq!(device.facts().unwrap().get_str("host"), Some(&host.into()));
        let mut trial = Trial::new(&connections.fixture.resource_type).with_device(device.clone());
        assert_eq!(trial.list().unwrap()[0].text("value"), Some(host));
        trial.apply("at", [("value", "x")]).unwrap();
    }
    devices.iter().for_each(|device| device.close());
    drop(devices);
    let info = r#"{"schema": "wire", "connection_info": {"host": "HOST", "password": {"__ptype": "Sensitive", "__pvalue": "hunter2"}}}"#;
    let expected = [
        format!("connect {}", info.replace("HOST", "one")),
        format!("connect {}", info.replace("HOST", "two")),
        "get c1".to_owned(),
        "set c1".to_owned(),
        "get c2".to_owned(),
        "set c2".to_owned(),
        "close c1".to_owned(),
        "close c2".to_owned(),
    ];
    assert_eq!(connections.fixture.calls(), expected);
    connections.fixture.leaves_nothing();
}

// Requirement: TR-18
#[test]
fn a_failure_is_told_without_the_password() {
    let connections = Connections::new(|_| {});
    assert_eq!(failure(connections.connect("nowhere")), "no route to [redacted]");
    let device = connections.connect("dead").unwrap();
    let told = failure(device.verify());
    assert_eq!(told, "the device 'device-dead' (wire) cannot be reached: it does not answer");
    // What a target tells as a secret is one.
    device.facts().unwrap();
    assert_eq!(connections.log.scrubber().scrub("k3y-of-it"), "[redacted]");
    assert!(!connections.lines().join("\n").contains("hunter2"));
    connections.fixture.leaves_nothing();
}

#[test]
fn a_slow_target_fails_in_bounded_time() {
    let connections = Connections::new(|launch| launch.timeouts.others = Some(Duration::from_millis(300)));
    let device = connections.connect("slow").unwrap();
    let failed = without_waiting(|| failure(device.verify()));
    assert!(failed.contains("took longer than 0.3 seconds for `transport.verify`"), "{failed}");
    drop(device);
    connections.fixture.leaves_nothing();
}

// Requirement: TR-21, TR-24
#[test]
fn closing_happens_once_and_never_fails() {
    let connections = Connections::new(|_| {});
    let device = connections.connect("sticky").unwrap();
    device.close();
    drop(device);
    let told = "Debug: wire: closing the connection to the device 'device-sticky' failed: it does not let go";
    assert_eq!(connections.lines().last().unwrap(), told);
    assert_eq!(connections.fixture.calls().iter().filter(|call| call.starts_with("close")).count(), 1);
    // A process that is gone took its connections along: none is started to close them.
    let device = connections.connect("other").unwrap();
    connections.fixture.shutdown();
    let started = connections.fixture.host.started();
    device.close();
    assert_eq!(connections.fixture.host.started(), started);
    connections.fixture.leaves_nothing();
}

#[test]
fn a_process_that_died_connects_again() {
    let class = WITH_CONNECTIONS.replace(
        "note(\"get \" + str(params.get(\"transport\")))",
        "note(\"get \" + str(params.get(\"transport\")))\n        \
         if not os.path.exists(\"died\"): open(\"died\", \"w\").close(); os._exit(3)",
    );
    let connections = Connections::of(&class, |_| {});
    let device = connections.connect("one").unwrap();
    let mut trial = Trial::new(&connections.fixture.resource_type).with_device(device);
    assert_eq!(trial.list().unwrap()[0].text("value"), Some("one"));
    let calls = connections.fixture.calls();
    let methods: Vec<&str> = calls.iter().filter_map(|call| call.split(' ').next()).collect();
    assert_eq!(methods, ["connect", "get", "connect", "get"]);
    let lines = trial.log();
    assert!(lines[0].ends_with("ended with exit code 3 during `get`; it is asked once more"), "{lines:?}");
    drop(trial);
    connections.fixture.leaves_nothing();
}

/// Names of connections are names of one process.
#[test]
fn what_is_sent_after_a_restart_goes_through_a_new_connection() {
    let class = WITH_CONNECTIONS.replace("\"c%d\" % self.count", "\"c%d\" % os.getpid()").replace(
        "note(\"set \" + str(params.get(\"transport\")))",
        "name = params[\"changes\"][0][\"name\"][\"name\"]\n        \
         note(\"set %s %s\" % (name, params[\"transport\"] in self.open))\n        \
         if name == \"dead\": os._exit(3)",
    );
    let connections = Connections::of(&class, |launch| launch.in_flight = 2);
    let device = connections.connect("one").unwrap();
    let definition = connections.fixture.resource_type.definition().clone();
    let context = Driver::new(definition, connections.log.clone()).with_device(device.clone());
    let mut provider = HostProvider::new(connections.fixture.host.clone());
    provider.set(&context, &changes(&["dead", "lost", "a", "b"])).unwrap();
    let failed: Vec<String> = context.take_failed_resources().iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(failed, ["dead", "lost"]);
    let sets: Vec<String> = connections.fixture.calls().into_iter().filter(|call| call.starts_with("set")).collect();
    assert_eq!(sets, ["set dead True", "set a True", "set b True"]);
    drop((context, device));
    connections.fixture.leaves_nothing();
}

/// A connection that belongs to somebody else.
struct Foreign;

impl Transport for Foreign {
    fn verify(&self, _: &Context) -> Outcome {
        Ok(())
    }

    fn facts(&self, _: &Context) -> Outcome<Hash> {
        Ok(Hash::default())
    }

    fn close(&self, _: &Context) -> Outcome {
        Ok(())
    }
}

#[test]
fn a_connection_of_another_program_cannot_be_used() {
    let connections = Connections::new(|_| {});
    let device = Arc::new(Device::new("spine1", Foreign));
    let log = connections.log.clone();
    let session = Session::new(&connections.fixture.resource_type, Settings::default(), log).with_device(device);
    let mut session = session;
    assert_eq!(
        session.instances().unwrap_err().to_string(),
        "the provider 'things' cannot use the connection to the device 'spine1': its transport 'spine1' belongs to \
         another program"
    );
    assert_eq!(connections.fixture.host.started(), 0, "nobody is asked in vain");
}
