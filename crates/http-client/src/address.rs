//! The URL of a resource on a web server. Its password is never shown.

use std::fmt;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use pcore::uri::percent_decoded;

use crate::HttpError;

/// The URL of a resource on a web server.
///
/// ```
/// use http_client::Address;
///
/// let address = Address::parse("https://robot:hunter2@example.com/x")?;
/// assert_eq!(address.to_string(), "https://robot:***@example.com/x");
/// assert_eq!(address.password(), Some("hunter2"));
/// # Ok::<(), http_client::HttpError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    scheme: &'static str,
    user: Option<String>,
    password: Option<String>,
    /// The host, and the port if it is given.
    server: String,
    /// The path and the query.
    rest: String,
}

/// What credentials are valid for: scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) scheme: &'static str,
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl Address {
    /// Parses a URL.
    pub fn parse(text: &str) -> Result<Address, HttpError> {
        let refuse = |reason| HttpError::Address { shown: masked(text), reason };
        let (scheme, rest) =
            text.split_once("://").ok_or_else(|| refuse("it does not begin with http:// or https://"))?;
        let scheme = match scheme {
            _ if scheme.eq_ignore_ascii_case("http") => "http",
            _ if scheme.eq_ignore_ascii_case("https") => "https",
            _ => return Err(refuse("it does not begin with http:// or https://")),
        };
        let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let (account, server) = match authority.rsplit_once('@') {
            Some((account, server)) => (Some(account), server),
            None => (None, authority),
        };
        if server.is_empty() || server.starts_with(':') {
            return Err(refuse("it names no server"));
        }
        if port(server).is_some_and(|port| port.parse::<u16>().is_err()) {
            return Err(refuse("its port is not a number from 0 to 65535"));
        }
        if text.contains(|letter: char| letter.is_control() || letter == ' ') {
            return Err(refuse("it contains a space or an invisible character"));
        }
        let decoded = |text: &str| {
            percent_decoded(text).map(String::from).ok_or_else(|| refuse("its user or password is not UTF-8"))
        };
        let (user, password) = match account.map(|account| account.split_once(':').unwrap_or((account, ""))) {
            Some((user, password)) => (Some(decoded(user)?), Some(decoded(password)?).filter(|text| !text.is_empty())),
            None => (None, None),
        };
        // The fragment is never sent to a server.
        let rest = rest.split('#').next().unwrap_or_default();
        let rest = if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") };
        Ok(Address { scheme, user, password, server: server.to_owned(), rest })
    }

    /// The password in the URL.
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    /// The host and port.
    pub fn authority(&self) -> String {
        match port(&self.server) {
            Some(_) => self.server.clone(),
            None => format!("{}:{}", self.server, self.default_port()),
        }
    }

    /// What its credentials are valid for.
    pub(crate) fn origin(&self) -> Origin {
        let port = port(&self.server);
        let host = self.server.strip_suffix(port.unwrap_or_default()).unwrap_or(&self.server);
        let host = if port.is_some() { host.strip_suffix(':').unwrap_or(host) } else { host };
        let port = port.and_then(|port| port.parse().ok()).unwrap_or(self.default_port());
        Origin { scheme: self.scheme, host: host.to_ascii_lowercase(), port }
    }

    /// Resolves the target of a redirection, which may be relative. Drops credentials in it: a server must not choose
    /// which ones are sent.
    pub(crate) fn resolve(&self, location: &str) -> Result<Address, HttpError> {
        let base = format!("{}://{}", self.scheme, self.server);
        let path = self.rest.split('?').next().unwrap_or_default();
        let target = match location.split('#').next().unwrap_or_default() {
            whole if has_scheme(whole) => whole.to_owned(),
            other if other.starts_with("//") => format!("{}:{other}", self.scheme),
            other if other.starts_with('/') => format!("{base}{other}"),
            other if other.starts_with('?') => format!("{base}{path}{other}"),
            "" => format!("{base}{}", self.rest),
            other => format!("{base}{}/{other}", path.rsplit_once('/').map_or("", |(directory, _)| directory)),
        };
        let mut target = Address::parse(&target)?;
        target.rest = without_dots(&target.rest);
        (target.user, target.password) = (None, None);
        Ok(target)
    }

    fn default_port(&self) -> u16 {
        if self.scheme == "https" { 443 } else { 80 }
    }

    /// The URL without credentials.
    pub(crate) fn uri(&self) -> String {
        format!("{}://{}{}", self.scheme, self.server, self.rest)
    }

    /// The value of the `Authorization` header.
    pub(crate) fn authorization(&self) -> Option<String> {
        let (user, password) = (self.user.as_ref()?, self.password.as_deref().unwrap_or_default());
        Some(format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{password}"))))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}://", self.scheme)?;
        match (&self.user, &self.password) {
            (Some(user), Some(_)) => write!(formatter, "{user}:***@")?,
            (Some(user), None) => write!(formatter, "{user}@")?,
            (None, _) => {}
        }
        write!(formatter, "{}{}", self.server, self.rest)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Address({self})")
    }
}

/// Returns the port of a host such as `example.com:80` or `[::1]:80`, if it is given.
fn port(server: &str) -> Option<&str> {
    let (host, port) = server.rsplit_once(':')?;
    (!port.contains(']') && (!host.contains(':') || host.ends_with(']'))).then_some(port)
}

/// Whether a reference starts with a scheme, such as `https:` or `file:`.
fn has_scheme(reference: &str) -> bool {
    reference.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
    })
}

/// Removes `.` and `..` segments from the path.
fn without_dots(rest: &str) -> String {
    let (path, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
    let mut segments = Vec::new();
    for segment in path.split('/').skip(1) {
        match segment {
            "." => {}
            ".." => drop(segments.pop()),
            segment => segments.push(segment),
        }
    }
    if path.ends_with("/.") || path.ends_with("/..") {
        segments.push("");
    }
    format!("/{}{query}", segments.join("/"))
}

/// Removes what may be a password from a text that may be a URL.
fn masked(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((before, server)) => format!("{}://***@{server}", before.split("://").next().unwrap_or_default()),
        None => text.to_owned(),
    }
}
