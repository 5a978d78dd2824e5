//! Starts processes. Everything is checked before anything is done.

use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    fs::{self, File},
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::{self, Stdio},
    time::Duration,
};

use ::process::{execute_exactly, isolate, sealed_input};
use rustix::fs::{Access, access};

use super::{
    CommandError, DEFAULT_GRACE, DEFAULT_LINGER, DEFAULT_OUTPUT_LIMIT, Destination, Encoding, Execution, OnInvalid,
    Source, Stream,
    arguments::command_line,
    completed::Captured,
    environment::Variable,
    lines::Lines,
    options::Output,
    pipes::{OutputPipe, Sink},
    process::Process,
    running::{Limits, Running, ShownCommand},
};
use crate::{log::Level, secret::Scrubber};

/// The search path if `PATH` is not set.
const FALLBACK_PATH: &str = "/usr/bin:/bin";

/// A command that was started, or skipped because of noop.
pub(super) struct Launched<'c> {
    pub(super) shown: ShownCommand,
    /// `None` if nothing was executed because of noop.
    pub(super) running: Option<Running<'c>>,
    pub(super) stdout: Decoding,
    pub(super) stderr: Decoding,
}

/// Starts a process, unless noop forbids it.
pub(super) fn launch(execution: Execution<'_>) -> Result<Launched<'_>, CommandError> {
    let Execution { command, context, arguments, options } = execution;
    let scrubber = context.log().scrubber();
    let name = scrubber.scrub(&command.program.to_string_lossy()).into_owned();
    let arguments = arguments.check(&name, scrubber, options.secrets_in_arguments)?;
    let line = command_line(&name, &arguments.shown);
    // Two adjacent arguments may form a secret.
    let line = scrubber.scrub(&line).into_owned();
    let shown = ShownCommand { line, command: name, arguments: arguments.shown };
    let mut environment = command.environment.clone();
    environment.extend(&options.environment);
    let variables = environment.check(&shown.command, scrubber)?;
    let input = Input::check(
        &shown.command,
        options.stdin.unwrap_or(Source::None),
        options.stdin_encoding.unwrap_or_else(Encoding::of_system),
        &options.stdin_on_invalid.unwrap_or(OnInvalid::Refuse),
        scrubber,
    )?;
    if matches!(options.stdout.destination, Some(Destination::MergeToStdout)) {
        return Err(CommandError::InvalidArgument("stdout cannot be merged into itself".to_owned()));
    }
    let (stdout, stderr) = (Decoding::of(&options.stdout), Decoding::of(&options.stderr));
    if options.noop.unwrap_or_else(|| context.noop()) {
        context.message(Level::Debug, &format!("Skipping execution of '{}' (noop)", shown.line));
        return Ok(Launched { shown, running: None, stdout, stderr });
    }

    let error = |action| {
        let command = shown.command.clone();
        move |source| CommandError::Io { command, action, source }
    };
    let cwd = options.cwd.as_ref().or(command.cwd.as_ref());
    let cwd = cwd.map(|cwd| directory(&shown.command, cwd, scrubber)).transpose()?;
    let path = variables.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
    let path = path.unwrap_or_else(|| env::var_os("PATH"));
    let program = find(&command.program, path.as_deref(), cwd.as_deref())
        .ok_or_else(|| CommandError::NotFound { command: shown.command.clone() })?;

    let stdin = input.connect().map_err(error("open its input"))?;
    let mut outputs = Vec::new();
    let (stdout_end, stderr_end) = (|| {
        let stdout_end = connect(options.stdout, Stream::Stdout, &mut outputs)?;
        let stderr_end = match options.stderr.destination {
            Some(Destination::MergeToStdout) => stdout_end.try_clone()?,
            _ => connect(options.stderr, Stream::Stderr, &mut outputs)?,
        };
        Ok((stdout_end, stderr_end))
    })()
    .map_err(error("open its output"))?;

    context.message(Level::Debug, &format!("Executing '{}'", shown.line));
    let child = {
        // Dropped at the end of the block, because it holds the other ends of the pipes.
        let mut child = process::Command::new(&program);
        child.stdin(stdin).stdout(stdout_end).stderr(stderr_end);
        if let Some(cwd) = &cwd {
            child.current_dir(cwd);
        }
        let words = std::iter::once(command.program.as_os_str()).chain(arguments.revealed.iter().map(AsRef::as_ref));
        let variables = complete_environment(environment.inherits_nothing(), variables);
        isolate(&mut child, &options.run_as)
            .and_then(|()| execute_exactly(&mut child, &program, words, variables))
            .and_then(|()| child.spawn())
    };
    let child = child.map_err(|source| match find(&command.program, path.as_deref(), cwd.as_deref()) {
        // The program was removed in the meantime.
        None => CommandError::NotFound { command: shown.command.clone() },
        Some(_) => error("start it")(source),
    })?;
    let limits = Limits {
        timeout: options.timeout.or(command.timeout),
        output: options.output_limit.unwrap_or(DEFAULT_OUTPUT_LIMIT),
        keeps_end: options.keeps_end,
        grace: options.grace.unwrap_or(DEFAULT_GRACE),
        linger: if options.leaves_behind { Duration::ZERO } else { options.linger.unwrap_or(DEFAULT_LINGER) },
        leaves_behind: options.leaves_behind,
    };
    let running = Running::new(context, shown.clone(), Process::new(child), outputs, limits);
    Ok(Launched { shown, running: Some(running), stdout, stderr })
}

/// How stored output is decoded.
pub(super) struct Decoding {
    is_stored: bool,
    encoding: Encoding,
    on_invalid: OnInvalid,
}

impl Decoding {
    fn of(output: &Output) -> Decoding {
        Decoding {
            is_stored: matches!(output.destination, Some(Destination::Store)),
            encoding: output.encoding.unwrap_or_else(Encoding::of_system),
            on_invalid: output.on_invalid.clone().unwrap_or_else(OnInvalid::replace),
        }
    }

    /// Replaces invalid bytes instead of refusing them.
    pub(super) fn lossy(self) -> Decoding {
        Decoding { on_invalid: OnInvalid::replace(), ..self }
    }

    pub(super) fn decode(
        self,
        bytes: Option<Vec<u8>>,
        stream: Stream,
        shown: &ShownCommand,
    ) -> Result<Option<Captured>, CommandError> {
        if !self.is_stored {
            return Ok(None);
        }
        let encoding = self.encoding;
        encoding
            .decode(bytes.unwrap_or_default(), &self.on_invalid)
            .map(Some)
            .map_err(|_| CommandError::NotInEncoding { command_line: shown.line.clone(), stream, encoding })
    }
}

/// Returns the complete environment of a process: the inherited variables, overridden by those that are set or unset.
fn complete_environment(inherits_nothing: bool, variables: Vec<Variable>) -> BTreeMap<OsString, OsString> {
    let mut environment = if inherits_nothing { BTreeMap::new() } else { env::vars_os().collect() };
    for (name, value) in variables {
        match value {
            Some(value) => environment.insert(name, value),
            None => environment.remove(&name),
        };
    }
    environment
}

/// Returns a working directory as an absolute path.
fn directory(command: &str, directory: &Path, scrubber: &Scrubber) -> Result<PathBuf, CommandError> {
    let absolute = std::path::absolute(directory).and_then(|absolute| {
        let is_directory = fs::metadata(&absolute)?.is_dir();
        if is_directory { Ok(absolute) } else { Err(io::ErrorKind::NotADirectory.into()) }
    });
    absolute.map_err(|source| CommandError::BadCwd {
        command: command.to_owned(),
        directory: scrubber.scrub(&directory.to_string_lossy()).into_owned(),
        source,
    })
}

/// Finds the file to execute: a path is used as it is, a bare name is looked up in `PATH`.
///
/// A relative path is relative to the working directory of the process. Relative entries of `PATH` are skipped, so that
/// the program does not depend on that directory by accident.
fn find(program: &OsStr, path: Option<&OsStr>, cwd: Option<&Path>) -> Option<PathBuf> {
    if program.is_empty() || program.as_bytes().contains(&0) {
        return None;
    }
    if program.as_bytes().contains(&b'/') {
        let program = cwd.map_or_else(|| PathBuf::from(program), |cwd| cwd.join(program));
        return Some(program).filter(|program| is_executable(program));
    }
    let directories = env::split_paths(path.unwrap_or(OsStr::new(FALLBACK_PATH)));
    directories
        .filter(|directory| directory.is_absolute())
        .map(|directory| directory.join(program))
        .find(|candidate| is_executable(candidate))
}

/// Whether a path is a file that we may execute.
pub fn is_executable(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}

/// Checked input.
enum Input {
    Bytes(Vec<u8>),
    Io(File),
    Path(PathBuf),
    Null,
}

impl Input {
    fn check(
        command: &str,
        source: Source,
        encoding: Encoding,
        on_invalid: &OnInvalid,
        scrubber: &Scrubber,
    ) -> Result<Input, CommandError> {
        let text = match source {
            Source::None => return Ok(Input::Null),
            Source::Bytes(bytes) => return Ok(Input::Bytes(bytes.0)),
            Source::Io(file) => return Ok(Input::Io(file)),
            Source::Path(path) => return Ok(Input::Path(path)),
            Source::Value(text) => text,
        };
        let revealed = text.reveal().map_err(|found| {
            CommandError::InvalidArgument(format!("the stdin of '{command}' must be a text or bytes, got {found}"))
        })?;
        revealed.teach(scrubber);
        let bytes = match revealed.text.to_str() {
            Some(given) if !text.is_binary() => encoding.encode(given, on_invalid).map_err(|_| {
                CommandError::InvalidArgument(format!(
                    "the stdin of '{command}' contains a character that {encoding} does not have"
                ))
            })?,
            _ => revealed.text.as_bytes().to_vec(),
        };
        // If the process echoes its input, it uses this encoding.
        if revealed.secret && bytes != revealed.text.as_bytes() {
            scrubber.learn_bytes(&bytes);
        }
        Ok(Input::Bytes(bytes))
    }

    fn connect(self) -> io::Result<Stdio> {
        match self {
            Input::Null => Ok(Stdio::null()),
            Input::Io(file) => Ok(file.into()),
            Input::Path(path) => Ok(File::open(path)?.into()),
            Input::Bytes(bytes) if bytes.is_empty() => Ok(Stdio::null()),
            Input::Bytes(bytes) => Ok(sealed_input(&bytes)?.into()),
        }
    }
}

/// The writing end of a stream.
enum OutputEnd {
    Null,
    File(File),
    Pipe(io::PipeWriter),
}

impl OutputEnd {
    fn try_clone(&self) -> io::Result<OutputEnd> {
        Ok(match self {
            OutputEnd::Null => OutputEnd::Null,
            OutputEnd::File(file) => OutputEnd::File(file.try_clone()?),
            OutputEnd::Pipe(pipe) => OutputEnd::Pipe(pipe.try_clone()?),
        })
    }
}

impl From<OutputEnd> for Stdio {
    fn from(end: OutputEnd) -> Stdio {
        match end {
            OutputEnd::Null => Stdio::null(),
            OutputEnd::File(file) => file.into(),
            OutputEnd::Pipe(pipe) => pipe.into(),
        }
    }
}

fn connect(output: Output, stream: Stream, outputs: &mut Vec<OutputPipe>) -> io::Result<OutputEnd> {
    let sink = match output.destination {
        // Merging is done by the caller.
        None | Some(Destination::Discard | Destination::MergeToStdout) => return Ok(OutputEnd::Null),
        Some(Destination::Io(file)) => return Ok(OutputEnd::File(file)),
        Some(Destination::Path(path)) => return Ok(OutputEnd::File(File::create(path)?)),
        Some(Destination::Log(level)) => {
            Sink::Log(level, Lines::new(output.encoding.unwrap_or_else(Encoding::of_system)))
        }
        Some(Destination::Store) => Sink::Store(Vec::new()),
    };
    let (reader, writer) = io::pipe()?;
    rustix::io::ioctl_fionbio(&reader, true)?;
    outputs.push(OutputPipe { stream, sink, pipe: Some(reader) });
    Ok(OutputEnd::Pipe(writer))
}
