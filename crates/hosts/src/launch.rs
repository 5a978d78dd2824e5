//! What is needed to start a process, and how long it may take for what.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use ecow::EcoString;
use pcore::Value;
use protocol::{Symbols, calls::TRANSPORT_CLOSE};
use rustc_hash::FxHashMap;

/// The default timeout of a request.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(300);

/// The default timeout for closing a connection.
pub const CLOSE_TIMEOUT: Duration = Duration::from_secs(30);

/// A process to start.
#[derive(Clone, Debug)]
pub struct Launch {
    /// What the provider is called.
    pub name: EcoString,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The directory that it is started in; the root by default.
    pub folder: Option<PathBuf>,
    /// Which variables it sees.
    pub variables: Variables,
    /// How long it lives.
    pub mode: Mode,
    /// What it reads before the first message.
    pub preamble: &'static [u8],
    /// Parameters of `initialize` in addition to those that every provider gets.
    pub init_params: Vec<(EcoString, Value)>,
    /// How many `set` requests it may be served at a time, for different resources.
    pub in_flight: usize,
    /// How it speaks.
    pub dialect: Dialect,
    /// How long it may take for what.
    pub timeouts: Timeouts,
    /// The setting that sets this timeout, to be named when it is exceeded.
    pub setting: Option<&'static str>,
    /// How long it is waited for, once it is to end.
    pub grace_periods: GracePeriods,
    /// Whether processes that it started and that are still there may stay when it ended by itself.
    pub leaves_behind: bool,
}

impl Launch {
    /// A provider that lives as long as the run.
    pub fn new(name: impl Into<EcoString>, program: impl Into<PathBuf>) -> Launch {
        Launch {
            name: name.into(),
            program: program.into(),
            arguments: Vec::new(),
            folder: None,
            variables: Variables::Clean,
            mode: Mode::Persistent,
            preamble: &[],
            init_params: Vec::new(),
            in_flight: 1,
            dialect: Dialect::Plain,
            timeouts: Timeouts::default(),
            setting: None,
            grace_periods: GracePeriods::default(),
            leaves_behind: false,
        }
    }
}

/// How long a process lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// From the first need to the end of the run.
    Persistent,
    /// For one request: it is the only line on stdin, and its answer the only line on stdout.
    Oneshot,
}

/// Which variables a process sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variables {
    /// The few that are documented.
    Clean,
    /// Ours.
    Inherited,
}

/// How a provider speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Symbols are strings, and log lines are worded here.
    Plain,
    /// It has symbols, and words its log lines itself.
    Ruby,
}

impl Dialect {
    /// How symbols are written.
    pub(crate) fn symbols(self) -> Symbols {
        match self {
            Dialect::Plain => Symbols::Texts,
            Dialect::Ruby => Symbols::Tagged,
        }
    }
}

/// How long requests may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// By their methods.
    pub methods: FxHashMap<EcoString, Duration>,
    /// All others; for ever if left out.
    pub others: Option<Duration>,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { methods: FxHashMap::default(), others: Some(DEFAULT_TIMEOUT) }
    }
}

impl Timeouts {
    /// Every request may take that long, or for ever; the end of a connection must not take longer than usual.
    pub fn all(others: Option<Duration>) -> Timeouts {
        let close = others.map_or(CLOSE_TIMEOUT, |others| others.min(CLOSE_TIMEOUT));
        Timeouts { methods: [(TRANSPORT_CLOSE.into(), close)].into_iter().collect(), others }
    }

    /// How long a request may take.
    pub(crate) fn of(&self, method: &str) -> Option<Duration> {
        self.methods.get(method).copied().or(self.others)
    }
}

/// How long a process is waited for that is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GracePeriods {
    /// For the answer to the first request.
    pub handshake: Duration,
    /// From `$/cancel` to the end of the process.
    pub cancel: Duration,
    /// From `shutdown` to SIGTERM.
    pub shutdown: Duration,
    /// From SIGTERM to SIGKILL.
    pub terminate: Duration,
}

impl Default for GracePeriods {
    fn default() -> GracePeriods {
        let five = Duration::from_secs(5);
        GracePeriods { handshake: Duration::from_secs(60), cancel: five, shutdown: five, terminate: five }
    }
}
