//! Compares the properties of a user with what they should be.

use pcore::Value;
use resource_api::{
    Context, Insync, State,
    render::{display, interpolate},
};

use crate::{
    account::Database,
    subject::{several, unwrap_sensitive},
};

/// Compares one property.
pub(super) fn compare(context: &Context, property: &str, is: &State, should: &State) -> Insync {
    let (Some(target), current) = (should.known(property), is.get(property)) else { return Insync::Yes };
    match property {
        "gid" => {
            let number = group_number(context, target);
            let is_one = |group: &Value| current == group_number(context, group).map(Value::from).as_ref();
            match several(target).iter().any(is_one) {
                true => Insync::Yes,
                false => differs(current, several(target).first().cloned().or(number.map(Value::from))),
            }
        }
        "groups" => groups(current, should),
        "password" => {
            match current.map(unwrap_sensitive).map(interpolate) == Some(interpolate(unwrap_sensitive(target))) {
                true => Insync::Yes,
                // Neither value is shown.
                false => Insync::No(None),
            }
        }
        _ => {
            let plain = unwrap_sensitive(target);
            // A number equals its text.
            let is_its_text = |current: &Value| current.as_str().is_some_and(|current| current == interpolate(plain));
            match current.is_some_and(|current| current == plain || is_its_text(current)) {
                true => Insync::Yes,
                false => differs(current, Some(target.clone())),
            }
        }
    }
}

fn differs(is: Option<&Value>, should: Option<Value>) -> Insync {
    Insync::differs(is.cloned().unwrap_or_default(), should.unwrap_or_default())
}

/// The number of a group, given by name or number.
pub(super) fn group_number(context: &Context, group: &Value) -> Option<i64> {
    let found = match group {
        Value::Integer(number) => Database::Groups.find_by_number(context, u32::try_from(*number).ok()?),
        name => Database::Groups.find_by_name(context, &interpolate(name)),
    };
    found.map(|group| group.number.into())
}

/// The groups that a user should be in, sorted. Unless membership is inclusive, the current groups are kept.
pub(super) fn target_groups(should: &State, is: &[String]) -> Vec<String> {
    let mut target: Vec<String> =
        should.known("groups").map(several).unwrap_or_default().iter().map(interpolate).collect();
    if should.text("membership") != Some("inclusive") {
        target.extend(is.iter().cloned());
        let mut visited = pcore::keyed::HashSet::default();
        target.retain(|group| visited.insert(group.clone()));
    }
    target.sort_unstable();
    target
}

fn groups(found: Option<&Value>, should: &State) -> Insync {
    let is: Vec<String> = match found {
        Some(Value::Array(groups)) => groups.iter().map(interpolate).collect(),
        _ => Vec::new(),
    };
    let target = target_groups(should, &is);
    let mut sorted = is.clone();
    sorted.sort_unstable();
    if sorted == target {
        return Insync::Yes;
    }
    let list = |groups: &[String]| Value::array(groups.iter().map(|group| Value::from(group.as_str())));
    // Puppet shows the current groups without quotes, and keeps the desired ones as one text.
    let message = format!("groups changed {} to {}", is.join(","), display(&list(&target)));
    Insync::differs(list(&is), target.join(",")).with_message(message)
}
