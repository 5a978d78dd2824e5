//! Several requests at a time, for a provider that allows it (`concurrency: free`).
//!
//! They are sent ahead, and listened to in their order: what one of them changes takes its time while another one is
//! listened to. A process that lives as long as the run has them all at once; else there is a process for each of them.

use std::collections::VecDeque;

use protocol::{Payload, calls};
use resource_api::{Context, Failure, Outcome, log::Log};

use super::{Host, Request, exchange::Sent};
use crate::{HostError, Mode, connection::Connection, conversation::Conversation};

/// A request whose answer is listened to later.
pub(super) struct SentAhead {
    sent: Sent,
    /// The process that was started for it alone.
    connection: Option<Connection>,
}

impl Host {
    /// Asks as many things at a time as the process may be asked, and returns the answers in the order of the requests.
    ///
    /// A request is built just before it is sent, so that its process handles are those of the process that gets it.
    pub(crate) fn ask_each<'c, A: Request>(
        &'c self,
        mut requests: impl Iterator<Item = Outcome<A>>,
        log: &'c Log,
        context: &'c Context,
    ) -> Vec<Outcome<(Payload, Conversation<'c>)>> {
        let _session = match self.acquire(calls::SET) {
            Ok(session) => session,
            Err(error) => {
                let failure = error.into_failure();
                return requests.map(|_| Err(failure.clone())).collect();
            }
        };
        let conversation = || Conversation::new(self, log, Some(context)).concurrent();
        let mut answers = Vec::new();
        let mut sent: VecDeque<Outcome<(A, SentAhead)>> = VecDeque::new();
        loop {
            while sent.len() < self.launch.in_flight.max(1) {
                let Some(next) = requests.next() else { break };
                sent.push_back(next.and_then(|asked| {
                    if self.runtime.is_stopped() {
                        return Err(self.stopped(asked.method()).into_failure());
                    }
                    let sent = self.send_to_process(&asked, &mut conversation()).map_err(HostError::into_failure)?;
                    Ok((asked, sent))
                }));
            }
            let Some(begun) = sent.pop_front() else { return answers };
            let mut talk = conversation();
            let answer = begun
                .and_then(|(asked, begun)| self.listen_to(begun, &asked, &mut talk).map_err(HostError::into_failure));
            // How far the other requests that were sent got is unknown.
            let has_broken = self.launch.mode == Mode::Persistent && self.running().is_none();
            let broken: Option<Failure> = answer.as_ref().err().filter(|_| has_broken).cloned();
            answers.push(answer.map(|payload| (payload, talk)));
            if let Some(error) = broken {
                answers.extend(sent.drain(..).map(|_| Err(error.clone())));
            }
        }
    }

    /// Sends a request to the process of the run, or to one that is started for this request alone.
    pub(super) fn send_to_process(
        &self,
        asked: &dyn Request,
        talk: &mut Conversation<'_>,
    ) -> Result<SentAhead, HostError> {
        match self.launch.mode {
            Mode::Persistent => {
                self.ready(talk)?;
                Ok(SentAhead { sent: self.send(asked)?, connection: None })
            }
            Mode::Oneshot => {
                let connection = Connection::start(&self.launch, &self.guard)?;
                // The answer to a question within a question needs a process of its own.
                let outer = self.install(connection);
                let sent = self.send(asked);
                let connection = std::mem::replace(&mut self.state().connection, outer);
                Ok(SentAhead { sent: sent?, connection })
            }
        }
    }

    /// Returns the answer to a request, and ends the process that was started for it alone.
    pub(super) fn listen_to(
        &self,
        ahead: SentAhead,
        asked: &dyn Request,
        talk: &mut Conversation<'_>,
    ) -> Result<Payload, HostError> {
        let SentAhead { sent, connection } = ahead;
        let timeout = self.launch.timeouts.of(asked.method());
        let Some(connection) = connection else { return self.listen(&sent, asked.method(), talk, timeout) };
        let outer = self.state().connection.replace(connection);
        let outcome = self.listen(&sent, asked.method(), talk, timeout);
        self.put_back(outer);
        outcome
    }
}
