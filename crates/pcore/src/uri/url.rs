//! A URL as it is written: where its host, port and password are, even if it is not a valid URI.
//!
//! One rule finds the password for those who use it and for those who hide it. The authority ends at the first `/`, `?`
//! or `#`, and its last `@` ends the password. Only if there is no `@`, and no host with a port either, the password may
//! contain those characters unescaped, and the last `@` of the text ends it: such a URL cannot be used, but its password
//! must not be shown.

use std::{borrow::Cow, ops::Range};

/// Replaces a password.
pub const REDACTED: &str = "[redacted]";

/// The parts of a URL as they are written.
///
/// ```
/// use pcore::uri::Url;
///
/// let url = Url::split("https://alice:hunter2@example.com:8443/path");
/// assert_eq!((url.user, url.password(), url.host, url.port), (Some("alice"), Some("hunter2"), "example.com", Some("8443")));
/// assert_eq!(url.redacted(), "https://alice:[redacted]@example.com:8443/path");
/// assert_eq!(Url::split("alice:p/w@example.com").password(), Some("p/w"));
/// ```
#[derive(Clone, Debug)]
pub struct Url<'t> {
    text: &'t str,
    /// What comes before `://`.
    pub scheme: Option<&'t str>,
    /// The user.
    pub user: Option<&'t str>,
    password: Option<Range<usize>>,
    /// The host, an address with colons in brackets.
    pub host: &'t str,
    /// What comes after the colon of the host.
    pub port: Option<&'t str>,
    /// The path, the query and the fragment.
    pub rest: &'t str,
}

impl<'t> Url<'t> {
    /// Splits a URL, whose scheme may be missing.
    pub fn split(text: &'t str) -> Url<'t> {
        let (scheme, after) = match text.split_once("://") {
            Some((scheme, after)) => (Some(scheme), after),
            None => (None, text),
        };
        let end_of_authority = |from: usize| after[from..].find(['/', '?', '#']).map_or(after.len(), |end| from + end);
        let mut end = end_of_authority(0);
        if !after[..end].contains('@')
            && !is_server(&after[..end])
            && let Some(at) = after.rfind('@')
        {
            end = end_of_authority(at);
        }
        let (authority, rest) = after.split_at(end);
        let (account, server) = match authority.rsplit_once('@') {
            Some((account, server)) => (Some(account), server),
            None => (None, authority),
        };
        let start = text.len() - after.len();
        let (user, password) = match account.and_then(|account| account.split_once(':')) {
            Some((user, password)) => {
                let from = start + user.len() + 1;
                (Some(user), Some(from..from + password.len()).filter(|range| !range.is_empty()))
            }
            None => (account, None),
        };
        let (host, port) = match server.rsplit_once(':') {
            // An address with colons may lack its brackets.
            Some((host, port)) if !port.contains(']') && (!host.contains(':') || host.ends_with(']')) => {
                (host, Some(port))
            }
            _ => (server, None),
        };
        Url { text, scheme, user, password, host, port, rest }
    }

    /// The password.
    pub fn password(&self) -> Option<&'t str> {
        self.text.get(self.password.clone()?)
    }

    /// The URL with a mark in the place of its password.
    pub fn redacted(&self) -> Cow<'t, str> {
        match &self.password {
            Some(range) => [&self.text[..range.start], REDACTED, &self.text[range.end..]].concat().into(),
            None => self.text.into(),
        }
    }

    /// The URL without its password.
    pub fn without_password(&self) -> Cow<'t, str> {
        let Some(range) = &self.password else { return self.text.into() };
        let after = if self.user == Some("") { range.end + 1 } else { range.end };
        [&self.text[..range.start - 1], &self.text[after..]].concat().into()
    }
}

/// Whether an authority without a user is a host, with a number as its port if there is any.
fn is_server(authority: &str) -> bool {
    let after_host = match authority.starts_with('[') {
        true => authority.split_once(']').map(|(_, after)| after),
        false => authority.find(':').map(|colon| &authority[colon..]),
    };
    after_host.is_none_or(|after| {
        after.is_empty() || after.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
    })
}
