//! Resolving a reference against a base: `URI + reference`.

use super::{
    Uri, UriError,
    scheme::{Scheme, as_file},
};
use ecow::EcoString;

impl Uri {
    /// Returns the URI that a reference means in a document of this URI.
    ///
    /// ```
    /// use pcore::uri::Uri;
    ///
    /// let base = Uri::parse("http://a/b/c/d?q").unwrap();
    /// let reference = Uri::parse("../g?y#s").unwrap();
    /// assert_eq!(base.resolve(&reference).unwrap().to_string(), "http://a/b/g?y#s");
    /// ```
    pub fn resolve(&self, reference: &Uri) -> Result<Uri, UriError> {
        if reference.scheme.is_some() {
            return Ok(reference.clone());
        }
        if self.scheme.is_none() {
            return Err(UriError::BothRelative);
        }
        let mut result = self.clone();
        let has_authority = reference.userinfo.is_some() || reference.host.is_some() || reference.port.is_some();
        let same_document = reference.path.as_deref().is_none_or(str::is_empty) && !has_authority;
        if same_document && reference.query.is_none() {
            result.fragment = reference.fragment.clone().or(result.fragment);
            return Ok(result);
        }
        if self.opaque.is_some() && reference.query.is_some() {
            return Err(UriError::QueryConflict);
        }
        result.path = match (&self.path, &reference.path) {
            (_, Some(path)) if has_authority => Some(path.clone()),
            (Some(base), Some(path)) => Some(merge_paths(base, path)),
            (base, _) => base.clone(),
        };
        result.query = reference.query.clone();
        result.fragment = reference.fragment.clone();
        // The base's port stays even with another host, as in Ruby.
        result.userinfo = reference.userinfo.clone().or(result.userinfo);
        result.host = reference.host.clone().or(result.host);
        result.port = reference.port.or(result.port);
        Ok(match result.kind() {
            Scheme::File => as_file(result),
            Scheme::Plain(_) | Scheme::Ftp | Scheme::Ldap(_) | Scheme::MailTo => result,
        })
    }
}

/// Returns the path of a reference resolved against the base's.
fn merge_paths(base: &str, reference: &str) -> EcoString {
    let mut segments = base_segments(base);
    let mut steps: Vec<&str> = pieces(reference);
    if steps.first() == Some(&"") {
        segments.clear();
        steps.remove(0);
    }
    if matches!(steps.last(), Some(&"." | &"..")) {
        steps.push("");
    }
    let mut way: Vec<&str> = Vec::new();
    for step in steps.into_iter().filter(|step| *step != ".") {
        let back = step == ".." && way.last().is_some_and(|last| *last != "..");
        if back {
            way.pop();
        } else {
            way.push(step);
        }
    }
    // The last segment of the base is a file, and the reference replaces it.
    if segments.is_empty() {
        segments.push("");
    } else if !way.is_empty() {
        segments.pop();
    }
    let up = way.iter().take_while(|step| **step == "..").count();
    for _ in 0..up {
        if segments.len() > 1 {
            segments.pop();
        }
    }
    segments.extend(&way[up..]);
    if up > 0 && up == way.len() {
        segments.push("");
    }
    segments.join("/").into()
}

/// Returns the segments of a base path, with `..` resolved.
fn base_segments(base: &str) -> Vec<&str> {
    let mut segments = pieces(base);
    if segments.last() == Some(&"..") {
        segments.push("");
    }
    while let Some(index) = segments.iter().position(|segment| *segment == "..") {
        segments.drain(index.saturating_sub(1)..=index);
    }
    segments
}

/// Splits at slashes; an empty path has no segments.
fn pieces(path: &str) -> Vec<&str> {
    if path.is_empty() { Vec::new() } else { path.split('/').collect() }
}
