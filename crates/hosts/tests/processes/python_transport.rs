//! The example in Python: a transport and a type behind it, against the bridge that comes with it.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
};

use hosts::{Guard, Host, NoRuntime, Runtime, manifest::Manifest};
use pcore::{Hash, NoNames};
use resource_api::{
    Outcome, Types,
    log::{Log, Recorder},
    transport::{Device, Transports},
};
use testkit::Trial;

use crate::support::{failure, without_waiting};

fn module() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/modules/lamps")
}

/// The bridge of the example, on a port of its own.
struct Bridge {
    process: Child,
    port: u16,
    lines: BufReader<std::process::ChildStdout>,
}

impl Bridge {
    fn start(password: &str) -> Bridge {
        let mut command = Command::new("python3");
        let mut process = command.arg(module().join("bridge.py")).arg(password).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap());
        let mut first = String::new();
        lines.read_line(&mut first).unwrap();
        Bridge { process, port: first.trim().parse().unwrap(), lines }
    }

    /// What the bridge says next.
    fn next(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

struct Lamps {
    types: Types,
    transports: Transports,
    host: Arc<Host>,
    log: Log,
}

impl Lamps {
    fn new() -> Lamps {
        let manifest = Manifest::open(&module().join("providers/lamps.yaml"), &NoNames).unwrap();
        let log = Log::new(Arc::new(Recorder::default()), Arc::default());
        let (mut types, mut transports) = (Types::default(), Transports::default());
        let (guard, runtime) = (Arc::new(Guard::default()), Arc::new(NoRuntime) as Arc<dyn Runtime>);
        let host = manifest.register(&mut types, &mut transports, &guard, &runtime, &log);
        Lamps { types, transports, host, log }
    }

    fn connect(&self, info: &str) -> Outcome<Arc<Device>> {
        let info: Hash = pcore::yaml::parse(info).unwrap().as_hash().unwrap().clone();
        self.transports.connect("lamp_bridge", "home", &info, &self.log)
    }
}

impl Drop for Lamps {
    fn drop(&mut self) {
        self.host.shutdown(&self.log);
    }
}

#[test]
fn lamps_are_switched_through_a_bridge() {
    let mut bridge = Bridge::start("swordfish");
    let lamps = Lamps::new();
    let device = lamps.connect(&format!("{{uri: 'lamp://:swordfish@127.0.0.1:{}'}}", bridge.port)).unwrap();
    assert_eq!(bridge.next(), "connected");
    device.verify().unwrap();
    assert_eq!(device.facts().unwrap().get_str("lamps"), Some(&"2".into()));
    let lamp = lamps.types.find("lamp").unwrap();
    let mut trial = Trial::new(lamp).with_device(device.clone());
    trial.apply("kitchen", [("brightness", 80)]).unwrap();
    trial.apply("kitchen", [("brightness", 80)]).unwrap();
    trial.apply("hall", [("ensure", "absent")]).unwrap();
    assert_eq!(
        trial.log(),
        [
            "Notice: /Lamp[kitchen]/brightness: brightness changed 40 to 80",
            "Notice: /Lamp[hall]/ensure: undefined 'ensure' from 'present'",
        ]
    );
    assert_eq!(trial.list().unwrap().len(), 1);
    drop((trial, device));
    assert_eq!(bridge.next(), "closed");
}

#[test]
fn two_bridges_are_reached_by_one_process() {
    let lamps = Lamps::new();
    let bridges = [Bridge::start("swordfish"), Bridge::start("hunter2")];
    let connect = |bridge: &Bridge, password: &str| {
        lamps.connect(&format!("{{host: 127.0.0.1, port: {}, password: {password}}}", bridge.port)).unwrap()
    };
    let devices = [connect(&bridges[0], "swordfish"), connect(&bridges[1], "hunter2")];
    let lamp = lamps.types.find("lamp").unwrap();
    let mut trials = devices.clone().map(|device| Trial::new(lamp).with_device(device));
    trials[0].apply("attic", [("brightness", 5)]).unwrap();
    assert_eq!(trials[0].list().unwrap().len(), 3);
    assert_eq!(trials[1].list().unwrap().len(), 2);
    assert_eq!(lamps.host.started(), 1);
}

#[test]
fn what_goes_wrong_is_told_in_bounded_time_and_without_the_password() {
    let bridge = Bridge::start("swordfish");
    let lamps = Lamps::new();
    let told = failure(lamps.connect(&format!("{{host: 127.0.0.1, port: {}, password: hunter2}}", bridge.port)));
    assert_eq!(told, "the bridge refuses: wrong password");
    let port = bridge.port;
    let device = lamps.connect(&format!("{{host: 127.0.0.1, port: {port}, password: swordfish}}")).unwrap();
    drop(bridge);
    let failed = without_waiting(|| failure(device.verify()));
    assert!(failed.starts_with("the device 'home' (lamp_bridge) cannot be reached: "), "{failed}");
    assert!(failure(lamps.connect(&format!("{{host: 127.0.0.1, port: {port}, password: x}}"))).contains("refused"));
    let missing = failure(lamps.connect("{uri: 'lamp://127.0.0.1'}"));
    assert_eq!(missing, "The following mandatory attributes were not provided:\n    *  password");
}
