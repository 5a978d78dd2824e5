//! What the machine is called: its name, and the domain that `/etc/hosts` or the resolver adds to it.
//!
//! The network is not asked.

use crate::root::Root;

/// The parts of a name.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) host: Option<String>,
    pub(super) domain: Option<String>,
    pub(super) full: Option<String>,
}

impl Name {
    pub(super) fn read(root: &Root) -> Name {
        let Some(name) = root.word("/proc/sys/kernel/hostname").or_else(|| root.word("/etc/hostname")) else {
            return Name::default();
        };
        let (host, domain) = split(&name);
        let listed = if domain.is_none() { listed(root, host) } else { None };
        let listed_domain = listed.as_deref().filter(|listed| listed.starts_with(&format!("{host}.")));
        let domain = domain.map(str::to_owned);
        let domain = domain.or_else(|| listed_domain.and_then(|name| split(name).1).map(str::to_owned));
        let domain = domain.or_else(|| of_resolver(root));
        let full = listed.unwrap_or_else(|| match &domain {
            Some(domain) => format!("{host}.{domain}"),
            None => host.to_owned(),
        });
        Name { host: Some(host.to_owned()), domain, full: Some(full) }
    }
}

fn split(name: &str) -> (&str, Option<&str>) {
    match name.split_once('.') {
        Some((host, domain)) if !domain.is_empty() => (host, Some(domain)),
        _ => (name, None),
    }
}

/// The first of the names that `/etc/hosts` has for an address, if that is another one.
fn listed(root: &Root, host: &str) -> Option<String> {
    let table = root.text("/etc/hosts")?;
    let lines = table.lines().map(|line| line.split('#').next().unwrap_or_default());
    let mut names = lines.filter_map(|line| {
        let mut names = line.split_whitespace().skip(1);
        let first = names.clone().next()?;
        names.any(|name| name.eq_ignore_ascii_case(host)).then_some(first)
    });
    names.next().filter(|name| *name != host).map(str::to_owned)
}

fn of_resolver(root: &Root) -> Option<String> {
    let text = root.text("/etc/resolv.conf")?;
    let entry = |key: &str| {
        let mut values = text.lines().filter_map(|line| {
            let rest = line.strip_prefix(key)?;
            rest.starts_with(char::is_whitespace).then(|| rest.split_whitespace().next())?
        });
        values.next().map(str::to_owned)
    };
    entry("domain").or_else(|| entry("search"))
}
