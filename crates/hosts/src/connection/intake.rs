//! What a process wrote, taken in as events: messages on stdout, words on stderr.

use std::collections::VecDeque;

use protocol::{Fault, Incoming};

use super::{Connection, Event, Happened};

/// How many lines of stderr are kept for the error when the process dies, and how much of each.
const LAST_WORDS: usize = 8;
const LONGEST_WORDS: usize = 300;

/// How long a line on stderr may be before it is logged in parts.
pub(super) const LONGEST_LINE: usize = 64 << 10;

impl Connection {
    /// Takes in what the process wrote. What it wrote to stderr before a message comes before the message.
    pub(super) fn take_in(&mut self) {
        let lines = &mut self.lines;
        self.stdout.read(|bytes| lines.push(bytes));
        self.take_words();
        self.take_messages();
        if self.stdout.is_closed() {
            self.end_of_stream();
        }
    }

    pub(super) fn take_words(&mut self) {
        let words = &mut self.words;
        self.stderr.read(|bytes| words.extend_from_slice(bytes));
        let mut rest = 0;
        while let Some(length) = line_length(&self.words[rest..]) {
            let line = String::from_utf8_lossy(&self.words[rest..rest + length]);
            let line = line.trim_end_matches(['\n', '\r']).to_owned();
            rest += length;
            remember(&mut self.last_words, &line);
            self.events.push_back(Happened::Other(Event::Words(line)));
        }
        self.words.drain(..rest);
    }

    fn take_messages(&mut self) {
        loop {
            match self.lines.take() {
                Ok(None) => return,
                Ok(Some(line)) => self.take_message(&line),
                Err(fault) => return self.events.push_back(Happened::Wrong(fault)),
            }
        }
    }

    fn take_message(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        self.events.push_back(match Incoming::read(line) {
            Ok(Incoming::Request { id, method, params }) => Happened::Other(Event::Question { id, method, params }),
            Ok(Incoming::Notification { method, params }) => Happened::Other(Event::Notification { method, params }),
            Ok(Incoming::Response { id, outcome }) => Happened::Answer(id, outcome),
            Err(Fault::NotJson { line, .. }) => Happened::Other(Event::Stray(line)),
            Err(fault) => Happened::Wrong(fault),
        });
    }

    /// Takes in all that is there. The process has ended; whoever still holds its pipe and writes on has nothing to say.
    pub(super) fn take_rest(&mut self) {
        let mut total = 0;
        loop {
            let mut count = 0;
            let lines = &mut self.lines;
            self.stdout.read(|bytes| {
                count += bytes.len();
                lines.push(bytes);
            });
            total += count;
            if count == 0 || total > protocol::MAX_MESSAGE {
                break;
            }
        }
        self.stdout.close();
        self.take_words();
        self.take_messages();
    }

    /// Takes in what has no end of a line.
    pub(super) fn end_of_stream(&mut self) {
        match self.lines.rest() {
            Ok(Some(line)) => self.take_message(&line),
            Ok(None) => {}
            Err(fault) => self.events.push_back(Happened::Wrong(fault)),
        }
        if !self.words.is_empty() && self.process.exit().is_some() {
            self.words.push(b'\n');
            self.take_words();
        }
    }
}

/// How long the first line is, its end included; nothing when it is not complete yet. A very long line comes in parts.
fn line_length(bytes: &[u8]) -> Option<usize> {
    match bytes.iter().take(LONGEST_LINE).position(|byte| *byte == b'\n') {
        Some(position) => Some(position + 1),
        None => (bytes.len() >= LONGEST_LINE).then_some(LONGEST_LINE),
    }
}

fn remember(last_words: &mut VecDeque<String>, line: &str) {
    if line.trim().is_empty() {
        return;
    }
    if last_words.len() == LAST_WORDS {
        last_words.pop_front();
    }
    last_words.push_back(cut(line, LONGEST_WORDS));
}

/// The beginning of a text, where it is longer than so many bytes.
pub(crate) fn cut(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(longest)])
}
