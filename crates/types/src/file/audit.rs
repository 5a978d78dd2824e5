//! What an audit records of a file, and how it tells of it.

use pcore::{Value, time::Timestamp};
use resource_api::{Audited, Context, Outcome, State, render::display};

use super::{
    accounts::{Account, Accounts},
    found::{Found, Kind, Links},
    goal::Goal,
    mode, selinux,
    wanted::Wanted,
};

/// What a property of a file is. Of its content that is the checksum.
pub(super) fn audited(context: &Context, property: &str, should: &State) -> Outcome<Audited> {
    let wanted = Wanted::new(context, should);
    let manages_links = wanted.links() == Links::Manage;
    let label = || selinux::found(wanted.path, manages_links).into_iter().find(|(name, _)| *name == property);
    let (Some(found), _) = Found::at(wanted.path, wanted.links()) else {
        return Ok(Audited::Is(Value::Symbol("absent".into())));
    };
    Ok(Audited::Is(match property {
        "ensure" => Value::Symbol(found.kind.word().into()),
        "content" if found.kind == Kind::File => Goal::from(wanted, None).current_sum(&found)?.into(),
        "target" => match &found.target {
            Some(target) => target.to_string_lossy().as_ref().into(),
            None => Value::Symbol("notlink".into()),
        },
        "owner" => i64::from(found.owner).into(),
        "group" => i64::from(found.group).into(),
        "mode" => mode::shown(found.mode).into(),
        "type" => found.kind.word().into(),
        "ctime" => time(found.changed()),
        "mtime" => time(found.modified()),
        name if selinux::PROPERTIES.contains(&name) => label().map_or(Value::Undef, |(_, part)| part.into()),
        // What there is of other properties is known only when something else is wanted.
        _ => Value::Undef,
    }))
}

/// An owner goes by the name.
pub(super) fn told(context: &Context, accounts: &Accounts, property: &str, value: &Value) -> Option<String> {
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
