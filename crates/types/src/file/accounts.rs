//! Users and groups by name and number.
//!
//! Each is looked up once per run.

use std::cell::{Cell, RefCell};

use pcore::{Value, keyed::HashMap};
use resource_api::{Context, log::Level};

use crate::account::Database;

/// Either a user or a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Account {
    User,
    Group,
}

impl Account {
    /// The attribute that sets it.
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

/// A cache of users and groups.
#[derive(Default)]
pub(super) struct Accounts {
    users: RefCell<Names>,
    groups: RefCell<Names>,
    warned: Cell<bool>,
}

#[derive(Default)]
struct Names {
    numbers: HashMap<String, Option<u32>>,
    names: HashMap<u32, Option<String>>,
}

impl Accounts {
    /// Returns the number of a user or a group given by name or number.
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
        let number = account.database().find_by_name(context, text).map(|entry| entry.number);
        names.numbers.insert(text.to_owned(), number);
        number
    }

    /// Returns the name for a number, or the number itself if it has no name.
    pub(super) fn shown(&self, context: &Context, account: Account, number: u32) -> Value {
        let mut names = self.names(account).borrow_mut();
        let name = match names.names.get(&number) {
            Some(known) => known.clone(),
            None => {
                let name = account.database().find_by_number(context, number).map(|entry| entry.name);
                names.names.insert(number, name.clone());
                name
            }
        };
        name.map_or(Value::Integer(i64::from(number)), Value::from)
    }

    /// Logs, once per run, that owners are not managed.
    pub(super) fn warn_of_ownership(&self, context: &Context) {
        if !self.warned.replace(true) {
            context.log().line(Level::Warning, "Cannot manage ownership unless running as root");
        }
    }

    fn names(&self, account: Account) -> &RefCell<Names> {
        match account {
            Account::User => &self.users,
            Account::Group => &self.groups,
        }
    }
}
