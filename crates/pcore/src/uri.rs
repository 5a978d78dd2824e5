//! `Uri`: Puppet's `URI`, after RFC 3986 and Ruby's library.
//!
//! A URI is *hierarchical*, with a path and maybe an authority (`//user@host:port`), or *opaque* (`mailto:a@b`). Some
//! schemes have rules of their own, which are in `scheme`: a default port, paths of FTP, hosts of files, addresses of
//! mail.

mod build;
mod error;
mod resolve;
mod scheme;
mod syntax;
mod url;

pub use error::UriError;
pub use url::{REDACTED, Url};

use ecow::EcoString;
use scheme::Scheme;
use std::{
    fmt,
    hash::{Hash, Hasher},
};
pub(crate) use syntax::UriParts;

/// A URI.
///
/// ```
/// use pcore::uri::Uri;
///
/// let uri = Uri::parse("HTTP://user@Example.com/a?b#c").unwrap();
/// assert_eq!(uri.host(), Some("Example.com"));
/// assert_eq!(uri.port(), Some(80));
/// assert_eq!(uri.to_string(), "http://user@Example.com/a?b#c");
/// // The case of a host does not count, nor whether the root is written.
/// assert_eq!(Uri::parse("http://a.b"), Uri::parse("http://A.B:80/"));
/// ```
#[derive(Clone, Debug)]
pub struct Uri {
    /// In lower case.
    scheme: Option<EcoString>,
    userinfo: Option<EcoString>,
    host: Option<EcoString>,
    port: Option<i64>,
    path: Option<EcoString>,
    query: Option<EcoString>,
    opaque: Option<EcoString>,
    fragment: Option<EcoString>,
    /// What follows `;type=` in an FTP path.
    typecode: Option<EcoString>,
}

impl Uri {
    /// Parses a URI, absolute or relative.
    pub fn parse(text: &str) -> Result<Uri, UriError> {
        if !text.is_ascii() {
            return Err(UriError::NotAscii(text.into()));
        }
        let parts = syntax::split(text).ok_or_else(|| UriError::NotUri(text.into()))?;
        let owned = |part: Option<&str>| part.map(EcoString::from);
        let mut uri = Uri {
            scheme: parts.scheme.map(|scheme| scheme.to_ascii_lowercase().into()),
            userinfo: owned(parts.userinfo.filter(|userinfo| !userinfo.is_empty())),
            host: owned(parts.host),
            port: parts.port,
            path: owned(parts.path),
            query: None,
            opaque: parts.opaque.map(|opaque| match parts.query {
                Some(query) => ecow::eco_format!("{opaque}?{query}"),
                None => opaque.into(),
            }),
            fragment: owned(parts.fragment),
            typecode: None,
        };
        if uri.opaque.is_none() {
            uri.query = parts.query.map(escape_query).transpose()?;
        }
        scheme::complete(uri)
    }

    /// Returns the scheme in lower case.
    pub fn scheme(&self) -> Option<&str> {
        self.scheme.as_deref()
    }

    /// Returns the user, or user and password separated by a colon.
    pub fn userinfo(&self) -> Option<&str> {
        self.userinfo.as_deref()
    }

    /// Returns the user.
    pub fn user(&self) -> Option<&str> {
        self.userinfo().map(|account| account.split_once(':').map_or(account, |(user, _)| user))
    }

    /// Returns the password, which is not decoded.
    pub fn password(&self) -> Option<&str> {
        self.userinfo()?.split_once(':').map(|(_, password)| password).filter(|password| !password.is_empty())
    }

    /// Returns the host as written. The host of a file URI is empty if not given.
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// Returns the port, or that of the scheme if none is written: 80 for `http`.
    pub fn port(&self) -> Option<i64> {
        self.port
    }

    /// Returns the path, which may be empty; `None` for an opaque URI. An FTP path is relative unless its first slash
    /// is written `%2F`.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// Returns the query, after the question mark. In an opaque URI it is part of the rest.
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }

    /// Returns the fragment, after the hash sign.
    pub fn fragment(&self) -> Option<&str> {
        self.fragment.as_deref()
    }

    /// Returns everything between scheme and fragment if the URI is not hierarchical.
    pub fn opaque(&self) -> Option<&str> {
        self.opaque.as_deref()
    }

    fn kind(&self) -> Scheme {
        Scheme::of(self.scheme())
    }

    /// Returns what counts in a comparison.
    fn normalized(&self) -> impl Eq + Hash + '_ {
        let path = match self.path.as_deref() {
            Some("") => Some("/"),
            path => path,
        };
        (
            self.scheme(),
            self.userinfo(),
            self.host().map(str::to_ascii_lowercase),
            self.port,
            path,
            (self.query(), self.opaque(), self.fragment(), self.typecode.as_deref()),
        )
    }
}

impl PartialEq for Uri {
    fn eq(&self, other: &Uri) -> bool {
        self.normalized() == other.normalized()
    }
}

impl Eq for Uri {}

impl Hash for Uri {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.normalized().hash(state);
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = &self.scheme {
            write!(formatter, "{scheme}:")?;
        }
        let kind = self.kind();
        match (&self.opaque, kind) {
            (Some(opaque), Scheme::MailTo) => formatter.write_str(&scheme::mail_text(opaque))?,
            (Some(opaque), _) => formatter.write_str(opaque)?,
            (None, _) => self.write_hierarchy(kind, formatter)?,
        }
        if let Some(fragment) = &self.fragment {
            write!(formatter, "#{fragment}")?;
        }
        Ok(())
    }
}

impl Uri {
    fn write_hierarchy(&self, kind: Scheme, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.is_some() || matches!(self.scheme(), Some("file" | "postgres")) {
            formatter.write_str("//")?;
        }
        if let Some(userinfo) = &self.userinfo {
            write!(formatter, "{userinfo}@")?;
        }
        if let Some(host) = &self.host {
            formatter.write_str(host)?;
        }
        if let Some(port) = self.port.filter(|port| Some(*port) != kind.default_port()) {
            write!(formatter, ":{port}")?;
        }
        match &self.path {
            Some(path) if kind == Scheme::Ftp => formatter.write_str(&scheme::written_ftp_path(path))?,
            Some(path) => formatter.write_str(path)?,
            None => {}
        }
        if let Some(typecode) = &self.typecode {
            write!(formatter, ";type={typecode}")?;
        }
        if let Some(query) = &self.query {
            write!(formatter, "?{query}")?;
        }
        Ok(())
    }
}

/// Escapes characters that are not allowed in a query; line breaks and tabs are removed.
fn escape_query(query: &str) -> Result<EcoString, UriError> {
    let bytes = without_breaks(query);
    for triple in bytes.windows(3) {
        if let [b'%', first, second] = triple
            && !first.is_ascii_hexdigit()
            && !second.is_ascii_hexdigit()
        {
            return Err(UriError::BadEscape(String::from_utf8_lossy(triple).into()));
        }
    }
    let allowed = |byte: u8| matches!(byte, b'!' | b'$'..=b'&' | b'('..=b';' | b'=' | b'?'..=b'_' | b'a'..=b'~');
    Ok(escape(&bytes, allowed))
}

/// Escapes characters that are not allowed in a fragment; line breaks and tabs are removed.
fn escape_fragment(fragment: &str) -> EcoString {
    escape(&without_breaks(fragment), |byte| matches!(byte, b'!'..=b'~'))
}

fn without_breaks(text: &str) -> Vec<u8> {
    text.bytes().filter(|byte| !matches!(byte, b'\t' | b'\r' | b'\n')).collect()
}

fn escape(bytes: &[u8], allowed: impl Fn(u8) -> bool) -> EcoString {
    let mut escaped = EcoString::with_capacity(bytes.len());
    for byte in bytes {
        match allowed(*byte) {
            true => escaped.push(char::from(*byte)),
            false => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

/// Returns a part of a URI with its escapes decoded; `None` if the bytes are not UTF-8.
///
/// ```
/// assert_eq!(pcore::uri::percent_decoded("a%40b%").unwrap(), "a@b%");
/// assert_eq!(pcore::uri::percent_decoded("%ff"), None);
/// ```
pub fn percent_decoded(text: &str) -> Option<EcoString> {
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while let Some(byte) = bytes.get(index) {
        match (byte, digit(bytes.get(index + 1)), digit(bytes.get(index + 2))) {
            (b'%', Some(high), Some(low)) => {
                decoded.push(u8::try_from(high * 16 + low).unwrap_or_default());
                index += 3;
            }
            _ => {
                decoded.push(*byte);
                index += 1;
            }
        }
    }
    String::from_utf8(decoded).ok().map(EcoString::from)
}

#[cfg(test)]
mod tests;
