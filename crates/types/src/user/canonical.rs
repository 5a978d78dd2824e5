//! Normalizes what manifests write about users, and validates it.

use pcore::Value;
use resource_api::{
    Context, Outcome, State,
    render::{inspect, interpolate},
};

use super::{PROPERTIES, PROVIDER};
use crate::{
    account::{munge_number, tools},
    parsed::{Subject, absent, several, unwrap_sensitive},
};

/// Attributes of other systems, with the feature that a provider needs for them.
pub(super) const UNSUPPORTED: [(&str, &str); 10] = [
    ("roles", "manages_roles"),
    ("auths", "manages_solaris_rbac"),
    ("profiles", "manages_solaris_rbac"),
    ("keys", "manages_solaris_rbac"),
    ("project", "manages_solaris_rbac"),
    ("ia_load_module", "manages_aix_lam"),
    ("attributes", "manages_aix_lam"),
    ("salt", "manages_password_salt"),
    ("iterations", "manages_password_salt"),
    ("loginclass", "manages_loginclass"),
];

/// Puppet's messages for ages that are not numbers.
const AGES: [(&str, &str); 3] = [
    ("password_min_age", "Password minimum age must be provided as a number."),
    ("password_max_age", "Password maximum age must be provided as a number."),
    ("password_warn_days", "Password warning days must be provided as a number."),
];

/// Brings the attributes of a user into canonical form.
pub(super) fn canonicalize(context: &Context, user: &mut State) -> Outcome {
    let title = user.known("name").map(interpolate).unwrap_or_default();
    let subject = Subject { type_name: "User", title: &title };
    tools::remove_unsupported(context, user, "User", PROVIDER, &UNSUPPORTED);
    ensure(&subject, user)?;
    for attribute in ["uid", "gid"] {
        numbers(&subject, user, attribute)?;
    }
    subject.check_boolean(user, "managehome")?;
    for switch in ["system", "allowdupe", "managehome", "forcelocal"] {
        subject.boolean(user, switch)?;
    }
    let memberships = ["", "role_", "auth_", "profile_", "key_", "attribute_"];
    for membership in memberships.map(|of| format!("{of}membership")) {
        subject.keyword(user, &membership, &["inclusive", "minimum"], &[])?;
    }
    password(&subject, user)?;
    ages(&subject, user)?;
    groups(&subject, user)?;
    expiry(&subject, user)?;
    key_files(&subject, user)?;
    subject.exists_if_managed(user, &PROPERTIES);
    Ok(())
}

fn ensure(subject: &Subject<'_>, user: &mut State) -> Outcome {
    if user.known("ensure").map(interpolate).as_deref() == Some("role") {
        let problem =
            format!("Provider {PROVIDER} must have features 'manages_solaris_rbac' to set 'ensure' to 'role'");
        return Err(subject.refuse("ensure", problem));
    }
    let Some(given) = user.known("ensure") else { return Ok(()) };
    let word = interpolate(given);
    if !["present", "absent"].contains(&word.as_str()) {
        let problem = format!("Invalid value {}. Valid values are present, absent, role.", inspect(given));
        return Err(subject.refuse("ensure", problem));
    }
    user.insert("ensure", word);
    Ok(())
}

/// Numbers, which may be given as text.
fn numbers(subject: &Subject<'_>, user: &mut State, attribute: &str) -> Outcome {
    let Some(given) = user.known(attribute) else { return Ok(()) };
    let munged = |value: &Value| munge_number(attribute, value).map_err(|problem| subject.refuse(attribute, problem));
    let numbers = match given {
        Value::Array(values) => Value::from(values.iter().map(munged).collect::<Outcome<Vec<_>>>()?),
        one => munged(one)?,
    };
    user.insert(attribute, numbers);
    Ok(())
}

/// A password is always a secret.
fn password(subject: &Subject<'_>, user: &mut State) -> Outcome {
    let Some(given) = user.known("password").filter(|given| !matches!(given, Value::Symbol(_))) else {
        return Ok(());
    };
    let hash = interpolate(unwrap_sensitive(given));
    if hash.contains(':') {
        return Err(subject.refuse("password", "Passwords cannot include ':'"));
    }
    if hash.contains(['\n', '\r', '\0']) {
        return Err(subject.refuse("password", "Passwords cannot include newlines"));
    }
    user.insert("password", Value::sensitive(hash.into()));
    Ok(())
}

fn ages(subject: &Subject<'_>, user: &mut State) -> Outcome {
    for (attribute, problem) in AGES {
        let Some(given) = user.known(attribute).filter(|given| !matches!(given, Value::Symbol(_))) else { continue };
        let text = interpolate(given);
        let digits = text.strip_prefix('-').unwrap_or(&text);
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(subject.refuse(attribute, problem));
        }
        let days = munge_number(attribute, &text.into()).map_err(|problem| subject.refuse(attribute, problem))?;
        user.insert(attribute, days);
    }
    Ok(())
}

fn groups(subject: &Subject<'_>, user: &mut State) -> Outcome {
    let Some(given) = user.known("groups").filter(|given| !matches!(given, Value::Symbol(_))) else { return Ok(()) };
    let groups: Vec<String> = several(given).iter().map(interpolate).collect();
    for group in &groups {
        let problem = if group.is_empty() {
            "Group names must not be empty. If you want to specify \"no groups\" pass an empty array"
        } else if group.bytes().all(|letter| letter.is_ascii_digit()) {
            "Group names must be provided, not GID numbers."
        } else if group.contains(',') {
            "Group names must be provided as an array, not a comma-separated list."
        } else {
            continue;
        };
        return Err(subject.refuse("groups", problem));
    }
    user.insert("groups", groups.into_iter().map(Value::from).collect::<Vec<_>>());
    Ok(())
}

fn expiry(subject: &Subject<'_>, user: &mut State) -> Outcome {
    let Some(given) = user.known("expiry") else { return Ok(()) };
    let text = interpolate(given);
    if text == "absent" {
        user.insert("expiry", absent());
        return Ok(());
    }
    let parts: Vec<&str> = text.split('-').collect();
    let is_number =
        |part: &str, length: usize| part.len() == length && part.bytes().all(|digit| digit.is_ascii_digit());
    match parts.as_slice() {
        [year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) => {
            user.insert("expiry", text);
            Ok(())
        }
        _ => Err(subject.refuse("expiry", "Expiry dates must be YYYY-MM-DD or the string \"absent\"")),
    }
}

/// The files of `purge_ssh_keys`: none, the default one, or a list.
fn key_files(subject: &Subject<'_>, user: &mut State) -> Outcome {
    let Some(given) = user.known("purge_ssh_keys") else { return Ok(()) };
    let attribute = "purge_ssh_keys";
    let files = match given {
        Value::Array(files) => files.to_vec(),
        one => match (one, interpolate(one).as_str()) {
            (_, word @ ("true" | "false")) => {
                let is_on = word == "true";
                user.insert(attribute, is_on);
                return Ok(());
            }
            (Value::String(_), _) => vec![one.clone()],
            _ => {
                let problem =
                    format!("purge_ssh_keys must be true, false, or an array of file names, not {}", inspect(one));
                return Err(subject.refuse(attribute, problem));
            }
        },
    };
    for file in &files {
        let Some(path) = file.as_str() else {
            let kind = pcore::infer::generalized(file);
            return Err(
                subject.refuse(attribute, format!("Each entry for purge_ssh_keys must be a string, not a {kind}"))
            );
        };
        if !["/", "~/", "%h/"].iter().any(|start| path.starts_with(start)) {
            return Err(subject.refuse(attribute, format!("Paths to keyfiles must be absolute, not {path}")));
        }
    }
    user.insert(attribute, files);
    Ok(())
}
