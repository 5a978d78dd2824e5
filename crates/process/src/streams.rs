//! Our ends of the pipes of a child process, none of which ever makes us wait.

use std::{
    fmt,
    io::{self, PipeReader, PipeWriter, Read as _, Write as _},
};

/// How much is read at once: the default capacity of a pipe on Linux.
const CHUNK: usize = 64 << 10;

/// How much is read before other things are looked at: the largest pipe that an unprivileged user can create. A process
/// that writes faster than we read must not starve everything else.
const MAX_READ: usize = 1 << 20;

/// One of the two output streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

impl fmt::Display for Stream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
        })
    }
}

/// Our end of the input. What does not fit into the pipe is kept until there is room.
#[derive(Debug, Default)]
pub struct Input {
    pipe: Option<PipeWriter>,
    /// What is left of what comes before everything else. It may be long, and is not copied.
    beginning: &'static [u8],
    bytes: Vec<u8>,
    written: usize,
    closes: bool,
}

impl Input {
    /// Creates a pipe. Returns the end for the process, and ours.
    pub fn open() -> io::Result<(PipeReader, Input)> {
        let (reader, pipe) = io::pipe()?;
        rustix::io::ioctl_fionbio(&pipe, true)?;
        Ok((reader, Input { pipe: Some(pipe), ..Input::default() }))
    }

    /// Takes what comes before everything else.
    pub fn begin_with(&mut self, bytes: &'static [u8]) {
        self.beginning = bytes;
        self.flush();
    }

    /// Takes bytes, and writes as many of them as there is room for.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.pipe.is_some() {
            self.bytes.extend_from_slice(bytes);
            self.flush();
        }
    }

    /// Closes the pipe once everything is written.
    pub fn close(&mut self) {
        self.closes = true;
        self.flush();
    }

    /// What is to be written next.
    fn left(&self) -> &[u8] {
        match self.beginning {
            [] => self.bytes.get(self.written..).unwrap_or_default(),
            beginning => beginning,
        }
    }

    /// The pipe, if something waits for room in it.
    pub(crate) fn waiting(&self) -> Option<&PipeWriter> {
        self.pipe.as_ref().filter(|_| !self.left().is_empty())
    }

    /// Writes as much as there is room for. A process that no longer reads is not an error here: that it does not
    /// answer is.
    pub(crate) fn flush(&mut self) {
        while let Some(mut pipe) = self.waiting() {
            match pipe.write(self.left()) {
                Ok(count) => match self.beginning.split_at_checked(count) {
                    Some((_, left)) if !self.beginning.is_empty() => self.beginning = left,
                    _ => self.written += count,
                },
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.pipe = None,
            }
        }
        self.bytes.clear();
        self.written = 0;
        // A large message should not be held for ever.
        self.bytes.shrink_to(CHUNK);
        if self.closes {
            self.pipe = None;
        }
    }
}

/// Our end of an output stream.
#[derive(Debug, Default)]
pub struct Output {
    pipe: Option<PipeReader>,
    buffer: Vec<u8>,
}

impl Output {
    /// Creates a pipe. Returns the end for the process, and ours.
    pub fn open() -> io::Result<(PipeWriter, Output)> {
        let (pipe, writer) = io::pipe()?;
        rustix::io::ioctl_fionbio(&pipe, true)?;
        Ok((writer, Output { pipe: Some(pipe), buffer: vec![0; CHUNK] }))
    }

    pub(crate) fn pipe(&self) -> Option<&PipeReader> {
        self.pipe.as_ref()
    }

    /// Whether more may come.
    pub fn is_open(&self) -> bool {
        self.pipe.is_some()
    }

    /// Stops listening.
    pub fn close(&mut self) {
        self.pipe = None;
    }

    /// Takes what is there, in pieces. An empty piece is the end of the stream.
    pub fn read(&mut self, mut take: impl FnMut(&[u8])) {
        let mut total = 0;
        while let Some(pipe) = self.pipe.as_mut().filter(|_| total < MAX_READ) {
            match pipe.read(&mut self.buffer) {
                Ok(count @ 1..) => {
                    take(&self.buffer[..count]);
                    total += count;
                    if count < self.buffer.len() {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Ok(0) | Err(_) => {
                    self.pipe = None;
                    take(&[]);
                }
            }
        }
    }
}
