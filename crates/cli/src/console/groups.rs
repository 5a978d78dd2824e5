//! The lines of several that work side by side, each one's in a row.
//!
//! Whoever comes first in the order is heard at once. What the others say is kept until all before them are done, so that
//! the output is that of one after the other, however fast each of them is.

use std::{
    io::{self, Write as _},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use resource_api::log::{Level, Log, LogEntry, LogSink, Stream};

use crate::output;

/// Several that speak, in their order.
pub(crate) struct Groups {
    log: Log,
    state: Mutex<State>,
}

struct State {
    /// Whose words are heard at once.
    first: usize,
    /// What each of the others said so far, and whether there is more to come.
    others: Vec<(Vec<Said>, bool)>,
}

enum Said {
    Line(LogEntry),
    Text(Stream, String),
}

impl Groups {
    /// So many that speak through a log.
    pub(crate) fn new(number: usize, log: &Log) -> Arc<Groups> {
        let others = (0..number).map(|_| (Vec::new(), false)).collect();
        Arc::new(Groups { log: log.clone(), state: Mutex::new(State { first: 0, others }) })
    }

    /// The log of one of them.
    pub(crate) fn log(self: &Arc<Groups>, place: usize) -> Log {
        let member = Member { groups: self.clone(), place };
        Log::new(Arc::new(member), self.log.scrubber().clone())
    }

    /// Where one of them prints.
    pub(crate) fn outlet(self: &Arc<Groups>, place: usize) -> Outlet {
        Outlet(Some(Arc::new(Member { groups: self.clone(), place })))
    }

    /// One of them has nothing more to say.
    pub(crate) fn finish(&self, place: usize) {
        let mut state = self.state();
        if let Some(member) = state.others.get_mut(place) {
            member.1 = true;
        }
        while state.others.get(state.first).is_some_and(|(_, is_done)| *is_done) {
            state.first += 1;
            let first = state.first;
            let held = state.others.get_mut(first).map(|member| mem::take(&mut member.0));
            held.into_iter().flatten().for_each(|said| self.say(&said));
        }
    }

    fn hear(&self, place: usize, said: Said) {
        let mut state = self.state();
        if place <= state.first {
            self.say(&said);
        } else if let Some(member) = state.others.get_mut(place) {
            member.0.push(said);
        }
    }

    /// What is said is said while the state is held: nobody else speaks meanwhile.
    fn say(&self, said: &Said) {
        match said {
            Said::Line(entry) => self.log.write(entry.level, entry.source.as_deref(), &entry.message),
            Said::Text(stream, text) => print(*stream, text),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of several.
struct Member {
    groups: Arc<Groups>,
    place: usize,
}

impl LogSink for Member {
    fn write(&self, entry: &LogEntry) {
        self.groups.hear(self.place, Said::Line(entry.clone()));
    }

    fn wants(&self, level: Level) -> bool {
        self.groups.log.wants(level)
    }
}

/// Where a command prints what is no line of the log: the outputs of this process, or what one of several says.
#[derive(Clone, Default)]
pub(crate) struct Outlet(Option<Arc<Member>>);

impl Outlet {
    /// Prints a text as it is.
    pub(crate) fn print(&self, stream: Stream, text: &str) {
        match &self.0 {
            None => print(stream, text),
            Some(member) => member.groups.hear(member.place, Said::Text(stream, text.to_owned())),
        }
    }

    /// Prints a text and a line break to stdout.
    pub(crate) fn say(&self, text: &str) {
        match &self.0 {
            None => output::say(text),
            Some(_) => self.print(Stream::Stdout, &format!("{text}\n")),
        }
    }

    /// Prints a text and a line break to stderr.
    pub(crate) fn say_aside(&self, text: &str) {
        match &self.0 {
            None => output::say_aside(text),
            Some(_) => self.print(Stream::Stderr, &format!("{text}\n")),
        }
    }
}

/// Whoever reads us may have seen enough.
fn print(stream: Stream, text: &str) {
    let _ = match stream {
        Stream::Stdout => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
        }
        Stream::Stderr => io::stderr().lock().write_all(text.as_bytes()),
    };
}
