//! One provider process for a whole run: started when it is first needed, asked one thing after the other, started again
//! when it died.
//!
//! A provider may ask the runtime back while it serves a request, and the answer may need the same process once more:
//! whoever lists the chains of a firewall asks for its rules. So a request that is being served lends the process to what
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
    Fault, Id, Payload, VERSIONS,
    calls::{self, Initialize, Initialized, Members, Party, RuntimeCapabilities},
    message,
};
use resource_api::{
    Context,
    log::{Level, Log},
};

use crate::{
    Caller, Guard, HostError, Launch, Mode, Runtime,
    connection::{Connection, End, Event},
    conversation::Conversation,
};

/// How often a process is started in one run. One that dies that often dies again, and a thousand resources would start it a
/// thousand times.
const MAX_STARTS: usize = 32;

/// One provider process, shared by all types that it serves.
pub struct Host {
    launch: Launch,
    guard: Arc<Guard>,
    runtime: Arc<dyn Runtime>,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    connection: Option<Connection>,
    /// The thread whose request is being served, and how many of its requests are within each other.
    owner: Option<(ThreadId, usize)>,
    /// Why the process cannot be used in this run.
    unusable: Option<HostError>,
    /// How many processes there were so far.
    started: usize,
}

/// What is asked of a process, in the form that it has on the wire.
pub(crate) trait Asked {
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
        Host { launch, guard, runtime, state: Mutex::default(), freed: Condvar::new() }
    }

    /// What is started.
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// What the process may ask.
    pub fn runtime(&self) -> &dyn Runtime {
        &*self.runtime
    }

    /// How many processes were started so far.
    pub fn started(&self) -> usize {
        self.state().started
    }

    /// Whether a process is there.
    pub(crate) fn is_running(&self) -> bool {
        self.state().connection.is_some()
    }

    /// Asks the process something, and returns its answer with what else it said.
    ///
    /// A process that dies is started again for the next request. Whoever only reads is asked once more at once.
    pub(crate) fn ask<'c>(
        &'c self,
        asked: &dyn Asked,
        log: &'c Log,
        context: Option<&'c Context>,
    ) -> Result<(Payload, Conversation<'c>), HostError> {
        self.ask_for(asked, log, context, None)
    }

    /// As [`ask`](Host::ask), for a function that somebody called and who can be asked meanwhile.
    pub(crate) fn ask_for<'c>(
        &'c self,
        asked: &dyn Asked,
        log: &'c Log,
        context: Option<&'c Context>,
        caller: Option<&'c dyn Caller>,
    ) -> Result<(Payload, Conversation<'c>), HostError> {
        let _turn = self.take_turn();
        let conversation = || {
            let talk = Conversation::new(&self.launch.name, log, context, &*self.runtime, self.launch.speech);
            talk.called_by(caller)
        };
        let mut talk = conversation();
        let mut outcome = self.attempt(asked, &mut talk);
        if let (Err(died @ HostError::Died { .. }), true) = (&outcome, asked.may_repeat()) {
            log.line(Level::Warning, &died.told_again());
            talk = conversation();
            outcome = self.attempt(asked, &mut talk);
        }
        outcome.map(|payload| (payload, talk))
    }

    /// Starts the process, unless it is there: for whoever wants to know early whether it can be used.
    pub fn prepare(&self, log: &Log) -> Result<(), HostError> {
        let _turn = self.take_turn();
        let mut talk = Conversation::new(&self.launch.name, log, None, &*self.runtime, self.launch.speech);
        self.ready(&mut talk)
    }

    /// Ends the process, if there is one.
    pub fn shutdown(&self, log: &Log) {
        let _turn = self.take_turn();
        let Some(mut connection) = self.state().connection.take() else { return };
        let id = connection.next_id();
        if let Ok(line) = message::request(&Id::Number(id), calls::SHUTDOWN, &()) {
            connection.expect(id);
            connection.send(line.as_bytes());
            connection.close_input();
        }
        let until = Instant::now() + self.launch.patience.shutdown;
        let talk = Conversation::new(&self.launch.name, log, None, &*self.runtime, self.launch.speech);
        loop {
            match connection.next(id, Some(until)) {
                Ok(Event::Words(line)) => talk.words(&line),
                Ok(Event::Stray(line)) => talk.stray(&line),
                Ok(Event::Question { .. } | Event::Notification { .. }) => {}
                Ok(Event::Answer(_)) | Err(_) => break,
            }
        }
        connection.finish_until(until);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no other thread is served.
    fn take_turn(&self) -> Turn<'_> {
        let this = thread::current().id();
        let mut state = self.state();
        while state.owner.is_some_and(|(owner, _)| owner != this) {
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let depth = state.owner.map_or(0, |(_, depth)| depth);
        state.owner = Some((this, depth + 1));
        Turn { host: self }
    }

    fn attempt(&self, asked: &dyn Asked, talk: &mut Conversation<'_>) -> Result<Payload, HostError> {
        match self.launch.mode {
            Mode::Oneshot => self.attempt_once(asked, talk),
            Mode::Persistent => {
                self.ready(talk)?;
                self.exchange(asked, talk, self.launch.timeouts.of(asked.method()))
            }
        }
    }

    /// Starts a process for one request alone.
    fn attempt_once(&self, asked: &dyn Asked, talk: &mut Conversation<'_>) -> Result<Payload, HostError> {
        let connection = Connection::start(&self.launch, &self.guard)?;
        // The answer to a question within a question needs a process of its own.
        let outer = {
            let mut state = self.state();
            state.started += 1;
            state.connection.replace(connection)
        };
        let outcome = self.exchange(asked, talk, self.launch.timeouts.of(asked.method()));
        self.put_back(outer);
        outcome
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
                let error = HostError::GaveUp { provider: self.launch.name.clone(), times: MAX_STARTS };
                state.unusable = Some(error.clone());
                return Err(error);
            }
            let mut connection = Connection::start(&self.launch, &self.guard)?;
            connection.send_first(self.launch.preamble);
            state.connection = Some(connection);
            state.started += 1;
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
        let answer = self.exchange(&greeting, talk, Some(self.launch.patience.handshake))?;
        let initialized: Initialized = answer.read().map_err(|fault| self.faulty(calls::INITIALIZE, fault))?;
        if !VERSIONS.contains(&initialized.protocol) {
            let known = VERSIONS.map(|version| version.to_string()).join(", ");
            let provider = self.launch.name.clone();
            return Err(HostError::Version { provider, found: initialized.protocol, known });
        }
        Ok(())
    }

    /// Gives the process up, and says why.
    fn break_off(&self, method: &str, end: End) -> HostError {
        let connection = self.state().connection.take();
        let last_words = connection.map(|mut connection| {
            connection.end();
            connection.last_words()
        });
        let (provider, method) = (self.launch.name.clone(), method.to_owned());
        let last_words = last_words.unwrap_or_default();
        match end {
            End::Died(ended) => HostError::Died { provider, method, ended, last_words },
            End::Closed | End::TimedOut => HostError::Closed { provider, method, last_words },
            End::Fault(fault) => HostError::Fault { provider, method, fault },
        }
    }

    /// Ends a process whose answer has the wrong shape.
    pub(crate) fn faulty(&self, method: &str, fault: Fault) -> HostError {
        self.break_off(method, End::Fault(fault))
    }

    fn lost(&self, method: &str) -> HostError {
        self.break_off(method, End::Closed)
    }
}

/// The right to talk to the process.
struct Turn<'h> {
    host: &'h Host,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = self.host.state();
        state.owner = state.owner.and_then(|(owner, depth)| (depth > 1).then(|| (owner, depth - 1)));
        drop(state);
        self.host.freed.notify_all();
    }
}

struct Greeting<'h> {
    host: &'h Host,
    settings: &'h Vec<(ecow::EcoString, Value)>,
}

impl Asked for Greeting<'_> {
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
            settings: Members::plain(self.settings),
            host: Members::plain(&self.host.launch.introduction),
        };
        message::request(id, calls::INITIALIZE, &initialize)
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Host").field("launch", &self.launch.name).finish_non_exhaustive()
    }
}
