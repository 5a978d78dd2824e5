//! Which variables a process sees.

use std::{env, ffi::OsString};

/// Variables of ours that every process gets, if we have them. Names that end in `*` stand for all that begin so.
pub const PASSED: [&str; 19] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "TMPDIR",
    "TZ",
    "LANG",
    "LANGUAGE",
    "LC_*",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "SSL_CERT_*",
];

/// Variables that change how Ruby starts, and that mean another program than ours.
const FOREIGN_TO_RUBY: [&str; 2] = ["RUBYOPT", "BUNDLE_GEMFILE"];

/// The search path when `PATH` is not set.
const FALLBACK_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// A clean environment: what [`PASSED`] names, and the version of the protocol.
pub(crate) fn clean() -> Vec<(OsString, OsString)> {
    let is_passed = |name: &str| {
        PASSED.iter().any(|passed| match passed.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => *passed == name,
        })
    };
    let mut variables: Vec<(OsString, OsString)> =
        env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_passed)).collect();
    if !variables.iter().any(|(name, _)| name == "PATH") {
        variables.push(("PATH".into(), FALLBACK_PATH.into()));
    }
    variables.push(("BUNRAKU_PROTOCOL".into(), "1".into()));
    variables
}

/// The environment that we have, for code that expects it as modules of Puppet do.
pub(crate) fn inherited() -> Vec<(OsString, OsString)> {
    env::vars_os().filter(|(name, _)| !FOREIGN_TO_RUBY.iter().any(|foreign| name == foreign)).collect()
}
