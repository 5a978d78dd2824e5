//! Addresses of devices: what they lead to, and how they are shown without their passwords.

#[cfg(test)]
mod tests;

use std::{borrow::Cow, ops::Range, path::PathBuf};

use pcore::uri::Uri;

/// What stands in place of a password.
const HIDDEN: &str = "[redacted]";

/// The file that an address leads to; nothing if it leads to something else.
///
/// Puppet takes the path as it is written, without decoding it.
pub fn file_of(url: &str) -> Option<PathBuf> {
    let url = Uri::parse(url).ok()?;
    if url.scheme() != Some("file") {
        return None;
    }
    url.path().map(PathBuf::from)
}

/// The password that stands in an address, as it is written there.
pub fn password(url: &str) -> Option<&str> {
    password_place(url).and_then(|place| url.get(place))
}

/// An address without its password.
pub fn shown(url: &str) -> Cow<'_, str> {
    let Some(place) = password_place(url) else { return Cow::Borrowed(url) };
    let mut shown = url.to_owned();
    shown.replace_range(place, HIDDEN);
    Cow::Owned(shown)
}

/// An address as log lines name it: scheme, host, port and path.
pub fn told(url: &str) -> String {
    let Ok(uri) = Uri::parse(url) else { return shown(url).into_owned() };
    let scheme = uri.scheme().map(|scheme| format!("{scheme}://")).unwrap_or_default();
    let port = uri.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{scheme}{}{port}{}", uri.host().unwrap_or_default(), uri.path().unwrap_or_default())
}

/// Where the password stands: between the first colon of the authority and its last at sign.
///
/// A password may hold slashes and at signs that nobody encoded, so the last at sign before a blank decides.
fn password_place(url: &str) -> Option<Range<usize>> {
    let begins = url.find("://")? + 3;
    let ends = url[begins..].find(char::is_whitespace).map_or(url.len(), |blank| begins + blank);
    let at = begins + url[begins..ends].rfind('@')?;
    let start = begins + url[begins..at].find(':')? + 1;
    (start < at).then_some(start..at)
}
