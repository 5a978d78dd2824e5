//! One provider process for a whole run: started when it is first needed, asked one thing after the other, started again
//! when it died.
//!
//! A provider may ask the runtime back while it serves a request, and the answer may need the same process once more:
//! a provider that lists the chains of a firewall asks for its rules. So a request that is being served lends the process to what
//! its own thread does meanwhile; other threads wait until it is done.

mod exchange;
mod several;

use std::{
    fmt,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, ThreadId},
    time::Instant,
};

use pcore::Value;
use protocol::{
    Fault, Id, Payload, Symbols, VERSIONS,
    calls::{self, Initialize, Initialized, Members, Party, RuntimeCapabilities},
    message,
};
use resource_api::{
    Context,
    log::{Level, Log},
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Caller, Cause, Guard, HostError, Launch, Mode, Runtime,
    budget::Budget,
    connection::{Connection, End, Event},
    conversation::Conversation,
    nesting::Nesting,
    provider::Call,
};

/// How often a process is started in one run. One that dies that often dies again, and a thousand resources would start it a
/// thousand times.
const MAX_STARTS: usize = 32;

/// One provider process, shared by all types that it serves.
pub struct Host {
    launch: Launch,
    guard: Arc<Guard>,
    runtime: Arc<dyn Runtime>,
    /// What the provider may still log.
    budget: Budget,
    /// What the process is called among those of the run.
    number: usize,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    connection: Option<Connection>,
    /// Which process was abandoned last, and why.
    broken: Option<(usize, HostError)>,
    /// The thread whose request is being served, and how many of its requests are within each other.
    owner: Option<(ThreadId, usize)>,
    /// Why the process cannot be used in this run.
    unusable: Option<HostError>,
    /// How many processes there were so far.
    started: usize,
}

/// What is asked of a process, in the form that it has on the wire.
pub(crate) trait Request {
    /// The method.
    fn method(&self) -> &'static str;
    /// Whether it may be asked once more, of another process, when this one died.
    fn may_repeat(&self) -> bool {
        false
    }
    /// The line.
    fn line(&self, id: &Id) -> Result<String, message::WriteError>;
}

impl Host {
    /// A process that is not started yet.
    pub fn new(launch: Launch, guard: Arc<Guard>, runtime: Arc<dyn Runtime>) -> Host {
        let number = guard.nesting.new_process();
        let (budget, state, freed) = (Budget::default(), Mutex::default(), Condvar::new());
        Host { launch, guard, runtime, budget, number, state, freed }
    }

    /// What is started.
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// What the process may ask.
    pub fn runtime(&self) -> &dyn Runtime {
        &*self.runtime
    }

    /// What is under way in the processes of the run.
    pub(crate) fn nesting(&self) -> &Nesting {
        &self.guard.nesting
    }

    /// What the provider may still log.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How many processes were started so far.
    pub fn started(&self) -> usize {
        self.state().started
    }

    /// Whether this thread is answering a question of the process.
    pub(crate) fn is_asked_from_within(&self) -> bool {
        self.state().owner.is_some_and(|(owner, _)| owner == thread::current().id())
    }

    /// Which of the processes of this run is there.
    pub(crate) fn running(&self) -> Option<usize> {
        self.state().connection.as_ref().map(|connection| connection.generation)
    }

    /// Sends the process a request, and returns the answer together with the conversation.
    ///
    /// A process that dies is started again for the next request. Whoever only reads is asked once more at once.
    pub(crate) fn ask<'c>(
        &'c self,
        asked: &dyn Request,
        log: &'c Log,
        context: Option<&'c Context>,
    ) -> Result<(Payload, Conversation<'c>), HostError> {
        self.ask_for(asked, log, context, None)
    }

    /// Sends the process a request, and reads its answer. A process whose answer has another shape is ended.
    pub(crate) fn call<R: DeserializeOwned>(
        &self,
        method: &'static str,
        params: &impl Serialize,
        log: &Log,
        context: Option<&Context>,
    ) -> Result<R, HostError> {
        let (answer, talk) = self.ask(&Call::new(method, params), log, context)?;
        answer.read().map_err(|fault| self.faulty(method, fault, &talk))
    }

    /// Like [`ask`](Host::ask), for a function whose caller can be asked questions in the meantime.
    pub(crate) fn ask_for<'c>(
        &'c self,
        asked: &dyn Request,
        log: &'c Log,
        context: Option<&'c Context>,
        caller: Option<&'c dyn Caller>,
    ) -> Result<(Payload, Conversation<'c>), HostError> {
        let session = self.acquire(asked.method())?;
        let conversation = || Conversation::new(self, log, context).called_by(caller);
        let mut talk = conversation();
        let mut outcome = self.attempt(asked, &mut talk);
        // Who asked from within the process that died needs no answer any more.
        let may_repeat = asked.may_repeat() && (!session.is_nested || self.launch.mode == Mode::Oneshot);
        if let Err(error) = &outcome
            && error.cause() == Some(Cause::Died)
            && may_repeat
        {
            log.line(Level::Warning, &error.detailed());
            talk = conversation();
            outcome = self.attempt(asked, &mut talk);
        }
        outcome.map(|payload| (payload, talk))
    }

    /// Starts the process if it is not running, to find out early whether it can be used.
    pub fn prepare(&self, log: &Log) -> Result<(), HostError> {
        let _session = self.acquire(calls::INITIALIZE)?;
        self.ready(&mut Conversation::new(self, log, None))
    }

    /// Ends the process, if there is one.
    pub fn shutdown(&self, log: &Log) {
        let Ok(_session) = self.acquire(calls::SHUTDOWN) else { return };
        let Some(mut connection) = self.state().connection.take() else { return };
        let id = connection.next_id();
        // It may end as soon as it is asked to.
        connection.find_descendants();
        if let Ok(line) = message::request(&Id::Number(id), calls::SHUTDOWN, &()) {
            connection.expect(id);
            connection.send(line.as_bytes());
            connection.close_input();
        }
        let until = Instant::now() + self.launch.grace_periods.shutdown;
        let talk = Conversation::new(self, log, None);
        loop {
            match connection.next(id, Some(until)) {
                Ok(Event::Words(line)) => talk.words(&line),
                Ok(Event::Stray(line)) => talk.stray_line(&line),
                Ok(Event::Question { .. } | Event::Notification { .. }) => {}
                Ok(Event::Answer { .. }) | Err(_) => break,
            }
        }
        connection.finish_until(until);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no other thread talks to the process. Fails where that thread waits for this one.
    pub(crate) fn acquire(&self, method: &str) -> Result<HostSession<'_>, HostError> {
        let this = thread::current().id();
        let mut state = self.state();
        while state.owner.is_some_and(|(owner, _)| owner != this) {
            if !self.nesting().wait_for(self.number) {
                let reason = "it waits for another provider, which asked for this";
                return Err(self.unasked(method, &reason));
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let depth = state.owner.map_or(0, |(_, depth)| depth);
        state.owner = Some((this, depth + 1));
        if depth == 0 {
            self.nesting().own(self.number);
        }
        Ok(HostSession { host: self, is_nested: depth > 0 })
    }

    fn attempt(&self, asked: &dyn Request, talk: &mut Conversation<'_>) -> Result<Payload, HostError> {
        let sent = self.send_to_process(asked, talk)?;
        self.listen_to(sent, asked, talk)
    }

    /// Talks to a new process from now on, and returns the one before.
    fn install(&self, mut connection: Connection) -> Option<Connection> {
        let mut state = self.state();
        state.started += 1;
        connection.generation = state.started;
        state.connection.replace(connection)
    }

    /// Ends a process that was started for one request, and goes on with the one before.
    fn put_back(&self, outer: Option<Connection>) {
        let connection = std::mem::replace(&mut self.state().connection, outer);
        if let Some(mut connection) = connection {
            connection.finish();
        }
    }

    /// Makes sure that there is a process that speaks our protocol.
    fn ready(&self, talk: &mut Conversation<'_>) -> Result<(), HostError> {
        let started = {
            let mut state = self.state();
            if let Some(unusable) = &state.unusable {
                return Err(unusable.clone());
            }
            if state.connection.is_some() {
                return Ok(());
            }
            if state.started >= MAX_STARTS {
                let message = format!(
                    "the provider '{}' ended {MAX_STARTS} times before it should, and is not started again in this run",
                    self.launch.name
                );
                let error = HostError::unanswered(Cause::Unusable, message);
                state.unusable = Some(error.clone());
                return Err(error);
            }
            let mut connection = Connection::start(&self.launch, &self.guard)?;
            connection.send_first(self.launch.preamble);
            state.started += 1;
            connection.generation = state.started;
            state.connection = Some(connection);
            state.started
        };
        if started > 1 {
            let message =
                format!("the provider '{}' is started again; what it kept in memory is lost", self.launch.name);
            talk.log.line(Level::Warning, &message);
        }
        let greeted = self.greet(talk);
        if let Err(error) = &greeted {
            let connection = {
                let mut state = self.state();
                state.unusable = Some(error.clone());
                state.connection.take()
            };
            drop(connection);
        }
        greeted
    }

    /// Exchanges the first messages.
    fn greet(&self, talk: &mut Conversation<'_>) -> Result<(), HostError> {
        let settings = self.runtime.settings();
        let greeting = Greeting { host: self, settings: &settings };
        let answer = self.exchange(&greeting, talk, Some(self.launch.grace_periods.handshake))?;
        let initialized: Initialized = answer.read().map_err(|fault| self.faulty(calls::INITIALIZE, fault, talk))?;
        if !VERSIONS.contains(&initialized.protocol) {
            let known = VERSIONS.map(|version| version.to_string()).join(", ");
            let (provider, found) = (&self.launch.name, initialized.protocol);
            let message = format!(
                "the provider '{provider}' speaks version {found} of the provider protocol, and this runtime speaks {known}"
            );
            return Err(HostError::unanswered(Cause::Unusable, message));
        }
        Ok(())
    }

    /// Abandons the process that a request was sent to, with the reason. A process that has replaced it stays.
    fn break_off(&self, generation: usize, error: impl FnOnce(Vec<String>) -> HostError) -> HostError {
        let connection = {
            let mut state = self.state();
            state.connection.take_if(|connection| connection.generation == generation)
        };
        let stderr_tail = connection.map(|mut connection| {
            connection.end();
            connection.stderr_tail()
        });
        let error = error(stderr_tail.unwrap_or_default());
        self.state().broken = Some((generation, error.clone()));
        error
    }

    /// Gives the process up because of how it ended.
    fn give_up(&self, generation: usize, method: &str, end: End) -> HostError {
        let provider = &self.launch.name;
        self.break_off(generation, |stderr_tail| {
            let wrote = match &stderr_tail[..] {
                [] => String::new(),
                lines => format!("; it wrote: {}", lines.join(" | ")),
            };
            let (cause, message) = match end {
                End::Died(exit) => {
                    let ended = match (exit.code, exit.signal) {
                        (Some(code), _) => format!("ended with exit code {code}"),
                        (None, Some(signal)) => format!("was ended by signal {signal}"),
                        // Another part of the program has reaped it.
                        (None, None) => "ended".to_owned(),
                    };
                    (Cause::Died, format!("{ended} during `{method}`{wrote}"))
                }
                End::Closed | End::TimedOut => (Cause::Unusable, format!("closed its stdout during `{method}`{wrote}")),
                End::Fault(fault) => (Cause::Unusable, format!("was ended during `{method}`: {fault}")),
                End::Unwatched(reason) => {
                    (Cause::Unusable, format!("was ended during `{method}`: could not wait for it: {reason}"))
                }
            };
            HostError::unanswered(cause, format!("the provider '{provider}' {message}"))
        })
    }

    /// The error for a request that was not sent.
    fn unasked(&self, method: &str, reason: &dyn fmt::Display) -> HostError {
        let message = format!("the provider '{}' cannot be asked for `{method}`: {reason}", self.launch.name);
        HostError::unanswered(Cause::Unasked, message)
    }

    /// Ends a process whose answer has the wrong shape.
    pub(crate) fn faulty(&self, method: &str, fault: Fault, talk: &Conversation<'_>) -> HostError {
        // The answer was taken already, so that another thread may talk to the process now.
        match self.acquire(method) {
            Ok(_session) => self.give_up(talk.generation, method, End::Fault(fault)),
            Err(error) => error,
        }
    }

    /// Why the process that a request was sent to is not there any more: what was asked of it meanwhile ended it.
    fn lost(&self, generation: usize, method: &str) -> HostError {
        let broken = self.state().broken.clone().filter(|(broken, _)| *broken == generation);
        let reason = match broken {
            Some((_, error)) if error.cause() == Some(Cause::Stopped) => return self.stopped(method),
            Some((_, error)) => error.to_string(),
            None => "it was started again".to_owned(),
        };
        let message = format!(
            "the provider '{}' was ended during `{method}`, by a request that was made meanwhile: {reason}",
            self.launch.name
        );
        HostError::unanswered(Cause::Unusable, message)
    }
}

/// The right to talk to the process, until it is dropped.
pub(crate) struct HostSession<'h> {
    host: &'h Host,
    /// Whether this thread talks to the process already, and is answering a question of it.
    is_nested: bool,
}

impl Drop for HostSession<'_> {
    fn drop(&mut self) {
        let mut state = self.host.state();
        state.owner = state.owner.and_then(|(owner, depth)| (depth > 1).then(|| (owner, depth - 1)));
        if state.owner.is_none() {
            self.host.nesting().release(self.host.number);
        }
        drop(state);
        self.host.freed.notify_all();
    }
}

struct Greeting<'h> {
    host: &'h Host,
    settings: &'h Vec<(ecow::EcoString, Value)>,
}

impl Request for Greeting<'_> {
    fn method(&self) -> &'static str {
        calls::INITIALIZE
    }

    fn line(&self, id: &Id) -> Result<String, message::WriteError> {
        let (name, version) = self.host.runtime.version();
        let initialize = Initialize {
            protocol: &VERSIONS,
            runtime: Party { name: name.to_owned(), version: version.to_owned() },
            capabilities: RuntimeCapabilities { progress: true, cancel: true, sensitive: true, batch: true },
            noop: self.host.runtime.noop(),
            settings: Members::new(self.settings, Symbols::Texts),
            host: Members::new(&self.host.launch.init_params, Symbols::Texts),
        };
        message::request(id, calls::INITIALIZE, &initialize)
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Host").field("launch", &self.launch.name).finish_non_exhaustive()
    }
}
