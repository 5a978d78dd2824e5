//! From the data of an inventory to targets: groups are walked through, and configurations are joined.

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

use super::{Inventory, InventoryError, merge::merged, places::Lines};
use crate::{Place, Source, Target};

/// How deep groups may be nested.
pub(super) const DEEPEST: usize = 64;

/// What says nothing about how a target is reached.
const WITHOUT_MEANING: [&str; 4] = ["vars", "facts", "features", "plugin_hooks"];

/// Makes targets of the data of an inventory.
pub(super) fn targets(value: &Value, lines: &Lines, path: &Path) -> Result<Inventory, InventoryError> {
    let mut collector =
        Collector { path, found: Vec::new(), places: HashMap::new(), groups: HashSet::new(), left_out: Vec::new() };
    let nothing = Hash::default();
    let root = match value {
        Value::Undef => &nothing,
        Value::Hash(root) => &**root,
        _ => return Err(collector.shape("the inventory", "a map")),
    };
    match root.get_str("version") {
        None | Some(Value::Undef | Value::Integer(2)) => {}
        Some(found) => {
            let found = found.as_hash().map_or_else(|| found.to_string(), |_| String::from("that is a map"));
            return Err(InventoryError::Version { path: path.to_owned(), found });
        }
    }
    // First what targets are called, since the lists of groups may name them.
    collector.names(root, 0)?;
    collector.group(root, "all")?;
    collector.finish(lines)
}

struct Collector<'i> {
    path: &'i Path,
    found: Vec<Found>,
    /// Where a target is in the list, by its name and its aliases.
    places: HashMap<EcoString, (usize, &'static str)>,
    groups: HashSet<EcoString>,
    left_out: Vec<String>,
}

/// A target, with all that was said about it.
struct Found {
    name: EcoString,
    uri: Option<EcoString>,
    aliases: Vec<EcoString>,
    /// What it says itself.
    own: Hash,
    /// What its groups say, the strongest first.
    groups: Vec<Hash>,
}

const TARGET: &str = "a target";
const ALIAS: &str = "another name of a target";
const GROUP: &str = "a group";

impl<'i> Collector<'i> {
    fn shape(&self, place: &str, expected: &'static str) -> InventoryError {
        InventoryError::Shape { path: self.path.to_owned(), place: place.to_owned(), expected }
    }

    /// Finds the targets that are described, and their other names.
    fn names(&mut self, group: &Hash, depth: usize) -> Result<(), InventoryError> {
        if depth > DEEPEST {
            return Err(InventoryError::TooDeep { path: self.path.to_owned() });
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

    /// Notes a target that is a map, or what a second map says about it.
    fn describe(&mut self, described: &Hash) -> Result<(), InventoryError> {
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
        self.note_left_out(described, &format!("target '{name}'"));
        let place = self.target(&name, uri)?;
        let found = &mut self.found[place];
        // What was said first counts more.
        found.own = merged(&own, &found.own);
        for alias in aliases {
            match self.places.insert(alias.clone(), (place, ALIAS)) {
                Some((other, kind)) if other != place || kind == TARGET => {
                    return Err(self.ambiguous(&alias, kind, ALIAS));
                }
                Some(_) => {}
                None => self.found[place].aliases.push(alias),
            }
        }
        Ok(())
    }

    fn ambiguous(&self, name: &EcoString, first: &'static str, second: &'static str) -> InventoryError {
        InventoryError::Ambiguous { path: self.path.to_owned(), name: name.clone(), first, second }
    }

    /// The place of a target, which is added unless it is known.
    fn target(&mut self, name: &EcoString, uri: Option<EcoString>) -> Result<usize, InventoryError> {
        match self.places.get(name) {
            Some((place, TARGET)) => {
                let known = &mut self.found[*place].uri;
                *known = known.take().or(uri);
                Ok(*place)
            }
            Some((_, kind)) => Err(self.ambiguous(name, kind, TARGET)),
            None => {
                self.places.insert(name.clone(), (self.found.len(), TARGET));
                let (own, groups) = (Hash::default(), Vec::new());
                self.found.push(Found { name: name.clone(), uri, aliases: Vec::new(), own, groups });
                Ok(self.found.len() - 1)
            }
        }
    }

    /// Walks through a group, inner ones first, because they count more, and returns its members.
    fn group(&mut self, group: &Hash, name: &str) -> Result<HashSet<usize>, InventoryError> {
        let told = format!("group '{name}'");
        self.refuse_plugin(group, &told)?;
        self.note_left_out(group, &told);
        let own = self.configuration(group, &told)?;
        let mut members = HashSet::new();
        for inner in self.list(group, "groups")? {
            let Value::Hash(inner) = inner else {
                return Err(self.shape("an element of 'groups'", "a map with a name"));
            };
            let Some(name) = self.text(inner, "name")? else { return Err(self.shape("a group", "a 'name'")) };
            let key = EcoString::from(name);
            if let Some((_, kind)) = self.places.get(&key) {
                return Err(self.ambiguous(&key, kind, GROUP));
            }
            if !self.groups.insert(key.clone()) || name == "all" {
                return Err(self.ambiguous(&key, GROUP, GROUP));
            }
            members.extend(self.group(inner, &key)?);
        }
        for target in self.list(group, "targets")? {
            let place = match target {
                Value::Hash(described) => {
                    let name = self.text(described, "name")?.or(self.text(described, "uri")?).unwrap_or_default();
                    self.target(&name.into(), None)?
                }
                Value::String(word) => match self.places.get(word) {
                    Some((place, _)) => *place,
                    None => self.target(word, Some(word.clone()))?,
                },
                _ => return Err(self.shape("an element of 'targets'", "a name, an address or a map")),
            };
            members.insert(place);
        }
        // Whoever comes later is weaker: what a group around this one says, and what a later one beside it says.
        for place in &members {
            self.found[*place].groups.push(own.clone());
        }
        Ok(members)
    }

    /// The targets that are reached by a transport of ours.
    fn finish(self, lines: &Lines) -> Result<Inventory, InventoryError> {
        let file: Arc<Path> = self.path.into();
        let mut inventory = Inventory { targets: Vec::new(), left_out: self.left_out };
        for found in self.found {
            let inherited =
                found.groups.iter().rev().fold(Hash::default(), |weaker, stronger| merged(&weaker, stronger));
            let configuration = merged(&inherited, &found.own);
            let address = found.uri.as_deref().and_then(Address::of).unwrap_or_default();
            let transport = address
                .scheme
                .clone()
                .or_else(|| configuration.get_str("transport").and_then(Value::as_str).map(EcoString::from));
            let transport = transport.unwrap_or_else(|| "ssh".into());
            if transport != "remote" {
                let name = &found.name;
                inventory
                    .left_out
                    .push(format!("target '{name}' is left out: its transport is '{transport}', not 'remote'"));
                continue;
            }
            let remote = configuration.get_str("remote").and_then(Value::as_hash).cloned().unwrap_or_default();
            let text = |key: &str| remote.get_str(key).and_then(Value::as_str).map(EcoString::from);
            let run_on = text("run-on").filter(|machine| machine != "localhost");
            let line = lines.get(&found.name).or_else(|| lines.get(found.uri.as_ref()?)).copied().unwrap_or(1);
            inventory.targets.push(Target {
                kind: text("remote-transport").unwrap_or_default(),
                source: Source::Info(info(&remote, &found.name, found.uri.as_deref(), address)),
                name: found.name,
                aliases: found.aliases,
                debug: false,
                run_on,
                place: Place { file: file.clone(), line },
            });
        }
        inventory.targets.sort_by_key(|target| target.place.line);
        Ok(inventory)
    }

    fn list<'v>(&self, group: &'v Hash, key: &str) -> Result<&'v [Value], InventoryError> {
        match group.get_str(key) {
            None | Some(Value::Undef) => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(Value::Hash(_)) => {
                Err(InventoryError::Plugin { path: self.path.to_owned(), place: format!("'{key}'") })
            }
            Some(_) => Err(self.shape(&format!("'{key}'"), "a list")),
        }
    }

    fn text<'v>(&self, map: &'v Hash, key: &str) -> Result<Option<&'v str>, InventoryError> {
        match map.get_str(key) {
            None | Some(Value::Undef) => Ok(None),
            Some(Value::String(text)) if !text.is_empty() => Ok(Some(text)),
            Some(_) => Err(self.shape(&format!("'{key}'"), "a text")),
        }
    }

    fn configuration(&self, map: &Hash, place: &str) -> Result<Hash, InventoryError> {
        match map.get_str("config") {
            None | Some(Value::Undef) => Ok(Hash::default()),
            Some(Value::Hash(configuration)) => {
                // Only what remote targets use is looked at: the rest is for other transports.
                let used = ["transport", "remote"].into_iter().filter_map(|key| configuration.get_str(key));
                if configuration.get_str("_plugin").is_some() || used.filter_map(Value::as_hash).any(has_plugin) {
                    return Err(InventoryError::Plugin {
                        path: self.path.to_owned(),
                        place: format!("'config' of {place}"),
                    });
                }
                Ok((**configuration).clone())
            }
            Some(_) => Err(self.shape(&format!("'config' of {place}"), "a map")),
        }
    }

    fn refuse_plugin(&self, map: &Hash, place: &str) -> Result<(), InventoryError> {
        match map.get_str("_plugin") {
            None => Ok(()),
            Some(_) => Err(InventoryError::Plugin { path: self.path.to_owned(), place: place.to_owned() }),
        }
    }

    fn note_left_out(&mut self, map: &Hash, place: &str) {
        for key in WITHOUT_MEANING.into_iter().filter(|key| map.get_str(key).is_some()) {
            self.left_out.push(format!("'{key}' of {place} has no meaning here, and is left out"));
        }
    }
}

/// Whether something in a map is to be asked of a plugin. How deep it is nested is bounded by whoever read it.
fn has_plugin(map: &Hash) -> bool {
    map.get_str("_plugin").is_some()
        || map.iter().any(|(_, value)| match value {
            Value::Hash(inner) => has_plugin(inner),
            Value::Array(items) => items.iter().filter_map(Value::as_hash).any(has_plugin),
            _ => false,
        })
}

/// The parts of an address that count here.
#[derive(Default)]
struct Address {
    scheme: Option<EcoString>,
    parts: Vec<(&'static str, Value)>,
}

impl Address {
    /// Takes an address apart: `remote://user:password@host:port`, or a host alone.
    fn of(text: &str) -> Option<Address> {
        let uri = match text.contains("://") {
            true => Uri::parse(text),
            false => Uri::parse(&format!("//{text}")),
        };
        let uri = uri.ok()?;
        let (user, password) = match uri.userinfo().map(|info| info.split_once(':').unwrap_or((info, ""))) {
            Some((user, password)) => (decoded(user), decoded(password)),
            None => (None, None),
        };
        let host = uri.host().filter(|host| !host.is_empty()).map(|host| Value::from(host.trim_matches(['[', ']'])));
        let parts = [
            ("protocol", uri.scheme().map(Value::from)),
            ("host", host),
            ("port", uri.port().map(Value::Integer)),
            ("user", user),
            ("password", password),
        ];
        let parts = parts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        Some(Address { scheme: uri.scheme().map(EcoString::from), parts })
    }
}

/// A part of an address as it is meant, without escapes; nothing where it is empty.
fn decoded(part: &str) -> Option<Value> {
    let text = percent_decoded(part).unwrap_or_else(|| part.into());
    (!text.is_empty()).then(|| Value::from(text))
}

/// What a transport gets: what Bolt would send to it.
fn info(remote: &Hash, name: &str, uri: Option<&str>, address: Address) -> Hash {
    let mut info = Hash::default();
    info.insert("name".into(), name.into());
    if let Some(uri) = uri {
        info.insert("uri".into(), uri.into());
    }
    for (part, value) in address.parts {
        info.insert(part.into(), value);
    }
    // What is written down counts more than what the address says.
    for (key, value) in remote.iter() {
        info.insert(key.clone(), value.clone());
    }
    info
}
