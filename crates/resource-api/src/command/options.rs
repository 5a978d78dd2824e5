//! All that can be said about one execution beside its arguments.

use std::{path::PathBuf, time::Duration};

use process::RunAs;

use super::{Destination, Encoding, Environment, OnInvalid, Source};

/// More than this is not kept in memory of one stream, unless [`output_limit`](super::Execution::output_limit) says so.
pub const DEFAULT_OUTPUT_LIMIT: usize = 256 * 1024 * 1024;

/// How long a process may go on after it was asked to end, unless [`grace`](super::Execution::grace) says otherwise.
pub const DEFAULT_GRACE: Duration = Duration::from_secs(5);

/// How long the output of a process is read after its end, unless [`linger`](super::Execution::linger) says otherwise.
pub const DEFAULT_LINGER: Duration = Duration::from_secs(2);

/// Options of an execution, as words give them; see [`Options::from_value`].
///
/// Whatever is not said is left to the [`Command`](super::Command) and to the function that executes it.
#[derive(Debug, Default)]
pub struct Options {
    pub(super) environment: Environment,
    pub(super) cwd: Option<PathBuf>,
    pub(super) noop: Option<bool>,
    pub(super) stdin: Option<Source>,
    pub(super) stdin_encoding: Option<Encoding>,
    pub(super) stdin_on_invalid: Option<OnInvalid>,
    pub(super) stdout: Output,
    pub(super) stderr: Output,
    pub(super) ignore_exit_code: Option<bool>,
    pub(super) secrets_in_arguments: bool,
    pub(super) timeout: Option<Duration>,
    pub(super) output_limit: Option<usize>,
    pub(super) keeps_end: bool,
    pub(super) grace: Option<Duration>,
    pub(super) linger: Option<Duration>,
    pub(super) run_as: RunAs,
    pub(super) leaves_behind: bool,
}

/// What happens to one stream that a process writes.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) destination: Option<Destination>,
    pub(super) encoding: Option<Encoding>,
    pub(super) on_invalid: Option<OnInvalid>,
}

impl Options {
    /// Takes over whatever the other options say.
    pub(super) fn take_over(&mut self, other: Options) {
        self.environment.extend(&other.environment);
        replace(&mut self.cwd, other.cwd);
        replace(&mut self.noop, other.noop);
        replace(&mut self.stdin, other.stdin);
        replace(&mut self.stdin_encoding, other.stdin_encoding);
        replace(&mut self.stdin_on_invalid, other.stdin_on_invalid);
        for (own, other) in [(&mut self.stdout, other.stdout), (&mut self.stderr, other.stderr)] {
            replace(&mut own.destination, other.destination);
            replace(&mut own.encoding, other.encoding);
            replace(&mut own.on_invalid, other.on_invalid);
        }
        replace(&mut self.ignore_exit_code, other.ignore_exit_code);
        self.secrets_in_arguments |= other.secrets_in_arguments;
        replace(&mut self.timeout, other.timeout);
        replace(&mut self.output_limit, other.output_limit);
        self.keeps_end |= other.keeps_end;
        replace(&mut self.grace, other.grace);
        replace(&mut self.linger, other.linger);
        self.run_as.merge(other.run_as);
        self.leaves_behind |= other.leaves_behind;
    }
}

fn replace<T>(own: &mut Option<T>, other: Option<T>) {
    if other.is_some() {
        *own = other;
    }
}
