//! The options of an execution.

use std::{path::PathBuf, time::Duration};

use process::RunAs;

use super::{Destination, Encoding, Environment, OnInvalid, Source};

/// The default for [`output_limit`](super::Execution::output_limit).
pub const DEFAULT_OUTPUT_LIMIT: usize = 256 * 1024 * 1024;

/// The default for [`grace`](super::Execution::grace).
pub const DEFAULT_GRACE: Duration = Duration::from_secs(5);

/// The default for [`linger`](super::Execution::linger).
pub const DEFAULT_LINGER: Duration = Duration::from_secs(2);

/// The options of one execution. Unset options are taken from the [`Command`](super::Command), or have their default.
#[derive(Debug, Default)]
pub(super) struct Options {
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

/// The options of one output stream.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) destination: Option<Destination>,
    pub(super) encoding: Option<Encoding>,
    pub(super) on_invalid: Option<OnInvalid>,
}
