//! Asks web servers. The only crate that knows how: sources of files use it, and so can whoever talks to a server.
//!
//! An [`Address`] never shows the password that it holds. A [`Client`] keeps connections, follows redirections, and trusts
//! the authorities of the machine and those that it is told of ([`Options::trusted`]). Answers are read piece by piece.

mod address;
mod trust;

#[cfg(test)]
mod tests;

use std::{
    io::{self, Read},
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use ureq::{
    Agent, Body,
    config::RedirectAuthHeaders,
    http::{Request, Response as Answered},
    tls::{TlsConfig, TlsProvider},
};

pub use self::address::Address;

/// How many redirections are followed.
const MOST_REDIRECTIONS: u32 = 10;

/// How much of an answer is read when it tells of an error.
const LONGEST_TEXT: u64 = 4096;

/// How a client behaves.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long to wait for a connection.
    pub connect_timeout: Option<Duration>,
    /// How long to wait for anything to arrive.
    pub read_timeout: Option<Duration>,
    /// Who asks.
    pub user_agent: String,
    /// Files with certificates of authorities to trust beside those of the machine; those that are not there do not count.
    pub trusted: Vec<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            connect_timeout: Some(Duration::from_secs(120)),
            read_timeout: Some(Duration::from_secs(600)),
            user_agent: concat!("bunraku/", env!("CARGO_PKG_VERSION")).to_owned(),
            trusted: Vec::new(),
        }
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HttpError {
    /// It is no address of a web server.
    #[error("'{shown}' is no address of a web server: {reason}")]
    Address {
        /// The address, without its password.
        shown: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// Certificates cannot be read.
    #[error("cannot read the certificates in {}: {reason}", .path.display())]
    Certificates {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Nobody answered.
    #[error("Request to {shown} failed after {seconds} seconds: {reason}")]
    Failed {
        /// The address, without its password.
        shown: String,
        /// How long it took.
        seconds: f64,
        /// Why.
        reason: String,
    },
    /// One redirection after the other.
    #[error("Too many HTTP redirections for {shown}")]
    Redirections {
        /// The address, without its password.
        shown: String,
    },
}

/// Asks web servers, and keeps connections to them.
#[derive(Debug)]
pub struct Client {
    agent: Agent,
}

impl Client {
    /// A client. Fails when the certificates that it should trust cannot be read.
    pub fn new(options: &Options) -> Result<Client, HttpError> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = TlsConfig::builder()
            .provider(TlsProvider::Rustls)
            .root_certs(trust::roots(&options.trusted)?)
            .unversioned_rustls_crypto_provider(provider)
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            .max_redirects(MOST_REDIRECTIONS)
            .redirect_auth_headers(RedirectAuthHeaders::SameHost)
            .timeout_resolve(options.connect_timeout)
            .timeout_connect(options.connect_timeout)
            .timeout_recv_response(options.read_timeout)
            .timeout_per_read(options.read_timeout)
            .timeout_per_write(options.read_timeout)
            .user_agent(options.user_agent.as_str())
            .build();
        Ok(Client { agent: config.new_agent() })
    }

    /// Asks what is known of something, without its content.
    pub fn head(&self, address: &Address) -> Result<Response, HttpError> {
        self.ask(address, "HEAD", None)
    }

    /// Asks for something.
    pub fn get(&self, address: &Address) -> Result<Response, HttpError> {
        self.ask(address, "GET", None)
    }

    /// Asks for the first byte of something: what is known of it comes along, also from servers that do not answer
    /// [`head`](Client::head).
    pub fn get_first_byte(&self, address: &Address) -> Result<Response, HttpError> {
        self.ask(address, "GET", Some("bytes=0-0"))
    }

    fn ask(&self, address: &Address, method: &str, range: Option<&str>) -> Result<Response, HttpError> {
        let started = Instant::now();
        let mut request = Request::builder().method(method).uri(address.uri()).header("Accept", "*/*");
        if let Some(range) = range {
            request = request.header("Range", range);
        }
        if let Some(authorization) = address.authorization() {
            request = request.header("Authorization", authorization);
        }
        let answered = request.body(()).map_err(ureq::Error::Http).and_then(|request| self.agent.run(request));
        match answered {
            Ok(answered) => Ok(Response { answered }),
            Err(ureq::Error::TooManyRedirects | ureq::Error::RedirectFailed) => {
                Err(HttpError::Redirections { shown: address.to_string() })
            }
            Err(error) => Err(HttpError::Failed {
                shown: address.to_string(),
                seconds: (started.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
                reason: reason(&error, address),
            }),
        }
    }
}

/// Why nobody answered, in the words in which operators know it where there are any.
fn reason(error: &ureq::Error, address: &Address) -> String {
    let place = address.place();
    match error {
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            let (host, port) = place.rsplit_once(':').unwrap_or((&place, ""));
            let is_number = host.parse::<std::net::Ipv4Addr>().is_ok();
            let target = if is_number { place.clone() } else { format!("\"{host}\" port {port}") };
            format!("Failed to open TCP connection to {place} (Connection refused - connect(2) for {target})")
        }
        ureq::Error::HostNotFound => {
            format!("Failed to open TCP connection to {place} (getaddrinfo: Name or service not known)")
        }
        error => {
            let text = error.to_string();
            text.split(" (os error ").next().unwrap_or_default().to_owned()
        }
    }
}

/// What a server answers.
pub struct Response {
    answered: Answered<Body>,
}

impl Response {
    /// The status, such as 200.
    pub fn status(&self) -> u16 {
        self.answered.status().as_u16()
    }

    /// Whether it is what was asked for.
    pub fn is_success(&self) -> bool {
        self.answered.status().is_success()
    }

    /// A header; nothing where there is none, or none that is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.answered.headers().get(name)?.to_str().ok()
    }

    /// The content, which is read as it arrives.
    pub fn into_reader(self) -> impl Read + Send {
        self.answered.into_body().into_with_config().limit(u64::MAX).reader()
    }

    /// What the server says about an error: the beginning of the content, or else what the status means.
    pub fn into_text(self) -> String {
        let meaning = self.answered.status().canonical_reason().unwrap_or_default();
        let mut text = Vec::new();
        // Who cannot even say what is wrong says nothing.
        let _ = self.into_reader().take(LONGEST_TEXT).read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        if text.is_empty() { meaning.to_owned() } else { text }
    }
}
