//! Several requests at a time, for a provider that allows it (`concurrency: free`).
//!
//! They are sent ahead, and listened to in their order: what one of them changes takes its time while another one is
//! listened to. A process that lives as long as the run has them all at once; else there is a process for each of them.

use std::{collections::VecDeque, time::Instant};

use protocol::Payload;
use resource_api::{Context, Failure, Outcome, log::Log};

use super::{Asked, Host};
use crate::{HostError, Mode, connection::Connection, conversation::Conversation};

/// A request that was sent.
struct Sent {
    id: u64,
    at: Instant,
    /// The process that was started for it alone.
    connection: Option<Connection>,
}

impl Host {
    /// Asks as many things at a time as the process may be asked, and returns the answers in the order of the requests.
    ///
    /// A request is made just before it is sent: what it says of the process is true of the one that gets it.
    pub(crate) fn ask_each<'c, A: Asked>(
        &'c self,
        mut requests: impl Iterator<Item = Outcome<A>>,
        log: &'c Log,
        context: &'c Context,
    ) -> Vec<Outcome<(Payload, Conversation<'c>)>> {
        let _turn = self.take_turn();
        let conversation = || {
            let talk = Conversation::new(&self.launch.name, log, Some(context), &*self.runtime, self.launch.speech);
            talk.beside_others()
        };
        let mut answers = Vec::new();
        let mut sent: VecDeque<Outcome<(A, Sent)>> = VecDeque::new();
        loop {
            while sent.len() < self.launch.in_flight.max(1) {
                let Some(next) = requests.next() else { break };
                sent.push_back(next.and_then(|asked| {
                    let sent = self.send_ahead(&asked, &mut conversation()).map_err(HostError::into_failure)?;
                    Ok((asked, sent))
                }));
            }
            let Some(begun) = sent.pop_front() else { return answers };
            let mut talk = conversation();
            let answer = begun
                .and_then(|(asked, begun)| self.listen_to(begun, &asked, &mut talk).map_err(HostError::into_failure));
            // Nobody knows how far the others came that it was told of.
            let has_broken = self.launch.mode == Mode::Persistent && !self.is_running();
            let broken: Option<Failure> = answer.as_ref().err().filter(|_| has_broken).cloned();
            answers.push(answer.map(|payload| (payload, talk)));
            if let Some(error) = broken {
                answers.extend(sent.drain(..).map(|_| Err(error.clone())));
            }
        }
    }

    fn send_ahead(&self, asked: &dyn Asked, talk: &mut Conversation<'_>) -> Result<Sent, HostError> {
        if self.runtime.is_stopped() {
            return Err(self.stopped(asked.method()));
        }
        match self.launch.mode {
            Mode::Persistent => {
                self.ready(talk)?;
                Ok(Sent { at: Instant::now(), id: self.send(asked)?, connection: None })
            }
            Mode::Oneshot => {
                let connection = Connection::start(&self.launch, &self.guard)?;
                let outer = {
                    let mut state = self.state();
                    state.started += 1;
                    state.connection.replace(connection)
                };
                let at = Instant::now();
                let id = self.send(asked);
                let connection = std::mem::replace(&mut self.state().connection, outer);
                Ok(Sent { at, id: id?, connection })
            }
        }
    }

    fn listen_to(&self, sent: Sent, asked: &dyn Asked, talk: &mut Conversation<'_>) -> Result<Payload, HostError> {
        let timeout = self.launch.timeouts.of(asked.method());
        let Some(connection) = sent.connection else {
            return self.listen(sent.id, asked.method(), talk, sent.at, timeout);
        };
        let outer = self.state().connection.replace(connection);
        let outcome = self.listen(sent.id, asked.method(), talk, sent.at, timeout);
        self.put_back(outer);
        outcome
    }
}
