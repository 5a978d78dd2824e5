//! Splits output into lines for the log.

use super::{
    Encoding, OnInvalid,
    encoding::{Decoder, NotInEncoding},
};
use crate::secret::Scrubber;

/// Longer lines are split into several messages, so that a process that never writes a newline cannot fill the memory.
pub(super) const MAX_LINE_LENGTH: usize = 64 * 1024;

/// How much is read beyond the maximum line length before splitting, so that pieces are not tiny.
const LOOKAHEAD: usize = 8 * 1024;

/// Splits the output of a process into lines.
pub(super) struct Lines {
    decoder: Decoder,
    /// The incomplete last line.
    text: String,
    /// The number of leading bytes that are known to contain no newline.
    scanned: usize,
}

impl Lines {
    pub(super) fn new(encoding: Encoding) -> Lines {
        Lines { decoder: Decoder::new(encoding, OnInvalid::replace()), text: String::new(), scanned: 0 }
    }

    /// Takes some bytes, and emits the lines that they complete.
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
        // A split must not cut through a secret, because no scrubber recognizes the halves. More than half of the
        // buffer is emitted at a time, so that long secrets do not take quadratic time.
        if self.text.len() >= MAX_LINE_LENGTH + LOOKAHEAD.max(4 * scrubber.longest()) {
            let (scrubbed, length) = scrubber.scrub_beginning(&self.text);
            let rest = emit_pieces(&scrubbed, &mut emit);
            self.text.replace_range(..length, rest);
        }
        self.scanned = self.text.len();
    }

    /// Emits the last line if it has no newline.
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

/// Emits a complete line, in pieces if it is long.
fn emit_line(line: &str, scrubber: &Scrubber, emit: &mut impl FnMut(&str)) {
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.len() <= MAX_LINE_LENGTH {
        return emit(line);
    }
    let scrubbed = scrubber.scrub(line);
    let rest = emit_pieces(&scrubbed, emit);
    emit(rest);
}

/// Emits as many full pieces as possible, and returns the rest.
fn emit_pieces<'t>(text: &'t str, emit: &mut impl FnMut(&str)) -> &'t str {
    let mut rest = text;
    while rest.len() > MAX_LINE_LENGTH {
        let (piece, remainder) = rest.split_at(rest.floor_char_boundary(MAX_LINE_LENGTH));
        emit(piece);
        rest = remainder;
    }
    rest
}
