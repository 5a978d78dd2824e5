//! Our ends of the pipes from a process.

use std::{io::PipeReader, mem};

use super::{Stream, lines::Lines};
use crate::{Context, log::Level};

/// One stream that the process writes into a pipe.
pub(super) struct Outlet {
    pub(super) stream: Stream,
    pub(super) sink: Sink,
    /// Does not block; `None` after the end of the stream.
    pub(super) pipe: Option<PipeReader>,
}

/// What happens to the bytes of a stream.
pub(super) enum Sink {
    Log(Level, Lines),
    Store(Vec<u8>),
    /// Kept until the handle reads it, from the position on.
    Handle {
        unread: Vec<u8>,
        position: usize,
    },
    /// Read, so that the process can go on, and thrown away.
    Discard,
}

impl Outlet {
    /// Takes some bytes; returns whether they were not too many.
    pub(super) fn accept(&mut self, bytes: &[u8], limit: usize, context: &Context) -> bool {
        let kept = match &mut self.sink {
            Sink::Discard => return true,
            Sink::Log(level, lines) => {
                lines.push(bytes, context.log().scrubber(), |line| context.message(*level, line));
                return true;
            }
            Sink::Store(kept) => kept,
            Sink::Handle { unread, position } => {
                // What has been read makes room before it is the larger part, and before there is no other room.
                if *position > unread.len() / 2 || unread.len() + bytes.len() > limit {
                    unread.drain(..mem::take(position));
                }
                unread
            }
        };
        let fits = kept.len() + bytes.len() <= limit;
        if fits {
            kept.extend_from_slice(bytes);
        }
        fits
    }

    /// Forgets the beginning of what is stored, up to half of what may be. Returns whether anything is stored.
    pub(super) fn keep_end(&mut self, limit: usize) -> bool {
        let Sink::Store(kept) = &mut self.sink else { return false };
        // As much as makes room for many others, so that each byte is moved once.
        kept.drain(..kept.len().saturating_sub(limit / 2));
        true
    }

    /// Ends the stream; the last line may lack its end.
    pub(super) fn close(&mut self, context: &Context) {
        if self.pipe.take().is_some()
            && let Sink::Log(level, lines) = &mut self.sink
        {
            lines.finish(context.log().scrubber(), |line| context.message(*level, line));
        }
    }
}
