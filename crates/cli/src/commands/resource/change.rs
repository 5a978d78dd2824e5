//! Changes resources: a catalog of their own is applied.

use ecow::EcoString;
use engine::{
    Instance, Settings, Transaction,
    catalog::{Catalog, Declared},
    settings::Origin,
    transaction::{Options, ResourceStatus},
};
use pcore::Value;
use resource_api::{
    Failure, Feature, Outcome,
    log::{Level, capitalized},
};

use super::Command;

/// A resource as it should be.
pub(super) struct Wanted<'w> {
    pub(super) type_name: &'w str,
    pub(super) title: &'w str,
    pub(super) attributes: &'w [(EcoString, Value)],
}

impl Command<'_> {
    /// Brings resources to the state that they should have, and returns what they are then.
    ///
    /// Fails when the command cannot go on. That a resource failed is no such reason, unless the operator says so.
    pub(super) fn change(&self, wanted: &[Wanted<'_>], origin: Origin) -> Outcome<Vec<Instance>> {
        let resources = wanted.iter().map(|wanted| {
            let checked = self.types.find(wanted.type_name)?.checked(wanted.title, wanted.attributes);
            Ok(Declared {
                type_name: capitalized(&wanted.type_name.to_lowercase()).into(),
                title: wanted.title.into(),
                parameters: checked.transpose()?.unwrap_or_else(|| wanted.attributes.to_vec()),
                ..Declared::default()
            })
        });
        let catalog = Catalog { resources: resources.collect::<Outcome<_>>()?, ..Catalog::default() };
        let settings = Settings { origin, ..self.settings.clone() };
        let device = self.device.as_ref().map(|(device, _)| device.clone());
        let options = Options { settings, host: false, device, ..Options::default() };
        let transaction = Transaction::new(catalog, self.types, options, self.log.clone())?;
        let (applied, read) = transaction.run_and_read(&self.parameters());
        self.warn_of_devices(wanted, &applied.statuses);
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

    /// Says how to change what only a device has. Puppet leaves it as it is without a word.
    fn warn_of_devices(&self, wanted: &[Wanted<'_>], statuses: &[ResourceStatus]) {
        let Some(program) = self.adviser.filter(|_| statuses.iter().any(|status| status.skipped)) else { return };
        let is_remote = |wanted: &&Wanted<'_>| {
            self.types.find(wanted.type_name).is_ok_and(|found| found.definition().has(Feature::RemoteResource))
        };
        if let Some(Wanted { type_name, title, .. }) = wanted.iter().find(is_remote) {
            let message = format!(
                "{type_name} is not changed, because only a device has such: list the device in device.conf, and run \
                 '{program} device --target NAME --resource {type_name} {title} ATTRIBUTE=VALUE'"
            );
            self.log.line(Level::Warning, &message);
        }
    }
}
