//! Removes the keys of a user that are not in the catalog (`purge_ssh_keys`).

use std::path::Path;

use ecow::EcoString;
use pcore::Value;
use resource_api::{Context, Generated, State, log::Level, render::interpolate};

use crate::{account, ssh_authorized_key};

/// The metaparameters that keys inherit from their user.
const METAPARAMETERS: [&str; 9] =
    ["noop", "loglevel", "schedule", "tag", "require", "subscribe", "before", "notify", "audit"];

/// The keys that are not in the catalog, as resources to be removed.
pub(super) fn superfluous(context: &Context, user: &str, should: &State) -> Vec<Generated> {
    let files = match should.known("purge_ssh_keys") {
        Some(Value::Boolean(true)) => vec!["~/.ssh/authorized_keys".to_owned()],
        Some(Value::Array(files)) => files.iter().map(interpolate).collect(),
        _ => return Vec::new(),
    };
    // A user who does not exist has no keys.
    let Some(account) = account::find_user(context, user) else { return Vec::new() };
    let home = should.text("home").unwrap_or(&account.home).trim_end_matches('/');
    let passed_on = passed_on(context, user);
    let mut superfluous = Vec::new();
    for file in &files {
        let inside = file.strip_prefix("~/").or_else(|| file.strip_prefix("%h/"));
        let file = inside.map_or_else(|| file.clone(), |inside| format!("{home}/{inside}"));
        let text = match account::read_as(context, &account, Path::new(&file)) {
            Ok(text) => text,
            Err(error) => {
                let message = format!("Cannot look for keys of {user} in {file}: {error}");
                context.log().line(Level::Warning, &message);
                continue;
            }
        };
        for name in ssh_authorized_key::names(Path::new(&file), &String::from_utf8_lossy(&text)) {
            if context.catalog().is_some_and(|catalog| catalog.find("ssh_authorized_key", &name).is_some()) {
                continue;
            }
            let mut attributes: Vec<(EcoString, Value)> = vec![
                ("ensure".into(), "absent".into()),
                ("user".into(), user.into()),
                ("target".into(), file.as_str().into()),
            ];
            attributes.extend(passed_on.iter().cloned());
            superfluous.push(Generated { type_name: "ssh_authorized_key".into(), title: name.into(), attributes });
        }
    }
    superfluous
}

/// The metaparameters that the keys inherit.
fn passed_on(context: &Context, user: &str) -> Vec<(EcoString, Value)> {
    let title = context.current_resource().map(|turn| turn.title).unwrap_or_else(|| user.into());
    let declared = context.catalog().and_then(|catalog| catalog.find("user", &title));
    let attributes = declared.as_ref().map(|declared| declared.attributes().iter());
    let is_passed_on =
        |(name, value): &(&EcoString, &Value)| METAPARAMETERS.contains(&name.as_str()) && !value.is_undef();
    let kept = attributes.into_iter().flatten().filter(is_passed_on);
    kept.map(|(name, value)| (name.clone(), value.clone())).collect()
}
