//! The pipes of a process, none of which ever makes us wait.

use std::io::{self, PipeReader, PipeWriter, Read, Write};

/// How much is read at once.
const CHUNK: usize = 64 << 10;

/// How much is read at a time: a process that writes faster than we read must not starve everything else.
const MAX_READ: usize = 1 << 20;

/// What goes to the process.
pub(super) struct Input {
    pipe: Option<PipeWriter>,
    /// What is left of what comes before all messages. It may be long, and is not copied.
    beginning: &'static [u8],
    bytes: Vec<u8>,
    written: usize,
    closes: bool,
}

impl Input {
    pub(super) fn open() -> io::Result<(PipeReader, Input)> {
        let (reader, pipe) = io::pipe()?;
        rustix::io::ioctl_fionbio(&pipe, true)?;
        Ok((reader, Input { pipe: Some(pipe), beginning: &[], bytes: Vec::new(), written: 0, closes: false }))
    }

    /// Takes what comes before all messages.
    pub(super) fn begin_with(&mut self, bytes: &'static [u8]) {
        self.beginning = bytes;
        let _ = self.flush();
    }

    /// Takes bytes, and writes as many of them as there is room for.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.pipe.is_some() {
            self.bytes.extend_from_slice(bytes);
            let _ = self.flush();
        }
    }

    /// What is to be written next.
    fn left(&self) -> &[u8] {
        match self.beginning {
            [] => self.bytes.get(self.written..).unwrap_or_default(),
            beginning => beginning,
        }
    }

    /// Closes the pipe once everything is written.
    pub(super) fn close(&mut self) {
        self.closes = true;
        let _ = self.flush();
    }

    /// The pipe, if something waits for room in it.
    pub(super) fn waiting(&self) -> Option<&PipeWriter> {
        self.pipe.as_ref().filter(|_| !self.left().is_empty())
    }

    /// Writes as much as there is room for. A process that no longer reads is not an error here: that it does not
    /// answer is.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        while let Some(mut pipe) = self.waiting() {
            match pipe.write(self.left()) {
                Ok(count) => match self.beginning.split_at_checked(count) {
                    Some((_, left)) if !self.beginning.is_empty() => self.beginning = left,
                    _ => self.written += count,
                },
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => {
                    self.pipe = None;
                    return Err(error);
                }
            }
        }
        self.bytes.clear();
        self.written = 0;
        // A large message should not be held for ever.
        self.bytes.shrink_to(CHUNK);
        if self.closes {
            self.pipe = None;
        }
        Ok(())
    }
}

/// What comes from the process.
pub(super) struct Output {
    pipe: Option<PipeReader>,
    buffer: Vec<u8>,
}

impl Output {
    pub(super) fn open() -> io::Result<(PipeWriter, Output)> {
        let (pipe, writer) = io::pipe()?;
        rustix::io::ioctl_fionbio(&pipe, true)?;
        Ok((writer, Output { pipe: Some(pipe), buffer: vec![0; CHUNK] }))
    }

    /// The pipe, unless it has ended.
    pub(super) fn pipe(&self) -> Option<&PipeReader> {
        self.pipe.as_ref()
    }

    /// Whether nothing more will come.
    pub(super) fn is_closed(&self) -> bool {
        self.pipe.is_none()
    }

    /// Listens no longer.
    pub(super) fn close(&mut self) {
        self.pipe = None;
    }

    /// Takes what is there.
    pub(super) fn read(&mut self, mut take: impl FnMut(&[u8])) {
        let mut total = 0;
        while let Some(pipe) = self.pipe.as_mut().filter(|_| total < MAX_READ) {
            match pipe.read(&mut self.buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    take(&self.buffer[..count]);
                    total += count;
                    if count < self.buffer.len() {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.pipe = None,
            }
        }
    }
}
