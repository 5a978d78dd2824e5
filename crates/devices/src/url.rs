//! Addresses of devices: their files, and how log lines name them.

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use pcore::uri::{Uri, Url};

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

/// An address as log lines name it: scheme, host, port and path.
pub fn log_form(url: &str) -> String {
    let Ok(uri) = Uri::parse(url) else { return Url::split(url).redacted().into_owned() };
    let scheme = uri.scheme().map(|scheme| format!("{scheme}://")).unwrap_or_default();
    let port = uri.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{scheme}{}{port}{}", uri.host().unwrap_or_default(), uri.path().unwrap_or_default())
}
