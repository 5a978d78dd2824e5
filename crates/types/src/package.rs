//! `package`: packages and their versions.
//!
//! This is what all packaging systems have in common: whether a package is in sync, and what to do if it is not. A
//! [`PackageManager`] does it: Debian's (`debian`, with `database` for what is installed and `apt` and `dpkg` for the
//! commands), and those of programming languages (`language`: `gem`, `pip`, `npm`). `canonical` validates manifests, `target` is
//! the desired state, `version` compares versions and ranges.
//!
//! The engine passes packages that do not depend on each other in batches, which a package manager may change together.

mod apt;
mod canonical;
mod database;
mod debian;
mod dpkg;
mod gem;
mod language;
mod manager;
mod npm;
mod pip;
mod provider;
mod run;
mod target;
mod version;

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Audited, Changes, Context, Failure, Identity, Insync, Outcome, Provider, Request, ResourceType, State,
    definition::relations::Relation, render::interpolate,
};

use self::{
    manager::{Action, PackageManager, PackageStatus, Presence, Task},
    provider::PackageProvider,
    target::{Ensure, PackageTarget},
};
use crate::munge::{Features, Munger};

/// All providers. A new one is a file with a [`PackageProvider`] and a line here.
#[rustfmt::skip]
const PROVIDERS: &[&PackageProvider] = &[
    &apt::PROVIDER,
    &dpkg::PROVIDER,
    &gem::PROVIDER,
    &pip::PIP,
    &pip::PIP3,
    &npm::PROVIDER,
];

pub(crate) fn resource_type() -> ResourceType {
    let package = crate::described(include_str!("package/definition.yaml"));
    let package = PROVIDERS.iter().fold(package, |package, provider| package.with_provider(provider.entry()));
    package.relating(|should, _| relations(should))
}

/// The packages of one provider.
struct Packages {
    provider: &'static PackageProvider,
    manager: Box<dyn PackageManager>,
    munger: Munger,
}

impl Packages {
    /// Compares the `ensure` property.
    fn ensure(&mut self, context: &Context, target: &PackageTarget<'_>, status: &PackageStatus) -> Outcome<Insync> {
        let is_there = status.is_installed();
        if let Ensure::Version(version) = &target.ensure
            && !self.provider.has("versionable")
            && !status.has(version)
        {
            let provider = self.provider.name;
            let problem =
                format!("Provider {provider} must have features 'versionable' to set 'ensure' to '{version}'");
            return Err(Failure::resource(problem));
        }
        let mut shown = Value::from(target.ensure.word());
        let is_in_sync = match &target.ensure {
            Ensure::Present => is_there,
            Ensure::Absent => !is_there,
            Ensure::Purged => status.presence == Presence::Purged,
            Ensure::Version(version) => is_there && (status.has(version) || self.manager.includes(version, status)),
            Ensure::Latest if is_there => {
                let failed = |failure| Failure::new(format!("Could not get latest version: {failure}"));
                let latest = self.manager.latest(context, target).map_err(failed)?;
                let is_latest = latest.as_deref().is_some_and(|latest| status.has(latest));
                shown = latest.map_or(shown, Value::from);
                is_latest
            }
            Ensure::Latest => false,
        };
        if is_in_sync {
            return Ok(Insync::Yes);
        }
        let (event, message) = match &target.ensure {
            Ensure::Absent => ("package_removed", "removed"),
            Ensure::Purged => ("package_purged", "purged"),
            Ensure::Latest | Ensure::Version(_) if is_there => {
                return Ok(Insync::differs(status.value(), shown).with_event("package_changed"));
            }
            Ensure::Present | Ensure::Latest | Ensure::Version(_) => ("package_installed", "created"),
        };
        Ok(Insync::differs(status.value(), shown).with_event(event).with_message(message))
    }

    /// What has to be done with a package, if anything.
    fn action(
        &mut self,
        context: &Context,
        target: &PackageTarget<'_>,
        status: &PackageStatus,
    ) -> Outcome<Option<Action>> {
        if self.ensure(context, target, status)? != Insync::Yes {
            return Ok(Some(match target.ensure {
                Ensure::Absent => Action::Remove,
                Ensure::Purged => Action::Purge,
                Ensure::Latest => Action::Update,
                Ensure::Present | Ensure::Version(_) => Action::Install,
            }));
        }
        let mark = target.mark.filter(|mark| status.mark != Some(*mark));
        Ok(mark.map(Action::Mark))
    }
}

#[resource_api::provider]
impl Provider for Packages {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names() else { return self.manager.all(context) };
        self.manager.prefetch(names.iter().map(Identity::name).collect());
        let state = |identity: &Identity| {
            let should = State::new();
            let target = PackageTarget::new(identity.name(), &should);
            Ok(self.manager.find(context, &target)?.state(identity.name()))
        };
        names.iter().map(state).collect()
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let mut tasks = Vec::with_capacity(changes.len());
        for change in changes {
            let Some(should) = &change.should else { continue };
            let target = PackageTarget::new(change.name.name(), should);
            let task = self.manager.find(context, &target).and_then(|status| {
                let action = self.action(context, &target, &status)?;
                Ok(action.map(|action| Task { identity: &change.name, target, status, action }))
            });
            match task {
                Ok(task) => tasks.extend(task),
                Err(failure) => context.fail_resource(&change.name, failure),
            }
        }
        let outcomes = self.manager.change(context, &tasks);
        for (task, outcome) in tasks.iter().zip(outcomes) {
            if let Err(failure) = outcome {
                context.fail_resource(task.identity, task.describe(failure));
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        let mut packages = resources.iter_mut();
        packages.try_for_each(|package| canonical::canonicalize(context, &self.munger, self.provider, package))
    }

    fn audited(&mut self, context: &Context, _: &Identity, property: &str, _: &State, _: &State) -> Outcome<Audited> {
        let features = Features { provider: self.provider.name, has: &|feature| self.provider.has(feature) };
        Ok(self.munger.audited(context, features, property))
    }

    fn insync(
        &mut self,
        context: &Context,
        name: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let target = PackageTarget::new(name.name(), should);
        let status = self.manager.find(context, &target)?;
        match property {
            "ensure" => self.ensure(context, &target, &status),
            "mark" => Ok(match (target.mark, status.mark) {
                (Some(mark), is) if is != Some(mark) => {
                    Insync::differs(is.map_or(Value::Undef, |is| is.word().into()), mark.word())
                }
                _ => Insync::Yes,
            }),
            _ => Ok(Insync::Yes),
        }
    }

    /// No provider here can reinstall packages.
    fn refresh(&mut self, _: &Context, _: &Identity, _: &State) -> Outcome {
        Ok(())
    }
}

/// The files that a package requires automatically: preseeded answers, admin file, and source.
fn relations(should: &State) -> Vec<Relation> {
    let file = |attribute: &str| should.known(attribute).map(interpolate);
    let source = file("source").filter(|source| source.starts_with('/'));
    let files = [file("responsefile"), file("adminfile"), source];
    files.into_iter().flatten().map(|file| Relation::autorequire("file", file)).collect()
}
