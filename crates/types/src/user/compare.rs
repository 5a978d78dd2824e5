//! Whether a property of a user is what it should be.

use pcore::Value;
use resource_api::{
    Context, Insync, State,
    render::{display, interpolate},
};

use crate::{
    account::Database,
    parsed::{opened, several},
};

/// Compares one property.
pub(super) fn compare(context: &Context, property: &str, is: &State, should: &State) -> Insync {
    let (Some(wanted), found) = (should.known(property), is.get(property)) else { return Insync::Yes };
    match property {
        "gid" => {
            let number = group_number(context, wanted);
            let is_one = |group: &Value| found == group_number(context, group).map(Value::from).as_ref();
            match several(wanted).iter().any(is_one) {
                true => Insync::Yes,
                false => differs(found, several(wanted).first().cloned().or(number.map(Value::from))),
            }
        }
        "groups" => groups(found, should),
        "password" => match found.map(opened).map(interpolate) == Some(interpolate(opened(wanted))) {
            true => Insync::Yes,
            // Neither value is shown.
            false => Insync::No(None),
        },
        _ if found == Some(opened(wanted)) => Insync::Yes,
        // A number is the text that it is written as.
        _ if found.and_then(Value::as_str).is_some_and(|found| found == interpolate(opened(wanted))) => Insync::Yes,
        _ => differs(found, Some(wanted.clone())),
    }
}

fn differs(is: Option<&Value>, should: Option<Value>) -> Insync {
    Insync::differs(is.cloned().unwrap_or_default(), should.unwrap_or_default())
}

/// The number of a group that is given by name or number, if there is such a group.
pub(super) fn group_number(context: &Context, group: &Value) -> Option<i64> {
    let found = match group {
        Value::Integer(number) => Database::Groups.numbered(context, u32::try_from(*number).ok()?),
        name => Database::Groups.named(context, &interpolate(name)),
    };
    found.map(|group| group.number.into())
}

/// The groups that a user should be in, sorted: those that are wanted, and those that are there already unless they are to be
/// all.
pub(super) fn wanted_groups(should: &State, is: &[String]) -> Vec<String> {
    let mut wanted: Vec<String> =
        should.known("groups").map(several).unwrap_or_default().iter().map(interpolate).collect();
    if should.text("membership") != Some("inclusive") {
        wanted.extend(is.iter().cloned());
        let mut seen = rustc_hash::FxHashSet::default();
        wanted.retain(|group| seen.insert(group.clone()));
    }
    wanted.sort_unstable();
    wanted
}

fn groups(found: Option<&Value>, should: &State) -> Insync {
    let is: Vec<String> = match found {
        Some(Value::Array(groups)) => groups.iter().map(interpolate).collect(),
        _ => Vec::new(),
    };
    let wanted = wanted_groups(should, &is);
    let mut sorted = is.clone();
    sorted.sort_unstable();
    if sorted == wanted {
        return Insync::Yes;
    }
    let list = |groups: &[String]| Value::array(groups.iter().map(|group| Value::from(group.as_str())));
    // Puppet shows the groups that were there without quotes, and keeps those that should be as one text.
    let told = format!("groups changed {} to {}", is.join(","), display(&list(&wanted)));
    Insync::differs(list(&is), wanted.join(",")).told_as(told)
}
