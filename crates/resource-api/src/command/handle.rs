//! A process in the background.

use std::{
    fmt,
    io::{self, Cursor, PipeWriter, Read, Write},
    time::{Duration, Instant},
};

use super::{
    Captured, CommandError, Completed, Encoding, OnInvalid, Stream,
    error::FailedCommand,
    process::Exit,
    running::{Running, Shown},
};
use crate::{Context, log::Level};

/// A process that was started in the background.
///
/// Everything happens in the thread that owns the handle: whenever it reads, writes, waits or asks, all streams of the
/// process are served and what is to be logged is logged. Output that nobody has read yet is kept, up to the
/// [`output_limit`](super::Execution::output_limit), so writing much before reading does not block forever.
///
/// A handle that is dropped stops its process and everything that this one started.
pub struct Handle<'c> {
    context: &'c Context,
    shown: Shown,
    /// `None`: nothing was executed, because of noop.
    running: Option<Running<'c>>,
    stdout: Interpretation,
    stderr: Interpretation,
    /// Whether the end has been told.
    told: bool,
}

/// How stored output is to be read.
pub(super) struct Interpretation {
    pub(super) stored: bool,
    pub(super) encoding: Encoding,
    pub(super) on_invalid: OnInvalid,
}

impl<'c> Handle<'c> {
    pub(super) fn new(
        context: &'c Context,
        shown: Shown,
        running: Option<Running<'c>>,
        stdout: Interpretation,
        stderr: Interpretation,
    ) -> Handle<'c> {
        Handle { context, shown, running, stdout, stderr, told: false }
    }

    /// The input of the process, when it is a pipe.
    pub fn stdin(&mut self) -> Writer<'_, 'c> {
        Writer { handle: self }
    }

    /// Closes the input, so that the process reads its end.
    pub fn close_stdin(&mut self) {
        if let Some(running) = &mut self.running {
            running.close_inlet();
        }
    }

    /// The standard output of the process as bytes, when it is a pipe.
    pub fn stdout(&mut self) -> Reader<'_, 'c> {
        Reader { handle: self, stream: Stream::Stdout }
    }

    /// The standard error of the process as bytes, when it is a pipe.
    pub fn stderr(&mut self) -> Reader<'_, 'c> {
        Reader { handle: self, stream: Stream::Stderr }
    }

    /// Hands over the input, to be written in another thread.
    pub fn take_stdin(&mut self) -> io::Result<Option<PipeWriter>> {
        self.running.as_mut().map_or(Ok(None), Running::take_inlet)
    }

    /// Hands over the standard output, to be read in another thread. It may stay open after the end of the process,
    /// when another process has it.
    pub fn take_stdout(&mut self) -> io::Result<Option<impl Read + Send + 'static>> {
        self.take_outlet(Stream::Stdout)
    }

    /// Hands over the standard error; see [`take_stdout`](Handle::take_stdout).
    pub fn take_stderr(&mut self) -> io::Result<Option<impl Read + Send + 'static>> {
        self.take_outlet(Stream::Stderr)
    }

    fn take_outlet(&mut self, stream: Stream) -> io::Result<Option<impl Read + Send + 'static>> {
        let Some(running) = &mut self.running else { return Ok(None) };
        Ok(running.take_outlet(stream)?.map(|(begun, pipe)| Cursor::new(begun).chain(pipe)))
    }

    /// The number of the process; `None` when nothing was executed because of noop.
    pub fn id(&self) -> Option<u32> {
        self.running.as_ref().map(Running::id)
    }

    /// Whether the process is still at work.
    pub fn is_alive(&mut self) -> Result<bool, CommandError> {
        Ok(!self.has_exited()?)
    }

    /// Whether the process has ended.
    pub fn has_exited(&mut self) -> Result<bool, CommandError> {
        self.running.as_mut().map_or(Ok(true), |running| Ok(running.advance()?.is_some()))
    }

    /// The exit code of a process that has been seen to end; `None` before, and when a signal ended it.
    pub fn exit_code(&self) -> Option<i32> {
        self.exit().and_then(|exit| exit.code)
    }

    /// The signal that ended the process.
    pub fn signal(&self) -> Option<i32> {
        self.exit().and_then(|exit| exit.signal)
    }

    fn exit(&self) -> Option<Exit> {
        self.running.as_ref().map_or(Some(Exit { code: Some(0), signal: None }), Running::exit)
    }

    /// Closes the input, and waits until the process has ended. Another exit code than 0 is not an error here.
    ///
    /// Stored output is handed over once, by whoever waits first.
    pub fn wait(&mut self) -> Result<Completed, CommandError> {
        if let Some(running) = &mut self.running {
            running.close_inlet();
            running.finish(None)?;
        }
        self.complete()
    }

    /// Waits until the process has ended, but not longer than the given time: then the error is
    /// [`TimedOut`](CommandError::TimedOut), and the process goes on.
    pub fn poll_for_exit(&mut self, time: Duration) -> Result<Completed, CommandError> {
        if let Some(running) = &mut self.running
            && !running.finish(Instant::now().checked_add(time))?
        {
            return Err(CommandError::TimedOut { command_line: self.shown.line.clone(), after: time });
        }
        self.complete()
    }

    /// Ends the process and everything it started: it is asked to (`SIGTERM`), and killed (`SIGKILL`) when it has not
    /// ended after the [`grace`](super::Execution::grace). A process that has ended already is left as it is.
    pub fn stop(&mut self) -> Result<Completed, CommandError> {
        if let Some(running) = &mut self.running {
            running.stop();
            if running.exit().is_none() {
                return Err(CommandError::Io {
                    command: self.shown.command.clone(),
                    action: "stop it",
                    source: io::Error::other(format!("process {} does not end", running.id())),
                });
            }
        }
        self.complete()
    }

    /// Throws away what was not read, and waits for the end.
    pub(super) fn conclude(&mut self) -> Result<Completed, CommandError> {
        if let Some(running) = &mut self.running {
            running.discard_unread();
        }
        self.wait()
    }

    /// Makes another exit code than 0 an error.
    pub(super) fn check(&self, completed: Completed) -> Result<Completed, CommandError> {
        if completed.is_success() {
            return Ok(completed);
        }
        Err(CommandError::Failed(Box::new(FailedCommand {
            command: self.shown.command.clone(),
            args: self.shown.arguments.clone(),
            command_line: self.shown.line.clone(),
            exit_code: completed.exit_code,
            signal: completed.signal,
            stdout: completed.stdout,
            stderr: completed.stderr,
        })))
    }

    fn complete(&mut self) -> Result<Completed, CommandError> {
        let exit = self.exit();
        let mut completed = Completed {
            exit_code: exit.and_then(|exit| exit.code),
            signal: exit.and_then(|exit| exit.signal),
            ..Completed::default()
        };
        // A failure is worth more than a complaint about how it is written.
        let lenient = !completed.is_success();
        completed.stdout = self.captured(Stream::Stdout, lenient)?;
        completed.stderr = self.captured(Stream::Stderr, lenient)?;
        if completed.is_success() && self.running.is_some() && !self.told {
            self.context.message(Level::Debug, &format!("Successfully executed '{}'", self.shown.line));
        }
        self.told = true;
        Ok(completed)
    }

    fn captured(&mut self, stream: Stream, lenient: bool) -> Result<Option<Captured>, CommandError> {
        let interpretation = match stream {
            Stream::Stdout => &self.stdout,
            Stream::Stderr => &self.stderr,
        };
        if !interpretation.stored {
            return Ok(None);
        }
        let bytes = self.running.as_mut().and_then(|running| running.take_stored(stream)).unwrap_or_default();
        let replace = OnInvalid::replace();
        let on_invalid = if lenient { &replace } else { &interpretation.on_invalid };
        let encoding = interpretation.encoding;
        encoding.decode(bytes, on_invalid).map(Some).map_err(|_| CommandError::NotInEncoding {
            command_line: self.shown.line.clone(),
            stream,
            encoding,
        })
    }
}

impl Drop for Handle<'_> {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            running.abandon();
        }
    }
}

impl fmt::Debug for Handle<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Handle").field("command_line", &self.shown.line).field("id", &self.id()).finish()
    }
}

/// Writes to the input of a process.
///
/// Nothing is buffered. A process that has ended, or that does not read any more, is a
/// [`BrokenPipe`](io::ErrorKind::BrokenPipe).
#[derive(Debug)]
pub struct Writer<'h, 'c> {
    handle: &'h mut Handle<'c>,
}

impl Write for Writer<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.handle.running {
            Some(running) => running.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads what a process writes.
#[derive(Debug)]
pub struct Reader<'h, 'c> {
    handle: &'h mut Handle<'c>,
    stream: Stream,
}

impl Read for Reader<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match &mut self.handle.running {
            Some(running) => running.read(self.stream, into),
            None => Ok(0),
        }
    }
}
