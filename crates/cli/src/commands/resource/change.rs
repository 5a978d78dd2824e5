//! Changes resources by applying a catalog of them.

use catalog::{Catalog, Declared};
use ecow::EcoString;
use engine::{
    Instance, Settings, Transaction,
    settings::Origin,
    transaction::{Options, ResourceStatus},
};
use pcore::Value;
use resource_api::{
    Failure, Feature, Outcome,
    log::{Level, capitalized},
};

use super::Command;

/// A resource in its desired state.
pub(super) struct DesiredResource<'w> {
    pub(super) type_name: &'w str,
    pub(super) title: &'w str,
    pub(super) attributes: &'w [(EcoString, Value)],
}

impl Command<'_> {
    /// Brings resources to their desired state and returns their new state.
    ///
    /// Fails if the command cannot continue. With `--fail`, a failed resource is a failure as well.
    pub(super) fn change(&self, desired: &[DesiredResource<'_>], origin: Origin) -> Outcome<Vec<Instance>> {
        let resources = desired.iter().map(|desired| {
            let checked = self.types.find(desired.type_name)?.checked(desired.title, desired.attributes);
            Ok(Declared {
                type_name: capitalized(&desired.type_name.to_lowercase()).into(),
                title: desired.title.into(),
                parameters: checked.transpose()?.unwrap_or_else(|| desired.attributes.to_vec()),
                ..Declared::default()
            })
        });
        let catalog = Catalog { resources: resources.collect::<Outcome<_>>()?, ..Catalog::default() };
        let settings = Settings { origin, ..self.settings.clone() };
        let device = self.device.as_ref().map(|(device, _)| device.clone());
        let options = Options { settings, host: false, device, ..Options::default() };
        let transaction = Transaction::new(catalog, self.types, options, self.log.clone())?;
        let (applied, read) = transaction.run_and_read(&self.parameters());
        self.warn_of_devices(desired, &applied.statuses);
        if let Some(failure) = applied.failure {
            return Err(failure);
        }
        let failed = applied.statuses.iter().find(|status| status.failed);
        let read: Vec<Instance> = read.into_iter().collect::<Outcome<_>>()?;
        match failed {
            Some(status) if self.options.has("fail") => {
                Err(Failure::new(format!("Failed to manage resource {}", status.reference)))
            }
            _ => Ok(read),
        }
    }

    /// Explains how to change resources of devices. Puppet silently ignores them.
    fn warn_of_devices(&self, desired: &[DesiredResource<'_>], statuses: &[ResourceStatus]) {
        let Some(program) = self.hinting_program.filter(|_| statuses.iter().any(|status| status.skipped)) else {
            return;
        };
        let is_remote = |desired: &&DesiredResource<'_>| {
            self.types.find(desired.type_name).is_ok_and(|found| found.definition().has(Feature::RemoteResource))
        };
        if let Some(DesiredResource { type_name, title, .. }) = desired.iter().find(is_remote) {
            let message = format!(
                "{type_name} is not changed, because only devices have such resources: list the device in device.conf, and run \
                 '{program} device --target NAME --resource {type_name} {title} ATTRIBUTE=VALUE'"
            );
            self.log.line(Level::Warning, &message);
        }
    }
}
