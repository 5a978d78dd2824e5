//! Groups the output of concurrent tasks, so that it appears in their order.
//!
//! The output of the first unfinished task is written immediately. That of the others is buffered until all tasks
//! before them have finished.

use std::{
    io::{self, Write as _},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use resource_api::log::{Level, Log, LogEntry, LogSink, Stream};

use crate::output;

/// Concurrent tasks in their order.
pub(crate) struct Groups {
    log: Log,
    state: Mutex<State>,
}

struct State {
    /// The task whose output is written immediately.
    first: usize,
    /// The buffered output of each task, and whether the task has finished.
    others: Vec<(Vec<Chunk>, bool)>,
}

enum Chunk {
    Line(LogEntry),
    Text(Stream, String),
}

impl Groups {
    /// A number of tasks that share a log.
    pub(crate) fn new(number: usize, log: &Log) -> Arc<Groups> {
        let others = (0..number).map(|_| (Vec::new(), false)).collect();
        Arc::new(Groups { log: log.clone(), state: Mutex::new(State { first: 0, others }) })
    }

    pub(crate) fn log(self: &Arc<Groups>, index: usize) -> Log {
        let member = GroupMember { groups: self.clone(), index };
        Log::new(Arc::new(member), self.log.scrubber().clone())
    }

    pub(crate) fn output(self: &Arc<Groups>, index: usize) -> Output {
        Output(Some(Arc::new(GroupMember { groups: self.clone(), index })))
    }

    /// Marks a task as finished.
    pub(crate) fn finish(&self, index: usize) {
        let mut state = self.state();
        if let Some(member) = state.others.get_mut(index) {
            member.1 = true;
        }
        while state.others.get(state.first).is_some_and(|(_, is_done)| *is_done) {
            state.first += 1;
            let first = state.first;
            let buffered = state.others.get_mut(first).map(|member| mem::take(&mut member.0));
            buffered.into_iter().flatten().for_each(|chunk| self.emit(&chunk));
        }
    }

    fn write_chunk(&self, index: usize, chunk: Chunk) {
        let mut state = self.state();
        if index <= state.first {
            self.emit(&chunk);
        } else if let Some(member) = state.others.get_mut(index) {
            member.0.push(chunk);
        }
    }

    /// The state is locked while this writes, so that no other task writes in between.
    fn emit(&self, chunk: &Chunk) {
        match chunk {
            Chunk::Line(entry) => self.log.write(entry.level, entry.source.as_deref(), &entry.message),
            Chunk::Text(stream, text) => print(*stream, text),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the tasks.
struct GroupMember {
    groups: Arc<Groups>,
    index: usize,
}

impl LogSink for GroupMember {
    fn write(&self, entry: &LogEntry) {
        self.groups.write_chunk(self.index, Chunk::Line(entry.clone()));
    }

    fn wants(&self, level: Level) -> bool {
        self.groups.log.wants(level)
    }
}

/// Where a command prints text that is not part of the log: the standard streams, or the output of a task.
#[derive(Clone, Default)]
pub(crate) struct Output(Option<Arc<GroupMember>>);

impl Output {
    /// Prints a text as it is.
    pub(crate) fn print(&self, stream: Stream, text: &str) {
        match &self.0 {
            None => print(stream, text),
            Some(member) => member.groups.write_chunk(member.index, Chunk::Text(stream, text.to_owned())),
        }
    }

    /// Prints a text and a line break to stdout.
    pub(crate) fn print_line(&self, text: &str) {
        match &self.0 {
            None => output::print_line(text),
            Some(_) => self.print(Stream::Stdout, &format!("{text}\n")),
        }
    }

    /// Prints a text and a line break to stderr.
    pub(crate) fn print_stderr_line(&self, text: &str) {
        match &self.0 {
            None => output::print_stderr_line(text),
            Some(_) => self.print(Stream::Stderr, &format!("{text}\n")),
        }
    }
}

/// The reader may have closed the pipe.
fn print(stream: Stream, text: &str) {
    let _ = match stream {
        Stream::Stdout => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
        }
        Stream::Stderr => io::stderr().lock().write_all(text.as_bytes()),
    };
}
