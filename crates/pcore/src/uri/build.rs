//! Building a URI from its parts, which are checked one by one.

use super::{Uri, UriError, escape_fragment, escape_query, scheme, scheme::Scheme, syntax, syntax::UriParts};
use ecow::EcoString;

impl Uri {
    /// Builds a URI from its parts. Unlike in a written one, an address with colons need not have brackets, and a path
    /// of FTP is decoded.
    pub(crate) fn from_parts(mut parts: UriParts<'_>) -> Result<Uri, UriError> {
        let scheme = parts.scheme.map(|scheme| EcoString::from(scheme.to_ascii_lowercase()));
        let kind = Scheme::of(scheme.as_deref());
        match kind {
            Scheme::Plain(_) | Scheme::File => {}
            Scheme::Ftp if parts.path.is_none() => return Err(UriError::FtpWithoutPath),
            Scheme::Ftp => {}
            // Ruby builds these from other parts, which Puppet has no names for.
            Scheme::Ldap(_) => parts.query = Some(""),
            Scheme::MailTo => parts.opaque = Some(""),
        }
        check_scheme(parts.scheme)?;
        check_userinfo(parts.userinfo, kind)?;
        let host = parts.host.map(bracketed);
        if let Some(host) = host.as_deref().filter(|host| !syntax::is_built_host(host)) {
            return Err(bad("host component", host));
        }
        check_path(parts.path, scheme.as_deref())?;
        let query = parts.query.map(escape_query).transpose()?;
        let userinfo = parts.userinfo.filter(|userinfo| !userinfo.is_empty());
        // The host of a file URI is always written.
        let hierarchical = host.is_some() || kind == Scheme::File || parts.port.is_some();
        match parts.opaque {
            Some(_) if hierarchical || userinfo.is_some() || parts.path.is_some() => {
                return Err(UriError::OpaqueConflict);
            }
            Some(opaque) if !syntax::is_opaque(opaque) => {
                return Err(bad("opaque component", opaque));
            }
            Some(_) | None => {}
        }
        let uri = scheme::complete(Uri {
            scheme,
            userinfo: userinfo.map(EcoString::from),
            host,
            port: parts.port,
            // Here an FTP path is the decoded one, not the written one.
            path: parts.path.map(|path| match kind {
                Scheme::Ftp => scheme::written_ftp_path(path),
                Scheme::Plain(_) | Scheme::File | Scheme::Ldap(_) | Scheme::MailTo => path.into(),
            }),
            query,
            opaque: parts.opaque.map(EcoString::from),
            fragment: parts.fragment.map(escape_fragment),
            typecode: None,
        })?;
        match uri.typecode.as_deref() {
            None | Some("a" | "i" | "d") => Ok(uri),
            Some(other) => Err(UriError::BadTypecode(other.into())),
        }
    }
}

fn bad(expected: &'static str, value: &str) -> UriError {
    UriError::BadComponent { expected, value: value.into() }
}

fn check_scheme(scheme: Option<&str>) -> Result<(), UriError> {
    match scheme {
        Some(scheme) if !syntax::is_scheme(scheme) => Err(bad("scheme component", scheme)),
        Some(_) | None => Ok(()),
    }
}

fn check_userinfo(userinfo: Option<&str>, kind: Scheme) -> Result<(), UriError> {
    let Some(userinfo) = userinfo else {
        return Ok(());
    };
    if kind == Scheme::File {
        return Err(UriError::UserOfFile);
    }
    let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
    if !syntax::is_userinfo(user) {
        return Err(bad("userinfo component or user component", user));
    }
    if !syntax::is_userinfo(password) {
        return Err(UriError::BadPassword);
    }
    Ok(())
}

/// Adds the brackets that an address with colons needs.
fn bracketed(host: &str) -> EcoString {
    let has_brackets = host.starts_with('[') && host.ends_with(']');
    if host.contains(':') && !has_brackets { ecow::eco_format!("[{host}]") } else { host.into() }
}

fn check_path(path: Option<&str>, scheme: Option<&str>) -> Result<(), UriError> {
    let Some(path) = path.filter(|path| !path.is_empty()) else {
        return Ok(());
    };
    if syntax::is_absolute_path(path) {
        return Ok(());
    }
    match scheme {
        Some(scheme) if scheme != "ftp" => Err(bad("absolute path component", path)),
        Some(_) | None if syntax::is_relative_path(path) => Ok(()),
        Some(_) | None => Err(bad("relative path component", path)),
    }
}
