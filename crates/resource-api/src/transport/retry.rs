//! Trying again, for errors that may pass: within bounds, in the same rhythm every time, and never silently.

use std::{
    fmt, io,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ecow::EcoString;

use crate::{Context, Failure, Outcome, context::seconds};

/// How much time may be spent on trying again for one target.
pub const LONGEST: Duration = Duration::from_secs(30);

/// The pause before the second attempt; the next ones are twice as long each, up to [`LONGEST_PAUSE`].
pub const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest pause between two attempts.
pub const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// Whether a failure may pass.
type Passes = Box<dyn Fn(&Failure) -> bool + Send + Sync>;

/// The attempts to reach one target. A transport keeps it as long as it lives: all its attempts share the 30 seconds.
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
    longest: Duration,
    spent: Mutex<Duration>,
}

impl Retry {
    /// Attempts to reach a target, which is called as the operator knows it: by its host, never with a password.
    ///
    /// Errors of connections are taken for such as may pass: see [`may_pass`].
    pub fn new(target: impl Into<EcoString>) -> Retry {
        Retry { target: target.into(), passes: Box::new(may_pass), longest: LONGEST, spent: Mutex::default() }
    }

    /// These attempts within a shorter time than [`LONGEST`]; a longer one is cut to it.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Retry {
        self.longest = time.min(LONGEST);
        self
    }

    /// These attempts, where other failures are such as may pass.
    #[must_use]
    pub fn passing(mut self, passes: impl Fn(&Failure) -> bool + Send + Sync + 'static) -> Retry {
        self.passes = Box::new(passes);
        self
    }

    /// Does something, and does it again as long as it fails in a way that may pass and there is time.
    ///
    /// Each new attempt is announced at notice level. `attempt` is told how much time is left and must not take longer;
    /// there is always one attempt, with at least a second. A failure that will not pass is returned as it is.
    pub fn run<T>(&self, context: &Context, mut attempt: impl FnMut(Duration) -> Outcome<T>) -> Outcome<T> {
        let clock = context.clock();
        let (mut pause, mut attempts) = (FIRST_PAUSE, 0_usize);
        let begun = clock.now();
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
                let after = clock.now().saturating_sub(begun);
                let told = Unreachable { target: self.target.clone(), attempts, after, reason: failure.to_string() };
                return Err(context.scrubbed(Failure::from(told).with_kind(failure.kind())));
            }
            let rest = pause.min(remaining);
            let (target, waiting) = (&self.target, seconds(rest));
            context.notice(format!("{target} cannot be reached: {failure}; trying again in {waiting} seconds"));
            clock.sleep(rest);
            self.spend(rest);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn remaining(&self) -> Duration {
        self.longest.saturating_sub(*self.spent.lock().unwrap_or_else(PoisonError::into_inner))
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

/// Whether a failure comes from the network, and may pass by itself: nobody listens yet, a connection broke, a machine is
/// not there. Whoever is refused for his password is refused again.
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

/// A target that could not be reached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{target} cannot be reached, after {attempts} {} in {} seconds: {reason}",
    if *.attempts == 1 { "attempt" } else { "attempts" }, seconds(*.after))]
pub struct Unreachable {
    /// The target.
    pub target: EcoString,
    /// How often it was tried.
    pub attempts: usize,
    /// How long that took.
    pub after: Duration,
    /// Why the last attempt failed.
    pub reason: String,
}
