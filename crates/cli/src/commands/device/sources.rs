//! The files that list devices.

use std::path::PathBuf;

use devices::{Source, Target, credentials, device_conf, inventory};
use pcore::uri::Url;
use resource_api::{Failure, Outcome, log::Level};

use crate::startup::CommandContext;

/// The devices, and the files that list them.
pub(super) struct DeviceList {
    pub(super) targets: Vec<Target>,
    /// The files, for error messages.
    pub(super) files: String,
}

/// Reads the files that the settings name. From now on, passwords in them are redacted in the log.
pub(super) fn read(context: &CommandContext) -> Outcome<DeviceList> {
    let log = &context.log;
    let configuration = context.settings.text("deviceconfig")?;
    let mut files = configuration.clone();
    let configuration = PathBuf::from(configuration);
    let mut targets = device_conf::read(&configuration)?;
    for target in &targets {
        log.line(Level::Debug, &format!("found device: {} at {}", target.name, target.location.line));
    }
    let holds_password = |target: &Target| match &target.source {
        Source::Url(address) => Url::split(address).password().is_some(),
        Source::Info(_) => false,
    };
    let mut world_readable = Vec::new();
    if targets.iter().any(holds_password) {
        world_readable.extend(credentials::world_readable(&configuration));
    }
    for file in context.options.values("inventory") {
        files.push_str(&format!(" and {file}"));
        let inventory = inventory::read(file.as_ref())?;
        inventory.ignored.iter().for_each(|line| log.line(Level::Debug, &format!("{file}: {line}")));
        for target in inventory.targets {
            log.line(Level::Debug, &format!("found device: {} at {}", target.name, target.location));
            if let Some(known) = targets.iter().find(|known| known.is_called(&target.name)) {
                let Target { name, location, .. } = &target;
                return Err(Failure::new(format!("duplicate device '{name}': {} and {location}", known.location)));
            }
            targets.push(target);
        }
        world_readable.extend(credentials::world_readable(file.as_ref()));
    }
    for warning in world_readable {
        log.line(Level::Warning, &warning);
    }
    for target in &targets {
        match &target.source {
            Source::Url(address) => log.scrubber().learn_address(address),
            Source::Info(info) => {
                if let Some(address) = info.get_str("uri").and_then(pcore::Value::as_str) {
                    log.scrubber().learn_address(address);
                }
                credentials::each_secret(info, &mut |secret| log.scrubber().learn_secret(secret));
            }
        }
    }
    Ok(DeviceList { targets, files })
}
