//! `ssh_authorized_key`: public keys that may log in as a user.
//!
//! `lines` is the format of the file. The user can write to its directory, so the file is written as that user
//! (`write`).

mod lines;
mod write;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use ecow::EcoString;
use pcore::{
    Value,
    keyed::{HashMap, IndexMap},
};
use resource_api::{
    Audited, Change, Changes, Context, Failure, Identity, Insync, Outcome, Provider, ProviderEntry, Request,
    ResourceType, State,
    log::Level,
    render::{display, interpolate},
};

use self::{lines::KeyLines, write::Owner};
use crate::{
    account,
    munge::{Munger, first_text},
    parsed::ParsedFiles,
    subject::{Subject, absent, secret_in_sync, several},
};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("ssh_authorized_key/definition.yaml")).with_provider(ProviderEntry::new(
        "parsed",
        |_| {
            Ok(Keys {
                munger: Munger::default(),
                files: ParsedFiles::new(KeyLines),
                paths: None,
                owners: IndexMap::default(),
            })
        },
    ))
}

struct Keys {
    munger: Munger,
    files: ParsedFiles<KeyLines>,
    /// The files of the catalog's keys, by name.
    paths: Option<HashMap<EcoString, PathBuf>>,
    /// The owners of the files.
    owners: IndexMap<PathBuf, Option<Owner>>,
}

impl Keys {
    /// Reads the files and owners from the catalog, once.
    fn read_catalog(&mut self, context: &Context) {
        if self.paths.is_some() {
            return;
        }
        let mut paths = HashMap::default();
        let mut homes: HashMap<EcoString, Option<String>> = HashMap::default();
        for key in context.catalog().map(|catalog| catalog.list("ssh_authorized_key")).unwrap_or_default() {
            let state = key.attributes();
            let target = match first_text(state, "target").filter(|target| *target != "absent") {
                Some(target) => Some(target.to_owned()),
                None => first_text(state, "user")
                    .and_then(|user| homes.entry(user.into()).or_insert_with(|| key_file(context, user)).clone()),
            };
            let Some(target) = target.map(PathBuf::from) else { continue };
            self.add_owner(context, &target, state);
            paths.insert(state.text("name").unwrap_or(key.title()).into(), target);
        }
        self.paths = Some(paths);
    }

    /// The first resource in a file determines its owner.
    fn add_owner(&mut self, context: &Context, target: &Path, key: &State) {
        if self.owners.get(target).is_some_and(Option::is_some) {
            return;
        }
        let account = first_text(key, "user").and_then(|user| account::find_user(context, user));
        let drops_privileges = key
            .known("drop_privileges")
            .map(interpolate)
            .is_none_or(|drops_privileges| parse_boolean(&drops_privileges) != Some(false));
        let owner = account.map(|account| Owner { account, drops_privileges });
        let reader = owner.as_ref().and_then(Owner::writer).cloned();
        self.owners.insert(target.to_owned(), owner);
        self.files.add_target(target, reader);
    }

    /// Finds a key in a file, if we may read it.
    fn find(&mut self, context: &Context, target: &Path, name: &str) -> Outcome<Option<State>> {
        write::check(target, self.owners.get(target).and_then(Option::as_ref))?;
        self.files.state_in(context, target, name)
    }
}

#[resource_api::provider]
impl Provider for Keys {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        self.read_catalog(context);
        let targets: Vec<PathBuf> = self.owners.keys().cloned().collect();
        let mut states = Vec::new();
        match request.names() {
            Some(names) => {
                for name in names.iter().map(Identity::name) {
                    // A file that cannot be read fails the resources in it.
                    let own = self.paths.as_ref().and_then(|paths| paths.get(name)).cloned();
                    let found = match own {
                        Some(target) => self.find(context, &target, name),
                        None => Ok(targets.iter().find_map(|target| self.find(context, target, name).ok().flatten())),
                    };
                    states.extend(self.files.unless_unread(name, found));
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
        states.iter_mut().for_each(|state| drop(state.remove(lines::UNNAMED)));
        Ok(states)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        self.read_catalog(context);
        let mut possible = Vec::with_capacity(changes.len());
        for change in changes {
            match self.check_change(context, change) {
                Some(failure) => self.files.refuse(&change.name, failure),
                None => possible.push(change.clone()),
            }
        }
        self.files.set(context, &Changes::new(possible, changes.noop()));
        Ok(())
    }

    fn flush(&mut self, context: &Context, _: &Changes) -> Outcome {
        let owners = &self.owners;
        self.files.flush_with(context, |files, path, header, _| {
            write::save(context, files, path, header, owners.get(path).and_then(Option::as_ref))
        });
        Ok(())
    }

    /// In Puppet, `absent` is an option of a key without options.
    fn audited(&mut self, _: &Context, _: &Identity, property: &str, is: &State, _: &State) -> Outcome<Audited> {
        let is_there = is.text("ensure") == Some("present");
        let has_none =
            property == "options" && !matches!(is.get(property), Some(Value::Array(_) | Value::Sensitive(_)));
        Ok(if is_there && has_none { Audited::Is(Value::array([absent()])) } else { Audited::AsRead })
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize(context, resources, &|subject, key| validate(context, subject, key))
    }

    fn insync(&mut self, _: &Context, name: &Identity, property: &str, is: &State, should: &State) -> Outcome<Insync> {
        // For absent keys a file that could not be read must fail here; for others writing it fails.
        if should.text("ensure") == Some("absent") {
            self.files.check_read(name)?;
        }
        if let Some(answer) = secret_in_sync(property, is, should) {
            return Ok(answer);
        }
        match (property, is.get(property), should.get(property)) {
            // The file does not contain the user.
            ("user", ..) => Ok(Insync::Yes),
            ("options", Some(Value::Symbol(_)), Some(options @ Value::Array(_))) => {
                let message = format!("options changed ['absent'] to {}", display(options));
                Ok(Insync::differs(absent(), options.clone()).with_message(message))
            }
            _ => Ok(Insync::Default),
        }
    }
}

impl Keys {
    /// Why a key cannot be changed, if so.
    fn check_change(&mut self, context: &Context, change: &Change) -> Option<Failure> {
        let should = change.should.as_ref();
        let Some(user) = should.and_then(|should| should.text("user")) else {
            return Some(Failure::new("Cannot write SSH authorized keys without user"));
        };
        if account::find_user(context, user).is_none() {
            return Some(Failure::new(format!("User '{user}' does not exist")));
        }
        let (should, target) = (should?, PathBuf::from(should?.text("target")?));
        self.add_owner(context, &target, should);
        self.find(context, &target, change.name.name()).err()
    }
}

fn parse_boolean(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "true" | "yes" => Some(true),
        "false" | "no" => Some(false),
        _ => None,
    }
}

/// The default file of a user's keys.
fn key_file(context: &Context, user: &str) -> Option<String> {
    account::find_user(context, user).map(|found| format!("{}/.ssh/authorized_keys", found.home.trim_end_matches('/')))
}

fn validate(context: &Context, subject: &Subject<'_>, key: &mut State) -> Outcome {
    // A title alone, or a current state, need not be complete.
    let is_requested = ["type", "key", "user", "options", "ensure"].iter().any(|name| key.known(name).is_some());
    let has_target = key.text("target").is_some_and(|target| target != "absent");
    if is_requested && !has_target && key.text("user").is_none() {
        return Err(subject.refuse_all("Attribute 'user' or 'target' is mandatory"));
    }
    options(subject, key, is_requested)?;
    if !has_target {
        match key.text("user").and_then(|user| key_file(context, user)) {
            Some(target) => drop(key.insert("target", target)),
            None => drop(key.remove("target")),
        }
    }
    subject.exists_if_managed(key, &["type", "key", "user"]);
    Ok(())
}

/// No options means that there should be none.
fn options(subject: &Subject<'_>, key: &mut State, is_requested: bool) -> Outcome {
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
    if is_requested {
        let is_nothing = given.first().is_none_or(|first| interpolate(first) == "absent");
        key.insert("options", if is_nothing { absent() } else { Value::array(given) });
    }
    Ok(())
}

/// The names of the keys in a file with this content.
pub(crate) fn names(path: &Path, text: &str) -> Vec<String> {
    lines::names(path, text)
}
