//! What every transport must obey, checked by one line of its tests.

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
    secret::{SHORTEST_SCRUBBED, Scrubber},
    transport::{Device, TransportKind, retry::LONGEST},
};

/// How long a transport may take for a target that is not there, beside the pauses between its attempts.
pub const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Checks what every transport must obey, and panics with the law that it breaks.
///
/// `alive` is connection information of a target that is there, `dead` of one that is not, such as a port on which nobody
/// listens. The laws:
///
/// - Several connections to a target can be open at the same time; what each of them is asked, it can be asked again.
/// - The names of facts are texts, and their values are plain data.
/// - Closing succeeds, whether anything was asked before or not.
/// - A target that is not there is a failure of connecting or of `verify`: within a minute, of which at most half is
///   spent between attempts. Pauses of [`Retry`](resource_api::transport::retry::Retry) take no time here.
/// - No secret is shown: in facts, failures and log lines down to debug, or in the list of processes.
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
        panic!("the transport '{}' breaks a law: {broken}", kind.name());
    }
}

/// One check of all laws.
struct Laws<'k> {
    kind: &'k TransportKind,
    /// The cleartexts that nothing may show.
    secrets: Scrubber,
    recorder: Arc<Recorder>,
    log: Log,
    clock: Arc<Impatient>,
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

    /// A target that is there answers as often as it is asked.
    fn living(&self, given: &Hash) -> Result<(), String> {
        let connect = || {
            let connected = self.connect("alive", given);
            connected.map_err(|failure| format!("the target that is there cannot be connected to: {failure}"))
        };
        let devices = [connect()?, connect()?];
        for device in devices.iter().chain(&devices) {
            device.verify().map_err(|failure| format!("the target that is there does not verify: {failure}"))?;
            let facts =
                device.facts().map_err(|failure| format!("the target that is there has no facts: {failure}"))?;
            self.facts(&facts)?;
        }
        self.processes()?;
        devices.iter().try_for_each(|device| self.close(device))
    }

    fn facts(&self, facts: &Hash) -> Result<(), String> {
        for (name, value) in facts.iter() {
            let Some(name) = name.as_str() else {
                return Err(format!("the name of a fact must be a text, and '{name}' is none"));
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

    /// A connection that was never used is closed as well as any other.
    fn closing(&self, given: &Hash) -> Result<(), String> {
        let connected = self.connect("unused", given);
        let device = connected.map_err(|failure| format!("the target cannot be connected to once more: {failure}"))?;
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

    /// A target that is not there fails, soon and with words.
    fn dying(&self, given: &Hash) -> Result<(), String> {
        let begun = Instant::now();
        let pauses = self.clock.paused();
        let failure = match self.connect("dead", given) {
            Err(failure) => failure,
            Ok(device) => {
                let verified = device.verify();
                self.close(&device)?;
                verified.err().ok_or("the target that is not there verifies")?
            }
        };
        let (waited, paused) = (begun.elapsed(), self.clock.paused().saturating_sub(pauses));
        if waited > LONGEST_WAIT || paused > LONGEST {
            let (waited, paused) = (waited.as_secs_f64(), paused.as_secs_f64());
            return Err(format!(
                "a target that is not there takes {waited:.1} seconds and {paused:.1} seconds of pauses, where {} and {} \
                 are allowed",
                LONGEST_WAIT.as_secs(),
                LONGEST.as_secs()
            ));
        }
        let told = format!("{failure} {failure:?} {}", failure.causes().join(" "));
        self.hides("the failure of a target that is not there", &told)
    }

    fn hides(&self, place: &str, text: &str) -> Result<(), String> {
        if self.secrets.contains_cleartext(text, SHORTEST_SCRUBBED) {
            return Err(format!("{place} shows a secret"));
        }
        Ok(())
    }

    /// Everybody on the machine sees the arguments of a process.
    fn processes(&self) -> Result<(), String> {
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
            self.hides("the list of processes", &String::from_utf8_lossy(&line))?;
        }
        Ok(())
    }
}

/// Whether a value is one that everybody can read: no symbol, no secret, nothing of the language.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => true,
        Value::Array(items) => items.iter().all(is_plain),
        Value::Hash(entries) => entries.iter().all(|(name, value)| name.as_str().is_some() && is_plain(value)),
        _ => false,
    }
}

/// A clock of the machine whose pauses take no time.
struct Impatient {
    begun: Instant,
    paused: AtomicU64,
}

impl Default for Impatient {
    fn default() -> Impatient {
        Impatient { begun: Instant::now(), paused: AtomicU64::new(0) }
    }
}

impl Impatient {
    fn paused(&self) -> Duration {
        Duration::from_millis(self.paused.load(Ordering::Relaxed))
    }
}

impl Clock for Impatient {
    fn now(&self) -> Duration {
        self.begun.elapsed() + self.paused()
    }

    fn sleep(&self, time: Duration) {
        self.paused.fetch_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}
