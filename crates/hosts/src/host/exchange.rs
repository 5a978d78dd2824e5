//! One request and its answer, with all that is said and asked between them, and an end to it: when the time is over, or when
//! somebody wants the run to stop.

use std::time::{Duration, Instant};

use protocol::{
    ErrorKind, ErrorObject, Id, Payload,
    calls::{self, Cancel},
    message,
};
use resource_api::log::Log;

use super::{Asked, Host};
use crate::{
    HostError, Mode, Speech,
    connection::{End, Event},
    conversation::Conversation,
};

/// How long it may take until it is seen that the run shall stop.
const ATTENTION: Duration = Duration::from_millis(200);

/// When an exchange ends, whatever the process does.
struct Limit {
    /// How long the answer may take.
    after: Option<Duration>,
    until: Option<Instant>,
    /// Whether the time was over once, and the process was told so.
    cancelled: bool,
    /// When somebody last saw whether the run shall stop.
    looked: Instant,
}

impl Limit {
    fn new(since: Instant, after: Option<Duration>) -> Limit {
        // A time that no clock reaches is none.
        let until = after.and_then(|after| since.checked_add(after));
        Limit { after, until, cancelled: false, looked: Instant::now() }
    }

    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// How long to wait for the next event. One that tells something all the time does not put it off.
    fn next_look(&self) -> Instant {
        let soon = self.looked + ATTENTION;
        self.until.map_or(soon, |until| until.min(soon))
    }

    /// Gives the process a while to end what it does.
    fn extend(&mut self, patience: Duration) {
        self.cancelled = true;
        self.until = Instant::now().checked_add(patience);
    }
}

impl Host {
    /// Sends a request, serves what the process says and asks, and returns the answer.
    pub(super) fn exchange(
        &self,
        asked: &dyn Asked,
        talk: &mut Conversation<'_>,
        timeout: Option<Duration>,
    ) -> Result<Payload, HostError> {
        let sent = Instant::now();
        let id = self.send(asked)?;
        self.listen(id, asked.method(), talk, sent, timeout)
    }

    /// Serves what the process says and asks until the answer to a request is there, and returns it. The time that it may
    /// take counts from when it was sent.
    pub(super) fn listen(
        &self,
        id: u64,
        method: &str,
        talk: &mut Conversation<'_>,
        sent: Instant,
        timeout: Option<Duration>,
    ) -> Result<Payload, HostError> {
        let mut limit = Limit::new(sent, timeout);
        loop {
            let event = match &mut self.state().connection {
                Some(connection) => connection.next(id, Some(limit.next_look())),
                // Something that was asked meanwhile broke it.
                None => return Err(self.lost(method)),
            };
            match event {
                Ok(Event::Answer(outcome)) if limit.cancelled => {
                    return Err(self.timeout(method, timeout, outcome.err().map(|error| scrubbed(error, talk.log))));
                }
                Ok(Event::Answer(outcome)) => {
                    return outcome.map_err(|error| HostError::Refused(Box::new(scrubbed(error, talk.log))));
                }
                Ok(Event::Words(line)) => talk.words(&line),
                Ok(Event::Stray(line)) => talk.stray(&line),
                Ok(Event::Notification { method: told, params }) => {
                    if let Err(fault) = talk.notification(id, &told, &params) {
                        return Err(self.break_off(method, End::Fault(fault)));
                    }
                }
                Ok(Event::Question { id: question, method: about, params }) => {
                    self.answer(talk, &question, &about, &params);
                }
                // What changes something is brought to its end.
                Err(End::TimedOut) if !limit.is_over() => {
                    limit.looked = Instant::now();
                    if !changes(method) && self.runtime.is_stopped() {
                        self.break_off(method, End::TimedOut);
                        return Err(self.stopped(method));
                    }
                }
                Err(End::TimedOut) if !limit.cancelled => {
                    limit.extend(self.launch.patience.cancel);
                    self.cancel(id);
                }
                Err(End::TimedOut) => {
                    self.break_off(method, End::TimedOut);
                    return Err(self.timeout(method, limit.after, None));
                }
                Err(end) => {
                    let error = self.break_off(method, end);
                    return Err(if limit.cancelled { self.timeout(method, limit.after, None) } else { error });
                }
            }
        }
    }

    pub(super) fn stopped(&self, method: &str) -> HostError {
        HostError::Stopped { provider: self.launch.name.clone(), method: method.to_owned() }
    }

    /// Sends a request, and returns its id.
    pub(super) fn send(&self, asked: &dyn Asked) -> Result<u64, HostError> {
        let method = asked.method();
        let unsayable =
            |error| HostError::Unsayable { provider: self.launch.name.clone(), method: method.to_owned(), error };
        let mut state = self.state();
        let Some(connection) = &mut state.connection else {
            drop(state);
            return Err(self.lost(method));
        };
        let id = connection.next_id();
        let line = asked.line(&Id::Number(id)).map_err(unsayable)?;
        connection.expect(id);
        connection.send(line.as_bytes());
        if self.launch.mode == Mode::Oneshot {
            connection.close_input();
        }
        Ok(id)
    }

    /// Says that nobody waits for an answer any more.
    ///
    /// Code of Ruby modules reads no messages while it runs. A signal reaches it, and what it has started: it is an
    /// exception there, so that the process can say where it was, and serve others.
    fn cancel(&self, id: u64) {
        let Some(connection) = &mut self.state().connection else { return };
        if let Ok(line) = message::notification(calls::CANCEL, &Cancel { id }) {
            connection.send(line.as_bytes());
        }
        if self.launch.speech == Speech::Ruby {
            connection.interrupt();
        }
    }

    /// Answers a question of the process. It may be asked something itself for that, so nothing is held.
    fn answer(&self, talk: &Conversation<'_>, id: &Id, method: &str, params: &Payload) {
        let ruby = self.launch.speech == Speech::Ruby;
        let refuse = |error: &ErrorObject| message::response::<()>(id, Err(error)).unwrap_or_default();
        let line = match talk.question(method, params) {
            Ok(answer) => answer
                .line(id, ruby)
                .unwrap_or_else(|error| refuse(&ErrorObject::new(ErrorKind::Failed, error.to_string()))),
            Err(error) => refuse(&error),
        };
        if let Some(connection) = &mut self.state().connection {
            connection.send(line.as_bytes());
        }
    }

    /// What is said of a process that took too long; what it says itself names the place.
    fn timeout(&self, method: &str, after: Option<Duration>, told: Option<ErrorObject>) -> HostError {
        let (provider, method) = (self.launch.name.clone(), method.to_owned());
        let data = told.and_then(|told| told.data);
        let place = data.and_then(|data| Some(format!("{}:{}", data.file?, data.line?)));
        HostError::Timeout { provider, method, after: after.unwrap_or_default(), place, setting: self.launch.setting }
    }
}

/// Whether a request may change something.
fn changes(method: &str) -> bool {
    matches!(method, calls::SET | calls::REFRESH | calls::TRANSPORT_CLOSE | calls::SHUTDOWN)
}

/// An error without any cleartext.
fn scrubbed(mut error: ErrorObject, log: &Log) -> ErrorObject {
    error.message = log.scrubber().scrub(&error.message).into_owned();
    if let Some(data) = &mut error.data {
        if let Some(hint) = &mut data.hint {
            *hint = log.scrubber().scrub(hint).into_owned();
        }
        for line in &mut data.backtrace {
            *line = log.scrubber().scrub(line).into_owned();
        }
    }
    error
}
