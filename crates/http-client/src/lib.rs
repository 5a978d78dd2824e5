//! Sends requests to web servers. The only crate that knows HTTP.
//!
//! An [`Address`] never shows its password. A [`Client`] keeps connections alive and follows redirections, but never
//! from https to http; credentials are not sent to other origins (scheme, host and port). It trusts the certificate
//! authorities of the system and configured ones ([`Options::trusted`]), and uses proxies ([`Options::proxy`]).
//! Responses are streamed, with a minimum rate and a maximum size ([`Options::max_body`]).

mod address;
mod forward;
mod pace;
mod proxy;
mod response;
mod trust;

#[cfg(test)]
mod tests;

use std::{
    io,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use pcore::never;
use ureq::{
    Agent, Body,
    config::Config,
    http::{Request, Response as Answered, header},
    tls::{TlsConfig, TlsProvider},
    unversioned::{
        resolver::DefaultResolver,
        transport::{ConnectProxyConnector, Connector as _, RustlsConnector, TcpConnector},
    },
};

pub use self::{address::Address, proxy::ProxySettings, response::Response};
use self::{
    forward::{Forward, ProxyResolver},
    pace::Pace,
    proxy::{Proxies, Proxy},
    response::visible,
};

/// The maximum number of redirections.
const MAX_REDIRECTIONS: u32 = 10;

/// The default maximum size of a response.
const MAX_BODY: u64 = 16 << 30;

/// The options of a client.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long to wait for a connection.
    pub connect_timeout: Option<Duration>,
    /// How long to wait for data. Averaged over this time, at least 100 bytes per second must arrive.
    pub read_timeout: Option<Duration>,
    /// Files with additional trusted certificate authorities. Missing files are ignored.
    pub trusted: Vec<PathBuf>,
    /// The proxy to use if the environment names none.
    pub proxy: ProxySettings,
    /// The maximum size of a response in bytes.
    pub max_body: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            connect_timeout: Some(Duration::from_secs(120)),
            read_timeout: Some(Duration::from_secs(600)),
            trusted: Vec::new(),
            proxy: ProxySettings::default(),
            max_body: MAX_BODY,
        }
    }
}

/// Why a request failed: a message for the operator, without passwords.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct HttpError(String);

/// A client that keeps connections alive.
#[derive(Debug)]
pub struct Client {
    /// Connects to servers directly.
    direct: Agent,
    /// Connects to servers with TLS, in a tunnel through the proxy.
    tunnel: Option<Agent>,
    /// Connects to the proxy for plain HTTP.
    forward: Option<Agent>,
    proxies: Proxies,
    max_body: u64,
}

impl Client {
    /// Creates a client. Fails if trusted certificates cannot be read, or a proxy cannot be used.
    pub fn new(options: &Options) -> Result<Client, HttpError> {
        Client::with_proxies(options, Proxies::from_environment(&options.proxy)?)
    }

    fn with_proxies(options: &Options, proxies: Proxies) -> Result<Client, HttpError> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = TlsConfig::builder()
            .provider(TlsProvider::Rustls)
            .root_certs(trust::roots(&options.trusted)?)
            .unversioned_rustls_crypto_provider(provider)
            .build();
        let config = |proxy: Option<ureq::Proxy>| -> Config {
            Agent::config_builder()
                .tls_config(tls.clone())
                .http_status_as_error(false)
                // We follow redirections ourselves, because we may have to refuse them.
                .max_redirects(0)
                .proxy(proxy)
                .timeout_resolve(options.connect_timeout)
                .timeout_connect(options.connect_timeout)
                .timeout_send_request(options.read_timeout)
                .timeout_recv_response(options.read_timeout)
                .timeout_per_read(options.read_timeout)
                .timeout_per_write(options.read_timeout)
                .user_agent(concat!("bunraku/", env!("CARGO_PKG_VERSION")))
                .build()
        };
        let pace = Pace { window: options.read_timeout };
        let agent = |config: Config| {
            let connector =
                ().chain(ConnectProxyConnector::default())
                    .chain(TcpConnector::default())
                    .chain(pace.clone())
                    .chain(RustlsConnector::default());
            Agent::with_parts(config, connector, DefaultResolver::default())
        };
        let tunnel = match &proxies.https {
            Some(proxy) => Some(agent(config(Some(proxy.tunnel()?)))),
            None => None,
        };
        let forward = match &proxies.http {
            Some(proxy) => {
                let uri = proxy.uri()?;
                let connector = Forward::new(proxy, uri.clone(), pace.clone());
                Some(Agent::with_parts(config(None), connector, ProxyResolver(uri)))
            }
            None => None,
        };
        Ok(Client { direct: agent(config(None)), tunnel, forward, proxies, max_body: options.max_body })
    }

    /// Sends a HEAD request.
    pub fn head(&self, address: &Address) -> Result<Response, HttpError> {
        self.ask(address, "HEAD", None)
    }

    /// Sends a GET request.
    pub fn get(&self, address: &Address) -> Result<Response, HttpError> {
        self.ask(address, "GET", None)
    }

    /// Requests only the first byte, for the headers of servers that do not support [`head`](Client::head).
    pub fn get_first_byte(&self, address: &Address) -> Result<Response, HttpError> {
        self.ask(address, "GET", Some("bytes=0-0"))
    }

    /// Sends a request, and follows redirections.
    fn ask(&self, address: &Address, method: &str, range: Option<&str>) -> Result<Response, HttpError> {
        let started = Instant::now();
        let origin = address.origin();
        let mut authorization = address.authorization();
        let mut target = address.clone();
        for _ in 0..=MAX_REDIRECTIONS {
            let answered = self.ask_once(&target, method, range, authorization.as_deref()).map_err(|reason| {
                let seconds = (started.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
                HttpError(format!("Request to {target} failed after {seconds} seconds: {reason}"))
            })?;
            let Some(location) = redirection(&answered) else {
                return Ok(Response::new(answered, self.max_body));
            };
            target = follow(&target, &location)?;
            // Another origin could redirect anywhere, even back, so credentials are dropped for good.
            if target.origin() != origin {
                authorization = None;
            }
        }
        Err(HttpError(format!("Too many HTTP redirections for {address}")))
    }

    /// Sends one request to a server, or to its proxy.
    fn ask_once(
        &self,
        address: &Address,
        method: &str,
        range: Option<&str>,
        authorization: Option<&str>,
    ) -> Result<Answered<Body>, String> {
        let mut request = Request::builder().method(method).uri(address.uri()).header("Accept", "*/*");
        if let Some(range) = range {
            request = request.header("Range", range);
        }
        if let Some(authorization) = authorization {
            request = request.header("Authorization", authorization);
        }
        let origin = address.origin();
        let proxy = self.proxies.of(&origin);
        let agent = match proxy {
            None => Some(&self.direct),
            Some(_) if origin.scheme == "https" => self.tunnel.as_ref(),
            Some(_) => self.forward.as_ref(),
        };
        let Some(agent) = agent else {
            return never!("there is an agent for each proxy", Err("the proxy cannot be used".to_owned()));
        };
        let answered = request.body(()).map_err(ureq::Error::Http).and_then(|request| agent.run(request));
        match (answered, proxy) {
            (Ok(answered), Some(proxy)) if answered.status() == 407 => {
                Err(format!("the proxy {} requires another user or password (407)", proxy.authority()))
            }
            (Ok(answered), _) => Ok(answered),
            (Err(error), proxy) => Err(reason(&error, address, proxy)),
        }
    }
}

/// Returns the target of a redirection.
fn redirection(answered: &Answered<Body>) -> Option<String> {
    if !matches!(answered.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = answered.headers().get(header::LOCATION)?;
    Some(String::from_utf8_lossy(location.as_bytes()).into_owned())
}

/// Resolves the target of a redirection, unless it must not be followed.
fn follow(from: &Address, location: &str) -> Result<Address, HttpError> {
    let target = from.resolve(location)?;
    if from.origin().scheme == "https" && target.origin().scheme == "http" {
        return Err(HttpError(format!(
            "{from} redirects to '{target}': redirections from https to http are refused, because the connection would \
             no longer be encrypted"
        )));
    }
    Ok(target)
}

/// Describes why there was no response, in Ruby's words if it has any.
fn reason(error: &ureq::Error, address: &Address, proxy: Option<&Proxy>) -> String {
    let authority = proxy.map_or_else(|| address.authority(), Proxy::authority);
    let text = match error {
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            let (host, port) =
                authority.rsplit_once(':').unwrap_or_else(|| never!("an authority has a port", (&authority, "")));
            let is_number = host.parse::<std::net::Ipv4Addr>().is_ok();
            let target = if is_number { authority.clone() } else { format!("\"{host}\" port {port}") };
            format!("Failed to open TCP connection to {authority} (Connection refused - connect(2) for {target})")
        }
        ureq::Error::HostNotFound => {
            format!("Failed to open TCP connection to {authority} (getaddrinfo: Name or service not known)")
        }
        error => {
            let text = error.to_string();
            visible(text.split(" (os error ").next().unwrap_or_default())
        }
    };
    match proxy {
        Some(_) => format!("through the proxy {authority}: {text}"),
        None => text,
    }
}
