//! From a stream of bytes to messages: one a line, in UTF-8, of a size that is bounded.

use crate::Fault;

/// How many bytes a message may have.
pub const MAX_MESSAGE: usize = 64 << 20;

/// Cuts a stream into lines.
///
/// ```
/// use protocol::Lines;
///
/// let mut lines = Lines::default();
/// lines.push(b"{\"a\":1}\n{\"b\"");
/// assert_eq!(lines.take().unwrap().as_deref(), Some("{\"a\":1}"));
/// assert_eq!(lines.take().unwrap(), None);
/// lines.push(b":2}\n");
/// assert_eq!(lines.take().unwrap().as_deref(), Some("{\"b\":2}"));
/// ```
#[derive(Debug, Default)]
pub struct Lines {
    buffer: Vec<u8>,
    /// Where the line begins that is next.
    start: usize,
    /// Up to where no end of a line was found.
    searched: usize,
}

impl Lines {
    /// Takes more of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        // Moves at most as many bytes as follow the next line, so the total work is linear.
        if self.start > 0 && self.start >= self.buffer.len() / 2 {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next line, without its end; nothing when it is not complete yet.
    pub fn take(&mut self) -> Result<Option<String>, Fault> {
        let found = self.buffer[self.searched..].iter().position(|byte| *byte == b'\n');
        let Some(end) = found.map(|position| self.searched + position) else {
            self.searched = self.buffer.len();
            return if self.buffer.len() - self.start > MAX_MESSAGE { Err(Fault::TooLong) } else { Ok(None) };
        };
        let line = &self.buffer[self.start..end];
        if line.len() > MAX_MESSAGE {
            return Err(Fault::TooLong);
        }
        let text = std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line))
            .map(str::to_owned)
            .map_err(|error| Fault::NotUtf8 { position: error.valid_up_to() });
        self.start = end + 1;
        self.searched = self.start;
        text.map(Some)
    }

    /// What follows the last line end: the stream has ended, and no more will come.
    pub fn rest(&mut self) -> Result<Option<String>, Fault> {
        if self.start == self.buffer.len() {
            return Ok(None);
        }
        self.push(b"\n");
        self.take()
    }
}
