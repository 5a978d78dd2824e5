//! The streams of a running process that are pipes of its handle.

use std::{
    io::{self, PipeReader, PipeWriter, Write},
    mem,
};

use super::Running;
use crate::command::{CommandError, Stream, pipes::Sink};

impl Running<'_> {
    /// Reads a stream that belongs to the handle. While it waits, everything else is kept going.
    pub(in crate::command) fn read(&mut self, stream: Stream, into: &mut [u8]) -> io::Result<usize> {
        let outlets = &self.outlets;
        let position =
            outlets.iter().position(|outlet| outlet.stream == stream && matches!(outlet.sink, Sink::Handle { .. }));
        let Some(index) = position else {
            let message = format!("{stream} of '{}' is not connected to the handle", self.shown.line);
            return Err(io::Error::new(io::ErrorKind::NotConnected, message));
        };
        loop {
            let outlet = &mut self.outlets[index];
            let open = outlet.pipe.is_some();
            if let Sink::Handle { unread, position } = &mut outlet.sink {
                let rest = &unread[*position..];
                if !rest.is_empty() || !open || into.is_empty() {
                    let length = rest.len().min(into.len());
                    into[..length].copy_from_slice(&rest[..length]);
                    *position += length;
                    if *position == unread.len() {
                        unread.clear();
                        *position = 0;
                    }
                    return Ok(length);
                }
            }
            self.step(false, None).map_err(io_error)?;
        }
    }

    /// Writes to the input of the process. While it waits, everything else is kept going.
    pub(in crate::command) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            let Some(pipe) = &mut self.inlet else {
                let message = format!("stdin of '{}' is not connected to the handle, or closed", self.shown.line);
                return Err(io::Error::new(io::ErrorKind::BrokenPipe, message));
            };
            match pipe.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return result,
            }
            self.step(true, None).map_err(io_error)?;
        }
    }

    /// Lets the process see the end of its input.
    pub(in crate::command) fn close_inlet(&mut self) {
        self.inlet = None;
    }

    /// Hands out the input of the process, for use in another thread.
    pub(in crate::command) fn take_inlet(&mut self) -> io::Result<Option<PipeWriter>> {
        let Some(pipe) = self.inlet.take() else { return Ok(None) };
        rustix::io::ioctl_fionbio(&pipe, false)?;
        Ok(Some(pipe))
    }

    /// Hands out a stream of the process, for use in another thread.
    pub(in crate::command) fn take_outlet(&mut self, stream: Stream) -> io::Result<Option<(Vec<u8>, PipeReader)>> {
        for outlet in &mut self.outlets {
            if let Sink::Handle { unread, position } = &mut outlet.sink
                && outlet.stream == stream
                && let Some(pipe) = outlet.pipe.take()
            {
                rustix::io::ioctl_fionbio(&pipe, false)?;
                let mut begun = mem::take(unread);
                begun.drain(..mem::take(position));
                return Ok(Some((begun, pipe)));
            }
        }
        Ok(None)
    }

    /// Hands out what was stored of a stream; `None` when it is not stored.
    pub(in crate::command) fn take_stored(&mut self, stream: Stream) -> Option<Vec<u8>> {
        self.outlets.iter_mut().find(|outlet| outlet.stream == stream).and_then(|outlet| match &mut outlet.sink {
            Sink::Store(bytes) => Some(mem::take(bytes)),
            Sink::Log(..) | Sink::Handle { .. } | Sink::Discard => None,
        })
    }

    /// Throws away what the handle has not read, now and later.
    pub(in crate::command) fn discard_unread(&mut self) {
        for outlet in &mut self.outlets {
            if matches!(outlet.sink, Sink::Handle { .. }) {
                outlet.sink = Sink::Discard;
            }
        }
    }
}

fn io_error(error: CommandError) -> io::Error {
    let kind = match error {
        CommandError::TimedOut { .. } => io::ErrorKind::TimedOut,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, error)
}
