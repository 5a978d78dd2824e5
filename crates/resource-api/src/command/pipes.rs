//! Our ends of the pipes that a process writes to.

use std::io::PipeReader;

use super::{Stream, lines::Lines};
use crate::{Context, log::Level};

/// The reading end of one stream that the process writes to a pipe.
pub(super) struct OutputPipe {
    pub(super) stream: Stream,
    pub(super) sink: Sink,
    /// Nonblocking; `None` once the stream has ended.
    pub(super) pipe: Option<PipeReader>,
}

/// What happens to the bytes of a stream.
pub(super) enum Sink {
    Log(Level, Lines),
    Store(Vec<u8>),
}

impl OutputPipe {
    /// Takes some bytes. Returns `false`, without storing any of them, if they would exceed the limit.
    pub(super) fn accept(&mut self, bytes: &[u8], limit: usize, context: &Context) -> bool {
        match &mut self.sink {
            Sink::Log(level, lines) => {
                lines.push(bytes, context.log().scrubber(), |line| context.message(*level, line));
                true
            }
            Sink::Store(stored) => {
                let fits = stored.len() + bytes.len() <= limit;
                if fits {
                    stored.extend_from_slice(bytes);
                }
                fits
            }
        }
    }

    /// Drops the beginning of what is stored, so that at most half of the limit is in use. Returns whether this stream
    /// is stored at all.
    pub(super) fn keep_end(&mut self, limit: usize) -> bool {
        let Sink::Store(stored) = &mut self.sink else { return false };
        // Dropping half at once means that each byte is moved at most once.
        stored.drain(..stored.len().saturating_sub(limit / 2));
        true
    }

    /// Ends the stream, and logs a last line that has no newline.
    pub(super) fn close(&mut self, context: &Context) {
        if self.pipe.take().is_some()
            && let Sink::Log(level, lines) = &mut self.sink
        {
            lines.finish(context.log().scrubber(), |line| context.message(*level, line));
        }
    }
}
