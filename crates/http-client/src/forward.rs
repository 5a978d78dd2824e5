//! Plain HTTP through a proxy: requests are sent to the proxy with the absolute URL, as RFC 9112 §3.2.2 requires.
//!
//! The HTTP library supports only tunnels (`CONNECT`), which many proxies refuse for ports other than 443. This module
//! connects to the proxy and rewrites the head of each outgoing request.

use pcore::never;
use ureq::{
    Error,
    config::Config,
    http::Uri,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::{Buffers, ConnectionDetails, Connector, NextTimeout, RustlsConnector, TcpConnector, Transport},
    },
};

use crate::{address::basic, pace::Pace, proxy::Proxy};

/// The end of the head of a request.
const END_OF_HEAD: &[u8] = b"\r\n\r\n";

/// Resolves the name of the proxy instead of the requested host, which only the proxy may be able to resolve.
#[derive(Debug)]
pub(crate) struct ProxyResolver(pub(crate) Uri);

impl Resolver for ProxyResolver {
    fn resolve(&self, _: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        DefaultResolver::default().resolve(&self.0, config, timeout)
    }
}

/// Connects to a proxy.
#[derive(Debug)]
pub(crate) struct Forward {
    proxy: Uri,
    /// The `Proxy-Authorization` header with its line ending, if the proxy needs it.
    authorization: Option<String>,
    pace: Pace,
}

impl Forward {
    pub(crate) fn new(proxy: &Proxy, uri: Uri, pace: Pace) -> Forward {
        let authorization = basic(proxy.user.as_deref(), proxy.password.as_deref());
        let authorization = authorization.map(|basic| format!("Proxy-Authorization: {basic}\r\n"));
        Forward { proxy: uri, authorization, pace }
    }
}

impl Connector for Forward {
    type Out = Forwarded;

    fn connect(&self, details: &ConnectionDetails<'_>, _: Option<()>) -> Result<Option<Forwarded>, Error> {
        let to_proxy = ConnectionDetails {
            uri: &self.proxy,
            addrs: details.addrs.clone(),
            config: details.config,
            request_level: details.request_level,
            resolver: details.resolver,
            now: details.now,
            timeout: details.timeout,
            current_time: details.current_time.clone(),
            run_connector: details.run_connector.clone(),
            register_shutdown: details.register_shutdown.clone(),
        };
        let chain = ().chain(TcpConnector::default()).chain(self.pace.clone()).chain(RustlsConnector::default());
        let Some(transport) = chain.connect(&to_proxy, None)? else { return Ok(None) };
        let server = details.uri.authority().map(ToString::to_string);
        let server = server.unwrap_or_else(|| never!("the URL of a request has a host", String::new()));
        let transport = Box::new(transport);
        Ok(Some(Forwarded { transport, server, authorization: self.authorization.clone(), head: Vec::new() }))
    }
}

/// A connection to a proxy, for requests to one host.
pub(crate) struct Forwarded {
    transport: Box<dyn Transport>,
    /// The host, with its port if it is given.
    server: String,
    authorization: Option<String>,
    /// The incomplete head of a request.
    head: Vec<u8>,
}

impl std::fmt::Debug for Forwarded {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Forwarded({})", self.server)
    }
}

impl Forwarded {
    /// Returns the head with the absolute URL and the proxy's credentials.
    fn rewritten(&self) -> Vec<u8> {
        let mut rewritten = Vec::with_capacity(self.head.len() + self.server.len() + 64);
        let target = self.head.iter().position(|byte| *byte == b' ').map_or(0, |space| space + 1);
        let line = self.head.windows(2).position(|pair| pair == b"\r\n").map_or(self.head.len(), |end| end + 2);
        rewritten.extend_from_slice(self.head.get(..target).unwrap_or_default());
        rewritten.extend_from_slice(format!("http://{}", self.server).as_bytes());
        rewritten.extend_from_slice(self.head.get(target..line).unwrap_or_default());
        rewritten.extend_from_slice(self.authorization.as_deref().unwrap_or_default().as_bytes());
        rewritten.extend_from_slice(self.head.get(line..).unwrap_or_default());
        rewritten
    }
}

impl Transport for Forwarded {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.transport.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        let output = self.transport.buffers().output();
        self.head.extend_from_slice(output.get(..amount).unwrap_or_default());
        // Our requests have no body, so the end of the head is the end of the request.
        if !self.head.ends_with(END_OF_HEAD) {
            return Ok(());
        }
        let rewritten = self.rewritten();
        self.head.clear();
        let mut rest = rewritten.as_slice();
        while !rest.is_empty() {
            let output = self.transport.buffers().output();
            let (now, later) = rest.split_at(rest.len().min(output.len()));
            if now.is_empty() {
                return Err(Error::ConnectionFailed);
            }
            if let Some(output) = output.get_mut(..now.len()) {
                output.copy_from_slice(now);
            }
            self.transport.transmit_output(now.len(), timeout)?;
            rest = later;
        }
        Ok(())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.transport.await_input(timeout)
    }

    fn is_open(&mut self) -> bool {
        self.transport.is_open()
    }
}
