//! Enforces a minimum rate of incoming data.
//!
//! A timeout for each read does not suffice: a server that sends one byte at a time could stall a run forever. Every
//! connection therefore also measures how much arrives while it waits. This happens below TLS, so that handshakes,
//! headers and chunk framing count as well.

use std::{
    io,
    time::{Duration, Instant},
};

use ureq::{
    Error,
    unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport},
};

/// The minimum rate in bytes per second, averaged over [`Pace::window`].
pub(crate) const MIN_RATE: u32 = 100;

/// Adds a minimum rate to each connection.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    /// The time over which the rate is measured; `None` means that there is no minimum rate.
    pub(crate) window: Option<Duration>,
}

impl<T: Transport> Connector<T> for Pace {
    type Out = Paced<T>;

    fn connect(&self, _: &ConnectionDetails<'_>, chained: Option<T>) -> Result<Option<Paced<T>>, Error> {
        Ok(chained.map(|transport| Paced {
            transport,
            window: self.window,
            is_first: true,
            waited: Duration::ZERO,
            received: 0,
        }))
    }
}

/// A connection with a minimum rate.
#[derive(Debug)]
pub(crate) struct Paced<T> {
    transport: T,
    window: Option<Duration>,
    /// Whether nothing has arrived since the last request was sent. The time that a server needs to respond has its own
    /// timeout.
    is_first: bool,
    /// The time spent waiting in this window.
    waited: Duration,
    /// The number of bytes received in this window.
    received: usize,
}

impl<T: Transport> Transport for Paced<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.transport.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        (self.is_first, self.waited, self.received) = (true, Duration::ZERO, 0);
        self.transport.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let before = self.transport.buffers().input().len();
        let started = Instant::now();
        let has_progress = self.transport.await_input(timeout)?;
        let arrived = self.transport.buffers().input().len().saturating_sub(before);
        if std::mem::take(&mut self.is_first) {
            return Ok(has_progress);
        }
        self.waited += started.elapsed();
        self.received = self.received.saturating_add(arrived);
        if let Some(window) = self.window
            && self.waited >= window
        {
            let (received, seconds) = (self.received, self.waited.as_secs_f64());
            if (received as f64) < f64::from(MIN_RATE) * seconds {
                let message = format!(
                    "the server is too slow: {received} bytes in {seconds:.0} seconds, at least {MIN_RATE} per second \
                     are required"
                );
                return Err(Error::Io(io::Error::new(io::ErrorKind::TimedOut, message)));
            }
            (self.waited, self.received) = (Duration::ZERO, 0);
        }
        Ok(has_progress)
    }

    fn is_open(&mut self) -> bool {
        self.transport.is_open()
    }

    fn is_tls(&self) -> bool {
        self.transport.is_tls()
    }
}
