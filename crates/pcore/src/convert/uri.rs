//! `URI.new`, from a string or from its parts.

use std::sync::LazyLock;

use super::{
    ConversionError,
    constructor::{Call, Constructor},
};
use crate::{uri::Uri, value::Value};

pub(super) static URI: LazyLock<Constructor> = LazyLock::new(|| {
    // Puppet uses the name of another function, which its messages show.
    Constructor::new("new_error")
        .signature(&["String[1] uri"], |call| Ok(Value::from(Uri::parse(call.text(0))?)))
        .signature(
            &["Struct[{
                Optional[scheme]   => String[1],
                Optional[userinfo] => String[1],
                Optional[host]     => String[1],
                Optional[port]     => Integer[0],
                Optional[path]     => String[1],
                Optional[query]    => String[1],
                Optional[fragment] => String[1],
                Optional[opaque]   => String[1]
            }] hash"],
            from_parts,
        )
});

/// The schemes that Ruby supports, with the port that is omitted from the text.
const DEFAULT_PORTS: [(&str, i64); 7] =
    [("ftp", 21), ("http", 80), ("https", 443), ("ldap", 389), ("ldaps", 636), ("ws", 80), ("wss", 443)];

fn from_parts(call: &Call<'_>) -> Result<Value, ConversionError> {
    let part = |name: &str| call.entry(name).as_str();
    let bad = |part: &'static str, value: &str| ConversionError::BadUriPart { part, value: value.to_owned() };
    let scheme = part("scheme").map(str::to_ascii_lowercase);
    if let Some(value) = part("scheme").filter(|value| !is_scheme(value)) {
        return Err(bad("scheme", value));
    }
    // Ruby builds a mailto URI from other parts than these, and finds none of them here.
    if scheme.as_deref() == Some("mailto") {
        return Err(bad("opaque", ""));
    }
    if let Some(value) = part("host").filter(|value| !is_host(value)) {
        return Err(bad("host", value));
    }
    let path_is_absolute = part("path").is_none_or(|path| path.starts_with('/'));
    if !path_is_absolute && scheme.as_deref().is_some_and(|scheme| scheme != "ftp") {
        return Err(bad("absolute path", part("path").unwrap_or_default()));
    }
    let has_others = ["host", "port", "userinfo", "path"].iter().any(|name| !call.entry(name).is_undef());
    if part("opaque").is_some() && has_others {
        return Err(ConversionError::OpaqueUri);
    }
    let mut text = String::new();
    if let Some(scheme) = &scheme {
        text.push_str(scheme);
        text.push(':');
    }
    text.push_str(part("opaque").unwrap_or_default());
    push_authority(&mut text, call, scheme.as_deref());
    push_path(&mut text, part("path").unwrap_or_default(), scheme.as_deref());
    if let Some(query) = part("query") {
        text.push('?');
        push_escaped(&mut text, query, |byte| byte.is_ascii_graphic() && !b"\"#'<>`".contains(&byte));
    }
    if let Some(fragment) = part("fragment") {
        text.push('#');
        push_escaped(&mut text, fragment, |byte| byte.is_ascii_graphic());
    }
    Ok(Value::from(Uri::parse(&text)?))
}

fn push_authority(text: &mut String, call: &Call<'_>, scheme: Option<&str>) {
    let Some(host) = call.entry("host").as_str() else {
        if scheme == Some("file") {
            text.push_str("//");
        }
        return;
    };
    text.push_str("//");
    if let Some(user) = call.entry("userinfo").as_str() {
        text.push_str(user);
        text.push('@');
    }
    text.push_str(host);
    let default_port = DEFAULT_PORTS.iter().find(|(name, _)| Some(*name) == scheme).map(|(_, port)| *port);
    if let Some(port) = call.entry("port").as_integer().filter(|port| Some(*port) != default_port) {
        text.push_str(&format!(":{port}"));
    }
}

/// An absolute FTP path is written in a special way: the first slash only ends the host.
fn push_path(text: &mut String, path: &str, scheme: Option<&str>) {
    match (scheme, path.strip_prefix('/')) {
        (Some("ftp"), Some(absolute)) => {
            text.push_str("/%2F");
            text.push_str(absolute);
        }
        (Some("ftp"), None) if !path.is_empty() => {
            text.push('/');
            text.push_str(path);
        }
        _ => text.push_str(path),
    }
}

/// Escapes characters that are not allowed in a part as `%20`; line breaks and tabs are removed.
fn push_escaped(text: &mut String, part: &str, may_stand: impl Fn(u8) -> bool) {
    for letter in part.chars().filter(|letter| !matches!(letter, '\t' | '\r' | '\n')) {
        let mut buffer = [0; 4];
        for &byte in letter.encode_utf8(&mut buffer).as_bytes() {
            match may_stand(byte) {
                true => text.push(char::from(byte)),
                false => text.push_str(&format!("%{byte:02X}")),
            }
        }
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
}

fn is_host(text: &str) -> bool {
    let is_name =
        |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-._~%!$&'()*+,;=".contains(letter));
    match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => address.chars().all(|letter| letter.is_ascii_hexdigit() || ":.".contains(letter)),
        None => is_name(text),
    }
}
