//! Users as the system knows them: from the list of users, the list of groups and the list of passwords.

use pcore::{Value, time::Timestamp};
use resource_api::{Context, State};
use rustc_hash::FxHashMap;

use crate::{
    account::{self, Database, Entry, Stamped},
    parsed::absent,
};

const GROUPS: &str = "/etc/group";
const PASSWORDS: &str = "/etc/shadow";

const NANOSECONDS_A_DAY: i128 = 24 * 60 * 60 * 1_000_000_000;

/// What the files of the system say about users.
pub(super) struct Users {
    users: account::Accounts,
    /// The groups that name a user as a member, by the names of users.
    groups: Stamped<FxHashMap<String, Vec<String>>>,
    passwords: Stamped<FxHashMap<String, Password>>,
}

/// A line of the list of passwords.
#[derive(Clone, Default)]
struct Password {
    hash: String,
    /// How many days it lasts at least and at most, and how many days before the end the user is warned.
    ages: [Option<i64>; 3],
    /// The day since 1970 on which the account ends.
    end: Option<i64>,
}

impl Default for Users {
    fn default() -> Users {
        let users = account::Accounts::new(Database::Users);
        Users { users, groups: Stamped::default(), passwords: Stamped::default() }
    }
}

impl Users {
    pub(super) fn all(&self, context: &Context) -> Vec<Entry> {
        self.users.all(context)
    }

    pub(super) fn find(&mut self, context: &Context, name: &str) -> Option<Entry> {
        self.users.find(context, name)
    }

    /// As [`find`](Users::find), whatever was said before.
    pub(super) fn find_again(&mut self, context: &Context, name: &str) -> Option<Entry> {
        self.users.find_again(context, name)
    }

    /// The groups that name a user as a member, whether there is such a user or not.
    pub(super) fn groups_of(&mut self, name: &str) -> Vec<String> {
        self.groups.fresh(GROUPS, memberships).get(name).cloned().unwrap_or_default()
    }

    /// All that is known of a user.
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
        let password = self.passwords.fresh(PASSWORDS, passwords).get(&user.name).cloned();
        let known = |age: Option<i64>| password.as_ref().map_or_else(absent, |_| Value::Integer(age.unwrap_or(-1)));
        let [least, most, warning] = password.as_ref().map(|password| password.ages).unwrap_or_default();
        state.insert("password_min_age", known(least));
        state.insert("password_max_age", known(most));
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
fn memberships(text: &str) -> FxHashMap<String, Vec<String>> {
    let mut groups: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for line in text.lines() {
        let mut fields = line.split(':');
        let (Some(group), Some(members)) = (fields.next(), fields.nth(2)) else { continue };
        for member in members.split(',').map(str::trim).filter(|member| !member.is_empty()) {
            let of_member = groups.entry(member.to_owned()).or_default();
            // A member may be named twice in one line.
            if of_member.last().is_none_or(|last| last != group) {
                of_member.push(group.to_owned());
            }
        }
    }
    groups
}

/// The passwords of users; of several with one name the first counts.
fn passwords(text: &str) -> FxHashMap<String, Password> {
    let mut passwords = FxHashMap::default();
    for line in text.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        let (Some(name), Some(hash)) = (fields.first(), fields.get(1)) else { continue };
        let number = |place: usize| fields.get(place).and_then(|field| field.parse::<i64>().ok());
        let password = Password { hash: (*hash).to_owned(), ages: [number(3), number(4), number(5)], end: number(7) };
        passwords.entry((*name).to_owned()).or_insert(password);
    }
    passwords
}

/// A day since 1970 as a date; nothing where no account ends.
fn day(days: i64) -> Option<String> {
    if days < 0 {
        return None;
    }
    let time = Timestamp::from_nanoseconds(i128::from(days) * NANOSECONDS_A_DAY).ok()?;
    time.format("%Y-%m-%d", None).ok()
}
