//! Where to ask. The password that an address may hold is never shown.

use std::fmt;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use pcore::uri::percent_decoded;

use crate::HttpError;

/// The address of something on a web server.
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
    /// The server, and its port if it is given.
    server: String,
    /// What stands behind it.
    rest: String,
}

impl Address {
    /// Takes an address apart.
    pub fn parse(text: &str) -> Result<Address, HttpError> {
        let refuse = |reason| HttpError::Address { shown: masked(text), reason };
        let (scheme, rest) =
            text.split_once("://").ok_or_else(|| refuse("it does not begin with http:// or https://"))?;
        let scheme = match scheme {
            "http" => "http",
            "https" => "https",
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
        if text.contains(|letter: char| letter.is_control() || letter == ' ') {
            return Err(refuse("it holds a space or something that cannot be seen"));
        }
        let decoded = |text: &str| {
            percent_decoded(text).map(String::from).ok_or_else(|| refuse("its user or password is no UTF-8"))
        };
        let (user, password) = match account.map(|account| account.split_once(':').unwrap_or((account, ""))) {
            Some((user, password)) => (Some(decoded(user)?), Some(decoded(password)?).filter(|text| !text.is_empty())),
            None => (None, None),
        };
        // What stands behind a hash is nobody's business but a reader's.
        let rest = rest.split('#').next().unwrap_or_default();
        let rest = if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") };
        Ok(Address { scheme, user, password, server: server.to_owned(), rest })
    }

    /// The password that it holds.
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    /// The server with its port.
    pub fn place(&self) -> String {
        let has_port = self.server.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let port = if self.scheme == "https" { 443 } else { 80 };
        if has_port { self.server.clone() } else { format!("{}:{port}", self.server) }
    }

    /// The address without who asks.
    pub(crate) fn uri(&self) -> String {
        format!("{}://{}{}", self.scheme, self.server, self.rest)
    }

    /// How who asks is told to the server.
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

/// A text that may be an address, without what may be its password.
fn masked(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((before, server)) => format!("{}://***@{server}", before.split("://").next().unwrap_or_default()),
        None => text.to_owned(),
    }
}
