//! Debian packages that a task needs.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Result, ensure};

use crate::apt;

/// What the tests need: access control lists, a terminal, crontabs, a second opinion on JSON Schema, keyrings, a client and an SSH server for the
/// examples, and the tools of services, which need not run, of accounts with a source that is not a file, of packages of several
/// kinds, and Puppet, which runs legacy types; Lua and TypeScript, for which code is generated;
/// strace, which kills runs at a system call.
pub const FOR_TESTS: &[&str] = &[
    "acl",
    "attr",
    "bsdutils",
    "cron",
    "curl",
    "debconf",
    "dpkg-dev",
    "gnupg",
    "libnss-systemd",
    "lua5.4",
    "node-typescript",
    "openssh-client",
    "openssh-server",
    "openssl",
    "passwd",
    "procps",
    "puppet-agent",
    "python3-jsonschema",
    "python3-pip",
    "ruby",
    "strace",
    "systemd",
];

/// The real Puppet, with its Resource API and modules that bring types and patterns.
pub const REAL_PUPPET: &[&str] = &[
    "puppet-agent",
    "puppet-module-puppetlabs-augeas-core",
    "puppet-module-puppetlabs-cron-core",
    "puppet-module-puppetlabs-host-core",
    "puppet-module-puppetlabs-mailalias-core",
    "puppet-module-puppetlabs-mount-core",
    "puppet-module-puppetlabs-selinux-core",
    "puppet-module-puppetlabs-sshkeys-core",
    "puppet-module-puppetlabs-stdlib",
    "ruby-puppet-resource-api",
    "time",
    "valgrind",
];

/// Installs the packages that are missing.
pub fn install(names: &[&str]) -> Result<()> {
    let missing: Vec<&str> = names.iter().copied().filter(|name| !is_installed(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    ensure!(
        is_root(),
        "these packages are missing and only root can install them: apt-get install {}",
        missing.join(" ")
    );
    apt::get(&["update", "-qq"], Path::new("/"))?;
    apt::get(&[&["install", "-y", "-qq", "--no-install-recommends"], &missing[..]].concat(), Path::new("/"))
}

fn is_installed(name: &str) -> bool {
    let query = Command::new("dpkg-query").args(["-W", "-f=${Status}", name]).stderr(Stdio::null()).output();
    query.is_ok_and(|output| output.stdout.ends_with(b"install ok installed"))
}

/// Whether this runs as root.
pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
