//! Programs that resources have executed for them, in the surroundings that Puppet gives them.
//!
//! A text is a program with its arguments, unless it takes a shell to understand it. What a program writes is kept, both
//! streams in one; what it leaves behind goes on.

use std::{env, io, path::PathBuf};

use pcore::Value;
use resource_api::{
    Command, CommandError, Context, Failure, Outcome,
    command::{Destination, Encoding, Execution, OnInvalid, is_executable},
};

/// Characters that mean something to a shell.
const MEANINGFUL: &str = "*?{}[]<>()~&|\\$;'`\"\n#";

/// Words that only a shell knows when they stand first.
const OF_THE_SHELL: [&str; 29] = [
    "!", ".", ":", "break", "case", "continue", "do", "done", "elif", "else", "esac", "eval", "exec", "exit", "export",
    "fi", "for", "if", "in", "readonly", "return", "set", "shift", "then", "times", "trap", "unset", "until", "while",
];

/// Variables that tell who started us, which is none of the program's business.
const OF_USERS: [&str; 3] = ["HOME", "USER", "LOGNAME"];

/// Where programs of the system are that not every `PATH` names.
const OF_THE_SYSTEM: [&str; 2] = ["/usr/sbin", "/sbin"];

/// How much is kept of what a program writes.
const MOST_OUTPUT: usize = 64 * 1024 * 1024;

/// The variable in which a secret command reaches the shell, and what the shell does with it.
const SECRET_COMMAND: &str = "BUNRAKU_COMMAND";
const SECRET_SCRIPT: &str = "command=$BUNRAKU_COMMAND; unset BUNRAKU_COMMAND; eval \"$command\"";

/// How a program ended.
pub(crate) struct Ended {
    pub(crate) exit_code: Option<i32>,
    /// What it wrote, in the order in which it did.
    pub(crate) output: String,
}

impl Ended {
    /// The exit code as text; there is none when a signal ended it.
    pub(crate) fn code(&self) -> String {
        self.exit_code.map(|code| code.to_string()).unwrap_or_default()
    }

    pub(crate) fn is_success(&self) -> bool {
        self.exit_code == Some(0)
    }
}

/// The program and the arguments of a text.
pub(crate) fn line(text: &str) -> Vec<String> {
    if needs_shell(text) {
        return vec!["/bin/sh".to_owned(), "-c".to_owned(), text.to_owned()];
    }
    text.split([' ', '\t']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether only a shell understands a command.
pub(crate) fn needs_shell(command: &str) -> bool {
    let first = command.split([' ', '\t']).find(|word| !word.is_empty()).unwrap_or_default();
    command.contains(|character| MEANINGFUL.contains(character))
        || first.split('/').next().is_some_and(|start| start.contains('='))
        || OF_THE_SHELL.contains(&first)
}

/// An execution of a program with its arguments, to be completed.
pub(crate) fn execution<'c>(context: &'c Context, line: &[String]) -> Execution<'c> {
    let (program, arguments) = line.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let execution = Command::new(program)
        .run(context, arguments)
        .stdout(Destination::Store)
        .stdout_encoding(Encoding::Utf8, OnInvalid::replace())
        .stderr(Destination::MergeToStdout)
        .environment("PATH", path_of_the_system())
        .ignore_exit_code()
        .output_limit(MOST_OUTPUT)
        .keep_end()
        .allow_secrets_in_arguments()
        .leave_behind()
        .noop(false);
    OF_USERS.iter().fold(execution, |execution, name| execution.unset(name))
}

/// A command line as a shell gets it that everybody may see, and the variable that holds what nobody may: the arguments of
/// processes can be read by everybody.
pub(crate) fn concealed(line: &[String]) -> (Vec<String>, (&'static str, Value)) {
    let script = match line {
        [shell, option, script] if shell == "/bin/sh" && option == "-c" => script.clone(),
        words => format!("exec {}", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")),
    };
    let shell = ["/bin/sh", "-c", SECRET_SCRIPT].map(str::to_owned).to_vec();
    (shell, (SECRET_COMMAND, Value::sensitive(script.into())))
}

/// A word as a shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Executes a program. One that cannot be started counts as one that failed, and why is what it wrote. The error is that
/// it took too long, or that the system had nothing left to start it with.
///
/// It runs in the root directory: tools that look for settings where they are started (`npm`, say) would take those of
/// whoever owns the directory that we were started in.
pub(crate) fn execute<'c>(
    context: &'c Context,
    line: &[String],
    complete: impl Fn(Execution<'c>) -> Result<Execution<'c>, CommandError>,
) -> Result<Ended, CommandError> {
    execute_here(context, line, |execution| complete(execution.cwd("/")))
}

/// As [`execute`], in the directory that we were started in, or one that is chosen by `complete`.
pub(crate) fn execute_here<'c>(
    context: &'c Context,
    line: &[String],
    complete: impl Fn(Execution<'c>) -> Result<Execution<'c>, CommandError>,
) -> Result<Ended, CommandError> {
    let started = |line: &[String]| complete(execution(context, line))?.execute();
    let completed = match started(line) {
        // A script that does not say what executes it is one of the shell.
        Err(CommandError::Io { source, .. }) if is_unknown_format(&source) => {
            let mut of_the_shell = vec!["/bin/sh".to_owned()];
            of_the_shell.extend_from_slice(line);
            started(&of_the_shell)
        }
        completed => completed,
    };
    match completed {
        Ok(completed) => Ok(Ended { exit_code: completed.exit_code, output: completed.stdout_text().into_owned() }),
        Err(error @ CommandError::TimedOut { .. }) => Err(error),
        // Nothing is known about the program: neither that it would fail, nor that it would succeed.
        Err(error) if error.is_shortage() => Err(error),
        Err(error) => {
            let reason = refusal(&error, line.first().map(String::as_str).unwrap_or_default());
            let output = format!("Error: Could not execute posix command: {reason}\n");
            Ok(Ended { exit_code: Some(1), output })
        }
    }
}

/// The path of a program of the system.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    env::split_paths(&path_of_the_system()).map(|folder| folder.join(program)).find(|path| is_executable(path))
}

/// Executes a program of the system that must succeed, and fails with what it wrote.
pub(crate) fn succeed(context: &Context, program: &str, arguments: &[&str]) -> Outcome {
    let path = find(program).map_or_else(|| program.to_owned(), |path| path.display().to_string());
    let line: Vec<String> =
        std::iter::once(path.as_str()).chain(arguments.iter().copied()).map(str::to_owned).collect();
    let ended = execute(context, &line, in_english)?;
    if ended.is_success() {
        return Ok(());
    }
    let (line, code) = (line.join(" "), ended.code());
    Err(Failure::new(format!("Execution of '{line}' returned {code}: {}", ended.output.trim_end())))
}

/// An execution whose answer is read: in English, and without what it complains about.
pub(crate) fn answering(execution: Execution<'_>) -> Result<Execution<'_>, CommandError> {
    Ok(in_english(execution)?.stderr(Destination::Discard))
}

/// An execution that speaks English.
pub(crate) fn in_english(execution: Execution<'_>) -> Result<Execution<'_>, CommandError> {
    Ok(execution.environment("LANG", "C").environment("LC_ALL", "C"))
}

/// Our `PATH` with the folders in which programs of the system are.
fn path_of_the_system() -> String {
    let mut path = env::var("PATH").unwrap_or_default();
    for folder in OF_THE_SYSTEM {
        if !path.split(':').any(|known| known == folder) {
            if !path.is_empty() {
                path.push(':');
            }
            path.push_str(folder);
        }
    }
    path
}

fn is_unknown_format(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error())
}

/// Why a program could not be started, in the words in which operators know it.
fn refusal(error: &CommandError, program: &str) -> String {
    match error {
        CommandError::NotFound { .. } => format!("No such file or directory - {program}"),
        CommandError::Io { source, .. } => format!("{} - {program}", crate::file::reason(source)),
        CommandError::InvalidArgument(reason) => reason.clone(),
        other => other.to_string(),
    }
}
