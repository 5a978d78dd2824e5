//! Starts processes. Everything is checked before anything is done.

use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    fs::{self, File},
    io,
    os::{fd::OwnedFd, unix::ffi::OsStrExt},
    path::{Path, PathBuf},
    process::{self, Stdio},
};

use ::process::{
    AfterExit, Child, Completion, Input as StdinPipe, Output as OutputPipe, execute_exactly, isolate, sealed_input,
};
use rustix::fs::{Access, access};

use super::{
    CommandError, DEFAULT_GRACE, DEFAULT_LINGER, DEFAULT_OUTPUT_LIMIT, Destination, Encoding, Execution, OnInvalid,
    ShownCommand, Source, Stream,
    arguments::command_line,
    completed::Captured,
    environment::Variable,
    options::Output,
    outputs::{Outputs, Sink},
};
use crate::{log::Level, secret::Scrubber, whole_file::TrustedDir};

/// The search path if `PATH` is not set.
const FALLBACK_PATH: &str = "/usr/bin:/bin";

/// A command that was started, or skipped because of noop.
pub(super) struct Launched<'c> {
    pub(super) shown: ShownCommand,
    /// `None` if nothing was executed because of noop.
    pub(super) running: Option<(Child, Completion, Outputs<'c>)>,
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
    // A process of root enters what was checked. That of another user may be led where that user likes.
    let is_roots = options.run_as.user.is_none_or(|user| user == 0) && rustix::process::geteuid().is_root();
    let cwd = cwd.map(|cwd| directory(&shown.command, cwd, is_roots, scrubber)).transpose()?;
    let (cwd, opened) = cwd.unzip();
    let opened = opened.flatten();
    let path = variables.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
    let path = path.unwrap_or_else(|| env::var_os("PATH"));
    let program = find(&command.program, path.as_deref(), cwd.as_deref())
        .ok_or_else(|| CommandError::NotFound { command: shown.command.clone() })?;

    let stdin = input.connect().map_err(error("open its input"))?;
    let outputs = Outputs {
        context,
        shown: shown.clone(),
        stdout: Sink::new(options.stdout.destination.as_ref(), options.stdout.encoding),
        stderr: Sink::new(options.stderr.destination.as_ref(), options.stderr.encoding),
        limit: options.output_limit.unwrap_or(DEFAULT_OUTPUT_LIMIT),
        keeps_end: options.keeps_end,
        is_cut: false,
    };
    let ((stdout_end, stdout_pipe), (stderr_end, stderr_pipe)) = (|| {
        let stdout = connect(options.stdout, &outputs.stdout)?;
        let stderr = match options.stderr.destination {
            Some(Destination::MergeToStdout) => (stdout.0.try_clone()?, OutputPipe::default()),
            _ => connect(options.stderr, &outputs.stderr)?,
        };
        Ok((stdout, stderr))
    })()
    .map_err(error("open its output"))?;

    context.message(Level::Debug, &format!("Executing '{}'", shown.line));
    let mut child = process::Command::new(&program);
    child.stdin(stdin).stdout(stdout_end).stderr(stderr_end);
    match (&opened, &cwd) {
        (Some(opened), _) => drop(child.current_dir(opened.proc_path())),
        (None, Some(cwd)) => drop(child.current_dir(cwd)),
        (None, None) => {}
    }
    let words = std::iter::once(command.program.as_os_str()).chain(arguments.revealed.iter().map(AsRef::as_ref));
    let variables = complete_environment(environment.inherits_nothing(), variables);
    let child = isolate(&mut child, &options.run_as)
        .and_then(|isolated| execute_exactly(&mut child, &program, words, variables).map(|()| isolated))
        .and_then(|isolated| Child::start(&mut child, &isolated, StdinPipe::default(), stdout_pipe, stderr_pipe));
    let child = child.map_err(|source| match find(&command.program, path.as_deref(), cwd.as_deref()) {
        // The program was removed in the meantime.
        None => CommandError::NotFound { command: shown.command.clone() },
        Some(_) => error("start it")(source),
    })?;
    let completion = Completion {
        time: options.timeout.or(command.timeout),
        grace: options.grace.unwrap_or(DEFAULT_GRACE),
        after_exit: match options.leaves_behind {
            true => AfterExit::Leave,
            false => AfterExit::Kill(options.linger.unwrap_or(DEFAULT_LINGER)),
        },
    };
    Ok(Launched { shown, running: Some((child, completion, outputs)), stdout, stderr })
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
        bytes: Vec<u8>,
        stream: Stream,
        shown: &ShownCommand,
    ) -> Result<Option<Captured>, CommandError> {
        if !self.is_stored {
            return Ok(None);
        }
        let encoding = self.encoding;
        encoding.decode(bytes, &self.on_invalid).map(Some).map_err(|_| CommandError::NotInEncoding {
            command_line: shown.line.clone(),
            stream,
            encoding,
        })
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

/// Returns a working directory as an absolute path. For a process of root it is opened, through links that no other user
/// could have made.
fn directory(
    command: &str,
    directory: &Path,
    is_roots: bool,
    scrubber: &Scrubber,
) -> Result<(PathBuf, Option<TrustedDir>), CommandError> {
    let absolute = std::path::absolute(directory).and_then(|absolute| {
        if is_roots {
            let opened = TrustedDir::open(&absolute)?;
            return Ok((absolute, Some(opened)));
        }
        let is_directory = fs::metadata(&absolute)?.is_dir();
        if is_directory { Ok((absolute, None)) } else { Err(io::ErrorKind::NotADirectory.into()) }
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

/// Opens the end of a stream for the process, and ours if its output is taken here.
fn connect(output: Output, sink: &Sink) -> io::Result<(OwnedFd, OutputPipe)> {
    let end = match output.destination {
        Some(Destination::Io(file)) => file.into(),
        Some(Destination::Path(path)) => File::create(path)?.into(),
        _ if matches!(sink, Sink::Elsewhere) => null()?,
        _ => {
            let (end, pipe) = OutputPipe::open()?;
            return Ok((end.into(), pipe));
        }
    };
    Ok((end, OutputPipe::default()))
}

fn null() -> io::Result<OwnedFd> {
    Ok(File::options().write(true).open("/dev/null")?.into())
}
