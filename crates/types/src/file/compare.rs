//! Whether a property of a file is what it should be, and how it is told when it is not.

mod plain;

use pcore::Value;
use resource_api::{
    Context, Insync, Outcome,
    log::{Level, property_path},
};

pub(super) use self::plain::is_in_sync;
use super::{
    accounts::{Account, Accounts},
    found::{Found, Kind},
    goal::{Ensure, Goal, is_root},
    mode,
    web::Web,
};

/// Whether a property is what it should be.
pub(super) fn compare(
    context: &Context,
    accounts: &Accounts,
    web: &Web,
    goal: &Goal<'_>,
    property: &str,
    found: Option<&Found>,
) -> Outcome<Insync> {
    match property {
        "ensure" => ensure(goal, found),
        "content" => content(context, web, goal, found),
        "checksum_value" => checksum_value(goal, found),
        "target" => Ok(target(goal, found)),
        "owner" => account(context, accounts, goal, found, Account::User),
        "group" => account(context, accounts, goal, found, Account::Group),
        "mode" => permissions(context, goal, found),
        _ => Ok(Insync::Yes),
    }
}

fn ensure(goal: &Goal<'_>, found: Option<&Found>) -> Outcome<Insync> {
    let Some(should) = goal.ensure() else { return Ok(Insync::Yes) };
    let in_sync = match (should, found) {
        (_, Some(_)) if !goal.wanted.replaces() => true,
        (Ensure::Absent, found) => found.is_none(),
        (Ensure::Present, found) => found.is_some(),
        (Ensure::Kind(kind), found) => found.is_some_and(|found| found.kind == kind),
    };
    if in_sync {
        return Ok(Insync::Yes);
    }
    let is = found.map_or(Value::Symbol("absent".into()), |found| found.kind.word().into());
    let shown = if goal.wanted.is_secret() { Value::sensitive(should.word().into()) } else { should.word().into() };
    let becomes_file = matches!(should, Ensure::Present | Ensure::Kind(Kind::File));
    let sum = if becomes_file && goal.wanted.checksum_value().is_none() { goal.desired_sum()? } else { None };
    let message = match (sum, should, found) {
        (Some(sum), ..) => format!("defined content as '{sum}'"),
        (None, Ensure::Absent, _) => "removed".to_owned(),
        (None, _, None) => "created".to_owned(),
        (None, should, Some(found)) => format!("ensure changed '{}' to '{}'", found.kind.word(), should.word()),
    };
    Ok(Insync::differs(is, shown).told_as(message))
}

fn content(context: &Context, web: &Web, goal: &Goal<'_>, found: Option<&Found>) -> Outcome<Insync> {
    if !goal.is_file(found) {
        if goal.ensure() == Some(Ensure::Present)
            && goal.wanted.content().is_some()
            && let Some(found) = found
        {
            let kind = found.kind.word();
            let message = format!("Ensure set to :present but file type is {kind} so no content will be synced");
            tell(context, Level::Warning, None, &message);
        }
        return Ok(Insync::Yes);
    }
    let Some((is, should)) = different_content(goal, found)? else { return Ok(Insync::Yes) };
    super::difference::show(context, web, goal, found);
    let message = format!("content changed '{is}' to '{should}'");
    let should = if goal.wanted.is_secret() { Value::sensitive(should.into()) } else { should.into() };
    Ok(Insync::differs(is, should).told_as(message))
}

/// The checksums of what a file holds and of what it should hold, when they are not the same.
pub(super) fn different_content(goal: &Goal<'_>, found: Option<&Found>) -> Outcome<Option<(String, String)>> {
    let Some(found) = found.filter(|found| goal.wanted.replaces() && found.kind == Kind::File) else {
        return Ok(None);
    };
    if goal.is_same(found) {
        return Ok(None);
    }
    let Some(should) = goal.desired_sum()? else { return Ok(None) };
    let is = goal.current_sum(found)?;
    let is_older = match &goal.source {
        Some(source) if goal.wanted.checksum == super::checksum::Checksum::Mtime => {
            found.modified() < source.found.modified()
        }
        Some(source) if goal.wanted.checksum == super::checksum::Checksum::Ctime => {
            found.changed() < source.found.changed()
        }
        _ => is != should,
    };
    Ok(is_older.then_some((is, should)))
}

fn checksum_value(goal: &Goal<'_>, found: Option<&Found>) -> Outcome<Insync> {
    let Some((is, should)) = different_value(goal, found)? else { return Ok(Insync::Yes) };
    Ok(Insync::differs(is, should))
}

/// The checksum of a file and the one that it should have, when they are not the same.
pub(super) fn different_value(goal: &Goal<'_>, found: Option<&Found>) -> Outcome<Option<(String, String)>> {
    let Some(should) = goal.wanted.checksum_value().filter(|_| goal.wanted.has_source()) else { return Ok(None) };
    let Some(found) = found.filter(|found| goal.wanted.replaces() && found.kind == Kind::File) else {
        return Ok(None);
    };
    let is = goal.current_sum(found)?;
    let is = is.split_once('}').map_or(is.as_str(), |(_, sum)| sum);
    Ok((is != should).then(|| (is.to_owned(), should.to_owned())))
}

/// Whether a link leads where it should.
pub(super) fn target(goal: &Goal<'_>, found: Option<&Found>) -> Insync {
    let (Some(should), Some(found)) = (goal.target(), found) else { return Insync::Yes };
    // A link that leads nowhere is nothing that could be replaced.
    if goal.wanted.recurses() || (!goal.wanted.replaces() && goal.wanted.path.exists()) {
        return Insync::Yes;
    }
    match &found.target {
        Some(is) if is.as_os_str() == should => Insync::Yes,
        Some(is) => Insync::differs(is.to_string_lossy().as_ref(), should),
        None => Insync::differs(Value::Symbol("notlink".into()), should),
    }
}

fn account(
    context: &Context,
    accounts: &Accounts,
    goal: &Goal<'_>,
    found: Option<&Found>,
    account: Account,
) -> Outcome<Insync> {
    let (Some(given), Some(found)) = (goal.account(account), found) else { return Ok(Insync::Yes) };
    let is = match account {
        Account::User => found.owner,
        Account::Group => found.group,
    };
    // That nobody has this name is found when it is to be changed.
    let Some(should) = accounts.number(context, account, given) else {
        return Ok(Insync::differs(accounts.shown(context, account, is), given.clone()));
    };
    if is == should {
        return Ok(Insync::Yes);
    }
    if account == Account::User && !is_root() {
        accounts.warn_of_ownership(context);
        return Ok(Insync::Yes);
    }
    Ok(Insync::differs(accounts.shown(context, account, is), accounts.shown(context, account, should)))
}

fn permissions(context: &Context, goal: &Goal<'_>, found: Option<&Found>) -> Outcome<Insync> {
    let (Some(given), Some(found)) = (goal.mode(), found) else { return Ok(Insync::Yes) };
    if found.kind == Kind::Link && goal.manages_links() {
        tell(context, Level::Debug, Some("mode"), "Not managing symlink mode");
        return Ok(Insync::Yes);
    }
    let is = found.mode;
    let should = goal.mode_from(is, found.kind == Kind::Directory)?.unwrap_or(is);
    if is == should {
        return Ok(Insync::Yes);
    }
    let (is, should) = (mode::shown(is), mode::shown(should));
    let differs = Insync::differs(is.as_str(), should.as_str());
    if mode::is_octal(given) {
        return Ok(differs);
    }
    Ok(differs.told_as(format!("mode changed '{is}' to '{should}' ({given})")))
}

/// Says something about the file at hand, or about a property of it.
pub(super) fn tell(context: &Context, level: Level, property: Option<&str>, message: &str) {
    let path = context.turn().map(|turn| turn.path).unwrap_or_default();
    let source = match property {
        Some(property) => property_path(&path, property),
        None => path.into(),
    };
    context.log().write(level, Some(&source), message);
}
