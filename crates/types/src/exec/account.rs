//! The user and the group that execute a command.

use pcore::Value;
use resource_api::{Context, render::interpolate};

use crate::account::Database;

/// The user and the group, unless they are our own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Account {
    pub(super) user: Option<u32>,
    pub(super) group: Option<u32>,
}

/// Finds the user and the group. The default group is the user's primary one.
pub(super) fn find(context: &Context, user: Option<&Value>, group: Option<&Value>) -> Result<Account, String> {
    let user = user.map(|user| find_user(context, &interpolate(user))).transpose()?;
    let group = match group {
        Some(group) => Some(find_group(context, &interpolate(group))?),
        None => user.map(|(_, group)| group),
    };
    let is_other = |user: &u32| *user != rustix::process::geteuid().as_raw();
    let is_other_group = |group: &u32| *group != rustix::process::getegid().as_raw();
    Ok(Account { user: user.map(|(user, _)| user).filter(is_other), group: group.filter(is_other_group) })
}

/// The number of a user, and that of its primary group.
fn find_user(context: &Context, given: &str) -> Result<(u32, u32), String> {
    let number: Option<u32> = given.parse().ok();
    let found = match number {
        Some(number) => Database::Users.find_by_number(context, number),
        None => Database::Users.find_by_name(context, given),
    };
    found.and_then(|user| Some((user.number, user.group()?))).ok_or_else(|| match number {
        Some(number) => format!("can't find user for {number}"),
        None => format!("Invalid user: {given}"),
    })
}

fn find_group(context: &Context, given: &str) -> Result<u32, String> {
    if let Ok(number) = given.parse() {
        return Ok(number);
    }
    let found = Database::Groups.find_by_name(context, given);
    found.map(|group| group.number).ok_or_else(|| format!("Invalid group: {given}"))
}
