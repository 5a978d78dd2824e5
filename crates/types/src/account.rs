//! Users and groups, as the system knows them: by its files, or by whatever else it asks for them.

mod accounts;
mod process;
mod stamped;
pub(crate) mod tools;

#[cfg(test)]
mod tests;

use std::{
    fs,
    sync::{LazyLock, Mutex, PoisonError},
};

use resource_api::{
    Context,
    command::{Command, Destination},
};
use rustc_hash::FxHashMap;

pub(crate) use self::{
    accounts::Accounts,
    process::{read_as, write_as},
    stamped::Stamped,
    tools::munged_number,
};

/// Where the system looks for users or groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Database {
    Users,
    Groups,
}

/// A line of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) number: u32,
    /// What follows the number: the group and the folder of a user, among others.
    rest: Vec<String>,
}

/// What is known of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserAccount {
    pub(crate) name: String,
    pub(crate) number: u32,
    pub(crate) group: u32,
    pub(crate) home: String,
}

/// What the file of a database lists.
#[derive(Default)]
struct Listed {
    by_name: FxHashMap<String, Entry>,
    names: FxHashMap<u32, String>,
}

static USERS: LazyLock<Mutex<Stamped<Listed>>> = LazyLock::new(Mutex::default);
static GROUPS: LazyLock<Mutex<Stamped<Listed>>> = LazyLock::new(Mutex::default);

impl Database {
    fn name(self) -> &'static str {
        match self {
            Database::Users => "passwd",
            Database::Groups => "group",
        }
    }

    /// Those that the file of the system knows.
    pub(crate) fn listed(self) -> Vec<Entry> {
        let text = fs::read(format!("/etc/{}", self.name())).unwrap_or_default();
        String::from_utf8_lossy(&text).lines().filter_map(entry).collect()
    }

    /// The one with a name or a number, wherever the system knows it from.
    pub(crate) fn asked(self, context: &Context, key: &str) -> Option<Entry> {
        if key.is_empty() || key.starts_with('-') {
            return None;
        }
        let getent = Command::new("getent").run(context, [self.name(), key]).stdout(Destination::Store).noop(false);
        entry(getent.execute().ok()?.stdout_text().lines().next()?)
    }

    /// The one with a name, as far as the file of the system knows it.
    pub(crate) fn in_file(self, name: &str) -> Option<Entry> {
        self.look_up(|listed| listed.by_name.get(name).cloned())
    }

    /// The one with a name: from the file of the system, or from wherever else the system knows it.
    pub(crate) fn named(self, context: &Context, name: &str) -> Option<Entry> {
        self.in_file(name).or_else(|| self.asked(context, name))
    }

    /// The one with a number.
    pub(crate) fn numbered(self, context: &Context, number: u32) -> Option<Entry> {
        let listed = self.look_up(|listed| listed.by_name.get(listed.names.get(&number)?).cloned());
        listed.or_else(|| self.asked(context, &number.to_string()).filter(|entry| entry.number == number))
    }

    /// Asks what the file lists, which is read once as long as it stays the same.
    fn look_up<T>(self, ask: impl FnOnce(&Listed) -> Option<T>) -> Option<T> {
        let known = match self {
            Database::Users => &USERS,
            Database::Groups => &GROUPS,
        };
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        ask(known.fresh(&format!("/etc/{}", self.name()), |text| Listed::of(text.lines().filter_map(entry))))
    }
}

impl Listed {
    /// Of several with one name or number the first counts.
    fn of(entries: impl Iterator<Item = Entry>) -> Listed {
        let mut listed = Listed::default();
        for entry in entries {
            listed.names.entry(entry.number).or_insert_with(|| entry.name.clone());
            listed.by_name.entry(entry.name.clone()).or_insert(entry);
        }
        listed
    }
}

impl Entry {
    /// What follows the number: of a user the first group, the comment, the folder and the shell; of a group its members.
    pub(crate) fn field(&self, place: usize) -> &str {
        self.rest.get(place).map(String::as_str).unwrap_or_default()
    }

    /// The number of a user's first group.
    pub(crate) fn group(&self) -> Option<u32> {
        self.rest.first()?.parse().ok()
    }
}

/// The account of a user.
pub(crate) fn account(context: &Context, user: &str) -> Option<UserAccount> {
    let entry = Database::Users.named(context, user)?;
    let (group, home) = (entry.group()?, entry.rest.get(2)?.clone());
    Some(UserAccount { name: entry.name, number: entry.number, group, home })
}

/// The name of the user with a number, as far as the file of the system knows it.
pub(crate) fn user_of_number(number: u32) -> Option<String> {
    Database::Users.look_up(|listed| listed.names.get(&number).cloned())
}

fn entry(line: &str) -> Option<Entry> {
    let mut fields = line.split(':');
    let (name, number) = (fields.next()?.to_owned(), fields.nth(1)?.parse().ok()?);
    Some(Entry { name, number, rest: fields.map(str::to_owned).collect() })
}
