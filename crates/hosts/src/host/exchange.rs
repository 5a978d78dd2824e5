//! One request and its answer, with all notifications and questions in between, and an end: on timeout, or when
//! the run was asked to stop.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use pcore::never;
use protocol::{
    ErrorKind, ErrorObject, Id, Payload,
    calls::{self, Cancel},
    message,
};
use resource_api::log::Log;

use super::{Host, Request};
use crate::{
    Cause, Dialect, HostError, Mode,
    connection::{Connection, End, Event},
    conversation::Conversation,
    nesting::MAX_NESTING,
};

/// How long it may take until it is seen that the run shall stop.
const STOP_POLL: Duration = Duration::from_millis(200);

/// A request that was sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    id: u64,
    /// Which of the processes of this run got it. Numbers of requests are those of one process.
    generation: usize,
    at: Instant,
}

/// When an exchange ends, whatever the process does.
struct Limit {
    /// How long the answer may take.
    after: Option<Duration>,
    until: Option<Instant>,
    /// Whether the timeout has passed once and the process was notified.
    cancelled: bool,
    /// When it was last checked whether the run was asked to stop.
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

    /// How long to wait for the next event. A process that sends notifications all the time cannot postpone this.
    fn next_look(&self) -> Instant {
        let soon = self.looked + STOP_POLL;
        self.until.map_or(soon, |until| until.min(soon))
    }

    /// Gives the process a while to end what it does.
    fn extend(&mut self, grace: Duration) {
        self.cancelled = true;
        self.until = Instant::now().checked_add(grace);
    }
}

impl Host {
    /// Sends a request, serves notifications and questions of the process, and returns the answer.
    pub(super) fn exchange(
        &self,
        asked: &dyn Request,
        talk: &mut Conversation<'_>,
        timeout: Option<Duration>,
    ) -> Result<Payload, HostError> {
        let sent = self.send(asked)?;
        self.listen(&sent, asked.method(), talk, timeout)
    }

    /// Serves notifications and questions of the process until the answer to a request arrives, and returns it. The time that it may
    /// take counts from when it was sent.
    pub(super) fn listen(
        &self,
        sent: &Sent,
        method: &str,
        talk: &mut Conversation<'_>,
        timeout: Option<Duration>,
    ) -> Result<Payload, HostError> {
        let Sent { id, generation, at } = *sent;
        talk.generation = generation;
        let _change = changes(method).then(|| self.nesting().change());
        let mut limit = Limit::new(at, timeout);
        loop {
            let next = self.with_connection(generation, |connection| connection.next(id, Some(limit.next_look())));
            // Something that was asked meanwhile ended the process.
            let Some(event) = next else { return Err(self.lost(generation, method)) };
            match event {
                Ok(Event::Answer { outcome, .. }) if limit.cancelled => {
                    return Err(self.timeout(method, timeout, outcome.err().map(|error| scrubbed(error, talk.log))));
                }
                Ok(Event::Answer { outcome, .. }) => {
                    return outcome.map_err(|error| HostError::Refused(Box::new(scrubbed(error, talk.log))));
                }
                Ok(Event::Words(line)) => talk.words(&line),
                Ok(Event::Stray(line)) => talk.stray_line(&line),
                Ok(Event::Notification { method: notice, params }) => {
                    if let Err(fault) = talk.notification(id, &notice, &params) {
                        return Err(self.give_up(generation, method, End::Fault(fault)));
                    }
                }
                Ok(Event::Question { id: question, method: about, params }) => {
                    self.answer(generation, talk, &question, &about, &params);
                }
                // What changes something is brought to its end, and so is what it asks for meanwhile.
                Err(End::TimedOut) if !limit.is_over() => {
                    limit.looked = Instant::now();
                    if self.runtime.is_stopped() && !self.nesting().is_changing() {
                        return Err(self.break_off(generation, |_| self.stopped(method)));
                    }
                }
                Err(End::TimedOut) if !limit.cancelled => {
                    limit.extend(self.launch.grace_periods.cancel);
                    self.cancel(generation, id);
                }
                Err(end) => {
                    let is_late = limit.cancelled || matches!(end, End::TimedOut);
                    return Err(match is_late {
                        true => self.break_off(generation, |_| self.timeout(method, limit.after, None)),
                        false => self.give_up(generation, method, end),
                    });
                }
            }
        }
    }

    /// Does something with the process that a request was sent to; nothing if it is not there any more.
    ///
    /// The connection is locked only in the meantime: answering a question may need it again.
    fn with_connection<T>(&self, generation: usize, act: impl FnOnce(&mut Connection) -> T) -> Option<T> {
        let mut state = self.state();
        state.connection.as_mut().filter(|connection| connection.generation == generation).map(act)
    }

    pub(super) fn stopped(&self, method: &str) -> HostError {
        let name = &self.launch.name;
        let message = format!("the provider '{name}' was interrupted during `{method}`: the run is to stop");
        HostError::unanswered(Cause::Stopped, message)
    }

    /// Sends a request to the process that is there.
    pub(super) fn send(&self, asked: &dyn Request) -> Result<Sent, HostError> {
        let (at, method) = (Instant::now(), asked.method());
        let mut state = self.state();
        let generation = state.started;
        let Some(connection) = &mut state.connection else {
            drop(state);
            return Err(self.lost(generation, method));
        };
        let (id, generation) = (connection.next_id(), connection.generation);
        let line = asked.line(&Id::Number(id)).map_err(|error| self.unasked(method, &error))?;
        self.budget.add_request();
        connection.expect(id);
        connection.send(line.as_bytes());
        if self.launch.mode == Mode::Oneshot {
            connection.close_input();
        }
        Ok(Sent { id, generation, at })
    }

    /// Notifies the process that the answer is no longer awaited.
    ///
    /// Code of Ruby modules reads no messages while it runs. A signal reaches it, and what it has started: it is an
    /// exception there, so that the process can say where it was, and serve others.
    fn cancel(&self, generation: usize, id: u64) {
        self.with_connection(generation, |connection| {
            if let Ok(line) = message::notification(calls::CANCEL, &Cancel { id }) {
                connection.send(line.as_bytes());
            }
            if self.launch.dialect == Dialect::Ruby {
                connection.interrupt();
            }
        });
    }

    /// Answers a question of the process. It may be asked something itself for that, so nothing is held. Who is not there
    /// any more gets no answer, nor does the process that has replaced it.
    fn answer(&self, generation: usize, talk: &Conversation<'_>, id: &Id, method: &str, params: &Payload) {
        let refuse = |error: &ErrorObject| {
            let line = message::response::<()>(id, Err(error));
            line.unwrap_or_else(|_| never!("every error can be written as JSON", String::new()))
        };
        let answer = match self.nesting().question() {
            Some(_question) => talk.question(method, params),
            None => Err(ErrorObject::new(
                ErrorKind::Failed,
                format!("{method}: requests are nested more than {MAX_NESTING} levels deep"),
            )),
        };
        let line = match answer {
            Ok(answer) => answer
                .line(id, self.launch.dialect.symbols())
                .unwrap_or_else(|error| refuse(&ErrorObject::new(ErrorKind::Failed, error.to_string()))),
            Err(error) => refuse(&error),
        };
        self.with_connection(generation, |connection| connection.send(line.as_bytes()));
    }

    /// The error for a process that took too long; its own status line names where it was.
    fn timeout(&self, method: &str, after: Option<Duration>, told: Option<ErrorObject>) -> HostError {
        let data = told.and_then(|told| told.data);
        let location = data.and_then(|data| Some(format!(" (it was at {}:{})", data.file?, data.line?)));
        let after = after.unwrap_or_else(|| never!("only a request with a timeout can exceed it", Duration::ZERO));
        let setting = self.launch.setting.map(|name| format!("; the setting '{name}' says how long it may take"));
        let message = format!(
            "the provider '{}' took longer than {} seconds for `{method}`{}{}",
            self.launch.name,
            after.as_secs_f64(),
            location.unwrap_or_default(),
            setting.unwrap_or_default()
        );
        HostError::unanswered(Cause::TimedOut, message)
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
