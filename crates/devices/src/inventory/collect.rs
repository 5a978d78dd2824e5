//! Collects the targets of an inventory: walks its groups, and merges their configurations.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    sync::Arc,
};

use ecow::EcoString;
use pcore::{
    Hash, Value,
    uri::{Uri, percent_decoded},
};

use super::{Inventory, lines::Lines};
use crate::{DeviceError, FileLine, Source, Target};

/// How deep groups may be nested.
const MAX_DEPTH: usize = 64;

/// Keys that do not affect how a target is reached.
const IGNORED_KEYS: [&str; 4] = ["vars", "facts", "features", "plugin_hooks"];

/// Collects the targets of an inventory.
pub(super) fn targets(value: &Value, lines: &Lines, path: &Path) -> Result<Inventory, DeviceError> {
    let mut collector =
        Collector { path, targets: Vec::new(), indexes: HashMap::new(), groups: HashSet::new(), ignored: Vec::new() };
    let nothing = Hash::default();
    let root = match value {
        Value::Undef => &nothing,
        Value::Hash(root) => &**root,
        _ => return Err(collector.shape("the inventory", "a map")),
    };
    match root.get_str("version") {
        None | Some(Value::Undef | Value::Integer(2)) => {}
        Some(version) => {
            let found = version.as_hash().map_or_else(|| version.to_string(), |_| String::from("that is a map"));
            let problem = format!("expected an inventory of version 2, found version {found}");
            return Err(DeviceError::of_file(path, &problem));
        }
    }
    // Names first, since the lists of groups may refer to them.
    collector.names(root, 0)?;
    collector.group(root, "all")?;
    collector.finish(lines)
}

struct Collector<'i> {
    path: &'i Path,
    targets: Vec<CollectedTarget>,
    /// The index of a target, by its name and its aliases.
    indexes: HashMap<EcoString, (usize, &'static str)>,
    groups: HashSet<EcoString>,
    ignored: Vec<String>,
}

/// A target with all of its configurations.
struct CollectedTarget {
    name: EcoString,
    uri: Option<EcoString>,
    aliases: Vec<EcoString>,
    /// Its own configuration.
    own: Hash,
    /// The configurations of its groups, in descending precedence.
    groups: Vec<Hash>,
}

const TARGET: &str = "a target";
const ALIAS: &str = "another name of a target";
const GROUP: &str = "a group";

impl<'i> Collector<'i> {
    /// The error for an element of the wrong type.
    fn shape(&self, element: &str, expected: &str) -> DeviceError {
        DeviceError::of_file(self.path, &format!("{element}: expected {expected}"))
    }

    /// The error for a value that comes from a plugin of Bolt.
    fn plugin(&self, element: &str) -> DeviceError {
        let problem = format!("{element}: Bolt plugins ('_plugin') are not supported; write the value itself");
        DeviceError::of_file(self.path, &problem)
    }

    /// Collects the names and aliases of targets.
    fn names(&mut self, group: &Hash, depth: usize) -> Result<(), DeviceError> {
        if depth > MAX_DEPTH {
            let problem = format!("groups are nested more than {MAX_DEPTH} levels deep");
            return Err(DeviceError::of_file(self.path, &problem));
        }
        for target in self.list(group, "targets")? {
            let Value::Hash(described) = target else { continue };
            self.describe(described)?;
        }
        for inner in self.list(group, "groups")? {
            let Value::Hash(inner) = inner else {
                return Err(self.shape("an element of 'groups'", "a map with a name"));
            };
            self.names(inner, depth + 1)?;
        }
        Ok(())
    }

    /// Adds a target that is a map, or merges a second map for it.
    fn describe(&mut self, described: &Hash) -> Result<(), DeviceError> {
        self.refuse_plugin(described, "a target")?;
        let (name, uri) = (self.text(described, "name")?, self.text(described, "uri")?);
        let Some(name) = name.or(uri) else { return Err(self.shape("a target", "a 'name' or a 'uri'")) };
        let (name, uri) = (EcoString::from(name), uri.map(EcoString::from));
        let own = self.configuration(described, &format!("target '{name}'"))?;
        let aliases: Vec<EcoString> = match described.get_str("alias") {
            None | Some(Value::Undef) => Vec::new(),
            Some(Value::String(alias)) => vec![alias.clone()],
            Some(Value::Array(aliases)) if aliases.iter().all(|alias| alias.as_str().is_some()) => {
                aliases.iter().filter_map(Value::as_str).map(EcoString::from).collect()
            }
            Some(_) => return Err(self.shape(&format!("'alias' of target '{name}'"), "a text or a list of texts")),
        };
        self.record_ignored(described, &format!("target '{name}'"));
        let index = self.target(&name, uri)?;
        let target = &mut self.targets[index];
        // The first map takes precedence.
        target.own = merged(&own, &target.own);
        for alias in aliases {
            match self.indexes.insert(alias.clone(), (index, ALIAS)) {
                Some((other, kind)) if other != index || kind == TARGET => {
                    return Err(self.ambiguous(&alias, kind, ALIAS));
                }
                Some(_) => {}
                None => self.targets[index].aliases.push(alias),
            }
        }
        Ok(())
    }

    fn ambiguous(&self, name: &str, first: &str, second: &str) -> DeviceError {
        DeviceError::of_file(self.path, &format!("'{name}' is the name of two things: {first} and {second}"))
    }

    /// The index of a target, which is added if it is new.
    fn target(&mut self, name: &EcoString, uri: Option<EcoString>) -> Result<usize, DeviceError> {
        match self.indexes.get(name) {
            Some((index, TARGET)) => {
                let known = &mut self.targets[*index].uri;
                *known = known.take().or(uri);
                Ok(*index)
            }
            Some((_, kind)) => Err(self.ambiguous(name, kind, TARGET)),
            None => {
                self.indexes.insert(name.clone(), (self.targets.len(), TARGET));
                let (own, groups) = (Hash::default(), Vec::new());
                self.targets.push(CollectedTarget { name: name.clone(), uri, aliases: Vec::new(), own, groups });
                Ok(self.targets.len() - 1)
            }
        }
    }

    /// Walks a group, inner groups first, because they take precedence, and returns its members.
    fn group(&mut self, group: &Hash, name: &str) -> Result<HashSet<usize>, DeviceError> {
        let label = format!("group '{name}'");
        self.refuse_plugin(group, &label)?;
        self.record_ignored(group, &label);
        let own = self.configuration(group, &label)?;
        let mut members = HashSet::new();
        for inner in self.list(group, "groups")? {
            let Value::Hash(inner) = inner else {
                return Err(self.shape("an element of 'groups'", "a map with a name"));
            };
            let Some(name) = self.text(inner, "name")? else { return Err(self.shape("a group", "a 'name'")) };
            let key = EcoString::from(name);
            if let Some((_, kind)) = self.indexes.get(&key) {
                return Err(self.ambiguous(&key, kind, GROUP));
            }
            if !self.groups.insert(key.clone()) || name == "all" {
                return Err(self.ambiguous(&key, GROUP, GROUP));
            }
            members.extend(self.group(inner, &key)?);
        }
        for target in self.list(group, "targets")? {
            let index = match target {
                Value::Hash(described) => {
                    let name = self.text(described, "name")?.or(self.text(described, "uri")?).unwrap_or_default();
                    self.target(&name.into(), None)?
                }
                Value::String(word) => match self.indexes.get(word) {
                    Some((index, _)) => *index,
                    None => self.target(word, Some(word.clone()))?,
                },
                _ => return Err(self.shape("an element of 'targets'", "a name, an address or a map")),
            };
            members.insert(index);
        }
        // Groups that are added later are weaker: those around this one, and later ones beside it.
        for index in &members {
            self.targets[*index].groups.push(own.clone());
        }
        Ok(members)
    }

    /// The remote targets.
    fn finish(self, lines: &Lines) -> Result<Inventory, DeviceError> {
        let file: Arc<Path> = self.path.into();
        let mut inventory = Inventory { targets: Vec::new(), ignored: self.ignored };
        for target in self.targets {
            let inherited =
                target.groups.iter().rev().fold(Hash::default(), |weaker, stronger| merged(&weaker, stronger));
            let configuration = merged(&inherited, &target.own);
            let address = target.uri.as_deref().and_then(Address::of).unwrap_or_default();
            let transport = address
                .scheme
                .clone()
                .or_else(|| configuration.get_str("transport").and_then(Value::as_str).map(EcoString::from));
            let transport = transport.unwrap_or_else(|| "ssh".into());
            if transport != "remote" {
                let name = &target.name;
                inventory
                    .ignored
                    .push(format!("target '{name}' is ignored: its transport is '{transport}', not 'remote'"));
                continue;
            }
            let remote = configuration.get_str("remote").and_then(Value::as_hash).cloned().unwrap_or_default();
            let text = |key: &str| remote.get_str(key).and_then(Value::as_str).map(EcoString::from);
            let run_on = text("run-on").filter(|machine| machine != "localhost");
            let line = lines.get(&target.name).or_else(|| lines.get(target.uri.as_ref()?)).copied().unwrap_or(1);
            inventory.targets.push(Target {
                kind: text("remote-transport").unwrap_or_default(),
                source: Source::Info(info(&remote, &target.name, target.uri.as_deref(), address)),
                name: target.name,
                aliases: target.aliases,
                debug: false,
                run_on,
                location: FileLine { file: file.clone(), line },
            });
        }
        inventory.targets.sort_by_key(|target| target.location.line);
        Ok(inventory)
    }

    fn list<'v>(&self, group: &'v Hash, key: &str) -> Result<&'v [Value], DeviceError> {
        match group.get_str(key) {
            None | Some(Value::Undef) => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(Value::Hash(_)) => Err(self.plugin(&format!("'{key}'"))),
            Some(_) => Err(self.shape(&format!("'{key}'"), "a list")),
        }
    }

    fn text<'v>(&self, map: &'v Hash, key: &str) -> Result<Option<&'v str>, DeviceError> {
        match map.get_str(key) {
            None | Some(Value::Undef) => Ok(None),
            Some(Value::String(text)) if !text.is_empty() => Ok(Some(text)),
            Some(_) => Err(self.shape(&format!("'{key}'"), "a text")),
        }
    }

    fn configuration(&self, map: &Hash, element: &str) -> Result<Hash, DeviceError> {
        match map.get_str("config") {
            None | Some(Value::Undef) => Ok(Hash::default()),
            Some(Value::Hash(configuration)) => {
                // Only check what remote targets use: the rest is for other transports.
                let used = ["transport", "remote"].into_iter().filter_map(|key| configuration.get_str(key));
                if configuration.get_str("_plugin").is_some() || used.filter_map(Value::as_hash).any(has_plugin) {
                    return Err(self.plugin(&format!("'config' of {element}")));
                }
                Ok((**configuration).clone())
            }
            Some(_) => Err(self.shape(&format!("'config' of {element}"), "a map")),
        }
    }

    fn refuse_plugin(&self, map: &Hash, element: &str) -> Result<(), DeviceError> {
        if map.get_str("_plugin").is_some() { Err(self.plugin(element)) } else { Ok(()) }
    }

    fn record_ignored(&mut self, map: &Hash, element: &str) {
        for key in IGNORED_KEYS.into_iter().filter(|key| map.get_str(key).is_some()) {
            self.ignored.push(format!("'{key}' of {element} is not supported and is ignored"));
        }
    }
}

/// Merges two configurations recursively; the stronger one wins.
fn merged(weaker: &Hash, stronger: &Hash) -> Hash {
    let mut all = weaker.clone();
    for (key, value) in stronger.iter() {
        let joined = match (all.get(key), value) {
            (Some(Value::Hash(weaker)), Value::Hash(stronger)) => merged(weaker, stronger).into(),
            _ => value.clone(),
        };
        all.insert(key.clone(), joined);
    }
    all
}

/// Whether a map contains a reference to a plugin. The YAML parser bounds its depth.
fn has_plugin(map: &Hash) -> bool {
    map.get_str("_plugin").is_some()
        || map.iter().any(|(_, value)| match value {
            Value::Hash(inner) => has_plugin(inner),
            Value::Array(items) => items.iter().filter_map(Value::as_hash).any(has_plugin),
            _ => false,
        })
}

/// The relevant parts of an address.
#[derive(Default)]
struct Address {
    scheme: Option<EcoString>,
    parts: Vec<(&'static str, Value)>,
}

impl Address {
    /// Parses an address: `remote://user:password@host:port`, or a host alone.
    fn of(text: &str) -> Option<Address> {
        let uri = match text.contains("://") {
            true => Uri::parse(text),
            false => Uri::parse(&format!("//{text}")),
        };
        let uri = uri.ok()?;
        let host = uri.host().filter(|host| !host.is_empty()).map(|host| Value::from(host.trim_matches(['[', ']'])));
        let parts = [
            ("protocol", uri.scheme().map(Value::from)),
            ("host", host),
            ("port", uri.port().map(Value::Integer)),
            ("user", uri.user().and_then(decoded)),
            ("password", uri.password().and_then(decoded)),
        ];
        let parts = parts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        Some(Address { scheme: uri.scheme().map(EcoString::from), parts })
    }
}

/// A percent-decoded part of an address; `None` if it is empty.
fn decoded(part: &str) -> Option<Value> {
    let text = percent_decoded(part).unwrap_or_else(|| part.into());
    (!text.is_empty()).then(|| Value::from(text))
}

/// The connection data for a transport, as Bolt would send it.
fn info(remote: &Hash, name: &str, uri: Option<&str>, address: Address) -> Hash {
    let mut info = Hash::default();
    info.insert("name".into(), name.into());
    if let Some(uri) = uri {
        info.insert("uri".into(), uri.into());
    }
    for (part, value) in address.parts {
        info.insert(part.into(), value);
    }
    // Explicit configuration takes precedence over the address.
    for (key, value) in remote.iter() {
        info.insert(key.clone(), value.clone());
    }
    info
}
