//! Schemes that Ruby's library has rules for.

use super::{Uri, UriError};
use ecow::{EcoString, eco_format};

const TYPECODE: &str = ";type=";

/// The rules of a scheme for its URIs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    /// Only a default port, if it has one.
    Plain(Option<i64>),
    Ftp,
    File,
    Ldap(i64),
    MailTo,
}

impl Scheme {
    /// Returns the rules for a scheme in lower case.
    pub(super) fn of(scheme: Option<&str>) -> Scheme {
        match scheme {
            Some("http" | "ws") => Scheme::Plain(Some(80)),
            Some("https") => Scheme::Plain(Some(443)),
            Some("ftp") => Scheme::Ftp,
            Some("file") => Scheme::File,
            Some("ldap") => Scheme::Ldap(389),
            Some("ldaps") => Scheme::Ldap(636),
            Some("mailto") => Scheme::MailTo,
            Some(_) | None => Scheme::Plain(None),
        }
    }

    pub(super) fn default_port(self) -> Option<i64> {
        match self {
            Scheme::Plain(port) => port,
            Scheme::Ftp => Some(21),
            Scheme::Ldap(port) => Some(port),
            Scheme::File | Scheme::MailTo => None,
        }
    }
}

/// Brings a URI into the form that its scheme requires.
pub(super) fn complete(mut uri: Uri) -> Result<Uri, UriError> {
    let scheme = uri.kind();
    if uri.path.is_none() && uri.opaque.is_none() {
        uri.path = Some(EcoString::new());
    }
    uri.port = uri.port.or(scheme.default_port());
    match scheme {
        Scheme::Plain(_) => {}
        Scheme::Ftp => {
            let path = uri.path.as_deref().ok_or(UriError::FtpWithoutPath)?;
            let path = read_ftp_path(path);
            match path.split_once(TYPECODE) {
                Some((path, typecode)) => {
                    uri.typecode = Some(typecode.into());
                    uri.path = Some(path.into());
                }
                None => uri.path = Some(path),
            }
        }
        Scheme::File => uri = as_file(uri),
        Scheme::Ldap(_) => {
            if uri.fragment.is_some() || uri.path.is_none() {
                return Err(UriError::BadLdap);
            }
        }
        Scheme::MailTo => {
            let query = uri.query.as_deref().map(|query| eco_format!("?{query}"));
            let opaque = uri.opaque.or(query).ok_or(UriError::MailWithoutAddress)?;
            let addresses = opaque.split('?').next().unwrap_or_default();
            if opaque.is_empty() || !are_addresses(addresses) {
                return Err(UriError::BadMail(opaque));
            }
            uri.opaque = Some(opaque);
        }
    }
    Ok(uri)
}

/// Removes the parts that a file URI does not have; the local machine is an empty host.
pub(super) fn as_file(uri: Uri) -> Uri {
    let host = uri.host.filter(|host| host != "localhost").unwrap_or_default();
    Uri { host: Some(host), port: None, userinfo: None, ..uri }
}

/// Returns the path that an FTP URL means. The first slash only separates it from the host; a leading slash of the path
/// is written `%2F`.
pub(super) fn read_ftp_path(written: &str) -> EcoString {
    let path = written.strip_prefix('/').unwrap_or(written);
    match path.strip_prefix("%2F") {
        Some(rest) => eco_format!("/{rest}"),
        None => path.into(),
    }
}

/// Returns a path as it is written in an FTP URL.
pub(super) fn written_ftp_path(path: &str) -> EcoString {
    match path.strip_prefix('/') {
        Some(rest) => eco_format!("/%2F{rest}"),
        None => eco_format!("/{path}"),
    }
}

/// Returns the text of a mailto URL: empty headers at the end are removed.
pub(super) fn mail_text(opaque: &str) -> String {
    let (addresses, headers) = opaque.split_once('?').unwrap_or((opaque, ""));
    match headers.trim_end_matches('&') {
        "" => addresses.to_owned(),
        headers => format!("{addresses}?{headers}"),
    }
}

/// Returns whether a text is mail addresses, each followed by a comma or semicolon or the end.
fn are_addresses(text: &str) -> bool {
    let is_address = |address: &str| {
        let names: Vec<&str> = address.split('@').collect();
        names.len() == 2 && names.iter().all(|name| !name.is_empty())
    };
    let list = text.strip_suffix([',', ';']).unwrap_or(text);
    text.is_empty() || list.split([',', ';']).all(is_address)
}
