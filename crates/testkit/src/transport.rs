//! Checks the requirements for all transports.

#[cfg(test)]
mod tests;

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use pcore::{Hash, Value};
use resource_api::{
    Outcome,
    context::Clock,
    log::{Log, LogEntry, Recorder},
    secret::{MIN_SCRUBBED_LENGTH, Scrubber},
    transport::{Device, TransportKind, retry::MAX_RETRY_TIME},
};

/// How long a transport may take to fail for an unreachable target, not counting pauses between retries.
pub const MAX_WAIT: Duration = Duration::from_secs(30);

/// Checks the requirements for all transports, and panics with the one that is violated.
///
/// `alive` is the connection information of a reachable target, `dead` that of an unreachable one, such as a port
/// without a listener. The requirements:
///
/// - Several connections to a target can be open at the same time, and each of them can be used repeatedly.
/// - The names of facts are strings, and their values are plain data.
/// - Closing succeeds, whether the connection was used or not.
/// - For an unreachable target, connecting or `verify` fails within a minute, at most half of which is spent between
///   retries. Pauses of [`Retry`](resource_api::transport::retry::Retry) take no time here.
/// - No secret is shown in facts, failures, log lines of any level, or the process list.
///
/// ```
/// # use resource_api::{Attribute, Context, Outcome, transport::{Schema, Transport, TransportKind}};
/// # use resource_api::pcore::{Hash, yaml};
/// # struct Echo(std::net::TcpStream);
/// # impl Transport for Echo {
/// #     fn verify(&self, _: &Context) -> Outcome { Ok(self.0.peer_addr().map(drop)?) }
/// #     fn facts(&self, _: &Context) -> Outcome<Hash> { Ok(Hash::default()) }
/// #     fn close(&self, _: &Context) -> Outcome { Ok(()) }
/// # }
/// # let schema = Schema::builder("echo").desc("An echo.")
/// #     .attribute("port", Attribute::builder("Integer").desc("Where it listens."))
/// #     .build().unwrap();
/// # let kind = TransportKind::new(schema, |_, info| {
/// #     Ok(Echo(std::net::TcpStream::connect(("127.0.0.1", info.read::<u16>("port")?))?))
/// # });
/// # let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
/// # let port = |port: u16| yaml::parse(&format!("{{port: {port}}}")).unwrap().as_hash().unwrap().clone();
/// # let (alive, dead) = (port(server.local_addr().unwrap().port()), port(1));
/// testkit::check_transport(&kind, &alive, &dead);
/// ```
#[track_caller]
pub fn check_transport(kind: &TransportKind, alive: &Hash, dead: &Hash) {
    if let Err(broken) = Laws::new(kind, [alive, dead]).check(alive, dead) {
        panic!("the transport '{}' violates a requirement: {broken}", kind.name());
    }
}

/// One run of all checks.
struct Laws<'k> {
    kind: &'k TransportKind,
    /// The secrets that must not be shown.
    secrets: Scrubber,
    recorder: Arc<Recorder>,
    log: Log,
    clock: Arc<InstantClock>,
}

impl<'k> Laws<'k> {
    fn new(kind: &'k TransportKind, given: [&Hash; 2]) -> Laws<'k> {
        let secrets = Scrubber::default();
        for attribute in kind.schema().connection_info().filter(|attribute| attribute.is_sensitive()) {
            let values = given.iter().filter_map(|given| given.get_str(attribute.name()));
            values.chain(attribute.default()).for_each(|secret| secrets.learn_secret(secret));
        }
        given.iter().filter_map(|given| given.get_str("uri")?.as_str()).for_each(|uri| secrets.learn_address(uri));
        let recorder = Arc::new(Recorder::default());
        let log = Log::new(recorder.clone(), Arc::default());
        Laws { kind, secrets, recorder, log, clock: Arc::default() }
    }

    fn check(&self, alive: &Hash, dead: &Hash) -> Result<(), String> {
        self.living(alive)?;
        self.closing(alive)?;
        self.dying(dead)?;
        let lines = self.recorder.entries();
        lines.iter().map(LogEntry::line).try_for_each(|line| self.hides("a log line", &line))
    }

    fn connect(&self, name: &str, given: &Hash) -> Outcome<Arc<Device>> {
        self.kind.connect_with_clock(name, given, &self.log, self.clock.clone())
    }

    /// A reachable target responds every time.
    fn living(&self, given: &Hash) -> Result<(), String> {
        let connect = || {
            let connected = self.connect("alive", given);
            connected.map_err(|failure| format!("connecting to the reachable target failed: {failure}"))
        };
        let devices = [connect()?, connect()?];
        for device in devices.iter().chain(&devices) {
            device.verify().map_err(|failure| format!("verifying the reachable target failed: {failure}"))?;
            let facts = device.facts().map_err(|failure| format!("the reachable target has no facts: {failure}"))?;
            self.facts(&facts)?;
        }
        self.processes()?;
        devices.iter().try_for_each(|device| self.close(device))
    }

    fn facts(&self, facts: &Hash) -> Result<(), String> {
        for (name, value) in facts.iter() {
            let Some(name) = name.as_str() else {
                return Err(format!("the name of a fact must be a string, but '{name}' is not"));
            };
            if !is_plain(value) {
                return Err(format!(
                    "the fact '{name}' must be plain data: texts, numbers, true and false, lists, maps"
                ));
            }
            self.hides(&format!("the fact '{name}'"), &value.to_string())?;
        }
        Ok(())
    }

    /// An unused connection can be closed.
    fn closing(&self, given: &Hash) -> Result<(), String> {
        let connected = self.connect("unused", given);
        let device = connected.map_err(|failure| format!("connecting to the target again failed: {failure}"))?;
        self.close(&device)
    }

    fn close(&self, device: &Device) -> Result<(), String> {
        let before = self.recorder.entries().len();
        device.close();
        let failed = format!("closing the connection to the device '{}' failed: ", device.name());
        let lines = self.recorder.entries().into_iter().skip(before);
        let mut reasons = lines.filter_map(|line| Some(line.message.split_once(&*failed)?.1.to_owned()));
        reasons.next().map_or(Ok(()), |reason| Err(format!("closing failed: {reason}")))
    }

    /// An unreachable target fails soon, with a message.
    fn dying(&self, given: &Hash) -> Result<(), String> {
        let start = Instant::now();
        let pauses = self.clock.paused();
        let failure = match self.connect("dead", given) {
            Err(failure) => failure,
            Ok(device) => {
                let verified = device.verify();
                self.close(&device)?;
                verified.err().ok_or("verifying the unreachable target succeeded")?
            }
        };
        let (waited, paused) = (start.elapsed(), self.clock.paused().saturating_sub(pauses));
        if waited > MAX_WAIT || paused > MAX_RETRY_TIME {
            let (waited, paused) = (waited.as_secs_f64(), paused.as_secs_f64());
            return Err(format!(
                "failing for an unreachable target takes {waited:.1} seconds and {paused:.1} seconds of pauses, where {} and {} \
                 are allowed",
                MAX_WAIT.as_secs(),
                MAX_RETRY_TIME.as_secs()
            ));
        }
        let shown = format!("{failure} {failure:?} {}", failure.causes().join(" "));
        self.hides("the failure of an unreachable target", &shown)
    }

    fn hides(&self, output: &str, text: &str) -> Result<(), String> {
        if self.secrets.contains_cleartext(text, MIN_SCRUBBED_LENGTH) {
            return Err(format!("{output} shows a secret"));
        }
        Ok(())
    }

    /// The arguments of a process are visible to everybody on the machine.
    fn processes(&self) -> Result<(), String> {
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
            self.hides("the list of processes", &String::from_utf8_lossy(&line))?;
        }
        Ok(())
    }
}

/// Whether a value is plain data: no symbol, no secret, no type.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => true,
        Value::Array(items) => items.iter().all(is_plain),
        Value::Hash(entries) => entries.iter().all(|(name, value)| name.as_str().is_some() && is_plain(value)),
        _ => false,
    }
}

/// The system clock, but with pauses that take no time.
struct InstantClock {
    start: Instant,
    paused: AtomicU64,
}

impl Default for InstantClock {
    fn default() -> InstantClock {
        InstantClock { start: Instant::now(), paused: AtomicU64::new(0) }
    }
}

impl InstantClock {
    fn paused(&self) -> Duration {
        Duration::from_millis(self.paused.load(Ordering::Relaxed))
    }
}

impl Clock for InstantClock {
    fn now(&self) -> Duration {
        self.start.elapsed() + self.paused()
    }

    fn sleep(&self, time: Duration) {
        self.paused.fetch_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}
