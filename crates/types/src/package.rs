//! `package`: packages that are installed or not, and in which version.
//!
//! What all packaging systems have in common is here: when a package is what it should be, and what is to be done when it
//! is not. A [`System`] does it: Debian's (`debian`, with `database` for what is installed and `apt` and `dpkg` for the
//! commands), and those of programming languages (`gem`, `pip`, `npm`). `canonical` checks what manifests write, `wanted`
//! reads it, `version` knows versions and ranges.
//!
//! The engine gives packages that do not depend on each other together, and a system may change them together.

mod apt;
mod canonical;
mod database;
mod debian;
mod dpkg;
mod gem;
mod npm;
mod pip;
mod run;
mod system;
mod version;
mod wanted;

#[cfg(test)]
mod tests;

use std::path::Path;

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Failure, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType,
    State,
    definition::relations::{Relation, RelationKind},
    registry::Manner,
    render::interpolate,
};

use self::{
    system::{Action, Found, Presence, System, Task},
    wanted::{Ensure, Wanted},
};

pub(crate) fn resource_type() -> ResourceType {
    let entry = |kind: Kind| {
        let entry = ProviderEntry::new(kind.name(), move |_| Ok(Packages { kind, system: kind.system() }))
            .suitable_if(move |_| kind.suitable())
            .priority(kind.priority());
        // `package { 'nginx': }` means the package of the system, and never a gem that somebody called so.
        if kind.is_of_a_language() { entry.never_default() } else { entry }
    };
    let kinds = [Kind::Apt, Kind::Dpkg, Kind::Gem, Kind::Pip, Kind::Pip3, Kind::Npm];
    let package = ResourceType::new(crate::defined(include_str!("package/definition.yaml")));
    let package = kinds.into_iter().fold(package, |package, kind| package.with_provider(entry(kind)));
    let package = package.with_unsupported_providers(crate::provider_names::unsupported("package"));
    package.in_manner(Manner::Puppet).relating(|should, _| relations(should))
}

/// Who installs packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Apt,
    Dpkg,
    Gem,
    Pip,
    Pip3,
    Npm,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Apt => "apt",
            Kind::Dpkg => "dpkg",
            Kind::Gem => "gem",
            Kind::Pip => "pip",
            Kind::Pip3 => "pip3",
            Kind::Npm => "npm",
        }
    }

    /// Whether it installs what belongs to a programming language, and not to the system.
    fn is_of_a_language(self) -> bool {
        matches!(self, Kind::Gem | Kind::Pip | Kind::Pip3 | Kind::Npm)
    }

    fn priority(self) -> i32 {
        match self {
            Kind::Apt => 3,
            Kind::Dpkg => 2,
            Kind::Gem | Kind::Pip | Kind::Pip3 => 1,
            Kind::Npm => 0,
        }
    }

    fn system(self) -> Box<dyn System> {
        match self {
            Kind::Apt => Box::new(debian::Debian::new(debian::Tool::Apt)),
            Kind::Dpkg => Box::new(debian::Debian::new(debian::Tool::Dpkg)),
            Kind::Gem => Box::new(gem::Gems::default()),
            Kind::Pip => Box::new(pip::Wheels::new(&["pip", "pip-python", "pip2", "pip-2"], "pip")),
            Kind::Pip3 => Box::new(pip::Wheels::new(&["pip3"], "pip3")),
            Kind::Npm => Box::new(npm::Modules::default()),
        }
    }

    /// Programs of languages may come with another package or be named by `command`, so that they are missed only when
    /// they are needed.
    fn suitable(self) -> Result<(), String> {
        let needed: &[&str] = match self {
            Kind::Apt => &[apt::GET, apt::CACHE, apt::MARK, dpkg::DPKG],
            Kind::Dpkg => &[dpkg::DPKG, dpkg::DEB],
            Kind::Gem | Kind::Pip | Kind::Pip3 | Kind::Npm => &[],
        };
        match needed.iter().find(|program| !Path::new(program).is_file()) {
            Some(missing) => Err(format!("there is no {missing}")),
            None => Ok(()),
        }
    }

    /// Whether it can do something that not all can, in the words of messages.
    fn has(self, feature: &str) -> bool {
        match feature {
            "install_options" => self != Kind::Dpkg,
            "uninstall_options" => matches!(self, Kind::Gem | Kind::Npm),
            "versionable" => self != Kind::Dpkg,
            "purgeable" | "holdable" | "virtual_packages" => matches!(self, Kind::Apt | Kind::Dpkg),
            "targetable" => matches!(self, Kind::Gem | Kind::Pip | Kind::Pip3),
            "upgradeable" => true,
            _ => false,
        }
    }
}

/// The packages of one provider.
struct Packages {
    kind: Kind,
    system: Box<dyn System>,
}

impl Packages {
    /// Whether a package is installed as it should be.
    fn ensure(&mut self, context: &Context, wanted: &Wanted<'_>, found: &Found) -> Outcome<Insync> {
        let is_there = found.is_installed();
        if let Ensure::Version(version) = &wanted.ensure
            && !self.kind.has("versionable")
            && !found.has(version)
        {
            let kind = self.kind.name();
            let problem = format!("Provider {kind} must have features 'versionable' to set 'ensure' to '{version}'");
            return Err(Failure::resource(problem));
        }
        let mut told = Value::from(wanted.ensure.word());
        match &wanted.ensure {
            Ensure::Present if is_there => return Ok(Insync::Yes),
            Ensure::Absent if !is_there => return Ok(Insync::Yes),
            Ensure::Purged if found.presence == Presence::Purged => return Ok(Insync::Yes),
            Ensure::Version(version) if is_there => {
                if found.has(version) || self.system.includes(version, found) {
                    return Ok(Insync::Yes);
                }
            }
            Ensure::Latest if is_there => {
                let latest = self
                    .system
                    .latest(context, wanted)
                    .map_err(|failure| Failure::new(format!("Could not get latest version: {failure}")))?;
                if latest.as_deref().is_some_and(|latest| found.has(latest)) {
                    return Ok(Insync::Yes);
                }
                if let Some(latest) = latest {
                    told = latest.into();
                }
            }
            Ensure::Present | Ensure::Absent | Ensure::Purged | Ensure::Latest | Ensure::Version(_) => {}
        }
        let (event, message) = match &wanted.ensure {
            Ensure::Absent => ("package_removed", "removed"),
            Ensure::Purged => ("package_purged", "purged"),
            Ensure::Present => ("package_installed", "created"),
            Ensure::Latest | Ensure::Version(_) if is_there => {
                return Ok(Insync::differs(found.value(), told).named("package_changed"));
            }
            Ensure::Latest | Ensure::Version(_) => ("package_installed", "created"),
        };
        Ok(Insync::differs(found.value(), told).named(event).told_as(message))
    }

    /// What is to be done with a package, if anything is.
    fn action(&mut self, context: &Context, wanted: &Wanted<'_>, found: &Found) -> Outcome<Option<Action>> {
        if self.ensure(context, wanted, found)? != Insync::Yes {
            return Ok(Some(match wanted.ensure {
                Ensure::Absent => Action::Remove,
                Ensure::Purged => Action::Purge,
                Ensure::Latest => Action::Update,
                Ensure::Present | Ensure::Version(_) => Action::Install,
            }));
        }
        let mark = wanted.mark.filter(|mark| found.mark != Some(*mark));
        Ok(mark.map(Action::Mark))
    }
}

impl Provider for Packages {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names() else { return self.system.all(context) };
        self.system.look_at(names.iter().map(Identity::name).collect());
        let state = |identity: &Identity| {
            let should = State::new();
            let wanted = Wanted::new(identity.name(), &should);
            Ok(self.system.find(context, &wanted)?.state(identity.name()))
        };
        names.iter().map(state).collect()
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let mut tasks = Vec::with_capacity(changes.len());
        for change in changes {
            let Some(should) = &change.should else { continue };
            let wanted = Wanted::new(change.name.name(), should);
            let task = self.system.find(context, &wanted).and_then(|found| {
                let action = self.action(context, &wanted, &found)?;
                Ok(action.map(|action| Task { identity: &change.name, wanted, found, action }))
            });
            match task {
                Ok(task) => tasks.extend(task),
                Err(failure) => context.fail_resource(&change.name, failure),
            }
        }
        let outcomes = self.system.change(context, &tasks);
        for (task, outcome) in tasks.iter().zip(outcomes) {
            if let Err(failure) = outcome {
                context.fail_resource(task.identity, task.told(failure));
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, _: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(|package| canonical::canonicalize(self.kind, package))
    }

    fn audited(&mut self, _: &Context, _: &Identity, property: &str, _: &State, _: &State) -> Outcome<Audited> {
        let needed = canonical::FEATURES.iter().find(|(name, _)| *name == property);
        let is_known = needed.is_none_or(|(_, feature)| self.kind.has(feature));
        Ok(if is_known { Audited::AsRead } else { Audited::Unknown })
    }

    fn insync(
        &mut self,
        context: &Context,
        name: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let wanted = Wanted::new(name.name(), should);
        let found = self.system.find(context, &wanted)?;
        match property {
            "ensure" => self.ensure(context, &wanted, &found),
            "mark" => Ok(match (wanted.mark, found.mark) {
                (Some(mark), is) if is != Some(mark) => {
                    Insync::differs(is.map_or(Value::Undef, |is| is.word().into()), mark.word())
                }
                _ => Insync::Yes,
            }),
            _ => Ok(Insync::Yes),
        }
    }

    /// No provider here can install a package again.
    fn refresh(&mut self, _: &Context, _: &Identity, _: &State) -> Outcome {
        Ok(())
    }
}

/// The files that come before a package: its answers, its defaults and its source.
fn relations(should: &State) -> Vec<Relation> {
    let file = |attribute: &str| should.known(attribute).map(interpolate);
    let source = file("source").filter(|source| source.starts_with('/'));
    let files = [file("responsefile"), file("adminfile"), source];
    let relation =
        |title: String| Relation { kind: RelationKind::Autorequire, type_name: "file".into(), title: title.into() };
    files.into_iter().flatten().map(relation).collect()
}
