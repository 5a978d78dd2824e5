//! Output as lines for the log.

use super::{
    Encoding, OnInvalid,
    encoding::{Decoder, NotInEncoding},
};
use crate::secret::Scrubber;

/// Longer lines become several messages, so that a process that never ends its line cannot fill the memory.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// What is read beyond the longest line before it is cut, at least, so that not every few bytes are a piece.
const LOOKAHEAD: usize = 8 * 1024;

/// Cuts what a process writes into lines.
pub(super) struct Lines {
    decoder: Decoder,
    /// The line that has begun.
    text: String,
    /// How much of it is known to hold no end of a line.
    scanned: usize,
}

impl Lines {
    pub(super) fn new(encoding: Encoding) -> Lines {
        Lines { decoder: Decoder::new(encoding, OnInvalid::replace()), text: String::new(), scanned: 0 }
    }

    /// Takes some bytes and passes on the lines that they end.
    pub(super) fn push(&mut self, bytes: &[u8], scrubber: &Scrubber, mut emit: impl FnMut(&str)) {
        let replaced = self.decoder.decode(bytes, &mut self.text);
        debug_assert_ne!(replaced, Err(NotInEncoding), "the decoder of a log replaces what is invalid");
        let mut start = 0;
        while let Some(length) = self.text[self.scanned..].find('\n') {
            let end = self.scanned + length;
            emit_line(&self.text[start..end], scrubber, &mut emit);
            start = end + 1;
            self.scanned = start;
        }
        self.text.drain(..start);
        // The cut must not go through a secret, whose halves no scrubber knows. Of what is held, more than half is let
        // go, so that long secrets cost no square of time.
        if self.text.len() >= LONGEST_LINE + LOOKAHEAD.max(4 * scrubber.longest()) {
            let (scrubbed, length) = scrubber.scrub_beginning(&self.text);
            let rest = emit_pieces(&scrubbed, &mut emit);
            self.text.replace_range(..length, rest);
        }
        self.scanned = self.text.len();
    }

    /// Passes on the last line when its end is missing.
    pub(super) fn finish(&mut self, scrubber: &Scrubber, mut emit: impl FnMut(&str)) {
        let replaced = self.decoder.finish(&mut self.text);
        debug_assert_ne!(replaced, Err(NotInEncoding), "the decoder of a log replaces what is invalid");
        if !self.text.is_empty() {
            emit_line(&self.text, scrubber, &mut emit);
            self.text.clear();
        }
        self.scanned = 0;
    }
}

/// Passes on a whole line, in pieces when it is long.
fn emit_line(line: &str, scrubber: &Scrubber, emit: &mut impl FnMut(&str)) {
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.len() <= LONGEST_LINE {
        return emit(line);
    }
    let scrubbed = scrubber.scrub(line);
    let rest = emit_pieces(&scrubbed, emit);
    emit(rest);
}

/// Passes on as many whole pieces as a text has, and returns the rest.
fn emit_pieces<'t>(text: &'t str, emit: &mut impl FnMut(&str)) -> &'t str {
    let mut rest = text;
    while rest.len() > LONGEST_LINE {
        let (piece, remainder) = rest.split_at(rest.floor_char_boundary(LONGEST_LINE));
        emit(piece);
        rest = remainder;
    }
    rest
}
