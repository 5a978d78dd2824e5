//! Runs programs for resources, in the environment that Puppet gives them.
//!
//! A command line is split into words unless it needs a shell. Output is captured, both streams together; processes
//! that a program leaves behind keep running.

use std::{
    env, io,
    path::{Path, PathBuf},
};

use pcore::Value;
use resource_api::{
    Command, CommandError, Context, Failure, Outcome,
    command::{Destination, Encoding, Execution, OnInvalid, is_executable},
};

/// Characters that have a meaning in a shell.
const SHELL_CHARACTERS: &str = "*?{}[]<>()~&|\\$;'`\"\n#";

/// Words that only a shell can run as a command.
const SHELL_KEYWORDS: [&str; 29] = [
    "!", ".", ":", "break", "case", "continue", "do", "done", "elif", "else", "esac", "eval", "exec", "exit", "export",
    "fi", "for", "if", "in", "readonly", "return", "set", "shift", "then", "times", "trap", "unset", "until", "while",
];

/// Variables about the user who started us, which are removed.
const USER_VARIABLES: [&str; 3] = ["HOME", "USER", "LOGNAME"];

/// Directories with system programs that may be missing in `PATH`.
const SYSTEM_DIRECTORIES: [&str; 2] = ["/usr/sbin", "/sbin"];

/// How many bytes of output are kept.
const MAX_OUTPUT: usize = 64 * 1024 * 1024;

/// The variable that passes a secret command to the shell, and the script that runs it.
const SECRET_COMMAND: &str = "BUNRAKU_COMMAND";
const SECRET_SCRIPT: &str = "command=$BUNRAKU_COMMAND; unset BUNRAKU_COMMAND; eval \"$command\"";

/// A program that should have answered a question was ended by a signal.
#[derive(Debug, thiserror::Error)]
#[error("it was ended by a signal, so its answer is unknown")]
pub(crate) struct EndedBySignal;

pub(crate) struct ProgramResult {
    pub(crate) exit_code: Option<i32>,
    /// The output of both streams, in the order in which it was written.
    pub(crate) output: String,
}

impl ProgramResult {
    /// The exit code as text; empty if a signal ended the program.
    pub(crate) fn code(&self) -> String {
        self.exit_code.map(|code| code.to_string()).unwrap_or_default()
    }

    /// Whether it answers yes. A program that a signal ended has not answered: another user can kill what runs with
    /// their rights.
    pub(crate) fn answer(&self) -> Result<bool, EndedBySignal> {
        self.exit_code.map(|code| code == 0).ok_or(EndedBySignal)
    }

    pub(crate) fn is_success(&self) -> bool {
        self.exit_code == Some(0)
    }

    /// The output of a command line that must succeed.
    pub(crate) fn checked(self, line: &[String]) -> Outcome<String> {
        if self.is_success() {
            return Ok(self.output);
        }
        let (shown, code, output) = (line.join(" "), self.code(), self.output.trim());
        Err(Failure::new(format!("Execution of '{shown}' returned {code}: {output}")))
    }
}

/// Splits a command into program and arguments, or wraps it in a shell if it needs one.
pub(crate) fn command_line(text: &str) -> Vec<String> {
    if needs_shell(text) {
        return vec!["/bin/sh".to_owned(), "-c".to_owned(), text.to_owned()];
    }
    text.split([' ', '\t']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

pub(crate) fn needs_shell(command: &str) -> bool {
    let first = command.split([' ', '\t']).find(|word| !word.is_empty()).unwrap_or_default();
    command.contains(|character| SHELL_CHARACTERS.contains(character))
        || first.split('/').next().is_some_and(|start| start.contains('='))
        || SHELL_KEYWORDS.contains(&first)
}

/// A program with its arguments, to be configured further.
pub(crate) fn execution<'c>(context: &'c Context, line: &[String]) -> Execution<'c> {
    let (program, arguments) = line.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let execution = Command::new(program)
        .run(context, arguments)
        .stdout(Destination::Store)
        .stdout_encoding(Encoding::Utf8, OnInvalid::replace())
        .stderr(Destination::MergeToStdout)
        .environment("PATH", system_path())
        .ignore_exit_code()
        .output_limit(MAX_OUTPUT)
        .keep_end()
        .allow_secrets_in_arguments()
        .leave_behind()
        .noop(false);
    USER_VARIABLES.iter().fold(execution, |execution, name| execution.unset(name))
}

/// Hides a secret command line in an environment variable of a shell, since every user can read the arguments of
/// processes.
pub(crate) fn hide_in_environment(line: &[String]) -> (Vec<String>, (&'static str, Value)) {
    let script = match line {
        [shell, option, script] if shell == "/bin/sh" && option == "-c" => script.clone(),
        words => format!("exec {}", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")),
    };
    let shell = ["/bin/sh", "-c", SECRET_SCRIPT].map(str::to_owned).to_vec();
    (shell, (SECRET_COMMAND, Value::sensitive(script.into())))
}

/// Quotes a word for a shell.
pub(crate) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Runs a program. If it cannot be started, the result is a failure with the reason as its output. It is an error if it
/// times out, or if the system lacks resources to start it.
///
/// It runs in the root directory: tools that read settings from the current directory (`npm`, for instance) would
/// otherwise use those of another user.
pub(crate) fn execute<'c>(
    context: &'c Context,
    line: &[String],
    complete: impl Fn(Execution<'c>) -> Result<Execution<'c>, CommandError>,
) -> Outcome<ProgramResult> {
    Ok(execute_here(context, line, |execution| complete(execution.cwd("/")))?)
}

/// Like [`execute`], in our own directory or in one that `complete` sets.
pub(crate) fn execute_here<'c>(
    context: &'c Context,
    line: &[String],
    complete: impl Fn(Execution<'c>) -> Result<Execution<'c>, CommandError>,
) -> Result<ProgramResult, CommandError> {
    let started = |line: &[String]| complete(execution(context, line))?.execute();
    let completed = match started(line) {
        // A script without an interpreter line is run by the shell.
        Err(CommandError::Io { source, .. }) if is_unknown_format(&source) => {
            let mut shell_line = vec!["/bin/sh".to_owned()];
            shell_line.extend_from_slice(line);
            started(&shell_line)
        }
        completed => completed,
    };
    match completed {
        Ok(completed) => {
            Ok(ProgramResult { exit_code: completed.exit_code, output: completed.stdout_text().into_owned() })
        }
        Err(error @ CommandError::TimedOut { .. }) => Err(error),
        // Then nothing is known about the program, not even whether it would have failed.
        Err(error) if error.is_shortage() => Err(error),
        Err(error) => {
            let reason = start_failure(&error, line.first().map(String::as_str).unwrap_or_default());
            let output = format!("Error: Could not execute posix command: {reason}\n");
            Ok(ProgramResult { exit_code: Some(1), output })
        }
    }
}

/// The path of a system program.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    env::split_paths(&system_path()).map(|directory| directory.join(program)).find(|path| is_executable(path))
}

/// Fails if one of these system programs is missing.
pub(crate) fn require(programs: &[&str]) -> Result<(), String> {
    require_if(programs, |program| find(program).is_some())
}

/// Fails if there is no file at one of these paths of programs.
pub(crate) fn require_files(paths: &[&str]) -> Result<(), String> {
    require_if(paths, |path| Path::new(path).is_file())
}

fn require_if(programs: &[&str], exists: impl Fn(&str) -> bool) -> Result<(), String> {
    match programs.iter().find(|program| !exists(program)) {
        Some(missing) => Err(format!("there is no {missing}")),
        None => Ok(()),
    }
}

/// Runs a system program, and fails with its output if it does not succeed.
pub(crate) fn run_checked(context: &Context, program: &str, arguments: &[impl AsRef<str>]) -> Outcome {
    run_checked_with_input(context, program, arguments, String::new())
}

/// Like [`run_checked`], with input for the program, which may be secret.
pub(crate) fn run_checked_with_input(
    context: &Context,
    program: &str,
    arguments: &[impl AsRef<str>],
    input: String,
) -> Outcome {
    let path = find(program).map_or_else(|| program.to_owned(), |path| path.display().to_string());
    let line: Vec<String> =
        std::iter::once(path).chain(arguments.iter().map(|argument| argument.as_ref().to_owned())).collect();
    let ended = execute(context, &line, |execution| {
        let execution = in_english(execution)?;
        Ok(if input.is_empty() { execution } else { execution.stdin(input.clone()) })
    })?;
    if ended.is_success() {
        return Ok(());
    }
    let (line, code) = (line.join(" "), ended.code());
    Err(Failure::new(format!("Execution of '{line}' returned {code}: {}", ended.output.trim_end())))
}

/// Configures a program whose output is parsed: in English, without stderr.
pub(crate) fn discarding_stderr(execution: Execution<'_>) -> Result<Execution<'_>, CommandError> {
    Ok(in_english(execution)?.stderr(Destination::Discard))
}

/// Configures a program to use English.
pub(crate) fn in_english(execution: Execution<'_>) -> Result<Execution<'_>, CommandError> {
    Ok(execution.environment("LANG", "C").environment("LC_ALL", "C"))
}

/// Our `PATH` with the directories of system programs.
fn system_path() -> String {
    let mut path = env::var("PATH").unwrap_or_default();
    for directory in SYSTEM_DIRECTORIES {
        if !path.split(':').any(|known| known == directory) {
            if !path.is_empty() {
                path.push(':');
            }
            path.push_str(directory);
        }
    }
    path
}

fn is_unknown_format(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error())
}

/// Why a program could not be started, in the words that operators know from Ruby.
fn start_failure(error: &CommandError, program: &str) -> String {
    match error {
        CommandError::NotFound { .. } => format!("No such file or directory - {program}"),
        CommandError::Io { source, .. } => format!("{} - {program}", crate::file::reason(source)),
        CommandError::InvalidArgument(reason) => reason.clone(),
        other => other.to_string(),
    }
}
