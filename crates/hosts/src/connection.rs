//! One process, and the messages that go to it and come from it.
//!
//! Every wait is for what the process writes, for room to write to it, for its end, and for the time that is left.
//! Nothing is decided here: [`Connection::next`] returns what happened, and `host` decides what that means.

mod ending;
mod intake;

use std::{
    collections::VecDeque,
    io,
    path::Path,
    process::Command,
    sync::Arc,
    time::{Duration, Instant},
};

use process::{Child, Exit, RunAs};
use protocol::{ErrorObject, Fault, Id, Payload};
use rustc_hash::FxHashMap;

pub(crate) use self::intake::cut;
use crate::{Cause, GracePeriods, Guard, HostError, Launch, Variables, environment};

/// How long to wait for the process after the end of its stdout, so that its exit code can be reported.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// Something that a process did.
#[derive(Debug)]
pub(crate) enum Event {
    /// It answered a request.
    Answer { id: Option<Id>, outcome: Result<Payload, ErrorObject> },
    /// It asks something.
    Question { id: Id, method: String, params: Payload },
    /// A notification.
    Notification { method: String, params: Payload },
    /// A line on stdout that is not a message.
    Stray(String),
    /// It wrote a line to stderr.
    Words(String),
}

/// Why there will be no more events.
#[derive(Debug)]
pub(crate) enum End {
    /// The time is over; the process is still there.
    TimedOut,
    /// The process ended.
    Died(Exit),
    /// The process cannot be heard any more.
    Closed,
    /// A message that cannot be used.
    Fault(Fault),
    /// The system does not let us wait for the process.
    Unwatched(String),
}

/// One process.
pub(crate) struct Connection {
    process: Child,
    guard: Arc<Guard>,
    grace_periods: GracePeriods,
    leaves_behind: bool,
    lines: protocol::Lines,
    /// The last line of stderr, as far as it was written.
    words: Vec<u8>,
    stderr_tail: VecDeque<String>,
    events: VecDeque<Result<Event, Fault>>,
    next_id: u64,
    /// Requests that are waited for; the innermost is the last.
    waiting: Vec<u64>,
    answers: FxHashMap<u64, Result<Payload, ErrorObject>>,
    /// Whether the process has been ended and reaped.
    is_over: bool,
    /// Which of the processes of a host this is; requests belong to one of them.
    pub(crate) generation: usize,
}

impl Connection {
    /// Starts a process.
    pub(crate) fn start(launch: &Launch, guard: &Arc<Guard>) -> Result<Connection, HostError> {
        let started = Connection::spawn(launch, guard);
        started.map_err(|error| {
            let (provider, program) = (&launch.name, launch.program.display());
            let message = format!("the provider '{provider}' could not be started: {program}: {error}");
            HostError::unanswered(Cause::Unusable, message)
        })
    }

    fn spawn(launch: &Launch, guard: &Arc<Guard>) -> io::Result<Connection> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments).env_clear();
        command.envs(match launch.variables {
            Variables::Clean => environment::clean(),
            Variables::Inherited => environment::inherited(),
        });
        command.current_dir(launch.folder.as_deref().unwrap_or(Path::new("/")));
        let process = Child::with_pipes(&mut command, &RunAs::default())?;
        guard.watch(process.id());
        Ok(Connection {
            process,
            guard: guard.clone(),
            grace_periods: launch.grace_periods,
            leaves_behind: launch.leaves_behind,
            lines: protocol::Lines::default(),
            words: Vec::new(),
            stderr_tail: VecDeque::new(),
            events: VecDeque::new(),
            next_id: 1,
            waiting: Vec::new(),
            answers: FxHashMap::default(),
            is_over: false,
            generation: 0,
        })
    }

    /// An id for a request whose answer will be waited for.
    pub(crate) fn next_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// Expects the answer to a request.
    pub(crate) fn expect(&mut self, id: u64) {
        self.waiting.push(id);
    }

    /// Expects the answer to a request no longer.
    pub(crate) fn forget(&mut self, id: u64) {
        self.waiting.retain(|waiting| *waiting != id);
        self.answers.remove(&id);
    }

    /// Sends bytes, now or while events are waited for.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.process.stdin.push(bytes);
    }

    /// Sends what comes before all messages.
    pub(crate) fn send_first(&mut self, bytes: &'static [u8]) {
        self.process.stdin.begin_with(bytes);
    }

    /// Closes stdin as soon as everything is written.
    pub(crate) fn close_input(&mut self) {
        self.process.stdin.close();
    }

    /// Interrupts what the process does, and what it has started for that.
    pub(crate) fn interrupt(&self) {
        self.process.terminate_group();
    }

    /// What the process wrote to stderr last.
    pub(crate) fn stderr_tail(&mut self) -> Vec<String> {
        self.stderr_tail.drain(..).collect()
    }

    /// Returns the next event for a request that waits for its answer. An answer is that to this request.
    pub(crate) fn next(&mut self, id: u64, until: Option<Instant>) -> Result<Event, End> {
        loop {
            while let Some(happened) = self.events.pop_front() {
                let (given, outcome) = match happened.map_err(End::Fault)? {
                    Event::Answer { id, outcome } => (id, outcome),
                    other => return Ok(other),
                };
                let mut waiting = self.waiting.iter().copied();
                let answered = match &given {
                    // Whoever knows of one request only need not name it.
                    None => waiting.last(),
                    Some(Id::Number(number)) => waiting.find(|known| known == number),
                    Some(Id::Text(text)) => waiting.find(|known| known.to_string() == *text),
                };
                let Some(answered) = answered else {
                    let id = given.map(|id| id.to_string()).unwrap_or_default();
                    return Err(End::Fault(Fault::UnknownId { id }));
                };
                self.answers.insert(answered, outcome);
                if answered == id {
                    break;
                }
            }
            if let Some(outcome) = self.answers.remove(&id) {
                self.forget(id);
                return Ok(Event::Answer { id: Some(Id::Number(id)), outcome });
            }
            self.pump(until)?;
        }
    }

    /// Waits until something happens, and takes it in.
    fn pump(&mut self, until: Option<Instant>) -> Result<(), End> {
        if !self.process.stdout.is_open() {
            return Err(self.await_end());
        }
        if let Some(exit) = self.process.exit() {
            return Err(End::Died(exit));
        }
        match self.process.wait(until) {
            Ok(true) => {}
            Ok(false) => return Err(End::TimedOut),
            Err(error) => return Err(End::Unwatched(error.to_string())),
        }
        let exit = self.process.exit();
        self.take_in();
        // All that it wrote before it ended has arrived, even if another process still holds the pipe.
        if let Some(exit) = exit {
            self.take_rest();
            self.end_of_stream();
            if self.events.is_empty() {
                return Err(End::Died(exit));
            }
        }
        Ok(())
    }

    /// Waits for the process after its stdout has ended: most end just then, and the exit code explains more.
    fn await_end(&mut self) -> End {
        let exit = self.await_exit(Instant::now() + EXIT_GRACE);
        self.read_stderr();
        self.events.clear();
        exit.map_or(End::Closed, End::Died)
    }
}

/// Ends a process that is no longer used.
impl Drop for Connection {
    fn drop(&mut self) {
        self.end();
    }
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Connection").field("process", &self.process).finish_non_exhaustive()
    }
}
