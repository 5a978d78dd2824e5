//! Addresses of devices: their files, and how they are displayed without passwords.

#[cfg(test)]
mod tests;

use std::{borrow::Cow, ops::Range, path::PathBuf};

use pcore::uri::Uri;

/// The replacement for a password.
const HIDDEN: &str = "[redacted]";

/// The file of a `file:` address.
///
/// Puppet takes the path as it is written, without decoding it.
pub fn file_of(url: &str) -> Option<PathBuf> {
    let url = Uri::parse(url).ok()?;
    if url.scheme() != Some("file") {
        return None;
    }
    url.path().map(PathBuf::from)
}

/// The password in an address, as it is written there.
pub fn password(url: &str) -> Option<&str> {
    password_range(url).and_then(|range| url.get(range))
}

/// An address without its password.
pub fn redacted(url: &str) -> Cow<'_, str> {
    let Some(range) = password_range(url) else { return Cow::Borrowed(url) };
    let mut redacted = url.to_owned();
    redacted.replace_range(range, HIDDEN);
    Cow::Owned(redacted)
}

/// An address as log lines name it: scheme, host, port and path.
pub fn log_form(url: &str) -> String {
    let Ok(uri) = Uri::parse(url) else { return redacted(url).into_owned() };
    let scheme = uri.scheme().map(|scheme| format!("{scheme}://")).unwrap_or_default();
    let port = uri.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{scheme}{}{port}{}", uri.host().unwrap_or_default(), uri.path().unwrap_or_default())
}

/// The range of the password: between the first colon of the authority and its last at sign.
///
/// A password may hold slashes and unencoded at signs, so the last at sign before white space counts.
fn password_range(url: &str) -> Option<Range<usize>> {
    let begins = url.find("://")? + 3;
    let ends = url[begins..].find(char::is_whitespace).map_or(url.len(), |blank| begins + blank);
    let at = begins + url[begins..ends].rfind('@')?;
    let start = begins + url[begins..at].find(':')? + 1;
    (start < at).then_some(start..at)
}
