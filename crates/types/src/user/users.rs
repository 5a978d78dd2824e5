//! Reads users from `passwd`, `group` and `shadow`.

use pcore::{Value, keyed::HashMap, time::Timestamp};
use resource_api::State;

use crate::{
    account::{Accounts, Database, Entry, FileCache},
    subject::absent,
};

const GROUPS: &str = "/etc/group";
const PASSWORDS: &str = "/etc/shadow";

const NANOSECONDS_PER_DAY: i128 = 24 * 60 * 60 * 1_000_000_000;

/// The users of the system.
pub(super) struct Users {
    pub(super) accounts: Accounts,
    /// The groups of users, by user.
    groups: FileCache<HashMap<String, Vec<String>>>,
    passwords: FileCache<HashMap<String, Password>>,
}

/// An entry of `shadow`.
#[derive(Clone, Default)]
struct Password {
    hash: String,
    /// Minimum and maximum age in days, and days of warning before the end.
    ages: [Option<i64>; 3],
    /// The day on which the account expires, counted from 1970.
    end: Option<i64>,
}

impl Default for Users {
    fn default() -> Users {
        let accounts = Accounts::new(Database::Users);
        Users { accounts, groups: FileCache::default(), passwords: FileCache::default() }
    }
}

impl Users {
    /// The groups that have a user as a member, even if the user does not exist.
    pub(super) fn groups_of(&mut self, name: &str) -> Vec<String> {
        self.groups.get(GROUPS, memberships).get(name).cloned().unwrap_or_default()
    }

    pub(super) fn state(&mut self, user: &Entry, with_password: bool) -> State {
        let group = user.group().map_or_else(absent, |group| Value::Integer(group.into()));
        let mut state = State::new()
            .with("name", user.name.as_str())
            .with("ensure", "present")
            .with("home", user.field(2))
            .with("uid", i64::from(user.number))
            .with("gid", group)
            .with("comment", user.field(1))
            .with("shell", user.field(3));
        let password = self.passwords.get(PASSWORDS, passwords).get(&user.name).cloned();
        let known = |age: Option<i64>| password.as_ref().map_or_else(absent, |_| Value::Integer(age.unwrap_or(-1)));
        let [minimum, maximum, warning] = password.as_ref().map(|password| password.ages).unwrap_or_default();
        state.insert("password_min_age", known(minimum));
        state.insert("password_max_age", known(maximum));
        state.insert("password_warn_days", known(warning));
        let end = password.as_ref().and_then(|password| day(password.end?));
        state.insert("expiry", end.map_or_else(absent, Value::from));
        if with_password {
            let hash = password.map_or_else(absent, |password| Value::sensitive(password.hash.into()));
            state.insert("password", hash);
        }
        state.insert("groups", self.groups_of(&user.name).into_iter().map(Value::from).collect::<Vec<_>>());
        state
    }
}

/// The groups of users, in the order of the file.
fn memberships(text: &str) -> HashMap<String, Vec<String>> {
    let mut groups: HashMap<String, Vec<String>> = HashMap::default();
    for line in text.lines() {
        let mut fields = line.split(':');
        let (Some(group), Some(members)) = (fields.next(), fields.nth(2)) else { continue };
        for member in members.split(',').map(str::trim).filter(|member| !member.is_empty()) {
            let of_member = groups.entry(member.to_owned()).or_default();
            // A line may have the same member twice.
            if of_member.last().is_none_or(|last| last != group) {
                of_member.push(group.to_owned());
            }
        }
    }
    groups
}

/// The passwords of users; the first entry of a name counts.
fn passwords(text: &str) -> HashMap<String, Password> {
    let mut passwords = HashMap::default();
    for line in text.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        let (Some(name), Some(hash)) = (fields.first(), fields.get(1)) else { continue };
        let number = |index: usize| fields.get(index).and_then(|field| field.parse::<i64>().ok());
        let password = Password { hash: (*hash).to_owned(), ages: [number(3), number(4), number(5)], end: number(7) };
        passwords.entry((*name).to_owned()).or_insert(password);
    }
    passwords
}

/// A day since 1970 as a date; none if the account never expires.
fn day(days: i64) -> Option<String> {
    if days < 0 {
        return None;
    }
    let time = Timestamp::from_nanoseconds(i128::from(days) * NANOSECONDS_PER_DAY).ok()?;
    time.format("%Y-%m-%d", None).ok()
}
