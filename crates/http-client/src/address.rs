//! The URL of a resource on a web server. Its password is never shown.

use std::fmt;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use pcore::uri::{REDACTED, Url, percent_decoded};

use crate::{HttpError, response::visible};

/// Why a port is refused.
pub(crate) const BAD_PORT: &str = "its port is not a number from 0 to 65535";

/// The URL of a resource on a web server.
///
/// ```
/// use http_client::Address;
///
/// let address = Address::parse("https://robot:hunter2@example.com/x")?;
/// assert_eq!(address.to_string(), "https://robot:[redacted]@example.com/x");
/// assert_eq!(address.password(), Some("hunter2"));
/// # Ok::<(), http_client::HttpError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    scheme: &'static str,
    user: Option<String>,
    password: Option<String>,
    host: String,
    /// The port, if it is given.
    port: Option<u16>,
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
        let url = Url::split(text);
        let refused = |reason| HttpError(format!("'{}' is not the address of a web server: {reason}", url.redacted()));
        Address::of(text, &url).map_err(refused)
    }

    /// The address in a text that was split. The error says what is wrong with it.
    fn of(text: &str, url: &Url<'_>) -> Result<Address, &'static str> {
        let scheme = match url.scheme {
            Some(scheme) if scheme.eq_ignore_ascii_case("http") => "http",
            Some(scheme) if scheme.eq_ignore_ascii_case("https") => "https",
            _ => return Err("it does not begin with http:// or https://"),
        };
        if url.host.is_empty() {
            return Err("it names no server");
        }
        let port = url.port.map(str::parse).transpose().map_err(|_| BAD_PORT)?;
        if text.contains(|letter: char| letter.is_control() || letter == ' ') {
            return Err("it contains a space or an invisible character");
        }
        let (user, password) = credentials(url)?;
        // The fragment is never sent to a server.
        let rest = url.rest.split('#').next().unwrap_or_default();
        let rest = if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") };
        Ok(Address { scheme, user, password, host: url.host.to_owned(), port, rest })
    }

    /// The password in the URL.
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    /// The host and port.
    pub fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port.unwrap_or(self.default_port()))
    }

    /// What its credentials are valid for.
    pub(crate) fn origin(&self) -> Origin {
        let port = self.port.unwrap_or(self.default_port());
        Origin { scheme: self.scheme, host: self.host.to_ascii_lowercase(), port }
    }

    /// Resolves the target of a redirection, which may be relative. Drops credentials in it: a server must not choose
    /// which ones are sent.
    pub(crate) fn resolve(&self, location: &str) -> Result<Address, HttpError> {
        let base = format!("{}://{}", self.scheme, self.server());
        let path = self.rest.split('?').next().unwrap_or_default();
        let target = match location.split('#').next().unwrap_or_default() {
            whole if has_scheme(whole) => whole.to_owned(),
            other if other.starts_with("//") => format!("{}:{other}", self.scheme),
            other if other.starts_with('/') => format!("{base}{other}"),
            other if other.starts_with('?') => format!("{base}{path}{other}"),
            "" => format!("{base}{}", self.rest),
            other => format!("{base}{}/{other}", path.rsplit_once('/').map_or("", |(directory, _)| directory)),
        };
        let url = Url::split(&target);
        let mut target = Address::of(&target, &url).map_err(|_| {
            let shown = visible(&url.redacted());
            HttpError(format!("{self} redirects to '{shown}', which is not the address of a web server"))
        })?;
        target.rest = without_dots(&target.rest);
        (target.user, target.password) = (None, None);
        Ok(target)
    }

    fn default_port(&self) -> u16 {
        if self.scheme == "https" { 443 } else { 80 }
    }

    /// The URL without credentials.
    pub(crate) fn uri(&self) -> String {
        format!("{}://{}{}", self.scheme, self.server(), self.rest)
    }

    /// The host, and the port if it is given.
    fn server(&self) -> String {
        self.port.map_or_else(|| self.host.clone(), |port| format!("{}:{port}", self.host))
    }

    /// The value of the `Authorization` header.
    pub(crate) fn authorization(&self) -> Option<String> {
        basic(self.user.as_deref(), self.password.as_deref())
    }
}

/// The value of a header with credentials.
pub(crate) fn basic(user: Option<&str>, password: Option<&str>) -> Option<String> {
    let (user, password) = (user?, password.unwrap_or_default());
    Some(format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{password}"))))
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}://", self.scheme)?;
        match (&self.user, &self.password) {
            (Some(user), Some(_)) => write!(formatter, "{user}:{REDACTED}@")?,
            (Some(user), None) => write!(formatter, "{user}@")?,
            (None, _) => {}
        }
        write!(formatter, "{}{}", self.server(), self.rest)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Address({self})")
    }
}

/// Decodes the user and the password of a URL. What a URL of a server must escape ends its authority for others.
pub(crate) fn credentials(url: &Url<'_>) -> Result<(Option<String>, Option<String>), &'static str> {
    let decoded = |part: Option<&str>| match part.map(percent_decoded) {
        Some(None) => Err("its user or password is not UTF-8"),
        decoded => Ok(decoded.flatten().map(String::from)),
    };
    if url.password().is_some_and(|password| password.contains(['/', '?', '#'])) {
        return Err("its password must be written with %2F, %3F and %23 instead of '/', '?' and '#'");
    }
    Ok((decoded(url.user)?, decoded(url.password())?))
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
