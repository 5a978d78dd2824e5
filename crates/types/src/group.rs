//! `group`: groups of users, changed with the tools of the system.

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Failure, Identity, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    registry::Dialect, render::interpolate,
};

use crate::{
    account::{Accounts, Database, Entry, munge_number, tools},
    normalize::Normalization,
    parsed::Subject,
    program,
};

/// The name of the provider, as in Puppet.
const PROVIDER: &str = "groupadd";

/// The tools that change groups.
const TOOLS: [&str; 3] = ["groupadd", "groupmod", "groupdel"];

/// Attributes of other systems, with the feature that a provider needs for them.
const UNSUPPORTED: [(&str, &str); 3] =
    [("members", "manages_members"), ("ia_load_module", "manages_aix_lam"), ("attributes", "manages_aix_lam")];

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::parse_definition(include_str!("group/definition.yaml")))
        .with_provider(
            ProviderEntry::new(PROVIDER, |_| Ok(Groups { groups: Accounts::new(Database::Groups) }))
                .suitable_if(|_| tools::require(&TOOLS)),
        )
        .with_unsupported_providers(crate::provider_names::unsupported("group"))
        .with_dialect(Dialect::Puppet)
}

struct Groups {
    groups: Accounts,
}

impl Provider for Groups {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let groups = match request.names() {
            None => self.groups.all(context),
            Some(names) => names.iter().filter_map(|name| self.groups.find(context, name.name())).collect(),
        };
        Ok(groups.iter().map(state).collect())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let Some(should) = &change.should else { continue };
            let exists = change.is.as_ref().is_some_and(|is| is.text("ensure") == Some("present"));
            let group = Group { context, name: &change.name, should };
            match (exists, should.text("ensure") == Some("absent")) {
                (true, true) => group.delete()?,
                (false, true) => {}
                (false, false) => group.create()?,
                (true, false) => group.change(change.is.as_ref())?,
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        let canonical = |group: &mut State| canonicalize(context, group);
        resources.iter_mut().try_for_each(|group| NORMALIZATION.normalize(context, group, canonical))
    }

    /// The tools can only remove groups from the system's file, not from a directory service.
    fn purge_refusal(&mut self, _: &Context, name: &Identity) -> Option<&'static str> {
        Database::Groups.find_in_file(name.name()).is_none().then_some("not in /etc/group")
    }

    fn audited(&mut self, _: &Context, _: &Identity, property: &str, _: &State, _: &State) -> Outcome<Audited> {
        let is_unsupported = UNSUPPORTED.iter().any(|(name, _)| *name == property);
        Ok(if is_unsupported { Audited::Unknown } else { Audited::AsRead })
    }
}

const NORMALIZATION: Normalization =
    Normalization { type_name: "Group", arrays: &["members", "attributes"], secrets: &[], marked_sensitive: &[] };

/// A group that is changed.
struct Group<'g> {
    context: &'g Context,
    name: &'g Identity,
    should: &'g State,
}

impl Group<'_> {
    fn create(&self) -> Outcome {
        let mut arguments = Vec::new();
        if let Some(gid) = self.should.known("gid") {
            arguments.extend(["-g".to_owned(), interpolate(gid)]);
        }
        arguments.extend(self.duplicate());
        arguments.extend(tools::is_true(self.should, "system").then(|| "-r".to_owned()));
        self.execute("groupadd", arguments, "Could not create group")
    }

    fn delete(&self) -> Outcome {
        self.execute("groupdel", Vec::new(), "Could not delete group")
    }

    fn change(&self, is: Option<&State>) -> Outcome {
        let Some(gid) = self.should.known("gid") else { return Ok(()) };
        if is.and_then(|is| is.get("gid")) == Some(gid) {
            return Ok(());
        }
        let mut arguments = vec!["-g".to_owned(), interpolate(gid)];
        arguments.extend(self.duplicate());
        arguments.push(self.name.name().to_owned());
        let failed =
            |failure: Failure| Failure::new(format!("Could not set gid on group[{}]: {failure}", self.name.name()));
        program::run_checked(self.context, "groupmod", &tools::as_strs(&arguments)).map_err(failed)
    }

    /// The option that allows a number to be used twice.
    fn duplicate(&self) -> Option<String> {
        tools::is_true(self.should, "allowdupe").then(|| "-o".to_owned())
    }

    fn execute(&self, tool: &str, mut arguments: Vec<String>, problem: &str) -> Outcome {
        arguments.push(self.name.name().to_owned());
        let failed = |failure: Failure| Failure::new(format!("{problem} {}: {failure}", self.name.name()));
        program::run_checked(self.context, tool, &tools::as_strs(&arguments)).map_err(failed)
    }
}

fn state(group: &Entry) -> State {
    State::new().with("name", group.name.as_str()).with("ensure", "present").with("gid", i64::from(group.number))
}

fn canonicalize(context: &Context, group: &mut State) -> Outcome {
    let title = group.known("name").map(interpolate).unwrap_or_default();
    let subject = Subject { type_name: "Group", title: &title };
    subject.keyword(group, "ensure", &["present", "absent"], &[])?;
    if let Some(given) = group.known("gid").cloned() {
        match munge_number("gid", &given).map_err(|problem| subject.refuse("gid", problem))? {
            gid @ Value::Integer(_) => drop(group.insert("gid", gid)),
            other => return Err(subject.refuse("gid", format!("Invalid GID {}", interpolate(&other)))),
        }
    }
    for switch in ["auth_membership", "allowdupe", "system", "forcelocal"] {
        subject.boolean(group, switch)?;
    }
    subject.keyword(group, "attribute_membership", &["inclusive", "minimum"], &[])?;
    tools::remove_unsupported(context, group, "Group", PROVIDER, &UNSUPPORTED);
    Ok(())
}
