//! The output of a process as events: messages on stdout, lines on stderr.

use std::collections::VecDeque;

use process::Stream;
use protocol::{Fault, Incoming};

use super::{Connection, Event};

/// How many lines of stderr are kept for the error when the process dies, and how much of each.
const STDERR_TAIL_LINES: usize = 8;
const MAX_STDERR_LINE: usize = 300;

/// How long a line on stderr may be before it is logged in parts.
pub(super) const MAX_LINE: usize = 64 << 10;

impl Connection {
    /// Takes in what the process wrote. What it wrote to stderr before a message comes before the message.
    pub(super) fn take_in(&mut self) {
        let (lines, words) = (&mut self.lines, &mut self.words);
        self.process.transfer(|stream, bytes| match stream {
            Stream::Stdout => lines.push(bytes),
            Stream::Stderr => words.extend_from_slice(bytes),
        });
        self.take_words();
        self.take_messages();
        if !self.process.stdout.is_open() {
            self.end_of_stream();
        }
    }

    pub(super) fn read_stderr(&mut self) {
        let words = &mut self.words;
        self.process.stderr.read(|bytes| words.extend_from_slice(bytes));
        self.take_words();
    }

    /// Takes the complete lines of stderr.
    fn take_words(&mut self) {
        let mut rest = 0;
        while let Some(length) = line_length(&self.words[rest..]) {
            let line = String::from_utf8_lossy(&self.words[rest..rest + length]);
            let line = line.trim_end_matches(['\n', '\r']).to_owned();
            rest += length;
            remember(&mut self.stderr_tail, &line);
            self.events.push_back(Ok(Event::Words(line)));
        }
        self.words.drain(..rest);
    }

    fn take_messages(&mut self) {
        loop {
            match self.lines.take() {
                Ok(None) => return,
                Ok(Some(line)) => self.take_message(&line),
                Err(fault) => return self.events.push_back(Err(fault)),
            }
        }
    }

    fn take_message(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        self.events.push_back(match Incoming::read(line) {
            Ok(Incoming::Request { id, method, params }) => Ok(Event::Question { id, method, params }),
            Ok(Incoming::Notification { method, params }) => Ok(Event::Notification { method, params }),
            Ok(Incoming::Response { id, outcome }) => Ok(Event::Answer { id, outcome }),
            Err(Fault::NotJson { line, .. }) => Ok(Event::Stray(line)),
            Err(fault) => Err(fault),
        });
    }

    /// Reads what has arrived. The process has ended; output of other processes that still hold its pipe is ignored.
    pub(super) fn take_rest(&mut self) {
        let (mut total, mut before) = (0, None);
        while before != Some(total) && total <= protocol::MAX_MESSAGE {
            before = Some(total);
            let lines = &mut self.lines;
            self.process.stdout.read(|bytes| {
                total += bytes.len();
                lines.push(bytes);
            });
        }
        self.process.stdout.close();
        self.read_stderr();
        self.take_messages();
    }

    /// Takes in what has no end of a line.
    pub(super) fn end_of_stream(&mut self) {
        match self.lines.rest() {
            Ok(Some(line)) => self.take_message(&line),
            Ok(None) => {}
            Err(fault) => self.events.push_back(Err(fault)),
        }
        if !self.words.is_empty() && self.process.exit().is_some() {
            self.words.push(b'\n');
            self.take_words();
        }
    }
}

/// How long the first line is, its end included; nothing when it is not complete yet. A very long line comes in parts.
fn line_length(bytes: &[u8]) -> Option<usize> {
    match bytes.iter().take(MAX_LINE).position(|byte| *byte == b'\n') {
        Some(position) => Some(position + 1),
        None => (bytes.len() >= MAX_LINE).then_some(MAX_LINE),
    }
}

fn remember(stderr_tail: &mut VecDeque<String>, line: &str) {
    if line.trim().is_empty() {
        return;
    }
    if stderr_tail.len() == STDERR_TAIL_LINES {
        stderr_tail.pop_front();
    }
    stderr_tail.push_back(cut(line, MAX_STDERR_LINE));
}

/// The beginning of a text, where it is longer than so many bytes.
pub(crate) fn cut(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(longest)])
}
