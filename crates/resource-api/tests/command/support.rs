//! A context with a readable log, and helpers to look at processes.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use resource_api::{
    Command, TypeDefinition,
    command::{Completed, Destination},
    context::Driver,
    log::{Level, Log, Recorder},
};

/// A context of the type `key`, with its log.
pub struct Bench {
    pub context: Driver,
    recorder: Arc<Recorder>,
}

impl Bench {
    pub fn new() -> Bench {
        let definition = pcore::yaml::parse(
            "{name: key, desc: A key, attributes: {name: {type: String, desc: Its name, behaviour: namevar}}}",
        )
        .unwrap();
        let recorder = Arc::new(Recorder::default());
        let definition = Arc::new(TypeDefinition::from_value(&definition).unwrap());
        Bench { context: Driver::new(definition, Log::new(recorder.clone(), Arc::default())), recorder }
    }

    /// Returns the log so far, as `level message`.
    pub fn log(&self) -> Vec<String> {
        let shown = |level: Level| format!("{level:?}").to_lowercase();
        self.recorder.entries().iter().map(|entry| format!("{} {}", shown(entry.level), entry.message)).collect()
    }

    /// Returns the messages of a level, without the prefix of the type.
    pub fn lines(&self, level: Level) -> Vec<String> {
        let entries = self.recorder.entries();
        let entries = entries.iter().filter(|entry| entry.level == level);
        entries.map(|entry| entry.message.strip_prefix("key: ").unwrap().to_owned()).collect()
    }

    /// Returns what a script writes to stdout.
    #[track_caller]
    pub fn output_of(&self, script: &str) -> String {
        self.store(script).stdout_text().into_owned()
    }

    /// Runs a script and stores its stdout.
    #[track_caller]
    pub fn store(&self, script: &str) -> Completed {
        shell().run(&self.context, ["-c", script]).stdout(Destination::Store).execute().unwrap()
    }
}

/// A shell, because tests need misbehaving processes.
pub fn shell() -> Command {
    Command::new("sh")
}

/// Returns a unique, long number of seconds for `sleep`.
pub fn unique_nap() -> String {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    format!("900.{}{:04}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed))
}

/// Whether all processes with this argument exit soon.
pub fn vanishes(argument: &str) -> bool {
    eventually(|| !exists(argument))
}

/// Whether there is a process with this argument.
pub fn exists(argument: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .any(|arguments| arguments.split(|byte| *byte == 0).any(|found| found == argument.as_bytes()))
}

/// Whether a condition becomes true within twenty seconds.
pub fn eventually(mut condition: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if condition() {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    false
}
