//! Sees at one glance that a plain file is as it should be. What is not plain is looked at closely elsewhere.

use pcore::Value;
use resource_api::{Context, State};

use super::super::{
    accounts::{Account, Accounts},
    found::{Found, Kind},
};

/// Whether a file that is known to hold what it should hold is surely as it should be in all other respects, too, as most
/// files of most runs are.
pub(in super::super) fn is_in_sync(context: &Context, accounts: &Accounts, should: &State, found: &Found) -> bool {
    let is_owned = |account, given: &Value, number: u32| accounts.number(context, account, given) == Some(number);
    found.kind == Kind::File
        && should.iter().all(|(name, value)| match (name.as_str(), value) {
            ("path" | "content" | "source", _) => true,
            ("ensure", Value::String(word)) => matches!(word.as_str(), "file" | "present"),
            ("owner", given) => is_owned(Account::User, given, found.owner),
            ("group", given) => is_owned(Account::Group, given, found.group),
            ("mode", Value::String(mode)) => u32::from_str_radix(mode, 8) == Ok(found.mode),
            ("source_permissions", Value::String(word)) => word == "ignore",
            // These say how contents are compared, which was done, and how something is changed.
            ("checksum" | "links" | "replace" | "backup" | "force" | "purge" | "show_diff" | "max_files", _) => true,
            ("sourceselect" | "staging_location" | "validate_cmd" | "validate_replacement", _) => true,
            ("selinux_ignore_defaults", _) => true,
            _ => false,
        })
}
