//! Users and groups by their names and numbers.
//!
//! The files of the system are read once a run; what they do not hold is asked of `getent`, which knows other places,
//! too.

use std::{
    cell::{Cell, RefCell},
    fs,
};

use pcore::Value;
use resource_api::{
    Context,
    command::{Command, Destination},
    log::Level,
};
use rustc_hash::FxHashMap;

/// Whether a user or a group is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Account {
    User,
    Group,
}

impl Account {
    /// The attribute that names it.
    pub(super) fn property(self) -> &'static str {
        match self {
            Account::User => "owner",
            Account::Group => "group",
        }
    }

    /// What messages call it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Account::User => "user",
            Account::Group => "group",
        }
    }

    fn database(self) -> &'static str {
        match self {
            Account::User => "passwd",
            Account::Group => "group",
        }
    }
}

/// What is known of users and groups.
#[derive(Default)]
pub(super) struct Accounts {
    users: RefCell<Names>,
    groups: RefCell<Names>,
    warned: Cell<bool>,
}

#[derive(Default)]
struct Names {
    is_read: bool,
    numbers: FxHashMap<String, Option<u32>>,
    names: FxHashMap<u32, Option<String>>,
}

impl Accounts {
    /// The number of a user or a group that is given by name or number.
    pub(super) fn number(&self, context: &Context, account: Account, given: &Value) -> Option<u32> {
        let text = match given {
            Value::Integer(number) => return u32::try_from(*number).ok(),
            Value::String(text) | Value::Symbol(text) => text.as_str(),
            _ => return None,
        };
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        let mut names = self.names(account).borrow_mut();
        if let Some(known) = names.numbers.get(text) {
            return *known;
        }
        let found = look_up(context, account, text);
        names.numbers.insert(text.to_owned(), found.as_ref().map(|(_, number)| *number));
        found.map(|(_, number)| number)
    }

    /// The name of a number; the number itself where it has none.
    pub(super) fn shown(&self, context: &Context, account: Account, number: u32) -> Value {
        let mut names = self.names(account).borrow_mut();
        let name = match names.names.get(&number) {
            Some(known) => known.clone(),
            None => {
                let found = look_up(context, account, &number.to_string()).map(|(name, _)| name);
                names.names.insert(number, found.clone());
                found
            }
        };
        name.map_or(Value::Integer(i64::from(number)), Value::from)
    }

    /// Says once a run that owners stay as they are.
    pub(super) fn warn_of_ownership(&self, context: &Context) {
        if !self.warned.replace(true) {
            context.log().line(Level::Warning, "Cannot manage ownership unless running as root");
        }
    }

    fn names(&self, account: Account) -> &RefCell<Names> {
        let names = match account {
            Account::User => &self.users,
            Account::Group => &self.groups,
        };
        let mut known = names.borrow_mut();
        if !known.is_read {
            known.is_read = true;
            let text = fs::read(format!("/etc/{}", account.database())).unwrap_or_default();
            for (name, number) in String::from_utf8_lossy(&text).lines().filter_map(entry) {
                known.numbers.entry(name.to_owned()).or_insert(Some(number));
                known.names.entry(number).or_insert_with(|| Some(name.to_owned()));
            }
        }
        drop(known);
        names
    }
}

/// The name and the number of a line such as `root:x:0:…`.
fn entry(line: &str) -> Option<(&str, u32)> {
    let mut fields = line.split(':');
    Some((fields.next()?, fields.nth(1)?.parse().ok()?))
}

/// Asks the system for an account that its files do not hold.
fn look_up(context: &Context, account: Account, key: &str) -> Option<(String, u32)> {
    if key.is_empty() || key.starts_with('-') {
        return None;
    }
    let answer = Command::new("getent")
        .run(context, [account.database(), key])
        .stdout(Destination::Store)
        .noop(false)
        .execute()
        .ok()?;
    let line = answer.stdout_text();
    let (name, number) = entry(line.lines().next()?)?;
    Some((name.to_owned(), number))
}
