//! `URI`: addresses of resources taken apart and put together, as hashes of their parts.

use std::rc::Rc;

use super::{Answer, Arguments};
use crate::{
    error::{Outcome, not_supported, raise},
    object::Object,
    text,
};

/// The parts of an address, each nothing where it is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uri {
    scheme: Option<String>,
    user: Option<String>,
    host: Option<String>,
    port: Option<i64>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

/// The ports that schemes have by themselves.
const PORTS: &[(&str, i64)] =
    &[("http", 80), ("https", 443), ("ftp", 21), ("ldap", 389), ("ldaps", 636), ("ws", 80), ("wss", 443)];

/// `URI.parse`
pub(super) fn parse(arguments: &Arguments<'_>) -> Outcome {
    let given = arguments.text(0)?;
    let bad = |byte: u8| byte <= b' ' || byte >= 0x7f || b"\"<>\\^`{|}".contains(&byte);
    if given.bytes().any(bad) {
        return raise(
            "URI::InvalidURIError",
            format!("bad URI(is not URI?): {}", text::inspect(arguments.object(0)?)?),
        );
    }
    let mut uri = Uri::default();
    let (rest, fragment) = split(&given, '#');
    let (rest, query) = split(rest, '?');
    (uri.fragment, uri.query) = (fragment.map(String::from), query.map(String::from));
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    let rest = match rest.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => {
            uri.scheme = Some(scheme.to_ascii_lowercase());
            rest
        }
        _ => rest,
    };
    let path = match rest.strip_prefix("//") {
        None => rest,
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            let (user, server) = match authority.rsplit_once('@') {
                Some((user, server)) => (Some(user.to_owned()), server),
                None => (None, authority),
            };
            uri.user = user;
            let (host, port) = match server.rsplit_once(':') {
                Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, port.parse().ok()),
                _ => (server, None),
            };
            (uri.host, uri.port) = (Some(host.to_owned()).filter(|host| !host.is_empty()), port);
            path
        }
    };
    uri.path = path.to_owned();
    if uri.port.is_none() {
        uri.port = uri.own_port();
    }
    Ok(Object::Uri(Rc::new(uri)))
}

fn split(text: &str, sign: char) -> (&str, Option<&str>) {
    match text.split_once(sign) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// `URI::Generic.build` of a hash of parts.
pub(super) fn build(arguments: &Arguments<'_>) -> Outcome {
    let Object::Hash(entries) = arguments.object(0)? else {
        return not_supported("URI::Generic.build of an array");
    };
    let mut uri = Uri::default();
    for (key, value) in entries.0.borrow().pairs() {
        let Object::Symbol(name) = &key else { continue };
        if matches!(value, Object::Nil) {
            continue;
        }
        let part = text::to_s(&value)?.to_string();
        match name.as_str() {
            "scheme" => uri.scheme = Some(part.to_ascii_lowercase()),
            "userinfo" => uri.user = Some(part),
            "host" => uri.host = Some(part),
            "port" => uri.port = part.parse().ok(),
            "path" => uri.path = part,
            "query" => uri.query = Some(part),
            "fragment" => uri.fragment = Some(part),
            _ => {}
        }
    }
    Ok(Object::Uri(Rc::new(uri)))
}

impl Uri {
    fn own_port(&self) -> Option<i64> {
        let scheme = self.scheme.as_deref()?;
        PORTS.iter().find(|(known, _)| *known == scheme).map(|(_, port)| *port)
    }

    pub(crate) fn text(&self) -> String {
        let mut made = String::new();
        if let Some(scheme) = &self.scheme {
            made.push_str(scheme);
            made.push(':');
        }
        if let Some(host) = &self.host {
            made.push_str("//");
            if let Some(user) = &self.user {
                made.push_str(user);
                made.push('@');
            }
            made.push_str(host);
            if let Some(port) = self.port.filter(|port| self.own_port() != Some(*port)) {
                made.push_str(&format!(":{port}"));
            }
        }
        if self.host.is_some() && !self.path.is_empty() && !self.path.starts_with('/') {
            made.push('/');
        }
        made.push_str(&self.path);
        for (sign, part) in [('?', &self.query), ('#', &self.fragment)] {
            if let Some(part) = part {
                made.push(sign);
                made.push_str(part);
            }
        }
        made
    }
}

pub(super) fn call(uri: &Uri, arguments: &Arguments<'_>) -> Answer {
    let optional = |part: &Option<String>| part.as_ref().map_or(Object::Nil, |part| Object::text(part.as_str()));
    Ok(Some(match arguments.method {
        "scheme" => optional(&uri.scheme),
        "userinfo" => optional(&uri.user),
        "user" => optional(&uri.user.as_ref().map(|user| split(user, ':').0.to_owned())),
        "password" => optional(&uri.user.as_ref().and_then(|user| split(user, ':').1.map(String::from))),
        "host" | "hostname" => optional(&uri.host),
        "port" => uri.port.map_or(Object::Nil, Object::Integer),
        "path" => Object::text(uri.path.as_str()),
        "query" => optional(&uri.query),
        "fragment" => optional(&uri.fragment),
        _ => return Ok(None),
    }))
}
