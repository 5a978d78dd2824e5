//! All accounts that a run asks for, with as few questions to the system as possible.
//!
//! The files of the system come first. Only a name that they do not have is asked for elsewhere, and only where the system
//! has other sources, such as a directory service; then the names of all resources of the catalog are asked for in one go.

use std::fs;

use resource_api::{
    Context,
    command::{Command, Destination, Encoding, OnInvalid},
    context::CatalogResource,
    render::interpolate,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Database, Entry, entry};

/// How many names are asked for at once.
const AT_ONCE: usize = 1000;

/// The accounts of one database.
pub(crate) struct Accounts {
    database: Database,
    /// What other sources said about names that the files do not have.
    elsewhere: FxHashMap<String, Option<Entry>>,
    /// The names that the catalog wants to be looked for in files alone.
    local: Option<FxHashSet<String>>,
}

impl Accounts {
    pub(crate) fn new(database: Database) -> Accounts {
        Accounts { database, elsewhere: FxHashMap::default(), local: None }
    }

    /// All accounts that the system lists.
    pub(crate) fn all(&self, context: &Context) -> Vec<Entry> {
        if !has_other_sources(self.database) {
            return self.database.listed();
        }
        let listed = ask(context, self.database, &[]);
        if listed.is_empty() { self.database.listed() } else { listed }
    }

    /// The account with a name.
    pub(crate) fn find(&mut self, context: &Context, name: &str) -> Option<Entry> {
        if let Some(found) = self.database.in_file(name) {
            return Some(found);
        }
        if self.is_local(context, name) || !is_askable(name) || !has_other_sources(self.database) {
            return None;
        }
        if !self.elsewhere.contains_key(name) {
            self.ask_for(context, name);
        }
        self.elsewhere.get(name).cloned().flatten()
    }

    /// As [`find`](Accounts::find), whatever was said before: something may have been changed since.
    pub(crate) fn find_again(&mut self, context: &Context, name: &str) -> Option<Entry> {
        self.elsewhere.remove(name);
        self.find(context, name)
    }

    /// Asks for a name, and for all others of the catalog that are not known yet.
    fn ask_for(&mut self, context: &Context, name: &str) {
        let mut names = vec![name.to_owned()];
        if self.elsewhere.is_empty() {
            let others = declared(context);
            let others = others.iter().map(name_of);
            names.extend(others.filter(|other| is_askable(other) && self.database.in_file(other).is_none()));
        }
        for names in names.chunks(AT_ONCE) {
            let found = ask(context, self.database, names);
            self.elsewhere.extend(names.iter().map(|name| (name.clone(), None)));
            // A name that is a number was looked for as a number.
            for entry in found {
                if !self.elsewhere.contains_key(&entry.name) {
                    continue;
                }
                self.elsewhere.insert(entry.name.clone(), Some(entry));
            }
        }
    }

    /// Whether the catalog wants an account to be looked for in files alone.
    fn is_local(&mut self, context: &Context, name: &str) -> bool {
        let local = self.local.get_or_insert_with(|| {
            let is_yes = |word: String| ["true", "yes"].contains(&word.to_lowercase().as_str());
            let is_forced = |account: &CatalogResource| {
                account.attributes().known("forcelocal").map(interpolate).is_some_and(is_yes)
            };
            declared(context).iter().filter(|account| is_forced(account)).map(name_of).collect()
        });
        local.contains(name)
    }
}

/// The accounts of the catalog.
fn declared(context: &Context) -> Vec<CatalogResource> {
    context.catalog().map(|catalog| catalog.list(context.definition().name())).unwrap_or_default()
}

fn name_of(account: &CatalogResource) -> String {
    account.attributes().known("name").map_or_else(|| account.title().to_string(), interpolate)
}

/// Whether a name can be an argument.
fn is_askable(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('-') && !name.contains('\0')
}

/// Whether the system knows accounts from elsewhere than from its files.
fn has_other_sources(database: Database) -> bool {
    names_others(&fs::read_to_string("/etc/nsswitch.conf").unwrap_or_default(), database)
}

/// Whether the text of `nsswitch.conf` names other sources of a database than its file.
pub(super) fn names_others(text: &str, database: Database) -> bool {
    let of_database = |line: &str| {
        let (name, sources) = line.split('#').next()?.split_once(':')?;
        (name.trim() == database.name()).then(|| sources.to_owned())
    };
    let sources = text.lines().find_map(of_database).unwrap_or_default();
    // What stands in brackets says what becomes of the answer of a source.
    let mut is_outside = true;
    sources.split_whitespace().any(|word| {
        let is_source = is_outside && !word.starts_with('[');
        is_outside = is_source || word.ends_with(']');
        is_source && word != "files"
    })
}

/// Asks the system for names, or for all that it lists without any.
fn ask(context: &Context, database: Database, names: &[String]) -> Vec<Entry> {
    let arguments = std::iter::once(database.name()).chain(names.iter().map(String::as_str));
    let getent = Command::new("getent")
        .run(context, arguments.collect::<Vec<_>>())
        .stdout(Destination::Store)
        .stdout_encoding(Encoding::Utf8, OnInvalid::replace())
        .stderr(Destination::Discard)
        // It says so when one of them is not there.
        .ignore_exit_code()
        // Names are none.
        .allow_secrets_in_arguments()
        .noop(false);
    let Ok(ended) = getent.execute() else { return Vec::new() };
    ended.stdout_text().lines().filter_map(entry).collect()
}
