//! One process, and the messages that go to it and come from it.
//!
//! Every wait is one `poll` in the calling thread: for what the process writes, for room to write to it, for its end, and
//! for the time that is left. Nothing is decided here: [`Connection::next`] returns what happened, and `host` decides what that means.

mod ending;
mod intake;
mod streams;

use std::{
    collections::VecDeque,
    io,
    path::Path,
    process::Command,
    sync::Arc,
    time::{Duration, Instant},
};

use process::Descendants;
use protocol::{ErrorObject, Fault, Id, Payload};
use resource_api::command::process::Process;
use rustc_hash::FxHashMap;
use rustix::{
    event::{PollFd, PollFlags, poll},
    io::Errno,
};

pub(crate) use self::intake::cut;
use self::streams::{Input, Output};
use crate::{EndedBy, GracePeriods, Guard, HostError, Launch, Variables, environment};

/// How often to check whether a process has ended where the system cannot notify us.
const EXIT_POLL: Duration = Duration::from_millis(50);

/// How long to wait for the process after the end of its stdout, so that its exit code can be reported.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// Something that a process did.
#[derive(Debug)]
pub(crate) enum Event {
    /// It answered the request that is waited for.
    Answer(Result<Payload, ErrorObject>),
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
    Died(EndedBy),
    /// The process cannot be heard any more.
    Closed,
    /// A message that cannot be used.
    Fault(Fault),
    /// The system does not let us wait for the process.
    Unwatched(String),
}

/// One process.
pub(crate) struct Connection {
    process: Process,
    /// What the process started and what left its group, as far as it was looked for.
    descendants: Descendants,
    number: u32,
    guard: Arc<Guard>,
    grace_periods: GracePeriods,
    leaves_behind: bool,
    input: Input,
    stdout: Output,
    stderr: Output,
    lines: protocol::Lines,
    /// The last line of stderr, as far as it was written.
    words: Vec<u8>,
    stderr_tail: VecDeque<String>,
    events: VecDeque<RawEvent>,
    next_id: u64,
    /// Requests that are waited for; the innermost is the last.
    waiting: Vec<u64>,
    answers: FxHashMap<u64, Result<Payload, ErrorObject>>,
    /// Whether the process has been ended and reaped.
    is_over: bool,
    /// Which of the processes of a host this is; requests belong to one of them.
    pub(crate) generation: usize,
}

/// An event whose addressee is not known yet.
enum RawEvent {
    Answer(Option<Id>, Result<Payload, ErrorObject>),
    Other(Event),
    Wrong(Fault),
}

impl Connection {
    /// Starts a process.
    pub(crate) fn start(launch: &Launch, guard: &Arc<Guard>) -> Result<Connection, HostError> {
        let started = Connection::spawn(launch, guard);
        started.map_err(|error| HostError::start(&launch.name, &launch.program, &error))
    }

    fn spawn(launch: &Launch, guard: &Arc<Guard>) -> io::Result<Connection> {
        let (input_end, input) = Input::open()?;
        let (stdout_end, stdout) = Output::open()?;
        let (stderr_end, stderr) = Output::open()?;
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments).env_clear();
        command.envs(match launch.variables {
            Variables::Clean => environment::clean(),
            Variables::Inherited => environment::inherited(),
        });
        command.current_dir(launch.folder.as_deref().unwrap_or(Path::new("/")));
        command.stdin(input_end).stdout(stdout_end).stderr(stderr_end);
        process::isolate(&mut command, &process::RunAs::default())?;
        let child = command.spawn()?;
        // It holds the other ends of the pipes.
        drop(command);
        let number = child.id();
        guard.watch(number);
        Ok(Connection {
            process: Process::new(child),
            descendants: Descendants::default(),
            number,
            guard: guard.clone(),
            grace_periods: launch.grace_periods,
            leaves_behind: launch.leaves_behind,
            input,
            stdout,
            stderr,
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
        self.input.push(bytes);
    }

    /// Sends what comes before all messages.
    pub(crate) fn send_first(&mut self, bytes: &'static [u8]) {
        self.input.begin_with(bytes);
    }

    /// Closes stdin as soon as everything is written.
    pub(crate) fn close_input(&mut self) {
        self.input.close();
    }

    /// Interrupts what the process does, and what it has started for that.
    pub(crate) fn interrupt(&self) {
        self.process.terminate_group();
    }

    /// What the process wrote to stderr last.
    pub(crate) fn stderr_tail(&mut self) -> Vec<String> {
        self.stderr_tail.drain(..).collect()
    }

    /// Returns the next event for a request that waits for its answer.
    pub(crate) fn next(&mut self, id: u64, until: Option<Instant>) -> Result<Event, End> {
        loop {
            while let Some(happened) = self.events.pop_front() {
                match happened {
                    RawEvent::Other(event) => return Ok(event),
                    RawEvent::Wrong(fault) => return Err(End::Fault(fault)),
                    RawEvent::Answer(given, outcome) => {
                        let answered = match &given {
                            // Whoever knows of one request only need not name it.
                            None => self.waiting.last().copied(),
                            Some(Id::Number(number)) => self.waiting.iter().copied().find(|known| known == number),
                            Some(Id::Text(text)) => {
                                self.waiting.iter().copied().find(|known| known.to_string() == *text)
                            }
                        };
                        let Some(answered) = answered else {
                            let id = given.map(|id| id.to_string()).unwrap_or_default();
                            return Err(End::Fault(Fault::UnknownId { id }));
                        };
                        if answered == id {
                            self.forget(id);
                            return Ok(Event::Answer(outcome));
                        }
                        self.answers.insert(answered, outcome);
                    }
                }
            }
            if let Some(outcome) = self.answers.remove(&id) {
                self.forget(id);
                return Ok(Event::Answer(outcome));
            }
            self.pump(until)?;
        }
    }

    /// Waits until something happens, and takes it in.
    fn pump(&mut self, until: Option<Instant>) -> Result<(), End> {
        if self.stdout.is_closed() {
            return Err(self.await_end());
        }
        if let Some(exit) = self.process.exit() {
            return Err(End::Died(ended_by(exit.code, exit.signal)));
        }
        self.wait(until)?;
        let has_ended = self.process.observe().is_some();
        let _ = self.input.flush();
        self.take_in();
        // All that it wrote before it ended has arrived, even if another process still holds the pipe.
        if has_ended {
            self.take_rest();
            self.end_of_stream();
            if self.events.is_empty() {
                let exit = self.process.exit();
                return Err(End::Died(exit.map_or(EndedBy::Unknown, |exit| ended_by(exit.code, exit.signal))));
            }
        }
        Ok(())
    }

    fn wait(&mut self, until: Option<Instant>) -> Result<(), End> {
        let left = match until {
            None => None,
            Some(until) => match until.checked_duration_since(Instant::now()) {
                Some(left) if !left.is_zero() => Some(left),
                _ => return Err(End::TimedOut),
            },
        };
        let mut wanted: Vec<PollFd<'_>> = Vec::with_capacity(4);
        wanted.extend(self.stdout.pipe().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        wanted.extend(self.stderr.pipe().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        wanted.extend(self.input.waiting().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let watch = self.process.watch();
        wanted.extend(watch.map(|watch| PollFd::new(watch, PollFlags::IN)));
        let left = if watch.is_some() { left } else { Some(left.map_or(EXIT_POLL, |left| left.min(EXIT_POLL))) };
        let timeout = left.and_then(|left| left.try_into().ok());
        match poll(&mut wanted, timeout.as_ref()) {
            // A signal, or memory that is short for a moment, only means that it is time to look again.
            Ok(_) | Err(Errno::INTR | Errno::AGAIN) => Ok(()),
            Err(error) => Err(End::Unwatched(io::Error::from(error).to_string())),
        }
    }

    /// Waits for the process after its stdout has ended: most end just then, and the exit code explains more.
    fn await_end(&mut self) -> End {
        let exit = self.await_exit(EXIT_GRACE);
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
        formatter.debug_struct("Connection").field("process", &self.number).finish_non_exhaustive()
    }
}

fn ended_by(code: Option<i32>, signal: Option<i32>) -> EndedBy {
    match (code, signal) {
        (Some(code), _) => EndedBy::Code(code),
        (None, Some(signal)) => EndedBy::Signal(signal),
        (None, None) => EndedBy::Unknown,
    }
}
