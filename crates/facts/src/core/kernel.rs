//! Facts from single files of the kernel.

use pcore::Value;

use crate::{record::record, root::Root};

/// The release of the kernel: `6.1.0-18-amd64`.
pub(super) fn release(root: &Root) -> Option<String> {
    root.word("/proc/sys/kernel/osrelease")
}

/// The first numbers of a release.
pub(super) fn version(release: &str, count: usize) -> String {
    let numbers = release.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty());
    numbers.take(count).collect::<Vec<_>>().join(".")
}

/// File systems that need a device, sorted.
pub(super) fn filesystems(root: &Root) -> Option<String> {
    let text = root.text("/proc/filesystems")?;
    let mut names: Vec<&str> = text
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let name = words.next()?;
            words.next().is_none().then_some(name)
        })
        .filter(|name| *name != "fuseblk")
        .collect();
    names.sort_unstable();
    Some(names.join(","))
}

/// Whether only approved cryptography is allowed.
pub(super) fn fips_enabled(root: &Root) -> bool {
    root.word("/proc/sys/crypto/fips_enabled").as_deref() == Some("1")
}

pub(super) fn load_averages(root: &Root) -> Option<Value> {
    let text = root.text("/proc/loadavg")?;
    let mut numbers = text.split_whitespace().map(|number| number.parse().map(Value::Float).ok());
    let mut next = || numbers.next().flatten();
    let (one, five, fifteen) = (next(), next(), next());
    record([("15m", fifteen), ("1m", one), ("5m", five)])
}

/// The version of Puppet's own package of everything.
pub(super) fn agent_version(root: &Root) -> Option<String> {
    let text = root.word("/opt/puppetlabs/puppet/VERSION")?;
    let mut parts: Vec<&str> = Vec::new();
    for part in text.split('.').take(5) {
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        parts.extend(part.get(..digits).filter(|digits| !digits.is_empty()));
        if digits < part.len() {
            break;
        }
    }
    (parts.len() >= 3).then(|| parts.join("."))
}
