//! Retries temporary errors with a fixed backoff and a time limit.

use std::{
    fmt, io,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ecow::EcoString;

use crate::{Context, Failure, Outcome, context::seconds};

/// How much time may be spent on retries for one device.
pub const MAX_RETRY_TIME: Duration = Duration::from_secs(30);

/// The pause before the second attempt. It doubles with each further attempt, up to [`MAX_PAUSE`].
pub const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest pause between two attempts.
pub const MAX_PAUSE: Duration = Duration::from_secs(8);

/// Whether a failure may be temporary.
type Passes = Box<dyn Fn(&Failure) -> bool + Send + Sync>;

/// Retries operations on one device. A transport keeps it for its lifetime, so that all of its operations share the 30
/// seconds.
///
/// ```
/// use std::{net::TcpStream, time::Duration};
/// use resource_api::{Context, Outcome, transport::retry::Retry};
///
/// fn connect(context: &Context, retry: &Retry, address: std::net::SocketAddr) -> Outcome<TcpStream> {
///     retry.run(context, |remaining| Ok(TcpStream::connect_timeout(&address, remaining.min(Duration::from_secs(10)))?))
/// }
/// ```
pub struct Retry {
    target: EcoString,
    passes: Passes,
    limit: Duration,
    spent: Mutex<Duration>,
}

impl Retry {
    /// Creates a retry budget for a device, given the name that the operator knows: its host, never with a password.
    ///
    /// Connection errors are considered temporary; see [`may_pass`].
    pub fn new(target: impl Into<EcoString>) -> Retry {
        Retry { target: target.into(), passes: Box::new(may_pass), limit: MAX_RETRY_TIME, spent: Mutex::default() }
    }

    /// Sets a limit that is shorter than [`MAX_RETRY_TIME`].
    #[must_use]
    pub fn within(mut self, time: Duration) -> Retry {
        self.limit = time.min(MAX_RETRY_TIME);
        self
    }

    /// Sets which failures are considered temporary.
    #[must_use]
    pub fn passing(mut self, passes: impl Fn(&Failure) -> bool + Send + Sync + 'static) -> Retry {
        self.passes = Box::new(passes);
        self
    }

    /// Runs an operation, and repeats it as long as it fails with a temporary error and there is time left.
    ///
    /// Each retry is logged at notice level. `attempt` gets the remaining time and must not take longer. There is
    /// always one attempt, with at least a second. Other failures are returned unchanged.
    pub fn run<T>(&self, context: &Context, mut attempt: impl FnMut(Duration) -> Outcome<T>) -> Outcome<T> {
        let clock = context.clock();
        let (mut pause, mut attempts) = (FIRST_PAUSE, 0_usize);
        let start = clock.now();
        loop {
            let started = clock.now();
            attempts += 1;
            let failure = match attempt(self.remaining().max(FIRST_PAUSE)) {
                Ok(reached) => return Ok(reached),
                Err(failure) if !(self.passes)(&failure) => return Err(failure),
                Err(failure) => failure,
            };
            self.spend(clock.now().saturating_sub(started));
            let remaining = self.remaining();
            if remaining.is_zero() {
                let after = clock.now().saturating_sub(start);
                let unreachable =
                    Unreachable { target: self.target.clone(), attempts, after, reason: failure.to_string() };
                return Err(context.scrubbed(Failure::from(unreachable).with_kind(failure.kind())));
            }
            let rest = pause.min(remaining);
            let (target, waiting) = (&self.target, seconds(rest));
            context.notice(format!("{target} cannot be reached: {failure}; trying again in {waiting} seconds"));
            clock.sleep(rest);
            self.spend(rest);
            pause = (pause * 2).min(MAX_PAUSE);
        }
    }

    fn remaining(&self) -> Duration {
        self.limit.saturating_sub(*self.spent.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn spend(&self, time: Duration) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        *spent = spent.saturating_add(time);
    }
}

impl fmt::Debug for Retry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Retry")
            .field("target", &self.target)
            .field("remaining", &self.remaining())
            .finish_non_exhaustive()
    }
}

/// Whether a failure is a network error that may be temporary: nothing is listening yet, a connection broke, a host is
/// down. Authentication errors are not.
pub fn may_pass(failure: &Failure) -> bool {
    failure.downcast_ref::<io::Error>().is_some_and(|error| {
        matches!(
            error.kind(),
            io::ErrorKind::ConnectionRefused
                | io::ErrorKind::ConnectionReset
                | io::ErrorKind::ConnectionAborted
                | io::ErrorKind::NotConnected
                | io::ErrorKind::BrokenPipe
                | io::ErrorKind::HostUnreachable
                | io::ErrorKind::NetworkUnreachable
                | io::ErrorKind::NetworkDown
                | io::ErrorKind::UnexpectedEof
                | io::ErrorKind::TimedOut
                | io::ErrorKind::WouldBlock
                | io::ErrorKind::Interrupted
        )
    })
}

/// A device that could not be reached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{target} cannot be reached, after {attempts} {} in {} seconds: {reason}",
    if *.attempts == 1 { "attempt" } else { "attempts" }, seconds(*.after))]
pub struct Unreachable {
    /// The device.
    pub target: EcoString,
    /// The number of attempts.
    pub attempts: usize,
    /// The total time.
    pub after: Duration,
    /// The reason of the last failure.
    pub reason: String,
}
