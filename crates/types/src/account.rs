//! Users and groups of the system, from its files or from other sources such as a directory service.

mod accounts;
mod file_cache;
mod process;

#[cfg(test)]
mod tests;

use std::{
    fs,
    sync::{LazyLock, Mutex, PoisonError},
};

use pcore::keyed::HashMap;
use resource_api::{
    Context,
    command::{Command, Destination},
};

pub(crate) use self::{
    accounts::Accounts,
    file_cache::FileCache,
    process::{read_as, write_as},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Database {
    Users,
    Groups,
}

/// An entry of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) number: u32,
    /// The fields after the number: group and home directory of a user, among others.
    rest: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserAccount {
    pub(crate) name: String,
    pub(crate) number: u32,
    pub(crate) group: u32,
    pub(crate) home: String,
}

/// The entries of a database file.
#[derive(Default)]
struct AccountList {
    by_name: HashMap<String, Entry>,
    names: HashMap<u32, String>,
}

static USERS: LazyLock<Mutex<FileCache<AccountList>>> = LazyLock::new(Mutex::default);
static GROUPS: LazyLock<Mutex<FileCache<AccountList>>> = LazyLock::new(Mutex::default);

impl Database {
    fn name(self) -> &'static str {
        match self {
            Database::Users => "passwd",
            Database::Groups => "group",
        }
    }

    /// All entries of the database file.
    fn list(self) -> Vec<Entry> {
        let text = fs::read(format!("/etc/{}", self.name())).unwrap_or_default();
        String::from_utf8_lossy(&text).lines().filter_map(entry).collect()
    }

    /// Queries the system for a name or a number.
    fn query(self, context: &Context, key: &str) -> Option<Entry> {
        if key.is_empty() || key.starts_with('-') {
            return None;
        }
        let getent = Command::new("getent").run(context, [self.name(), key]).stdout(Destination::Store).noop(false);
        entry(getent.execute().ok()?.stdout_text().lines().next()?)
    }

    /// Finds a name in the database file.
    pub(crate) fn find_in_file(self, name: &str) -> Option<Entry> {
        self.look_up(|listed| listed.by_name.get(name).cloned())
    }

    /// Finds a name in the database file or in another source.
    pub(crate) fn find_by_name(self, context: &Context, name: &str) -> Option<Entry> {
        self.find_in_file(name).or_else(|| self.query(context, name))
    }

    /// Finds a number in the database file or in another source.
    pub(crate) fn find_by_number(self, context: &Context, number: u32) -> Option<Entry> {
        let listed = self.look_up(|listed| listed.by_name.get(listed.names.get(&number)?).cloned());
        listed.or_else(|| self.query(context, &number.to_string()).filter(|entry| entry.number == number))
    }

    /// Looks something up in the database file, which is read again only if it changed.
    fn look_up<T>(self, lookup: impl FnOnce(&AccountList) -> Option<T>) -> Option<T> {
        let cache = match self {
            Database::Users => &USERS,
            Database::Groups => &GROUPS,
        };
        let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
        lookup(cache.get(&format!("/etc/{}", self.name()), |text| AccountList::of(text.lines().filter_map(entry))))
    }
}

impl AccountList {
    /// The first entry of a name or a number counts.
    fn of(entries: impl Iterator<Item = Entry>) -> AccountList {
        let mut listed = AccountList::default();
        for entry in entries {
            listed.names.entry(entry.number).or_insert_with(|| entry.name.clone());
            listed.by_name.entry(entry.name.clone()).or_insert(entry);
        }
        listed
    }
}

impl Entry {
    /// A field after the number: first group, comment, home directory and shell of a user; the members of a group.
    pub(crate) fn field(&self, index: usize) -> &str {
        self.rest.get(index).map(String::as_str).unwrap_or_default()
    }

    /// The number of a user's primary group.
    pub(crate) fn group(&self) -> Option<u32> {
        self.rest.first()?.parse().ok()
    }
}

pub(crate) fn find_user(context: &Context, user: &str) -> Option<UserAccount> {
    let entry = Database::Users.find_by_name(context, user)?;
    let (group, home) = (entry.group()?, entry.rest.get(2)?.clone());
    Some(UserAccount { name: entry.name, number: entry.number, group, home })
}

/// The name of the user with a number, from the database file.
pub(crate) fn user_name(number: u32) -> Option<String> {
    Database::Users.look_up(|listed| listed.names.get(&number).cloned())
}

fn entry(line: &str) -> Option<Entry> {
    let mut fields = line.split(':');
    let (name, number) = (fields.next()?.to_owned(), fields.nth(1)?.parse().ok()?);
    Some(Entry { name, number, rest: fields.map(str::to_owned).collect() })
}
