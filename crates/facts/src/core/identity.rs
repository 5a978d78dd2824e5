//! `identity`: the user that runs the program.

use pcore::Value;

use crate::{
    record::{record, text},
    root::Root,
};

pub(super) fn fact(root: &Root) -> Option<Value> {
    let user = root.system.user()?;
    let entry = entry(root, "/etc/passwd", user);
    let field = |index: usize| entry.as_deref()?.split(':').nth(index);
    let group_number: Option<u32> = field(3).and_then(|number| number.parse().ok());
    let group = group_number.and_then(|number| self::entry(root, "/etc/group", number));
    let group = group.as_deref().and_then(|entry| entry.split(':').next());
    record([
        ("gid", group_number.map(Value::from)),
        ("group", text(group)),
        ("privileged", Some(Value::Boolean(user == 0))),
        ("uid", Some(user.into())),
        ("user", text(field(0))),
    ])
}

/// The line of a file of users or groups whose third field is that number.
fn entry(root: &Root, path: &str, number: u32) -> Option<String> {
    let number = number.to_string();
    let text = root.text(path)?;
    text.lines().find(|line| line.split(':').nth(2) == Some(&number)).map(str::to_owned)
}
