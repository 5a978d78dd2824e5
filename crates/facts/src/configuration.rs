//! `facter.conf`: blocked facts, cached facts, and the directories of external facts.

mod groups;

#[cfg(test)]
mod tests;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use pcore::{Hash, Value, hocon};

use self::groups::GROUPS;
use crate::root::{self, Root};

/// The configuration and cache of Puppet's packages, and of Debian's. The first existing configuration is used.
const PATHS: [(&str, &str); 2] = [
    ("/etc/puppetlabs/facter/facter.conf", "/opt/puppetlabs/facter/cache/cached_facts"),
    ("/etc/facter/facter.conf", "/var/cache/facter/facts"),
];

/// Units of time, in nanoseconds.
const UNITS: [(&str, u64); 18] = [
    ("ns", 1),
    ("nanos", 1),
    ("nanoseconds", 1),
    ("us", 1_000),
    ("micros", 1_000),
    ("microseconds", 1_000),
    ("", 1_000_000),
    ("ms", 1_000_000),
    ("milis", 1_000_000),
    ("milliseconds", 1_000_000),
    ("s", 1_000_000_000),
    ("seconds", 1_000_000_000),
    ("m", 60_000_000_000),
    ("minutes", 60_000_000_000),
    ("h", 3_600_000_000_000),
    ("hours", 3_600_000_000_000),
    ("d", 86_400_000_000_000),
    ("days", 86_400_000_000_000),
];

/// The contents of `facter.conf`.
#[derive(Debug, Default)]
pub(crate) struct Configuration {
    /// Blocked names: of facts, of parts of facts, of files.
    pub(crate) blocked: Vec<String>,
    /// Whether legacy facts are blocked.
    pub(crate) blocks_legacy: bool,
    /// Whether legacy facts are enabled, if configured.
    pub(crate) legacy: Option<bool>,
    /// The facts and files to cache.
    pub(crate) cache_policies: Vec<CachePolicy>,
    /// The directory of the cache.
    pub(crate) cache: PathBuf,
    /// Directories of external facts, if not the default ones.
    pub(crate) external: Vec<PathBuf>,
    /// Whether there are external facts at all.
    pub(crate) no_external: bool,
    /// Whether dots in names of external facts make structures.
    pub(crate) dots: bool,
}

/// How long to cache a fact or file, and in which file of the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CachePolicy {
    pub(crate) name: String,
    pub(crate) group: String,
    pub(crate) duration: Duration,
}

impl Configuration {
    /// Reads the given file, or the default one.
    pub(crate) fn read(root: &Root, given: Option<&PathBuf>, warnings: &mut Vec<String>) -> Configuration {
        let found = PATHS.iter().find(|(file, _)| root.exists(file)).unwrap_or(&PATHS[0]);
        let cache = PathBuf::from(found.1);
        let text = match given {
            Some(path) => root::bounded(path),
            None => root.text(found.0),
        };
        let Some(text) = text else { return Configuration { cache, ..Configuration::default() } };
        let path = given.cloned().unwrap_or_else(|| PathBuf::from(found.0));
        match hocon::parse(&text) {
            Ok(Value::Hash(hash)) => Configuration { cache, ..Configuration::of(&hash, &path, warnings) },
            invalid => {
                let reason = invalid.map_or_else(|error| error.to_string(), |_| String::from("it is not an object"));
                warnings.push(unusable(&path, &reason));
                Configuration { cache, ..Configuration::default() }
            }
        }
    }

    fn of(hash: &Hash, path: &Path, warnings: &mut Vec<String>) -> Configuration {
        let part = |section: &str, name: &str| hash.get_str(section)?.as_hash()?.get_str(name).cloned();
        let on = |section: &str, name: &str| match part(section, name) {
            Some(Value::Boolean(on)) => Some(on),
            _ => None,
        };
        let list = |section: &str, name: &str| part(section, name).map(|list| texts(&list)).unwrap_or_default();
        let own_groups = hash.get_str("fact-groups").and_then(Value::as_hash);
        // Groups of the file replace built-in ones.
        let group = |name: &str| match own_groups.and_then(|groups| groups.get_str(name)) {
            Some(facts) => Some(texts(facts)),
            None => GROUPS
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, facts)| facts.split(' ').map(str::to_owned).collect()),
        };
        let names = list("facts", "blocklist");
        let blocks_legacy = names.iter().any(|name| name == "legacy");
        let blocked = names.iter().filter(|name| *name != "legacy");
        let blocked = blocked.flat_map(|name| group(name).unwrap_or_else(|| vec![name.clone()])).collect();

        let mut cache_policies = Vec::new();
        let ttls = part("facts", "ttls").unwrap_or_default();
        let ttls = ttls.as_array().unwrap_or_default().iter().filter_map(Value::as_hash).flat_map(Hash::iter);
        for (name, duration) in ttls {
            let Some(name) = name.as_str() else { continue };
            match self::duration(duration) {
                Ok(duration) => {
                    let names = group(name).unwrap_or_else(|| vec![name.to_owned()]);
                    cache_policies.extend(names.into_iter().map(|fact| CachePolicy {
                        name: fact,
                        group: name.to_owned(),
                        duration,
                    }));
                }
                Err(reason) => warnings.push(unusable(path, &reason)),
            }
        }
        Configuration {
            blocked,
            blocks_legacy,
            legacy: on("global", "show-legacy"),
            cache_policies,
            cache: PathBuf::new(),
            external: list("global", "external-dir").into_iter().map(PathBuf::from).collect(),
            no_external: on("global", "no-external-facts").unwrap_or_default(),
            dots: on("global", "force-dot-resolution").unwrap_or_default(),
        }
    }

    /// Whether a fact or a file is blocked as a whole.
    pub(crate) fn blocks(&self, name: &str) -> bool {
        self.blocked.iter().any(|blocked| blocked == name)
    }

    /// Whether a flat name is blocked: the beginning of it is enough.
    pub(crate) fn blocks_flat(&self, name: &str) -> bool {
        self.blocks_legacy || self.blocked.iter().any(|blocked| name.starts_with(blocked.as_str()))
    }

    /// Parts of a fact that are blocked: `distro.id` of `os`.
    pub(crate) fn blocked_parts<'c>(&'c self, name: &'c str) -> impl Iterator<Item = &'c str> {
        self.blocked.iter().filter_map(move |blocked| blocked.strip_prefix(name)?.strip_prefix('.'))
    }

    /// The cache policy of a fact or file with the longest time.
    pub(crate) fn cache_policy(&self, name: &str) -> Option<&CachePolicy> {
        self.cache_policies.iter().filter(|policy| policy.name == name).max_by_key(|policy| policy.duration)
    }
}

fn unusable(path: &Path, reason: &str) -> String {
    format!("Facter failed to read config file {} with the following error: {reason}", path.display())
}

/// The texts of a list, or of one text alone.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.to_string()],
        Value::Array(items) => items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

/// A length of time: `30 days`; a number alone is one of milliseconds.
fn duration(value: &Value) -> Result<Duration, String> {
    let text = match value {
        Value::Integer(number) => number.to_string(),
        Value::String(text) => text.to_string(),
        other => return Err(format!("a time is a number with a unit, but '{other}' was found")),
    };
    let (number, unit) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let unit = unit.trim();
    let plural = if unit.len() > 2 && !unit.ends_with('s') { format!("{unit}s") } else { unit.to_owned() };
    let Some((_, nanoseconds)) = UNITS.iter().find(|(name, _)| *name == plural) else {
        return Err(format!(
            "Could not parse time unit {plural} (try ns, nanos, nanoseconds, us, micros, microseconds, ms, milis, \
             milliseconds, s, seconds, m, minutes, h, hours, d, days)"
        ));
    };
    let number: u64 = number.parse().map_err(|_| format!("a time is a number with a unit, but '{text}' was found"))?;
    // Only whole seconds count.
    let seconds = u128::from(number) * u128::from(*nanoseconds) / 1_000_000_000;
    Ok(Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX)))
}
