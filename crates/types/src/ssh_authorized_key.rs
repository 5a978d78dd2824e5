//! `ssh_authorized_key`: keys that may log in as a user.
//!
//! What a line is stands in `lines`. The file lies where its user can write, so it is written as that user (`write`).

mod lines;
mod write;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Value;
use resource_api::{
    Audited, Change, Changes, Context, Failure, Identity, Insync, Outcome, Provider, ProviderEntry, Request,
    ResourceType, State,
    log::Level,
    registry::Manner,
    render::{display, interpolate},
};
use rustc_hash::{FxBuildHasher, FxHashMap};

use self::{
    lines::{KeyLines, TYPES},
    write::Owner,
};
use crate::{
    account,
    given::{self, Given},
    parsed::ParsedFiles,
    subject::{Subject, absent, secret_in_sync, several, title_of, with_secrets_open},
};

/// Words for kinds of keys that mean the same as others.
const SAME_TYPES: [(&str, &str); 5] = [
    ("dsa", "ssh-dss"),
    ("ed25519", "ssh-ed25519"),
    ("rsa", "ssh-rsa"),
    ("ecdsa-sk", "sk-ecdsa-sha2-nistp256@openssh.com"),
    ("ed25519-sk", "sk-ssh-ed25519@openssh.com"),
];

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("ssh_authorized_key/definition.yaml")))
        .with_provider(ProviderEntry::new("parsed", |_| {
            Ok(Keys {
                files: ParsedFiles::new(KeyLines),
                refused: Vec::new(),
                known: None,
                owners: IndexMap::default(),
                unread: FxHashMap::default(),
            })
        }))
        .in_manner(Manner::Puppet)
}

const GIVEN: Given =
    Given { type_name: "Ssh_authorized_key", several: &["options"], secret: &["type", "key", "options"], marked: &[] };

struct Keys {
    files: ParsedFiles<KeyLines>,
    refused: Vec<(Identity, Failure)>,
    /// The files of the keys that the catalog has, by the names of the keys.
    known: Option<FxHashMap<EcoString, PathBuf>>,
    /// Whose the files are.
    owners: IndexMap<PathBuf, Option<Owner>, FxBuildHasher>,
    /// Why keys could not be looked for.
    unread: FxHashMap<EcoString, Failure>,
}

impl Keys {
    /// Learns which files the catalog names, once.
    fn learn(&mut self, context: &Context) {
        if self.known.is_some() {
            return;
        }
        let mut known = FxHashMap::default();
        let mut homes: FxHashMap<EcoString, Option<String>> = FxHashMap::default();
        for key in context.catalog().map(|catalog| catalog.list("ssh_authorized_key")).unwrap_or_default() {
            let state = key.attributes();
            let target = match given::text(state, "target").filter(|target| *target != "absent") {
                Some(target) => Some(target.to_owned()),
                None => given::text(state, "user")
                    .and_then(|user| homes.entry(user.into()).or_insert_with(|| file_of(context, user)).clone()),
            };
            let Some(target) = target.map(PathBuf::from) else { continue };
            self.learn_owner(context, &target, state);
            known.insert(state.text("name").unwrap_or(key.title()).into(), target);
        }
        self.known = Some(known);
    }

    /// Whose file it is says the first resource that is in it.
    fn learn_owner(&mut self, context: &Context, target: &Path, key: &State) {
        if self.owners.get(target).is_some_and(Option::is_some) {
            return;
        }
        let account = given::text(key, "user").and_then(|user| account::account(context, user));
        let drops = key.known("drop_privileges").map(interpolate).is_none_or(|drops| is_yes(&drops) != Some(false));
        let owner = account.map(|account| Owner { account, drops });
        let reader = owner.as_ref().and_then(Owner::who_writes).cloned();
        self.owners.insert(target.to_owned(), owner);
        self.files.expect(target, reader);
    }

    /// The key with a name in a file, if we may look there.
    fn find(&mut self, context: &Context, target: &Path, name: &str) -> Outcome<Option<State>> {
        write::check(target, self.owners.get(target).and_then(Option::as_ref))?;
        self.files.state_in(context, target, name)
    }
}

impl Provider for Keys {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        self.learn(context);
        let targets: Vec<PathBuf> = self.owners.keys().cloned().collect();
        let mut states = Vec::new();
        match request.names() {
            Some(names) => {
                for name in names.iter().map(Identity::name) {
                    // What cannot be read fails those who want to change it.
                    let own = self.known.as_ref().and_then(|known| known.get(name)).cloned();
                    self.unread.remove(name);
                    states.extend(match own {
                        Some(target) => match self.find(context, &target, name) {
                            Ok(found) => found,
                            Err(failure) => {
                                self.unread.insert(name.into(), failure);
                                None
                            }
                        },
                        None => targets.iter().find_map(|target| self.find(context, target, name).ok().flatten()),
                    });
                }
            }
            None => {
                for target in targets {
                    let readable = write::check(&target, self.owners.get(&target).and_then(Option::as_ref));
                    match readable.and_then(|()| self.files.states_in(context, &target)) {
                        Ok(found) => states.extend(found),
                        Err(failure) => context.log().line(Level::Warning, &failure.to_string()),
                    }
                }
            }
        }
        states.iter_mut().for_each(|state| drop(state.remove(lines::NAMELESS)));
        Ok(states)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        self.learn(context);
        let mut possible = Vec::with_capacity(changes.len());
        for change in changes {
            match self.why_not(context, change) {
                Some(failure) => self.refused.push((change.name.clone(), failure)),
                None => possible.push(change.clone()),
            }
        }
        self.files.set(context, &Changes::new(possible, changes.noop()));
        Ok(())
    }

    fn flush(&mut self, context: &Context, _: &Changes) -> Outcome {
        for (name, failure) in std::mem::take(&mut self.refused) {
            context.fail_resource(&name, failure);
        }
        let owners = &self.owners;
        self.files.flush_with(context, |files, path, header, _| {
            write::save(context, files, path, header, owners.get(path).and_then(Option::as_ref))
        });
        Ok(())
    }

    /// That a key has no options is an option of its own to Puppet.
    fn audited(&mut self, _: &Context, _: &Identity, property: &str, is: &State, _: &State) -> Outcome<Audited> {
        let is_there = is.text("ensure") == Some("present");
        let has_none =
            property == "options" && !matches!(is.get(property), Some(Value::Array(_) | Value::Sensitive(_)));
        Ok(if is_there && has_none { Audited::Is(Value::array([absent()])) } else { Audited::AsRead })
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        let open = |key: &mut State| with_secrets_open("Ssh_authorized_key", key, |key| canonicalize(context, key));
        resources.iter_mut().try_for_each(|key| GIVEN.settle(context, key, open))
    }

    fn insync(&mut self, _: &Context, name: &Identity, property: &str, is: &State, should: &State) -> Outcome<Insync> {
        // Whether a key is gone is known to who has read the file; who wants to write it is told then.
        if let (Some("absent"), Some(failure)) = (should.text("ensure"), self.unread.get(name.name())) {
            return Err(failure.clone());
        }
        if let Some(answer) = secret_in_sync(property, is, should) {
            return Ok(answer);
        }
        match (property, is.get(property), should.get(property)) {
            // A file does not say whose it is.
            ("user", ..) => Ok(Insync::Yes),
            ("options", Some(Value::Symbol(_)), Some(options @ Value::Array(_))) => {
                let told = format!("options changed ['absent'] to {}", display(options));
                Ok(Insync::differs(absent(), options.clone()).told_as(told))
            }
            _ => Ok(Insync::Default),
        }
    }
}

impl Keys {
    /// What keeps a key from being changed.
    fn why_not(&mut self, context: &Context, change: &Change) -> Option<Failure> {
        let should = change.should.as_ref();
        let Some(user) = should.and_then(|should| should.text("user")) else {
            return Some(Failure::new("Cannot write SSH authorized keys without user"));
        };
        if account::account(context, user).is_none() {
            return Some(Failure::new(format!("User '{user}' does not exist")));
        }
        let (should, target) = (should?, PathBuf::from(should?.text("target")?));
        self.learn_owner(context, &target, should);
        self.find(context, &target, change.name.name()).err()
    }
}

/// Whether a word says yes.
fn is_yes(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "true" | "yes" => Some(true),
        "false" | "no" => Some(false),
        _ => None,
    }
}

/// The file of a user's keys.
fn file_of(context: &Context, user: &str) -> Option<String> {
    account::account(context, user).map(|found| format!("{}/.ssh/authorized_keys", found.home.trim_end_matches('/')))
}

fn canonicalize(context: &Context, key: &mut State) -> Outcome {
    let title = title_of(key);
    let subject = Subject { type_name: "Ssh_authorized_key", title: &title };
    subject.line(key, "name")?;
    subject.word(key, "ensure", &["present", "absent"], &[])?;
    subject.word(key, "type", &TYPES, &SAME_TYPES)?;
    if let Some(given) = key.text("key").filter(|given| given.contains(char::is_whitespace)) {
        return Err(subject.refuse("key", format!("Key must not contain whitespace: {given}")));
    }
    subject.boolean(key, "drop_privileges")?;
    // A title alone, and what was found, is not what somebody asked for.
    let is_asked = ["type", "key", "user", "options", "ensure"].iter().any(|name| key.known(name).is_some());
    let has_target = key.text("target").is_some_and(|target| target != "absent");
    if is_asked && !has_target && key.text("user").is_none() {
        return Err(subject.refuse_all("Attribute 'user' or 'target' is mandatory"));
    }
    options(&subject, key, is_asked)?;
    if !has_target {
        match key.text("user").and_then(|user| file_of(context, user)) {
            Some(target) => drop(key.insert("target", target)),
            None => drop(key.remove("target")),
        }
    }
    subject.exists_if_managed(key, &["type", "key", "user"]);
    Ok(())
}

/// Without options none are meant.
fn options(subject: &Subject<'_>, key: &mut State, is_asked: bool) -> Outcome {
    let given = key.known("options").map(several).unwrap_or_default();
    for option in &given {
        let text = interpolate(option);
        if text != "absent" && !lines::is_option(&text) {
            let problem = format!(
                "Option {text} is not valid. A single option must either be of the form 'option' or 'option=\"value\"'. \
                 Multiple options must be provided as an array"
            );
            return Err(subject.refuse("options", problem));
        }
    }
    if is_asked {
        let is_nothing = given.first().is_none_or(|first| interpolate(first) == "absent");
        key.insert("options", if is_nothing { absent() } else { Value::array(given) });
    }
    Ok(())
}

/// The names of the keys in a file with this text.
pub(crate) fn names(path: &Path, text: &str) -> Vec<String> {
    lines::names(path, text)
}
