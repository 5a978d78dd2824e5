//! The syntax of RFC 3986: which characters are allowed in each part.

use std::net::Ipv6Addr;

/// The parts of a URI as they are written; missing ones are `None`.
#[derive(Clone, Copy, Default)]
pub(crate) struct UriParts<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<i64>,
    pub(crate) path: Option<&'a str>,
    pub(crate) opaque: Option<&'a str>,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

/// Splits a URI; `None` if the text is not one.
pub(super) fn split(text: &str) -> Option<UriParts<'_>> {
    let (rest, fragment) = split_mark(text, '#');
    let (rest, query) = split_mark(rest, '?');
    if !fragment.is_none_or(|fragment| all(fragment, |byte| is_path_byte(byte) || byte == b'?')) {
        return None;
    }
    let scheme = rest.split_once(':').filter(|(scheme, _)| is_scheme(scheme));
    let (scheme, rest) = match scheme {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, rest),
    };
    let mut split = UriParts { scheme, query, fragment, ..UriParts::default() };
    if let Some(rest) = rest.strip_prefix("//") {
        let end = rest.find('/').unwrap_or(rest.len());
        split.authority(&rest[..end])?;
        split.path = Some(&rest[end..]);
    } else if scheme.is_some() && !rest.is_empty() && !rest.starts_with('/') {
        split.opaque = Some(rest);
    } else {
        split.path = Some(rest);
    }
    let path = split.path.or(split.opaque)?;
    // The first segment of a relative path cannot have a colon, which would end a scheme.
    let first = rest.split('/').next()?;
    let ambiguous = scheme.is_none() && first.contains(':');
    (all(path, is_path_byte) && !ambiguous).then_some(split)
}

impl<'a> UriParts<'a> {
    /// Splits `user@host:port`.
    fn authority(&mut self, text: &'a str) -> Option<()> {
        let (userinfo, rest) = match text.split_once('@') {
            Some((userinfo, rest)) => (Some(userinfo), rest),
            None => (None, text),
        };
        let host_end = match rest.starts_with('[') {
            true => rest.find(']')? + 1,
            false => rest.find(':').unwrap_or(rest.len()),
        };
        let (host, port) = rest.split_at(host_end);
        let port = match port {
            "" | ":" => None,
            // Ruby accepts any number. One that does not fit into Puppet's Integer is refused here.
            _ => Some(
                port.strip_prefix(':').filter(|port| port.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()?,
            ),
        };
        if !userinfo.is_none_or(is_userinfo) || !is_host(host) {
            return None;
        }
        self.userinfo = userinfo;
        self.host = Some(host).filter(|host| !host.is_empty());
        self.port = port;
        Some(())
    }
}

fn split_mark(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((rest, part)) => (rest, Some(part)),
        None => (text, None),
    }
}

pub(super) fn is_scheme(text: &str) -> bool {
    let is_tail = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(is_tail)
}

pub(super) fn is_userinfo(text: &str) -> bool {
    all(text, |byte| is_name_byte(byte) || byte == b':')
}

/// An address in brackets or a name, which may be empty.
pub(super) fn is_host(text: &str) -> bool {
    match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => address.parse::<Ipv6Addr>().is_ok() || is_future_address(address),
        None => all(text, is_name_byte),
    }
}

/// A host that Ruby accepts as a part, after the obsolete RFC 2396.
pub(super) fn is_built_host(text: &str) -> bool {
    let is_byte = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let is_name = !text.is_empty() && all(text, is_byte);
    is_name || text.starts_with('[') && is_host(text)
}

/// The rest of a URI without hierarchy, after the obsolete RFC 2396.
pub(super) fn is_opaque(text: &str) -> bool {
    let is_byte = |byte: u8| is_path_byte(byte) || matches!(byte, b'?' | b'[' | b']');
    !text.is_empty() && !text.starts_with(['/', '[', ']']) && all(text, is_byte)
}

/// An address of a future version of IP.
fn is_future_address(text: &str) -> bool {
    let Some((version, address)) = text.strip_prefix('v').and_then(|rest| rest.split_once('.')) else {
        return false;
    };
    let is_version = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_version && !address.is_empty() && address.bytes().all(|byte| is_name_byte(byte) || byte == b':')
}

pub(super) fn is_absolute_path(text: &str) -> bool {
    text.starts_with('/') && all(text, is_path_byte)
}

pub(super) fn is_relative_path(text: &str) -> bool {
    let first = text.split('/').next().unwrap_or_default();
    !first.is_empty() && !first.contains(':') && all(text, is_path_byte)
}

/// Returns whether all characters are accepted or escaped.
fn all(text: &str, accepts: impl Fn(u8) -> bool) -> bool {
    let mut rest = text.as_bytes();
    loop {
        rest = match rest {
            [] => return true,
            [b'%', first, second, rest @ ..] if first.is_ascii_hexdigit() && second.is_ascii_hexdigit() => rest,
            [byte, rest @ ..] if accepts(*byte) => rest,
            [..] => return false,
        };
    }
}

/// The characters of a name: letters, digits and marks that are not separators.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'!' | b'$' | b'&'..=b'.' | b';' | b'=' | b'_' | b'~')
}

fn is_path_byte(byte: u8) -> bool {
    is_name_byte(byte) || matches!(byte, b':' | b'@' | b'/')
}
