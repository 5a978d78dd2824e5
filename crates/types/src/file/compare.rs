//! Compares the properties of a file with what they should be, and describes the differences.

use std::{os::unix::fs::MetadataExt as _, path::Path};

use pcore::Value;
use resource_api::{Context, Insync, Outcome, log::Level, render::interpolate};

use super::{
    accounts::{Account, Accounts},
    goal::{Ensure, Goal, is_root},
    mode,
    stat::{FileStat, Kind},
    web::Web,
};
use crate::subject::log;

/// The checksum of a larger file is not computed if its size shows already that its content is another one: a user can
/// create a file of terabytes that takes no space, and hashing it would take hours.
const MAX_SHOWN_SUM_SIZE: u64 = 1 << 30;

/// Compares one property.
pub(super) fn compare(
    context: &Context,
    accounts: &Accounts,
    web: &Web,
    goal: &Goal<'_>,
    property: &str,
    stat: Option<&FileStat>,
) -> Outcome<Insync> {
    match property {
        "ensure" => ensure(goal, stat),
        "content" => content(context, web, goal, stat),
        "checksum_value" => checksum_value(goal, stat),
        "target" => Ok(link_target(goal, stat)),
        "owner" => account(context, accounts, goal, stat, Account::User),
        "group" => account(context, accounts, goal, stat, Account::Group),
        "mode" => permissions(context, goal, stat),
        _ => Ok(Insync::Yes),
    }
}

/// Whether there is what `ensure` asks for, or something that is not to be replaced.
pub(super) fn has_kind(goal: &Goal<'_>, should: Ensure, stat: Option<&FileStat>) -> bool {
    match (should, stat) {
        (_, Some(_)) if !goal.target.replaces() => true,
        (Ensure::Absent, stat) => stat.is_none(),
        (Ensure::Present, stat) => stat.is_some(),
        (Ensure::Kind(kind), stat) => stat.is_some_and(|stat| stat.kind == kind),
    }
}

fn ensure(goal: &Goal<'_>, stat: Option<&FileStat>) -> Outcome<Insync> {
    let Some(should) = goal.ensure() else { return Ok(Insync::Yes) };
    if has_kind(goal, should, stat) {
        return Ok(Insync::Yes);
    }
    let is = stat.map_or(Value::Symbol("absent".into()), |stat| stat.kind.word().into());
    let shown = if goal.target.is_secret() { Value::sensitive(should.word().into()) } else { should.word().into() };
    let becomes_file = matches!(should, Ensure::Present | Ensure::Kind(Kind::File));
    let sum = if becomes_file && goal.target.text("checksum_value").is_none() { goal.desired_sum()? } else { None };
    let message = match (sum, should, stat) {
        (Some(sum), ..) => format!("defined content as '{sum}'"),
        (None, Ensure::Absent, _) => "removed".to_owned(),
        (None, _, None) => "created".to_owned(),
        (None, should, Some(stat)) => format!("ensure changed '{}' to '{}'", stat.kind.word(), should.word()),
    };
    Ok(Insync::differs(is, shown).with_message(message))
}

fn content(context: &Context, web: &Web, goal: &Goal<'_>, stat: Option<&FileStat>) -> Outcome<Insync> {
    if !goal.is_file(stat) {
        if goal.ensure() == Some(Ensure::Present)
            && goal.target.content().is_some()
            && let Some(stat) = stat
        {
            let kind = stat.kind.word();
            let message = format!("Ensure set to :present but file type is {kind} so no content will be synced");
            log(context, Level::Warning, None, &message);
        }
        return Ok(Insync::Yes);
    }
    let Some((is, should)) = different_content(goal, stat)? else { return Ok(Insync::Yes) };
    super::difference::show(context, web, goal, stat);
    let message = format!("content changed '{is}' to '{should}'");
    let should = if goal.target.is_secret() { Value::sensitive(should.into()) } else { should.into() };
    Ok(Insync::differs(is, should).with_message(message))
}

/// The checksums of the current and the desired content, if they differ.
pub(super) fn different_content(goal: &Goal<'_>, stat: Option<&FileStat>) -> Outcome<Option<(String, String)>> {
    let Some(stat) = stat.filter(|stat| goal.target.replaces() && stat.kind == Kind::File) else {
        return Ok(None);
    };
    if goal.is_same(stat) {
        return Ok(None);
    }
    let Some(should) = goal.desired_sum()? else { return Ok(None) };
    if stat.size > MAX_SHOWN_SUM_SIZE && goal.has_other_size(stat) {
        return Ok(Some((format!("{} bytes", stat.size), should)));
    }
    let is = goal.current_sum(stat)?;
    let is_older = match &goal.source {
        Some(source) if goal.target.checksum == super::checksum::Checksum::Mtime => {
            stat.modified < source.stat.modified
        }
        Some(source) if goal.target.checksum == super::checksum::Checksum::Ctime => stat.changed < source.stat.changed,
        _ => is != should,
    };
    Ok(is_older.then_some((is, should)))
}

fn checksum_value(goal: &Goal<'_>, stat: Option<&FileStat>) -> Outcome<Insync> {
    let Some((is, should)) = different_value(goal, stat)? else { return Ok(Insync::Yes) };
    Ok(Insync::differs(is, should))
}

/// The current and the desired checksum, if they differ.
pub(super) fn different_value(goal: &Goal<'_>, stat: Option<&FileStat>) -> Outcome<Option<(String, String)>> {
    let Some(should) = goal.target.text("checksum_value").filter(|_| goal.target.has_source()) else { return Ok(None) };
    let Some(stat) = stat.filter(|stat| goal.target.replaces() && stat.kind == Kind::File) else {
        return Ok(None);
    };
    let is = goal.current_sum(stat)?;
    let is = is.split_once('}').map_or(is.as_str(), |(_, sum)| sum);
    Ok((is != should).then(|| (is.to_owned(), should.to_owned())))
}

/// Compares the target of a link.
pub(super) fn link_target(goal: &Goal<'_>, stat: Option<&FileStat>) -> Insync {
    let (Some(should), Some(stat)) = (goal.link_target(), stat) else { return Insync::Yes };
    // A dangling link does not count as something that could be replaced.
    if goal.target.recurses() || (!goal.target.replaces() && goal.target.path.exists()) {
        return Insync::Yes;
    }
    match &stat.target {
        Some(is) if is.as_os_str() == should => Insync::Yes,
        Some(is) => Insync::differs(is.to_string_lossy().as_ref(), should),
        None => Insync::differs(Value::Symbol("notlink".into()), should),
    }
}

/// Warns that somebody else may have created a file before root did, and keeps it: that is possible in a directory that
/// everybody can write to, such as `/tmp`.
pub(super) fn warn_of_foreign_owner(context: &Context, accounts: &Accounts, goal: &Goal<'_>, stat: Option<&FileStat>) {
    let foreign = |stat: &&FileStat| stat.owner != 0 && stat.kind != Kind::Link;
    let is_kept = goal.account(Account::User).is_none() && goal.ensure() != Some(Ensure::Absent);
    let Some(stat) = stat.filter(foreign).filter(|_| is_kept && is_root()) else { return };
    let is_shared =
        |directory: &Path| directory.metadata().is_ok_and(|found| found.is_dir() && found.mode() & 0o1002 == 0o1002);
    if goal.target.path.parent().is_some_and(is_shared) {
        let owner = interpolate(&accounts.shown(context, Account::User, stat.owner));
        let message = format!(
            "the {} belongs to {owner}, who may have created it in a directory that everybody can write to; set owner to \
             make it root's",
            stat.kind.word()
        );
        log(context, Level::Warning, None, &message);
    }
}

fn account(
    context: &Context,
    accounts: &Accounts,
    goal: &Goal<'_>,
    stat: Option<&FileStat>,
    account: Account,
) -> Outcome<Insync> {
    let (Some(given), Some(stat)) = (goal.account(account), stat) else { return Ok(Insync::Yes) };
    let is = match account {
        Account::User => stat.owner,
        Account::Group => stat.group,
    };
    // An unknown name is reported when it is to be set.
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

fn permissions(context: &Context, goal: &Goal<'_>, stat: Option<&FileStat>) -> Outcome<Insync> {
    let (Some(given), Some(stat)) = (goal.mode(), stat) else { return Ok(Insync::Yes) };
    if stat.kind == Kind::Link && goal.manages_links() {
        log(context, Level::Debug, Some("mode"), "Not managing symlink mode");
        return Ok(Insync::Yes);
    }
    let is = stat.mode;
    let should = goal.mode_from(is, stat.kind == Kind::Directory)?.unwrap_or(is);
    if is == should {
        return Ok(Insync::Yes);
    }
    let (is, should) = (mode::octal(is), mode::octal(should));
    let differs = Insync::differs(is.as_str(), should.as_str());
    if mode::is_octal(given) {
        return Ok(differs);
    }
    Ok(differs.with_message(format!("mode changed '{is}' to '{should}' ({given})")))
}
