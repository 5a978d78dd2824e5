//! Selects the proxy for a request.
//!
//! The environment takes precedence over the settings, as in Puppet: `http_proxy` (also for https unless `https_proxy`
//! is set), and `all_proxy` if neither is set, each in lower or upper case. A proxy that cannot be used is an error:
//! requests never silently bypass it.

use std::{env, fmt, net::IpAddr};

use pcore::uri::Url;
use ureq::{ProxyProtocol, http::Uri};

use crate::{
    HttpError,
    address::{BAD_PORT, Origin, credentials},
};

/// The configured proxy, which is used if the environment names none.
#[derive(Clone, Default)]
pub struct ProxySettings {
    /// The host; `None` means no proxy.
    pub host: Option<String>,
    /// The port.
    pub port: u16,
    /// The user.
    pub user: Option<String>,
    /// The password.
    pub password: Option<String>,
    /// Servers to connect to directly, separated by commas. Used if the environment has no `no_proxy`.
    pub no_proxy: Option<String>,
}

impl fmt::Debug for ProxySettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ProxySettings({:?}:{})", self.host, self.port)
    }
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Proxy {
    is_tls: bool,
    host: String,
    port: u16,
    pub(crate) user: Option<String>,
    pub(crate) password: Option<String>,
}

impl fmt::Debug for Proxy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Proxy({})", self.authority())
    }
}

impl Proxy {
    /// Parses a proxy such as `http://user:password@proxy.example.com:3128`. Errors mention the variable.
    fn parse(text: &str, variable: &str) -> Result<Proxy, HttpError> {
        let refuse = |reason| unusable(variable, reason);
        let url = Url::split(text);
        let is_tls = match url.scheme.unwrap_or("http").to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return Err(refuse("only http:// and https:// proxies are supported")),
        };
        let port = url.port.map(str::parse).transpose().map_err(|_| refuse(BAD_PORT))?;
        if url.host.is_empty() || text.contains(|letter: char| letter.is_control() || letter == ' ') {
            return Err(refuse("it is not the address of a proxy, such as http://proxy.example.com:3128"));
        }
        let (user, password) = credentials(&url).map_err(refuse)?;
        let port = port.unwrap_or(if is_tls { 443 } else { 80 });
        Ok(Proxy { is_tls, host: url.host.to_owned(), port, user, password })
    }

    /// The host and port.
    pub(crate) fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// The URL without credentials.
    pub(crate) fn uri(&self) -> Result<Uri, HttpError> {
        let scheme = if self.is_tls { "https" } else { "http" };
        format!("{scheme}://{}/", self.authority()).parse().map_err(|_| self.unusable())
    }

    /// The proxy as a tunnel for TLS.
    pub(crate) fn tunnel(&self) -> Result<ureq::Proxy, HttpError> {
        let protocol = if self.is_tls { ProxyProtocol::Https } else { ProxyProtocol::Http };
        let mut builder = ureq::Proxy::builder(protocol).host(&self.host).port(self.port);
        if let Some(user) = &self.user {
            builder = builder.username(user).password(self.password.as_deref().unwrap_or_default());
        }
        builder.build().map_err(|_| self.unusable())
    }

    fn unusable(&self) -> HttpError {
        unusable(&self.authority(), "it is not the host and port of a proxy")
    }
}

/// Why a proxy cannot be used, named by its variable.
fn unusable(variable: &str, reason: &str) -> HttpError {
    HttpError(format!("cannot use the proxy of {variable}: {reason}"))
}

/// The proxies, and the servers that bypass them.
#[derive(Debug, Default)]
pub(crate) struct Proxies {
    pub(crate) http: Option<Proxy>,
    pub(crate) https: Option<Proxy>,
    direct: Vec<String>,
}

impl Proxies {
    /// Reads the environment, falling back to the settings.
    pub(crate) fn from_environment(settings: &ProxySettings) -> Result<Proxies, HttpError> {
        Proxies::new(settings, |name| env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    /// Like `from_environment`, with variables from a function.
    pub(crate) fn new(
        settings: &ProxySettings,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Proxies, HttpError> {
        let first = |names: &[&str]| {
            names.iter().find_map(|name| Some(((*name).to_owned(), variable(name).filter(|text| !text.is_empty())?)))
        };
        let configured = settings.host.as_ref().map(|host| Proxy {
            is_tls: false,
            host: host.clone(),
            port: settings.port,
            user: settings.user.clone(),
            password: settings.password.clone(),
        });
        let chosen = |names: &[&str]| match first(names) {
            Some((name, text)) => Proxy::parse(&text, &name).map(Some),
            None => Ok(configured.clone()),
        };
        let direct = first(&["no_proxy", "NO_PROXY"]).map(|(_, text)| text).or_else(|| settings.no_proxy.clone());
        Ok(Proxies {
            http: chosen(&["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"])?,
            https: chosen(&["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"])?,
            direct: direct
                .unwrap_or_default()
                .split([',', ' '])
                .filter(|entry| !entry.is_empty())
                .map(str::to_ascii_lowercase)
                .collect(),
        })
    }

    /// Returns the proxy for an origin.
    pub(crate) fn of(&self, origin: &Origin) -> Option<&Proxy> {
        let proxy = if origin.scheme == "https" { &self.https } else { &self.http };
        proxy.as_ref().filter(|_| !self.direct.iter().any(|entry| is_direct(entry, origin)))
    }
}

/// Whether an entry of `no_proxy` matches an origin. It is a host, a domain, a pattern with `*`, or a network such as
/// `10.0.0.0/8`, optionally with a port.
fn is_direct(entry: &str, origin: &Origin) -> bool {
    let host = origin.host.trim_start_matches('[').trim_end_matches(']');
    if let Some((network, bits)) = entry.split_once('/') {
        return match (network.parse(), bits.parse(), host.parse()) {
            (Ok(network), Ok(bits), Ok(host)) => is_in(network, bits, host),
            _ => false,
        };
    }
    let (entry, port) = match entry.rsplit_once(':') {
        Some((name, port)) if !name.contains(':') || name.ends_with(']') => (name, Some(port)),
        _ => (entry, None),
    };
    if port.is_some_and(|port| port.parse() != Ok(origin.port)) {
        return false;
    }
    let entry = entry.trim_start_matches('[').trim_end_matches(']');
    if entry.contains('*') {
        return matches(entry, host);
    }
    let domain = entry.trim_start_matches('.');
    host.strip_suffix(domain).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

fn is_in(network: IpAddr, bits: u32, host: IpAddr) -> bool {
    let (network, host, spare) = match (network, host) {
        (IpAddr::V4(network), IpAddr::V4(host)) if bits <= 32 => {
            (network.to_bits().into(), host.to_bits().into(), 32 - bits)
        }
        (IpAddr::V6(network), IpAddr::V6(host)) if bits <= 128 => (network.to_bits(), host.to_bits(), 128 - bits),
        _ => return false,
    };
    // No bit is left of an address without its 128 bits.
    u128::checked_shr(network, spare) == u128::checked_shr(host, spare)
}

/// Matches a text with a pattern in which `*` matches anything.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(found) => rest = rest.get(found + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.is_empty()
}
