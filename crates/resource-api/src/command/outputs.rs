//! What happens to the output of a process: it is logged or stored, within limits.

use std::mem;

use process::Stream;

use super::{Destination, Encoding, ShownCommand, lines::Lines};
use crate::{Context, log::Level};

/// Takes the output of a process.
pub(super) struct Outputs<'c> {
    pub(super) context: &'c Context,
    pub(super) shown: ShownCommand,
    pub(super) stdout: Sink,
    pub(super) stderr: Sink,
    /// How much of each stream may be stored.
    pub(super) limit: usize,
    /// Whether to keep the end of the output if it exceeds the limit.
    pub(super) keeps_end: bool,
    /// Whether the warning that only the end of the output is kept was logged.
    pub(super) is_cut: bool,
}

/// What happens to the bytes of a stream.
pub(super) enum Sink {
    Log(Level, Lines),
    Store(Vec<u8>),
    /// They do not come here.
    Elsewhere,
}

impl Sink {
    pub(super) fn new(destination: Option<&Destination>, encoding: Option<Encoding>) -> Sink {
        match destination {
            Some(Destination::Log(level)) => {
                Sink::Log(*level, Lines::new(encoding.unwrap_or_else(Encoding::of_system)))
            }
            Some(Destination::Store) => Sink::Store(Vec::new()),
            _ => Sink::Elsewhere,
        }
    }

    /// Returns what was stored.
    pub(super) fn take_stored(&mut self) -> Vec<u8> {
        if let Sink::Store(bytes) = self { mem::take(bytes) } else { Vec::new() }
    }
}

impl Outputs<'_> {
    /// Takes a piece of a stream; an empty one is its end. Returns `false` if it exceeds the limit.
    pub(super) fn take(&mut self, stream: Stream, bytes: &[u8]) -> bool {
        let sink = match stream {
            Stream::Stdout => &mut self.stdout,
            Stream::Stderr => &mut self.stderr,
        };
        let (context, limit) = (self.context, self.limit);
        let stored = match sink {
            Sink::Log(level, lines) => {
                let (scrubber, emit) = (context.log().scrubber(), |line: &str| context.message(*level, line));
                match bytes {
                    [] => lines.finish(scrubber, emit),
                    _ => lines.push(bytes, scrubber, emit),
                }
                return true;
            }
            Sink::Elsewhere => return true,
            Sink::Store(stored) => stored,
        };
        if stored.len() + bytes.len() > limit && self.keeps_end {
            // Dropping half at once means that each byte is moved at most once.
            stored.drain(..stored.len().saturating_sub(limit / 2));
            if !mem::replace(&mut self.is_cut, true) {
                let line = &self.shown.line;
                let message = format!("'{line}' wrote more than {limit} bytes to its {stream}; only the end is kept");
                context.message(Level::Warning, &message);
            }
        }
        let fits = stored.len() + bytes.len() <= limit;
        if fits {
            stored.extend_from_slice(bytes);
        }
        fits
    }
}
