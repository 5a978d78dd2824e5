//! Types whose provider is a script of the test.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use ecow::EcoString;
use hosts::{GracePeriods, Guard, Host, HostProvider, Launch, NoRuntime, Runtime};
use resource_api::{
    ProviderEntry, ResourceType, TypeDefinition,
    log::{Log, Recorder},
};
use tempfile::TempDir;

/// What every script in Python begins with: functions to speak, and answers to everything.
const BEGINNING: &str = r#"
import json, os, signal, subprocess, sys, time

AGES = 240

def start_stubborn(**options):
    """Starts a process that ignores SIGTERM, and waits until it does."""
    subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "open('ignores', 'w').close(); time.sleep(240)"], **options)
    while not os.path.exists("ignores"): time.sleep(0.01)

def send(**message):
    sys.stdout.write(json.dumps(dict(jsonrpc="2.0", **message)) + "\n")
    sys.stdout.flush()

def tell(method, **params):
    send(method=method, params=params)

def ask(method, **params):
    send(id="q", method=method, params=params)
    while True:
        message = json.loads(sys.stdin.readline())
        if "method" in message:
            serve(message)
        else:
            return message

def note(text):
    with open("calls", "a") as file:
        file.write(text + "\n")

class Provider:
    def initialize(self, params):
        return {"protocol": 1, "provider": {"name": "test", "version": "0"}, "capabilities": {}}
    def get(self, params):
        return {"resources": []}
    def set(self, params):
        return {"results": []}
    def canonicalize(self, params):
        return {"resources": params["resources"]}
    def shutdown(self, params):
        return None
"#;

/// What every script in Python ends with.
const END: &str = r#"
provider = This()

def serve(request):
    if "id" not in request:
        return
    try:
        send(id=request["id"], result=getattr(provider, request["method"])(request.get("params")))
    except Exception as error:
        send(id=request["id"], error={"code": -32000, "message": str(error), "data": {"kind": "failed"}})

for line in sys.stdin:
    serve(json.loads(line))
"#;

/// A script, and a type whose provider it is.
pub(crate) struct Fixture {
    pub(crate) folder: TempDir,
    pub(crate) host: Arc<Host>,
    pub(crate) resource_type: ResourceType,
    log: Log,
}

/// A program in Python with a provider, whose class is called `This`.
pub(crate) fn python(class: &str) -> String {
    format!("#!/usr/bin/python3\n{BEGINNING}\n{class}\n{END}")
}

/// Waits that tests can wait for.
pub(crate) fn grace_periods() -> GracePeriods {
    let short = Duration::from_millis(400);
    GracePeriods { handshake: Duration::from_secs(20), cancel: short, shutdown: short, terminate: short }
}

impl Fixture {
    /// A provider in Python, whose class is called `This`.
    pub(crate) fn python(class: &str) -> Fixture {
        Fixture::with(class, "[]", |_| {})
    }

    /// As [`python`](Fixture::python), with features of the type, and with other settings.
    pub(crate) fn with(class: &str, features: &str, settings: impl FnOnce(&mut Launch)) -> Fixture {
        Fixture::script(&python(class), features, settings, Arc::new(NoRuntime))
    }

    /// As [`python`](Fixture::python), with somebody who answers its questions.
    pub(crate) fn python_in(class: &str, runtime: Arc<dyn Runtime>) -> Fixture {
        Fixture::script(&python(class), "[]", |_| {}, runtime)
    }

    /// A provider that is any script.
    pub(crate) fn script(
        script: &str,
        features: &str,
        settings: impl FnOnce(&mut Launch),
        runtime: Arc<dyn Runtime>,
    ) -> Fixture {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("provider");
        fs::write(&file, script).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        let mut launch = Launch::new("things", &file);
        launch.folder = Some(folder.path().to_owned());
        launch.grace_periods = grace_periods();
        settings(&mut launch);
        let host = Arc::new(Host::new(launch, Arc::new(Guard::default()), runtime));
        let definition = format!(
            "{{name: thing, desc: A thing, features: {features}, attributes: {{
                name: {{type: String, desc: n, behaviour: namevar}},
                ensure: {{type: 'Enum[present, absent]', desc: e, default: present}},
                value: {{type: 'Optional[Any]', desc: v}},
                secret: {{type: 'Optional[Sensitive[String]]', desc: s}}}}}}"
        );
        let definition = TypeDefinition::from_value(&pcore::yaml::parse(&definition).unwrap()).unwrap();
        let process = host.clone();
        let resource_type = ResourceType::new(definition)
            .with_provider(ProviderEntry::new("things", move |_| Ok(HostProvider::new(process.clone()))));
        Fixture { folder, host, resource_type, log: Log::new(Arc::new(Recorder::default()), Arc::default()) }
    }

    /// What the script noted.
    pub(crate) fn calls(&self) -> Vec<String> {
        let text = fs::read_to_string(self.folder.path().join("calls")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Ends the process.
    pub(crate) fn shutdown(&self) {
        self.host.shutdown(&self.log);
    }

    /// Ends the process, and makes sure that nothing is left of it.
    #[track_caller]
    pub(crate) fn leaves_nothing(&self) {
        self.shutdown();
        assert_eq!(processes_in(self.folder.path()), Vec::<String>::new(), "processes are left");
    }
}

/// The processes that were started in a folder, and are still there a moment later.
pub(crate) fn processes_in(folder: &Path) -> Vec<String> {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let found: Vec<String> = fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter(|entry| fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder)))
            .map(|entry| String::from_utf8_lossy(&fs::read(entry.path().join("cmdline")).unwrap_or_default()).into())
            .collect();
        if found.is_empty() || Instant::now() > until {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Does something that would last `AGES` if it waited for a provider that sleeps.
#[track_caller]
pub(crate) fn without_waiting<T>(work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    assert!(started.elapsed() < AGES / 2, "it took {:?}", started.elapsed());
    result
}

/// How long providers sleep that are not to be waited for: `AGES` in their scripts. Even a busy machine does everything
/// else in half of that.
const AGES: Duration = Duration::from_secs(240);

/// The text of what went wrong.
#[track_caller]
pub(crate) fn failure<T: std::fmt::Debug>(outcome: resource_api::Outcome<T>) -> String {
    outcome.unwrap_err().to_string()
}

/// No attributes.
pub(crate) const NOTHING: [(EcoString, &str); 0] = [];
