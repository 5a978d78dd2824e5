//! Users and groups by their names and numbers.
//!
//! The files of the system are read once a run; what they do not hold is asked of `getent`, which knows other places,
//! too.

use std::cell::{Cell, RefCell};

use pcore::Value;
use resource_api::{Context, log::Level};
use rustc_hash::FxHashMap;

use crate::account::{Database, Entry};

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

    fn database(self) -> Database {
        match self {
            Account::User => Database::Users,
            Account::Group => Database::Groups,
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
        let found = account.database().asked(context, text).map(|found| found.number);
        names.numbers.insert(text.to_owned(), found);
        found
    }

    /// The name of a number; the number itself where it has none.
    pub(super) fn shown(&self, context: &Context, account: Account, number: u32) -> Value {
        let mut names = self.names(account).borrow_mut();
        let name = match names.names.get(&number) {
            Some(known) => known.clone(),
            None => {
                let found = account.database().asked(context, &number.to_string()).map(|found| found.name);
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
            for Entry { name, number, .. } in account.database().listed() {
                known.numbers.entry(name.clone()).or_insert(Some(number));
                known.names.entry(number).or_insert(Some(name));
            }
        }
        drop(known);
        names
    }
}
