//! `user`: accounts of users, changed with the tools of the system.
//!
//! `users` reads them from several files; `canonical` normalizes manifests, `compare` compares the properties, and
//! `commands` changes them, one command per property, as in Puppet. `keys` removes keys that are not in the catalog. A
//! password is always a secret, and never an argument of a command.

mod canonical;
mod commands;
mod compare;
mod keys;
mod users;

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType,
    State, log::Level,
};

use self::{commands::User, users::Users};
use crate::{
    account::Database,
    munge::{Features, Munger},
    program,
    subject::joined,
};

/// The name of the provider, as in Puppet.
const PROVIDER: &str = "useradd";

/// The tools that change users.
const TOOLS: [&str; 5] = ["useradd", "userdel", "usermod", "chage", "chpasswd"];

/// The properties that can be changed, in this order.
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
    crate::described(include_str!("user/definition.yaml")).with_provider(
        ProviderEntry::new(PROVIDER, |_| Ok(UserAccounts::default())).suitable_if(|_| program::require(&TOOLS)),
    )
}

/// The provider has none of the features that attributes of other systems need.
const FEATURES: Features<'static> = Features { provider: PROVIDER, has: &|_| false };

#[derive(Default)]
struct UserAccounts {
    munger: Munger,
    users: Users,
}

#[resource_api::provider]
impl Provider for UserAccounts {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let with_password = request.wants("password");
        let found = match request.names() {
            None => self.users.accounts.all(context),
            Some(names) => names.iter().filter_map(|name| self.users.accounts.find(context, name.name())).collect(),
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
                (None, false) if self.users.accounts.find_again(context, name).is_some() => {
                    // An earlier resource created it.
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
        self.munger.canonicalize_for(context, Some(FEATURES), resources, &canonical::validate)
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
                    Insync::differs(Value::Symbol("absent".into()), "present").with_event("user_created")
                }
                (Some(Value::String(_)), Some("absent")) => {
                    Insync::differs("present", "absent").with_event("user_removed")
                }
                _ => Insync::Default,
            },
            property => compare::compare(context, property, is, should),
        })
    }

    /// The tools can only remove users from the system's file, not from a directory service.
    fn purge_refusal(&mut self, _: &Context, name: &Identity) -> Option<&'static str> {
        Database::Users.find_in_file(name.name()).is_none().then_some("not in /etc/passwd")
    }

    fn audited(&mut self, context: &Context, _: &Identity, property: &str, _: &State, _: &State) -> Outcome<Audited> {
        Ok(self.munger.audited(context, FEATURES, property))
    }

    /// Puppet separates groups with commas.
    fn display_value(&mut self, _: &Context, property: &str, value: &Value) -> Option<String> {
        value.as_array().filter(|_| property == "groups").map(|groups| joined(groups, ","))
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
