//! What an audit records of a file, and how it is displayed.

use pcore::{Value, time::Timestamp};
use resource_api::{Audited, Context, Outcome, State, render::display};

use super::{
    accounts::{Account, Accounts},
    goal::Goal,
    mode, selinux,
    stat::{FileStat, Kind, Links},
    target_file::TargetFile,
};

/// The value of a property; for the content that is its checksum.
pub(super) fn audited(context: &Context, property: &str, should: &State) -> Outcome<Audited> {
    let target = TargetFile::new(context, should);
    let manages_links = target.links() == Links::Manage;
    let label = || selinux::labels(target.path, manages_links).into_iter().find(|(name, _)| *name == property);
    let (Some(stat), _) = FileStat::at(target.path, target.links()) else {
        return Ok(Audited::Is(Value::Symbol("absent".into())));
    };
    Ok(Audited::Is(match property {
        "ensure" => Value::Symbol(stat.kind.word().into()),
        "content" if stat.kind == Kind::File => Goal::from(target, None).stopped_by(context).current_sum(&stat)?.into(),
        "target" => match &stat.target {
            Some(target) => target.to_string_lossy().as_ref().into(),
            None => Value::Symbol("notlink".into()),
        },
        "owner" => i64::from(stat.owner).into(),
        "group" => i64::from(stat.group).into(),
        "mode" => mode::octal(stat.mode).into(),
        "type" => stat.kind.word().into(),
        "ctime" => time(stat.changed),
        "mtime" => time(stat.modified),
        name if selinux::PROPERTIES.contains(&name) => label().map_or(Value::Undef, |(_, part)| part.into()),
        // Other properties have a value only compared with what they should be.
        _ => Value::Undef,
    }))
}

/// Owners and groups are displayed by name.
pub(super) fn display_account(context: &Context, accounts: &Accounts, property: &str, value: &Value) -> Option<String> {
    let account = match property {
        "owner" => Account::User,
        "group" => Account::Group,
        _ => return None,
    };
    let number = u32::try_from(value.as_integer()?).ok()?;
    Some(display(&accounts.shown(context, account, number)))
}

fn time((seconds, nanoseconds): (i64, i64)) -> Value {
    let all = i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds);
    Timestamp::from_nanoseconds(all).map_or(Value::Undef, Value::Timestamp)
}
