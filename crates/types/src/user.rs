//! `user`: accounts of users, changed by the tools of the system.
//!
//! What a user is stands in several files (`found`); what a manifest says is brought into one form (`canonical`), compared
//! property by property (`compare`), and each difference is one command (`commands`), as operators know it from Puppet. Keys
//! that are not in the catalog can be taken away with the user (`keys`). A password is a secret wherever it comes from, and
//! no argument of a command ever holds one.

mod canonical;
mod commands;
mod compare;
mod found;
mod keys;

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType,
    State, log::Level, registry::Manner, render::interpolate,
};

use self::{commands::User, found::Users};
use crate::{
    account::{Database, tools},
    given::Given,
    subject::with_some_open,
};

/// What the provider is called, as in Puppet.
const PROVIDER: &str = "useradd";

/// What changes users.
const TOOLS: [&str; 5] = ["useradd", "userdel", "usermod", "chage", "chpasswd"];

/// The properties that can be changed, in the order in which they are.
const PROPERTIES: [&str; 11] = [
    "home",
    "uid",
    "gid",
    "comment",
    "shell",
    "password",
    "password_min_age",
    "password_max_age",
    "password_warn_days",
    "groups",
    "expiry",
];

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("user/definition.yaml")))
        .with_provider(ProviderEntry::new(PROVIDER, |_| Ok(Accounts::default())).suitable_if(|_| tools::needs(&TOOLS)))
        .with_unsupported_providers(crate::provider_names::unsupported("user"))
        .in_manner(Manner::Puppet)
}

/// Texts that may be secrets.
const SECRET_TEXTS: [&str; 3] = ["comment", "home", "shell"];

const GIVEN: Given = Given {
    type_name: "User",
    several: &["uid", "gid", "groups", "roles", "auths", "profiles", "keys", "attributes"],
    secret: &["password", "salt", "comment", "home", "shell"],
    marked: &[],
};

#[derive(Default)]
struct Accounts {
    users: Users,
}

impl Provider for Accounts {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let with_password = request.wants("password");
        let found = match request.names() {
            None => self.users.all(context),
            Some(names) => names.iter().filter_map(|name| self.users.find(context, name.name())).collect(),
        };
        Ok(found.iter().map(|user| self.users.state(user, with_password)).collect())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let Some(should) = &change.should else { continue };
            let name = change.name.name();
            let is = change.is.as_ref().filter(|is| is.text("ensure") == Some("present"));
            let user = User { context, name, should };
            match (is, should.text("ensure") == Some("absent")) {
                (Some(_), true) => user.delete()?,
                (None, true) => {}
                (None, false) if self.users.find_again(context, name).is_some() => {
                    // Something that was done before has brought it.
                    context.log().write(Level::Info, Some(&format!("User[{name}]")), "already exists");
                }
                (None, false) => user.create(&self.users.groups_of(name))?,
                (Some(is), false) => {
                    for property in PROPERTIES {
                        if should.known(property).is_some()
                            && compare::compare(context, property, is, should) != Insync::Yes
                            && let Err(failure) = user.change(property, is)
                        {
                            context.fail_property(property, failure);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        let canonical = |user: &mut State| {
            let is_opened = |attribute: &str| SECRET_TEXTS.contains(&attribute);
            with_some_open("User", user, is_opened, |user| canonical::canonicalize(context, user))
        };
        resources.iter_mut().try_for_each(|user| GIVEN.settle(context, user, canonical))
    }

    fn insync(
        &mut self,
        context: &Context,
        _: &Identity,
        property: &str,
        is: &State,
        should: &State,
    ) -> Outcome<Insync> {
        Ok(match property {
            "ensure" => match (is.get("ensure"), should.text("ensure")) {
                (Some(Value::Symbol(_)) | None, Some("present")) => {
                    Insync::differs(Value::Symbol("absent".into()), "present").named("user_created")
                }
                (Some(Value::String(_)), Some("absent")) => Insync::differs("present", "absent").named("user_removed"),
                _ => Insync::Default,
            },
            property => compare::compare(context, property, is, should),
        })
    }

    /// The tools of the system take away users of its file, not those of a directory service.
    fn out_of_reach(&mut self, _: &Context, name: &Identity) -> Option<&'static str> {
        Database::Users.in_file(name.name()).is_none().then_some("not in /etc/passwd")
    }

    fn audited(&mut self, _: &Context, _: &Identity, property: &str, _: &State, _: &State) -> Outcome<Audited> {
        let is_elsewhere = canonical::ELSEWHERE.iter().any(|(name, _)| *name == property);
        Ok(if is_elsewhere { Audited::Unknown } else { Audited::AsRead })
    }

    /// Groups are told one after the other.
    fn told(&mut self, _: &Context, property: &str, value: &Value) -> Option<String> {
        let groups = value.as_array().filter(|_| property == "groups")?;
        Some(groups.iter().map(interpolate).collect::<Vec<_>>().join(","))
    }

    fn generate(
        &mut self,
        context: &Context,
        title: &Identity,
        _: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        Ok(keys::superfluous(context, title.name(), should))
    }
}
