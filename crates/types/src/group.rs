//! `group`: groups of users, changed with the tools of the system.

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Ensure, Failure, Identity, Outcome, Provider, ProviderEntry, Request, Resource,
    ResourceType, State, render::interpolate,
};

use crate::{
    account::{Accounts, Database, Entry},
    munge::{Features, Munger},
    program,
};

/// The name of the provider, as in Puppet.
const PROVIDER: &str = "groupadd";

/// The tools that change groups.
const TOOLS: [&str; 3] = ["groupadd", "groupmod", "groupdel"];

/// The provider has none of the features that attributes of other systems need.
const FEATURES: Features<'static> = Features { provider: PROVIDER, has: &|_| false };

pub(crate) fn resource_type() -> ResourceType {
    let groups = || Groups { munger: Munger::default(), groups: Accounts::new(Database::Groups) };
    crate::derived::<Group>()
        .with_provider(ProviderEntry::new(PROVIDER, move |_| Ok(groups())).suitable_if(|_| program::require(&TOOLS)))
}

/// A group of users, managed with groupadd, groupmod and groupdel.
#[derive(Resource)]
#[resource(features(canonicalize, simple_get_filter))]
struct Group {
    /// What the group is called.
    #[attribute(namevar, type = "String[1]")]
    name: String,
    /// Whether the group exists.
    #[attribute(default = Ensure::Present, extra(values = ["present", "absent"]))]
    ensure: Option<Ensure>,
    /// The number of the group; chosen by the system by default.
    #[attribute(accepts = "Optional[Variant[Integer, String]]", extra(munge = "ruby_integer"))]
    gid: Option<i64>,
    /// The members of the group. Not supported on Linux, where users list their groups.
    #[attribute(type = "Optional[Variant[String, Array[String]]]", extra(required_features = "manages_members"))]
    members: Option<Value>,
    /// Whether members are all that there may be.
    #[attribute(parameter, default = false, extra(munge = "boolean"))]
    auth_membership: Option<bool>,
    /// Whether the number may be that of another group, too.
    #[attribute(parameter, default = false, extra(munge = "boolean"))]
    allowdupe: Option<bool>,
    /// Whether a new group gets a number of those for the system.
    #[attribute(parameter, default = false, extra(munge = "boolean"))]
    system: Option<bool>,
    /// Whether only the files of this machine count, and no directory service.
    #[attribute(parameter, default = false, extra(munge = "boolean"))]
    forcelocal: Option<bool>,
    /// A module of AIX; it counts nowhere else.
    #[attribute(parameter, extra(required_features = "manages_aix_lam"))]
    ia_load_module: Option<String>,
    /// Attributes of AIX; they count nowhere else.
    #[attribute(
        type = "Optional[Variant[String, Array[String], Hash[String, String]]]",
        extra(required_features = "manages_aix_lam")
    )]
    attributes: Option<Value>,
    /// Whether attributes of AIX are all that there may be; it counts nowhere else.
    #[attribute(
        parameter,
        type = "Optional[Enum[inclusive, minimum]]",
        default = "minimum",
        extra(values = ["inclusive", "minimum"])
    )]
    attribute_membership: Option<String>,
}

struct Groups {
    munger: Munger,
    groups: Accounts,
}

#[resource_api::provider]
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
            let group = Group::from_state(should)?;
            let is = change.is.as_ref().filter(|is| is.text("ensure") == Some("present"));
            match (is, group.ensure == Some(Ensure::Absent)) {
                (Some(_), true) => group.execute(context, "groupdel", Vec::new(), "Could not delete group")?,
                (None, true) => {}
                (None, false) => group.create(context)?,
                (Some(is), false) => group.change(context, is)?,
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize_for(context, Some(FEATURES), resources, &|subject, group| match group.known("gid") {
            Some(gid) if !matches!(gid, Value::Integer(_)) => {
                Err(subject.refuse("gid", format!("Invalid GID {}", interpolate(gid))))
            }
            Some(_) | None => Ok(()),
        })
    }

    /// The tools can only remove groups from the system's file, not from a directory service.
    fn purge_refusal(&mut self, _: &Context, name: &Identity) -> Option<&'static str> {
        Database::Groups.find_in_file(name.name()).is_none().then_some("not in /etc/group")
    }

    fn audited(&mut self, context: &Context, _: &Identity, property: &str, _: &State, _: &State) -> Outcome<Audited> {
        Ok(self.munger.audited(context, FEATURES, property))
    }
}

impl Group {
    fn create(&self, context: &Context) -> Outcome {
        let mut arguments = Vec::new();
        if let Some(gid) = self.gid {
            arguments.extend(["-g".to_owned(), gid.to_string()]);
        }
        arguments.extend(self.duplicate());
        arguments.extend((self.system == Some(true)).then(|| "-r".to_owned()));
        self.execute(context, "groupadd", arguments, "Could not create group")
    }

    fn change(&self, context: &Context, is: &State) -> Outcome {
        let Some(gid) = self.gid.filter(|gid| is.get("gid") != Some(&Value::Integer(*gid))) else { return Ok(()) };
        let mut arguments = vec!["-g".to_owned(), gid.to_string()];
        arguments.extend(self.duplicate());
        arguments.push(self.name.clone());
        let failed = |failure: Failure| Failure::new(format!("Could not set gid on group[{}]: {failure}", self.name));
        program::run_checked(context, "groupmod", &arguments).map_err(failed)
    }

    /// The option that allows a number to be used twice.
    fn duplicate(&self) -> Option<String> {
        (self.allowdupe == Some(true)).then(|| "-o".to_owned())
    }

    fn execute(&self, context: &Context, tool: &str, mut arguments: Vec<String>, problem: &str) -> Outcome {
        arguments.push(self.name.clone());
        let failed = |failure: Failure| Failure::new(format!("{problem} {}: {failure}", self.name));
        program::run_checked(context, tool, &arguments).map_err(failed)
    }
}

fn state(group: &Entry) -> State {
    State::new().with("name", group.name.as_str()).with("ensure", "present").with("gid", i64::from(group.number))
}
