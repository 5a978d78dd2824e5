//! All accounts that a run needs, with as few queries as possible.
//!
//! The database file comes first. Only names that it does not have are queried, and only if the system has other
//! sources, such as a directory service; then all names of the catalog are queried at once.

use std::fs;

use pcore::keyed::{HashMap, HashSet};
use resource_api::{
    Context,
    command::{Command, Destination, Encoding, OnInvalid},
    context::CatalogResource,
    render::interpolate,
};

use super::{Database, Entry, entry};

/// How many names are queried at once.
const BATCH_SIZE: usize = 1000;

/// The accounts of one database.
pub(crate) struct Accounts {
    database: Database,
    /// What other sources have for names that are not in the file.
    from_other_sources: HashMap<String, Option<Entry>>,
    /// The names with `forcelocal`, which are looked up in the file only.
    local: Option<HashSet<String>>,
}

impl Accounts {
    pub(crate) fn new(database: Database) -> Accounts {
        Accounts { database, from_other_sources: HashMap::default(), local: None }
    }

    /// All accounts that the system lists.
    pub(crate) fn all(&self, context: &Context) -> Vec<Entry> {
        if !has_other_sources(self.database) {
            return self.database.list();
        }
        let accounts = getent(context, self.database, &[]);
        if accounts.is_empty() { self.database.list() } else { accounts }
    }

    /// Finds an account by name.
    pub(crate) fn find(&mut self, context: &Context, name: &str) -> Option<Entry> {
        if let Some(found) = self.database.find_in_file(name) {
            return Some(found);
        }
        if self.is_local(context, name) || !is_valid_key(name) || !has_other_sources(self.database) {
            return None;
        }
        if !self.from_other_sources.contains_key(name) {
            self.query_missing(context, name);
        }
        self.from_other_sources.get(name).cloned().flatten()
    }

    /// Like [`find`](Accounts::find), without the cached answer: the account may have changed.
    pub(crate) fn find_again(&mut self, context: &Context, name: &str) -> Option<Entry> {
        self.from_other_sources.remove(name);
        self.find(context, name)
    }

    /// Queries a name, together with all names of the catalog that are not in the file.
    fn query_missing(&mut self, context: &Context, name: &str) {
        let mut names = vec![name.to_owned()];
        if self.from_other_sources.is_empty() {
            let others = declared(context);
            let others = others.iter().map(name_of);
            names.extend(others.filter(|other| is_valid_key(other) && self.database.find_in_file(other).is_none()));
        }
        for names in names.chunks(BATCH_SIZE) {
            let found = getent(context, self.database, names);
            self.from_other_sources.extend(names.iter().map(|name| (name.clone(), None)));
            // A name of digits was looked up as a number.
            for entry in found {
                if !self.from_other_sources.contains_key(&entry.name) {
                    continue;
                }
                self.from_other_sources.insert(entry.name.clone(), Some(entry));
            }
        }
    }

    /// Whether an account has `forcelocal`.
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

/// Whether a name can be an argument of `getent`.
fn is_valid_key(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('-') && !name.contains('\0')
}

/// Whether the system has other sources than the file.
fn has_other_sources(database: Database) -> bool {
    has_sources_besides_files(&fs::read_to_string("/etc/nsswitch.conf").unwrap_or_default(), database)
}

/// Whether `nsswitch.conf` lists other sources than the file for a database.
pub(super) fn has_sources_besides_files(text: &str, database: Database) -> bool {
    let of_database = |line: &str| {
        let (name, sources) = line.split('#').next()?.split_once(':')?;
        (name.trim() == database.name()).then(|| sources.to_owned())
    };
    let sources = text.lines().find_map(of_database).unwrap_or_default();
    // Brackets contain actions, not sources.
    let mut is_outside = true;
    sources.split_whitespace().any(|word| {
        let is_source = is_outside && !word.starts_with('[');
        is_outside = is_source || word.ends_with(']');
        is_source && word != "files"
    })
}

/// Queries names, or everything without any.
fn getent(context: &Context, database: Database, names: &[String]) -> Vec<Entry> {
    let arguments = std::iter::once(database.name()).chain(names.iter().map(String::as_str));
    let getent = Command::new("getent")
        .run(context, arguments.collect::<Vec<_>>())
        .stdout(Destination::Store)
        .stdout_encoding(Encoding::Utf8, OnInvalid::replace())
        .stderr(Destination::Discard)
        // A missing name is not an error.
        .ignore_exit_code()
        // Names are not secret.
        .allow_secrets_in_arguments()
        .noop(false);
    let Ok(ended) = getent.execute() else { return Vec::new() };
    ended.stdout_text().lines().filter_map(entry).collect()
}
