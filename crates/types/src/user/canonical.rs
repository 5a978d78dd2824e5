//! Validates what the definition of users cannot say.

use resource_api::{Outcome, State, render::interpolate};

use super::PROPERTIES;
use crate::{
    munge::texts,
    subject::{Subject, absent},
};

pub(super) fn validate(subject: &Subject<'_>, user: &mut State) -> Outcome {
    if user.text("expiry") == Some("absent") {
        user.insert("expiry", absent());
    }
    match user.known("purge_ssh_keys").map(|given| (interpolate(given), texts(given))) {
        Some((word, _)) if word == "true" || word == "false" => drop(user.insert("purge_ssh_keys", word == "true")),
        Some((_, files)) => {
            drop(user.insert("purge_ssh_keys", files.into_iter().map(Into::into).collect::<pcore::Value>()));
        }
        None => {}
    }
    subject.exists_if_managed(user, &PROPERTIES);
    Ok(())
}
